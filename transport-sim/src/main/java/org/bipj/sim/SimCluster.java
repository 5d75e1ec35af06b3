package org.bipj.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PortException;
import org.bipj.sim.am.AmPort;
import org.bipj.sim.am.PrivilegedEndpoint;
import org.bipj.sim.bip.PeerNumbers;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.fault.Fault;
import org.bipj.sim.fault.FaultInjector;
import org.bipj.sim.fault.FaultSpec;
import org.bipj.sim.hardware.ArrivalGate;
import org.bipj.sim.hardware.BoardPort;
import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.hardware.HardwareSettings;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.hardware.PacketCounts;
import org.bipj.sim.ip.IpHost;
import org.bipj.sim.ip.IpPort;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.Processor;
import org.bipj.sim.kernel.Seeds;
import org.bipj.sim.mapper.MapperDaemons;
import org.bipj.sim.net.Network;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.platform.Platform;
import org.bipj.sim.report.FirstLoss;
import org.bipj.sim.report.Summary;
import org.bipj.sim.trace.Trace;

/**
 * A simulated cluster: nodes, cables and switches of a platform, a firmware in the boards of the hosts on which ranks
 * run, and a port for each rank. All boards are loaded before any program starts, as BIP's initialisation ensures.
 */
final class SimCluster extends PlatformMachine {
    private static final String OPERATION = "host.compute";
    private static final double PS_PER_NS = 1000;

    private final Network network;
    private final Trace trace;
    private final HardwareSettings hardware;
    private final BoardSoftware software;
    private final boolean connects;
    private final long startPs;
    /** Null if the run ends with a rank that dies. */
    private final Long detectPs;

    private final int[] order;
    /** Hosts whose boards are dead. */
    private final BitSet dead = new BitSet();

    /** By rank, and behind those the mapper's. */
    private ClusterNode[] nodes;

    private BoardPort[] ports;
    /** Seed of random delays; null: there are none. */
    private Long jitterSeed;

    /** Null if no mapper runs beside the programs. */
    private final MapperDaemons mapper;

    private final FaultInjector faults;
    private final List<PowerChange> powerChanges;
    private final FirstLoss firstLoss = new FirstLoss();

    /**
     * Builds the cluster.
     *
     * @param ranks one to a host
     * @throws IllegalArgumentException if there are more ranks than hosts, or anything in the platform does not fit
     */
    SimCluster(int ranks, SimOptions options) {
        this(Platform.load(options.platform(), options.overrides()), ranks, options, IntUnaryOperator.identity());
    }

    /**
     * Builds the cluster of a platform.
     *
     * @param names of hosts, as a mapper distinguishes them, by number
     */
    SimCluster(Platform platform, int ranks, SimOptions options, IntUnaryOperator names) {
        super(platform, ranks, options);
        checkRoutes(hosts);
        order = platform.order(options.seed());
        FaultSpec spec = options.faults().isEmpty() ? FaultSpec.NONE : FaultSpec.parse(options.faults());
        faults = new FaultInjector(spec, platform.topology(), options.seed());
        powerChanges = powerChanges(spec, options.ip(), options.survivesDeaths());
        boolean maps = MapperDaemons.areOn(platform.constants());
        Constants constants =
                maps ? MapperDaemons.ofNetwork(platform.constants(), platform.topology()) : platform.constants();
        trace = traceTo(options.trace());
        network = new Network(kernel, platform.topology(), constants, trace);
        network.observe(firstLoss);
        software =
                BoardSoftware.of(kernel, constants, ranks, options.seed(), options.ip(), this::connects, this::route);
        connects = BoardSoftware.connects(constants) && !options.ip();
        if (options.survivesDeaths() && !connects) {
            throw constants.bad(
                    "nic.firmware",
                    "expected bip, and hosts without IP: others tell no rank that another one has died");
        }
        detectPs = options.survivesDeaths() ? constants.ps("ft.detect") : null;
        startPs = connects ? constants.ps("host.start") : 0;
        hardware = new HardwareSettings(constants);
        if (options.jitter()) {
            hardware.jitter(options.seed());
            jitterSeed = options.seed();
        }
        int[] loaded = maps ? withOtherHosts() : hosts;
        nodes = new ClusterNode[loaded.length];
        ports = new BoardPort[loaded.length];
        for (int board = 0; board < loaded.length; board++) {
            nodes[board] = newNode(loaded[board]);
            ports[board] = software.load(board, new PeerNumbers(0, ranks), nodes[board]);
        }
        mapper = maps ? mapper(constants, IntStream.of(loaded).map(names).toArray(), options.seed()) : null;
        if (spec != FaultSpec.NONE) {
            network.faults(faults);
            faults.schedule(kernel, this::kill);
            schedulePauses(spec, options.ip());
        }
    }

    private ClusterNode newNode(int host) {
        return new ClusterNode(
                kernel,
                hardware,
                host,
                source -> network.injector(host, source),
                sink -> network.ejector(host, sink),
                trace);
    }

    /** The hosts of ranks, and behind them the others that have a cable: the mapper's daemon runs on each. */
    private int[] withOtherHosts() {
        boolean[] ofRank = new boolean[platform.topology().hosts()];
        IntStream.of(hosts).forEach(host -> ofRank[host] = true);
        IntStream others = IntStream.range(0, ofRank.length)
                .filter(host -> !ofRank[host] && platform.topology().at(NetworkTopology.End.host(host)) != null);
        return IntStream.concat(IntStream.of(hosts), others).toArray();
    }

    private MapperDaemons mapper(Constants constants, int[] names, long seed) {
        List<PrivilegedEndpoint> endpoints = new ArrayList<>();
        for (BoardPort port : ports) {
            if (!(port instanceof AmPort board)) {
                throw constants.bad(
                        "mapper.period",
                        "expected 0 ms, or nic.firmware = am2: only these boards have a privileged endpoint for the mapper");
            }
            endpoints.add(board.privileged());
        }
        return new MapperDaemons(kernel, constants, endpoints, names, hosts.length, seed);
    }

    /** Checks that each route fits an entry of the board's table: its length, and a byte for each switch. */
    private void checkRoutes(int[] hosts) {
        Constants constants = platform.constants();
        String key = BoardSoftware.routeKey(constants);
        int most = constants.bytes(key) - 1;
        for (int from = 0; from < hosts.length; from++) {
            for (int to = 0; to < hosts.length; to++) {
                if (from != to && platform.routes().length(hosts[from], hosts[to]) > most) {
                    int length = platform.routes().length(hosts[from], hosts[to]);
                    throw constants.bad(
                            key,
                            "the route of " + length + " switches from rank " + from + " to rank " + to
                                    + " does not fit an entry of the board's table; expected " + (length + 1)
                                    + " B or more: a length, and a byte for each switch");
                }
            }
        }
    }

    private boolean connects(int from, int to) {
        return platform.routes().connects(hosts[from], hosts[to]);
    }

    private byte[] route(int from, int to) {
        if (!connects(from, to)) {
            throw new PortException("rank " + from + " on " + node(from) + " cannot send to rank " + to + " on "
                    + node(to) + ": platform " + name() + " has no route from " + node(from) + " to " + node(to));
        }
        return platform.routes().route(hosts[from], hosts[to]);
    }

    /** The board of a host dies. The board of a host without a rank is not loaded. */
    private void kill(int host) {
        dead.set(host);
        for (ClusterNode node : nodes) {
            if (node.number() == host) {
                node.lanai().kill();
            }
        }
    }

    @Override
    public double operationNs(String kind) {
        Constants constants = platform.constants();
        String key = kind.isEmpty() ? OPERATION : OPERATION + "." + kind;
        return constants.has(key) ? constants.ps(key) / PS_PER_NS : 0;
    }

    @Override
    public long readPs() {
        return nodes[0].host().pollPs();
    }

    @Override
    public void computes(int rank, Fiber thread, long from, long ps) {
        nodes[rank].worked(thread, "computation", from, ps);
    }

    @Override
    public List<PacketCounts> received(int rank) {
        return ports[rank].received();
    }

    @Override
    public void ended(int rank) {
        ports[rank].programEnded();
    }

    @Override
    public Processor.Settings processor(int rank) {
        Constants constants = platform.constants();
        int processors = constants.count("host.processors");
        if (processors < 1) {
            throw constants.bad("host.processors", "expected 1 or more");
        }
        return new Processor.Settings(
                processors,
                constants.ps("host.thread.switch"),
                constants.ps("host.thread.wake"),
                constants.ps("host.quantum"),
                jitterSeed == null ? null : Seeds.of(jitterSeed, "threads of host " + hosts[rank]));
    }

    @Override
    public void attach(int rank, Processor processor) {
        if (ports[rank] instanceof IpPort port) {
            port.host().attach(processor);
        }
    }

    @Override
    public IpHost ip(int rank) {
        return ports[rank] instanceof IpPort port ? port.host() : super.ip(rank);
    }

    private List<PowerChange> powerChanges(FaultSpec spec, boolean ip, boolean survivesDeaths) {
        List<PowerChange> changes = new ArrayList<>();
        if (survivesDeaths) {
            // A rank dies with its board.
            for (Fault fault : spec.faults()) {
                if (fault instanceof Fault.Dead dead) {
                    rankOn(dead.place().end().node())
                            .ifPresent(rank -> changes.add(new PowerChange(rank, dead.at(), false)));
                }
            }
        }
        for (FaultSpec.PowerChange change : spec.powerChanges()) {
            String fault = "--faults: " + (change.on() ? "start" : "kill") + "@host" + change.host() + ": ";
            if (!ip && !(survivesDeaths && !change.on())) {
                throw new IllegalArgumentException(fault
                        + "expected a run with IP (--ip), whose programs go on without a host; a job of MPI or of another"
                        + " system of messages ends with any of its ranks, unless it survives deaths (--with-ft), where a"
                        + " killed host stays so. dead@host" + change.host()
                        + " stops a board");
            }
            int rank = rankOn(change.host()).orElseThrow(() -> noRank(fault));
            changes.add(new PowerChange(rank, change.at(), change.on()));
        }
        return changes;
    }

    private void schedulePauses(FaultSpec spec, boolean ip) {
        for (Fault fault : spec.faults()) {
            if (!(fault instanceof Fault.Paused paused)) {
                continue;
            }
            int host = paused.place().end().node();
            String what = "--faults: pause@host" + host + ": ";
            if (!ip || platform.constants().count("host.processors") > 1) {
                throw new IllegalArgumentException(
                        what + "expected a run with IP (--ip), and one processor for each host");
            }
            int rank = rankOn(host).orElseThrow(() -> noRank(what));
            // In the background: it wakes nobody.
            kernel.at(paused.at(), new Event(true) {
                @Override
                protected void fire() {
                    ip(rank).pause(paused.duration());
                }
            });
        }
    }

    private IllegalArgumentException noRank(String what) {
        return new IllegalArgumentException(what + "no rank runs there; expected one of hosts "
                + IntStream.of(hosts).sorted().boxed().toList());
    }

    private OptionalInt rankOn(int host) {
        return IntStream.range(0, hosts.length)
                .filter(one -> hosts[one] == host)
                .findFirst();
    }

    @Override
    public boolean survivesDeaths() {
        return detectPs != null;
    }

    @Override
    public long detectPs() {
        return detectPs;
    }

    @Override
    public void dies(int rank) {
        ports[rank].boardDied();
        kill(hosts[rank]);
        network.die(hosts[rank]);
    }

    @Override
    public void tell(int rank, int place, String why) {
        ports[rank].tell(place, why);
    }

    @Override
    public void gate(int rank, ArrivalGate gate) {
        ports[rank].gate(gate);
    }

    @Override
    public long sent(int rank) {
        return ports[rank].sent();
    }

    @Override
    public List<PowerChange> powerChanges() {
        return powerChanges;
    }

    @Override
    public void powerOff(int rank) {
        ip(rank).crash();
    }

    @Override
    public void powerOn(int rank, Processor processor) {
        ip(rank).recover(processor);
    }

    @Override
    public void left(int rank) {
        if (ports[rank] instanceof IpPort port) {
            port.programEnded();
        }
    }

    @Override
    public boolean connects() {
        return connects;
    }

    @Override
    public long startPs() {
        return startPs;
    }

    @Override
    public int free(IntPredicate hasEnded) {
        return freeHosts(hasEnded).length;
    }

    private int[] freeHosts(IntPredicate hasEnded) {
        BitSet taken = (BitSet) dead.clone();
        for (int place = 0; place < hosts.length; place++) {
            if (!(hasEnded.test(place) && ports[place].isBoardIdle())) {
                taken.set(hosts[place]);
            }
        }
        return IntStream.of(order)
                .filter(host -> !taken.get(host) && platform.topology().at(NetworkTopology.End.host(host)) != null)
                .toArray();
    }

    @Override
    public void add(PeerNumbers numbers, IntPredicate hasEnded) {
        int before = hosts.length;
        int all = before + numbers.size();
        int[] larger = Arrays.copyOf(hosts, all);
        System.arraycopy(freeHosts(hasEnded), 0, larger, before, numbers.size());
        checkRoutes(larger);
        for (BoardPort port : ports) {
            if (!port.grow(all)) {
                throw new PortException("the boards have no memory for the routes of " + all
                        + " processes; expected a larger sram.size, or smaller buffers");
            }
        }
        hosts = larger;
        ClusterNode[] newNodes = Arrays.copyOf(nodes, all);
        BoardPort[] newPorts = Arrays.copyOf(ports, all);
        for (int place = before; place < all; place++) {
            newNodes[place] = newNode(hosts[place]);
            newPorts[place] = software.load(place, numbers, newNodes[place]);
        }
        nodes = newNodes;
        ports = newPorts;
    }

    @Override
    public void reach(int place, int numbers) {
        ports[place].reach(numbers);
    }

    @Override
    public void poke(int place) {
        ports[place].poke();
    }

    @Override
    public NicPort open(int rank, Processor processor) {
        ports[rank].open(processor);
        return ports[rank];
    }

    /** The mapper beside the programs; null if there is none. */
    MapperDaemons mapper() {
        return mapper;
    }

    /** The port of a rank, open or not; tests check that nothing is left in its board. */
    BoardPort port(int rank) {
        return ports[rank];
    }

    @Override
    public long mostWormsOfACable() {
        return network.mostWormsBetweenSwitches();
    }

    @Override
    public String summary(long endPs) {
        Summary summary = new Summary(endPs);
        if (!faults().isEmpty()) {
            summary.note(faults());
        }
        if (mapper != null) {
            summary.note(mapper.summary());
        }
        for (BoardPort port : ports) {
            if (port instanceof IpPort ip) {
                summary.note(ip.host().summary());
            }
        }
        network.links().forEach(summary::link);
        for (ClusterNode node : nodes) {
            Lanai board = node.lanai();
            summary.node(new Summary.Node(
                    platform.names().host(node.number()),
                    node.hostBusyPs(),
                    board.busyPs(),
                    board.hostDmaBusyPs(),
                    board.sendBusyPs(),
                    board.receiveBusyPs()));
        }
        return summary.text();
    }

    /** Boards that do not retransmit cannot see that a packet is missing. */
    @Override
    public void checkEnd() {
        if (network.lost() > 0 && BoardSoftware.trustsNetwork(platform.constants())) {
            throw new PortException("packets were lost, and the boards of platform " + name()
                    + " do not retransmit (lci.retransmission = none): " + faults());
        }
    }

    @Override
    public String faults() {
        if (network.lost() == 0) {
            return faults.summary();
        }
        String lost = String.format(
                Locale.ROOT, "%,d worms did not arrive whole, the first %s", network.lost(), firstLoss.text());
        return faults.summary().isEmpty() ? lost : faults.summary() + "; " + lost;
    }
}
