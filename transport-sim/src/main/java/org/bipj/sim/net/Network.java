package org.bipj.sim.net;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.report.Summary;
import org.bipj.sim.trace.Trace;

/**
 * The cables and switches between the boards.
 *
 * <p>A worm is its route bytes, its body, a CRC and a GAP. It moves in bursts: every stage of its way has a plan "from
 * character k at time t on, one every p picoseconds", computed as far as is known from the stage before, and only what
 * cannot be computed ahead is an event: a head that gets to an arbiter or a host, a waiting head's turn, a STOP or GO,
 * the end of a feed or take. The result is that of moving each character for itself.
 *
 * <p>Modelled: full-duplex cables with rate and propagation; slack buffers with STOP and GO; crossbars that strip the
 * first route byte, turn relative to the input port, cut through after a latency, and serve one worm at a time at each
 * output, with head-of-line blocking. Left out: the slots that control symbols take from the data of the other
 * direction, and skew between clocks. Numbers: {@link NetSettings}.
 */
public final class Network {
    final Kernel kernel;
    final NetSettings settings;
    final long charPs;
    /** More characters than this of one worm that nothing holds back are never in a switch at a time. */
    final int passingChars;

    final BufferCursor arrivals = new BufferCursor();
    final BufferCursor departures = new BufferCursor();
    final BlockedWorms blocked;
    NetFaults faults = NetFaults.NONE;

    private final Topology topology;
    private final List<CableDirection> channels = new ArrayList<>();
    private final CableDirection[] fromHost;
    private final CableDirection[][] outputs;
    /** When the next head of each input of each switch gets to its arbiter. */
    private final long[][] heads;
    /** There is none in front of a host: nobody looks. */
    private final long[] noArbiter = new long[1];

    private final SendPort[] sendPorts;
    private final ReceivePort[] receivePorts;
    private final Trace trace;
    private final int[] tracks;
    private final ArrayDeque<WormTransit> idle = new ArrayDeque<>();
    private NetObserver observer = (worm, why, where, now) -> {};
    private long lost;

    /** A network of a topology, with no worm in it. */
    public Network(Kernel kernel, Topology topology, Constants constants, Trace trace) {
        this(kernel, topology, NetSettings.of(constants), trace);
    }

    Network(Kernel kernel, Topology topology, NetSettings settings, Trace trace) {
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
        heads = new long[topology.switches()][topology.ports()];
        for (long[] of : heads) {
            Arrays.fill(of, SlackBuffer.NO_HEAD);
        }
        for (Topology.Cable cable : topology.cables()) {
            lay(cable.a(), cable.b(), cable, 0);
            lay(cable.b(), cable.a(), cable, 1);
        }
        for (int s = 0; s < outputs.length; s++) {
            for (CableDirection output : outputs[s]) {
                if (output != null) {
                    output.behind(heads[s]);
                }
            }
        }
        this.trace = trace;
        tracks = new int[trace.isOn() ? channels.size() : 0];
        for (int i = 0; i < tracks.length; i++) {
            Topology.End from = channels.get(i).way.from();
            tracks[i] = trace.track(
                    (from.isHost() ? "node " : "switch ") + from.node(),
                    "link to " + channels.get(i).way.to());
        }
    }

    private void lay(Topology.End from, Topology.End to, Topology.Cable cable, int direction) {
        long propagation = settings.propagation(cable);
        if (Math.ceilDiv(2 * propagation, charPs) > settings.slack() - settings.stop()) {
            throw new IllegalArgumentException("cable from " + cable.a() + " to " + cable.b() + " of " + cable.metres()
                    + " m: more characters come until a STOP takes effect (cable.length, cable.propagation, link.rate)"
                    + " than the slack buffer holds (slack.bytes " + settings.slack() + ") above slack.stop "
                    + settings.stop());
        }
        if ((settings.stop() - settings.go() - 2) * charPs <= propagation) {
            throw new IllegalArgumentException("cable from " + cable.a() + " to " + cable.b() + " of " + cable.metres()
                    + " m: a STOP would meet the GO behind it; expected slack.stop " + settings.stop()
                    + " further above slack.go " + settings.go());
        }
        if (to.isHost()) {
            receivePorts[to.node()] = new ReceivePort(this, to.node());
        }
        CableDirection channel =
                new CableDirection(this, new SlackBuffer.Way(channels.size() / 2, direction, from, to, propagation));
        channels.add(channel);
        if (from.isHost()) {
            fromHost[from.node()] = channel;
        } else {
            outputs[from.node()][from.port()] = channel;
        }
    }

    /** Where the buffer at an end writes when its next head comes. */
    long[] heads(Topology.End end) {
        return end.isHost() ? noArbiter : heads[end.node()];
    }

    /** The outputs of a switch, by port. */
    CableDirection[] outputs(int number) {
        return outputs[number];
    }

    /** The place where a host's board sends. */
    public Injector injector(int host, Injector.Source source) {
        if (fromHost[host] == null) {
            throw new IllegalArgumentException("host " + host + " has no cable");
        }
        sendPorts[host] = new SendPort(this, host, fromHost[host], Objects.requireNonNull(source, "source"));
        return sendPorts[host];
    }

    /** The place where a host's board receives. */
    public Ejector ejector(int host, Ejector.Sink sink) {
        if (receivePorts[host] == null) {
            throw new IllegalArgumentException("host " + host + " has no cable");
        }
        receivePorts[host].connect(Objects.requireNonNull(sink, "sink"));
        return receivePorts[host];
    }

    /** Tells an observer about lost worms from now on. */
    public void observe(NetObserver by) {
        observer = Objects.requireNonNull(by, "observer");
    }

    /** Installs what breaks, before the first worm. */
    public void faults(NetFaults what) {
        faults = Objects.requireNonNull(what, "faults");
        for (int cable = 0; cable < channels.size() / 2; cable++) {
            CableDirection there = channels.get(2 * cable);
            CableDirection back = channels.get(2 * cable + 1);
            at(what.deadFrom(cable), () -> {
                showFault(there.way.from(), "cable dead", null);
                showFault(back.way.from(), "cable dead", null);
                there.die();
                back.die();
            });
        }
        for (int host = 0; host < receivePorts.length; host++) {
            int of = host;
            at(what.hostDeadFrom(host), () -> {
                showFault(Topology.End.host(of), "board dead", null);
                if (receivePorts[of] != null) {
                    receivePorts[of].die();
                }
                if (sendPorts[of] != null) {
                    sendPorts[of].die();
                }
            });
        }
    }

    private void at(long time, Runnable what) {
        if (time == Long.MAX_VALUE) {
            return;
        }
        kernel.at(Math.max(time, kernel.now()), new Event() {
            @Override
            protected void fire() {
                what.run();
            }
        });
    }

    /** What each direction of each cable has carried, in the order of the topology's cables, first from a to b. */
    public List<Summary.Link> links() {
        return channels.stream().map(CableDirection::use).toList();
    }

    /** Fails if a worm is still somewhere. */
    void checkIdle() {
        for (CableDirection channel : channels) {
            channel.checkIdle();
        }
    }

    /** Worms that did not arrive whole. */
    public long lost() {
        return lost;
    }

    /** A worm goes onto a cable: asks what happens to it there. */
    void strike(Hop leg) {
        if (faults == NetFaults.NONE) {
            return;
        }
        CableDirection on = leg.channel;
        Worm worm = leg.flight.worm;
        switch (faults.fate(worm, on.way.cable(), on.way.direction(), kernel.now())) {
            case PASS -> {}
            case CORRUPT -> {
                worm.corrupt = true;
                lost(worm, NetObserver.Loss.CORRUPTED, on.way.from());
            }
            case DROP -> {
                leg.lost = true;
                lost(worm, NetObserver.Loss.DROPPED, on.way.from());
            }
            case TRUNCATE -> {
                int routeLeft = worm.route.length - leg.first;
                showFault(on.way.from(), "end cut off", worm.content);
                leg.flight.shorten(leg, Math.max(1, faults.truncateAfter(worm, routeLeft)));
            }
        }
    }

    /** A worm's tail is at a board: looks whether it is whole. */
    void check(Worm worm, boolean truncated, int host) {
        if (truncated) {
            worm.truncated = true;
            lost(worm, NetObserver.Loss.TRUNCATED, Topology.End.host(host));
        }
        if (faults != NetFaults.NONE && faults.flipped(worm) && !worm.corrupt) {
            worm.corrupt = true;
            lost(worm, NetObserver.Loss.CORRUPTED, Topology.End.host(host));
        }
    }

    /** Shows that a STOP holds a worm on a cable, or a GO lets it go on. */
    void show(CableDirection channel, boolean held) {
        if (trace.isOn()) {
            trace.instant(track(channel), held ? "STOP" : "GO", kernel.now());
        }
    }

    /** A worm gets a cable: its row in the trace begins there. */
    void noteStart(Hop leg) {
        if (trace.isOn()) {
            leg.flight.given(leg.index, leg.start);
        }
    }

    /** Shows a worm that has ended, on each cable that it has gone through. */
    void show(WormTransit flight) {
        if (!trace.isOn()) {
            return;
        }
        int source = flight.source.host();
        int destination = destination(source, flight.worm.route);
        for (Hop leg = flight.first(); leg != null && leg.channel != null; leg = flight.down(leg)) {
            long until = leg.lastTime() + charPs;
            trace.span(
                    track(leg.channel), "worm", flight.given(leg.index), until, source, destination, flight.worm.body);
        }
    }

    private int track(CableDirection channel) {
        return tracks[2 * channel.way.cable() + channel.way.direction()];
    }

    /** The host that a route leads to; -1 if it leads to none. */
    private int destination(int source, byte[] route) {
        Topology.End end = fromHost[source].way.to();
        for (byte turn : route) {
            int port = end.port() + turn;
            if (end.isHost() || port < 0 || port >= topology.ports() || outputs[end.node()][port] == null) {
                return -1;
            }
            end = outputs[end.node()][port].way.to();
        }
        return end.isHost() ? end.node() : -1;
    }

    /** Shows a fault, or what it has done to a worm, on the row of the link at an end. */
    void showFault(Topology.End where, String what, Object worm) {
        if (!trace.isOn()) {
            return;
        }
        CableDirection channel = where.isHost() ? fromHost[where.node()] : outputs[where.node()][where.port()];
        if (channel == null) {
            return;
        }
        int track = track(channel);
        if (worm == null) {
            trace.instant(track, what, kernel.now());
        } else {
            trace.instant(track, what, kernel.now(), worm.toString());
        }
    }

    ReceivePort receivePort(int host) {
        return receivePorts[host];
    }

    WormTransit flight(Worm worm, SendPort from) {
        WormTransit flight = idle.isEmpty() ? new WormTransit(this) : idle.pop();
        flight.reset(worm, from);
        return flight;
    }

    void recycle(WormTransit flight) {
        idle.push(flight);
    }

    void lost(Worm worm, NetObserver.Loss why, Topology.End where) {
        if (!worm.lost) {
            worm.lost = true;
            lost++;
        }
        showFault(where, why.text(), worm.content);
        observer.lost(worm, why, where, kernel.now());
    }
}
