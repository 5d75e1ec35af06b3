package org.bipj.sim.net;

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
    private final NetCore core;
    private final WormTransit.Pool transits;
    private final NetworkTopology topology;
    private final List<CableDirection> cables = new ArrayList<>();
    private final CableDirection[] fromHost;
    private final CableDirection[][] outputs;
    /** When the next head of each input of each switch arrives at its arbiter. */
    private final long[][] headArrivals;

    private final SendPort[] sendPorts;
    private final ReceivePort[] receivePorts;

    /** A network of a topology, with no worm in it. */
    public Network(Kernel kernel, NetworkTopology topology, Constants constants, Trace trace) {
        this(kernel, topology, NetSettings.of(constants), trace);
    }

    Network(Kernel kernel, NetworkTopology topology, NetSettings settings, Trace trace) {
        core = new NetCore(kernel, settings);
        transits = new WormTransit.Pool(core);
        this.topology = Objects.requireNonNull(topology, "topology");
        fromHost = new CableDirection[topology.hosts()];
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
            NetTrace drawn = new NetTrace(core, this, cables, trace);
            transits.add(drawn);
            core.observeFaults(drawn);
        }
    }

    private void addDirection(
            NetworkTopology.End from, NetworkTopology.End to, NetworkTopology.Cable cable, int direction) {
        long propagation = core.settings.propagation(cable);
        core.settings.checkSlack(cable, propagation);
        if (to.isHost()) {
            receivePorts[to.node()] = new ReceivePort(core, to.node());
        }
        SlackBuffer.Wire wire = new SlackBuffer.Wire(cables.size() / 2, direction, from, to, propagation);
        CableDirection added = to.isHost()
                ? new CableDirection(core, wire, receivePorts[to.node()])
                : new CableDirection(core, wire, headArrivals[to.node()], outputs[to.node()]);
        cables.add(added);
        if (from.isHost()) {
            fromHost[from.node()] = added;
        } else {
            outputs[from.node()][from.port()] = added;
        }
    }

    // ---- boards ------------------------------------------------------------------------------------------------

    /** Connects a host's board as the source of worms; returns where it sends. */
    public Injector injector(int host, Injector.Source source) {
        if (fromHost[host] == null) {
            throw new IllegalArgumentException("host " + host + " has no cable");
        }
        sendPorts[host] = new SendPort(core, transits, host, fromHost[host], Objects.requireNonNull(source, "source"));
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
        core.observe(by);
    }

    /** Installs faults. To be called once, before the first worm. */
    public void faults(NetFaults what) {
        if (Objects.requireNonNull(what, "faults") == NetFaults.NONE) {
            return;
        }
        WormFaults faults = new WormFaults(core, what);
        BoardFaults ofBoards = new BoardFaults(core, what);
        transits.add(faults);
        for (int cable = 0; cable < cables.size(); cable += 2) {
            faults.scheduleCable(cables.get(cable), cables.get(cable + 1));
        }
        for (int host = 0; host < receivePorts.length; host++) {
            ReceivePort receives = receivePorts[host];
            if (receives != null) {
                receives.strikeBy(ofBoards);
            }
            int dying = host;
            faults.scheduleHost(host, () -> die(dying));
        }
    }

    /** Number of worms that did not arrive whole, without probes. */
    public long lost() {
        return core.lost();
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

    /** The ports of a host are dead from now on: they send nothing, and absorb what comes. */
    public void die(int host) {
        if (receivePorts[host] != null) {
            receivePorts[host].die();
        }
        if (sendPorts[host] != null) {
            sendPorts[host].die();
        }
    }

    /** Fails if a worm is still somewhere. */
    void checkIdle() {
        for (CableDirection cable : cables) {
            cable.checkIdle();
        }
    }

    // ---- parts -------------------------------------------------------------------------------------------------

    /** The cable that leads away from an end; null if there is none. */
    CableDirection cableFrom(NetworkTopology.End end) {
        return end.isHost() ? fromHost[end.node()] : outputs[end.node()][end.port()];
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
}
