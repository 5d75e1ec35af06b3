package org.bipj.sim.net;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.trace.Trace;

/**
 * The cables and switches between the boards.
 *
 * <p>A worm is its route bytes, its body, a CRC and a GAP. It moves in bursts: every hop of its way has a plan "from
 * character k at time t on, one every p picoseconds", computed from the hop before as far as that is known. Events are
 * only what cannot be computed ahead: a head that arrives at an arbiter or a host, the turn of a waiting head, a STOP
 * or GO, the end of a feed or take. The result is the same as if each character were moved by itself.
 *
 * <p>Modelled: full-duplex cables with rate and propagation; slack buffers with STOP and GO; crossbars that strip the
 * first route byte, turn relative to the input port, cut through after a latency, and serve one worm at a time at each
 * output, with head-of-line blocking. Left out: the slots that control symbols take from the data of the other
 * direction, and skew between clocks. Constants: {@link NetSettings}. See docs/architecture/network-model.md.
 */
public final class Network {
    final Kernel kernel;
    final NetSettings settings;
    final long charPs;
    /** Upper bound of the characters of one worm that are in a switch at the same time, if nothing holds them back. */
    final int passingChars;

    final BufferCursor arrivals = new BufferCursor();
    final BufferCursor departures = new BufferCursor();
    final BlockedWorms blocked;
    /** Faults and trace, as far as there are any. */
    TransitObserver[] observers = {};
    /** What breaks; null if nothing does. */
    WormFaults faults;

    private final NetworkTopology topology;
    private final List<CableDirection> cables = new ArrayList<>();
    private final CableDirection[] fromHost;
    private final CableDirection[][] outputs;
    /** When the next head of each input of each switch arrives at its arbiter. */
    private final long[][] headArrivals;
    /** For buffers in front of a host, where there is no arbiter: never read. */
    private final long[] noArbiter = new long[1];

    private final SendPort[] sendPorts;
    private final ReceivePort[] receivePorts;
    /** Transits that are not in use. */
    private final ArrayDeque<WormTransit> idle = new ArrayDeque<>();

    private NetObserver observer = (worm, why, where, now) -> {};
    private long lost;

    /** A network of a topology, with no worm in it. */
    public Network(Kernel kernel, NetworkTopology topology, Constants constants, Trace trace) {
        this(kernel, topology, NetSettings.of(constants), trace);
    }

    Network(Kernel kernel, NetworkTopology topology, NetSettings settings, Trace trace) {
        this.kernel = Objects.requireNonNull(kernel, "kernel");
        this.topology = Objects.requireNonNull(topology, "topology");
        this.settings = settings;
        charPs = settings.charPs();
        passingChars = (int) (settings.passPs() / charPs) + 3;
        fromHost = new CableDirection[topology.hosts()];
        blocked = new BlockedWorms(kernel, settings.blockedPs());
        sendPorts = new SendPort[topology.hosts()];
        receivePorts = new ReceivePort[topology.hosts()];
        outputs = new CableDirection[topology.switches()][topology.ports()];
        headArrivals = new long[topology.switches()][topology.ports()];
        for (long[] ofSwitch : headArrivals) {
            Arrays.fill(ofSwitch, SlackBuffer.NO_HEAD);
        }
        for (NetworkTopology.Cable cable : topology.cables()) {
            addDirection(cable.a(), cable.b(), cable, 0);
            addDirection(cable.b(), cable.a(), cable, 1);
        }
        for (int s = 0; s < outputs.length; s++) {
            for (CableDirection output : outputs[s]) {
                if (output != null) {
                    output.setArbiter(headArrivals[s]);
                }
            }
        }
        if (trace.isOn()) {
            addObserver(new NetTrace(this, cables, trace));
        }
    }

    private void addDirection(
            NetworkTopology.End from, NetworkTopology.End to, NetworkTopology.Cable cable, int direction) {
        long propagation = settings.propagation(cable);
        settings.checkSlack(cable, propagation);
        if (to.isHost()) {
            receivePorts[to.node()] = new ReceivePort(this, to.node());
        }
        CableDirection added =
                new CableDirection(this, new SlackBuffer.Wire(cables.size() / 2, direction, from, to, propagation));
        cables.add(added);
        if (from.isHost()) {
            fromHost[from.node()] = added;
        } else {
            outputs[from.node()][from.port()] = added;
        }
    }

    private void addObserver(TransitObserver added) {
        observers = Arrays.copyOf(observers, observers.length + 1);
        observers[observers.length - 1] = added;
    }

    // ---- boards ------------------------------------------------------------------------------------------------

    /** Connects a host's board as the source of worms; returns where it sends. */
    public Injector injector(int host, Injector.Source source) {
        if (fromHost[host] == null) {
            throw new IllegalArgumentException("host " + host + " has no cable");
        }
        sendPorts[host] = new SendPort(this, host, fromHost[host], Objects.requireNonNull(source, "source"));
        return sendPorts[host];
    }

    /** Connects a host's board as the sink of worms; returns where it receives. */
    public Ejector ejector(int host, Ejector.Sink sink) {
        if (receivePorts[host] == null) {
            throw new IllegalArgumentException("host " + host + " has no cable");
        }
        receivePorts[host].connect(Objects.requireNonNull(sink, "sink"));
        return receivePorts[host];
    }

    // ---- losses, faults and use --------------------------------------------------------------------------------

    /** Sets the observer of lost worms. */
    public void observe(NetObserver by) {
        observer = Objects.requireNonNull(by, "observer");
    }

    /** Installs faults. To be called once, before the first worm. */
    public void faults(NetFaults what) {
        if (Objects.requireNonNull(what, "faults") == NetFaults.NONE) {
            return;
        }
        faults = new WormFaults(this, what);
        addObserver(faults);
        for (int cable = 0; cable < cables.size(); cable += 2) {
            faults.scheduleCable(cables.get(cable), cables.get(cable + 1));
        }
        for (int host = 0; host < receivePorts.length; host++) {
            faults.scheduleHost(host, receivePorts[host]);
        }
    }

    /** Number of worms that did not arrive whole, without probes. */
    public long lost() {
        return lost;
    }

    /** What each direction of each cable has carried, in the order of the topology's cables, first from a to b. */
    public List<LinkUse> links() {
        return cables.stream().map(CableDirection::use).toList();
    }

    /** The most worms that a cable between two switches has carried one way; 0 if there is no such cable. */
    public long mostWormsBetweenSwitches() {
        return cables.stream()
                .filter(cable -> !cable.wire.from().isHost() && !cable.wire.to().isHost())
                .mapToLong(cable -> cable.use().worms())
                .max()
                .orElse(0);
    }

    /** Counts and reports a worm that is lost, in whole or in part. */
    void reportLoss(Worm worm, NetObserver.Loss why, NetworkTopology.End where) {
        if (!worm.lost && !worm.isProbe) {
            worm.lost = true;
            lost++;
        }
        reportFault(where, why.text(), worm.content);
        if (!worm.isProbe) {
            observer.lost(worm, why, where, kernel.now());
        }
    }

    /** Reports a fault that has struck; see {@link TransitObserver#fault}. */
    void reportFault(NetworkTopology.End where, String what, Object content) {
        for (TransitObserver each : observers) {
            each.fault(where, what, content);
        }
    }

    /** Fails if a worm is still somewhere. */
    void checkIdle() {
        for (CableDirection cable : cables) {
            cable.checkIdle();
        }
    }

    // ---- parts -------------------------------------------------------------------------------------------------

    /** Where the buffer at an end records when its next head arrives. */
    long[] headArrivals(NetworkTopology.End end) {
        return end.isHost() ? noArbiter : headArrivals[end.node()];
    }

    /** The outputs of a switch, by port. */
    CableDirection[] outputs(int number) {
        return outputs[number];
    }

    /** The cable that leads away from an end; null if there is none. */
    CableDirection cableFrom(NetworkTopology.End end) {
        return end.isHost() ? fromHost[end.node()] : outputs[end.node()][end.port()];
    }

    SendPort sendPort(int host) {
        return sendPorts[host];
    }

    ReceivePort receivePort(int host) {
        return receivePorts[host];
    }

    /** The host that a route leads to; -1 if it leads to none. */
    int destination(int source, byte[] route) {
        NetworkTopology.End end = fromHost[source].wire.to();
        for (byte turn : route) {
            int port = end.port() + turn;
            if (end.isHost() || port < 0 || port >= topology.ports() || outputs[end.node()][port] == null) {
                return -1;
            }
            end = outputs[end.node()][port].wire.to();
        }
        return end.isHost() ? end.node() : -1;
    }

    WormTransit newTransit(Worm worm, SendPort from) {
        WormTransit transit = idle.isEmpty() ? new WormTransit(this) : idle.pop();
        transit.reset(worm, from);
        return transit;
    }

    void recycle(WormTransit transit) {
        idle.push(transit);
    }
}
