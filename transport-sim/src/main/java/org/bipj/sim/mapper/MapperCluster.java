package org.bipj.sim.mapper;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.fault.FaultInjector;
import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.hardware.HardwareSettings;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Seeds;
import org.bipj.sim.net.Network;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.route.Routes;
import org.bipj.sim.trace.Trace;

/**
 * A cluster whose boards run only the mapper. The names of hosts are their numbers.
 *
 * <p>Probes take unchecked routes, so worms may wait for each other in a circle, or for themselves. The mapper therefore
 * selects the boards' time-out for blocked worms ({@code mapper.blocked-timeout}), whatever the programs of the platform
 * select ({@code network.blocked-timeout}).
 */
public final class MapperCluster {
    private static final long STEP_PS = 100_000_000;
    private static final long START_PS = 100_000_000;

    private final Kernel kernel = new Kernel();
    private final Network network;
    private final Mapper[] mappers;
    private final ClusterNode[] nodes;

    /**
     * A cluster with all boards loaded. Each starts to map at a random moment within the first 100 us.
     *
     * @param stubborn true if all hosts complete a map before one leads
     * @param seed of the moments of start, and of the choice among routes of the same length
     * @throws IllegalArgumentException if switches have more ports than the turns of probes can reach
     */
    public MapperCluster(NetworkTopology topology, Constants constants, boolean stubborn, long seed) {
        checkPorts(constants, topology);
        String timeout = constants.get("mapper.blocked-timeout").value();
        network = new Network(kernel, topology, constants.with("network.blocked-timeout", timeout), Trace.OFF);
        mappers = new Mapper[topology.hosts()];
        HardwareSettings hardware = new HardwareSettings(constants);
        nodes = new ClusterNode[topology.hosts()];
        RandomGenerator random = Seeds.of(seed, "mapper start");
        for (int host = 0; host < topology.hosts(); host++) {
            if (topology.at(NetworkTopology.End.host(host)) == null) {
                continue;
            }
            int number = host;
            ClusterNode node = new ClusterNode(
                    kernel,
                    hardware,
                    host,
                    source -> network.injector(number, source),
                    sink -> network.ejector(number, sink),
                    Trace.OFF);
            MapperFirmware firmware = new MapperFirmware(node.lanai(), host, constants, stubborn, seed);
            node.lanai().load(firmware);
            mappers[host] = firmware.mapper();
            nodes[host] = node;
            kernel.at(random.nextLong(START_PS), new Event() {
                @Override
                protected void fire() {
                    node.lanai().ring(MapperFirmware.START);
                }
            });
        }
    }

    /** Rejects switches with more ports than the turns of probes can reach. */
    static void checkPorts(Constants constants, NetworkTopology topology) {
        if (topology.ports() > Sighting.REACH + 1) {
            throw constants.bad(
                    "topology.ports",
                    "expected at most " + (Sighting.REACH + 1) + " with a mapper: its probes turn by " + Sighting.REACH
                            + " ports at most");
        }
    }

    /** The simulated network, into which tests inject faults. */
    public Network network() {
        return network;
    }

    /** Injects faults. To be called once, before the run. */
    public void inject(FaultInjector faults) {
        network.faults(faults);
        faults.schedule(kernel, this::kill);
    }

    /** The board of a host dies. Its mapper is gone. */
    private void kill(int host) {
        nodes[host].lanai().kill();
        mappers[host] = null;
    }

    /** Resets the board of a host, which absorbs and ignores worms from then on. Its mapper is gone. */
    public void stop(int host) {
        nodes[host].lanai().reset();
        mappers[host] = null;
    }

    /** The mapper of a host; null if the host has no cable, or its board was stopped. */
    public Mapper mapper(int host) {
        return mappers[host];
    }

    private Stream<Mapper> mappers() {
        return Arrays.stream(mappers).filter(Objects::nonNull);
    }

    /** The present virtual time, in picoseconds. */
    public long now() {
        return kernel.now();
    }

    /** How many events have fired. */
    public long events() {
        return kernel.fired();
    }

    /** Runs up to and including a moment. */
    public void runUntil(long time) {
        while (kernel.nextTime() <= time) {
            kernel.step();
        }
    }

    /**
     * Runs until every host leads or has the routes of its leader.
     *
     * @return false if that has not happened by a moment, in picoseconds
     */
    public boolean settle(long latest) {
        return settle(kernel.now(), latest, Mapper::isSettled);
    }

    private boolean settle(long from, long latest, Predicate<Mapper> isSettled) {
        for (long at = from; at < latest; ) {
            at += STEP_PS;
            runUntil(at);
            if (mappers().allMatch(isSettled)) {
                return true;
            }
        }
        return false;
    }

    /**
     * As {@link #settle}, by maps that were begun after some moment.
     *
     * @param since in picoseconds
     */
    public boolean settleAfter(long since, long latest) {
        return settle(
                Math.max(since, kernel.now()), latest, mapper -> mapper.isSettled() && isMappedSince(mapper, since));
    }

    /** True if a mapper's leader has found it, in a map that was begun after some moment. */
    private boolean isMappedSince(Mapper mapper, long since) {
        Mapper leader = mappers[mapper.leader()];
        return leader != null
                && leader.leader() == leader.name()
                && leader.map() != null
                && leader.mappedAt() - leader.mappingPs() >= since
                && leader.map().names().contains(mapper.name());
    }

    /** The mappers that lead, in the order of their names. */
    public List<Mapper> leaders() {
        return mappers()
                .filter(mapper -> mapper.leader() == mapper.name() && mapper.map() != null)
                .toList();
    }

    /** The sum of all mappers' counts. */
    public MapperCounts counts() {
        return mappers().map(Mapper::counts).reduce(new MapperCounts(), MapperCounts::plus);
    }

    /** The routes that the mappers have received. */
    public Routes routes() {
        return new Routes() {
            @Override
            public byte[] route(int from, int to) {
                byte[] turns = mappers[from].table().route(to);
                if (turns == null) {
                    throw Routes.missing(from, to);
                }
                return turns.clone();
            }

            @Override
            public int length(int from, int to) {
                byte[] turns = mappers[from].table().route(to);
                return turns == null ? NONE : turns.length;
            }
        };
    }
}
