package org.bipj.sim.net;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;

/**
 * The network, character by character: the oracle of {@link Network}. At every moment at which anything can happen,
 * everything is looked at: characters arrive, control symbols arrive, switches route, arbitrate and forward, boards
 * send and take. Slow, and written from the mechanism alone:
 *
 * <ul>
 *   <li>A worm is route bytes, body, CRC and GAP. A character that begins at t is in the far buffer at t + propagation.
 *   <li>A switch takes a character out of its buffer not before its latency less a character's time, one at a time.
 *       A route byte goes into the arbiter and nowhere else; what follows goes onto the output, if that is this worm's.
 *   <li>After everything that happens at a moment: a buffer that has reached the STOP mark sends STOP, one that has
 *       fallen to the GO mark sends GO. Both arrive after the propagation; no character begins at or
 *       after the moment of a STOP.
 * </ul>
 */
final class CharNetwork extends Event {
    private enum Kind {
        ROUTE,
        BODY,
        CRC,
        GAP
    }

    private record Cell(Worm worm, Kind kind, int turn, long in) {}

    private record Signal(long at, boolean stop) {}

    /** One direction of a cable with the buffer at its end. */
    private final class Wire {
        final NetworkTopology.End to;
        final long propagation;
        final ArrayDeque<Cell> flying = new ArrayDeque<>();
        final ArrayDeque<Cell> buffer = new ArrayDeque<>();
        final ArrayDeque<Signal> signals = new ArrayDeque<>();
        final List<Input> asking = new ArrayList<>();
        Input owner;
        int lastPort = -1;
        boolean held;
        boolean stopSent;
        long free;
        long sent;
        int most;

        Wire(NetworkTopology.End to, long propagation) {
            this.to = to;
            this.propagation = propagation;
        }

        void send(Cell cell, long slot) {
            flying.add(new Cell(cell.worm, cell.kind, cell.turn, kernel.now() + propagation));
            free = kernel.now() + slot;
            sent++;
        }

        boolean canSend() {
            return !held && free <= kernel.now();
        }

        /** Signals for what the buffer held at the end of the last moment. */
        void signal(long when) {
            most = Math.max(most, buffer.size());
            if (!stopSent && buffer.size() >= settings.stop()) {
                stopSent = true;
                signals.add(new Signal(when + propagation, true));
            } else if (stopSent && buffer.size() <= settings.go()) {
                stopSent = false;
                signals.add(new Signal(when + propagation, false));
            }
        }

        boolean arrive() {
            boolean any = false;
            while (!flying.isEmpty() && flying.peek().in <= kernel.now()) {
                buffer.add(flying.poll());
                any = true;
            }
            while (!signals.isEmpty() && signals.peek().at <= kernel.now()) {
                held = signals.poll().stop;
                any = true;
            }
            return any;
        }
    }

    /** An input of a switch. */
    private final class Input {
        final Wire wire;
        final int number;
        final int port;
        long last = Long.MIN_VALUE / 2;
        long asked;
        Wire output;
        boolean swallows;
        boolean granted;

        Input(Wire wire) {
            this.wire = wire;
            number = wire.to.node();
            port = wire.to.port();
        }

        long ready() {
            return Math.max(wire.buffer.peek().in + settings.passPs(), last + settings.charPs());
        }

        boolean route() {
            if (output != null || swallows || wire.buffer.isEmpty() || ready() > kernel.now()) {
                return false;
            }
            Cell front = wire.buffer.peek();
            if (front.kind != Kind.ROUTE) {
                swallows = true;
                return true;
            }
            wire.buffer.poll();
            last = kernel.now();
            int to = port + front.turn;
            output = to < 0 || to >= topology.ports() ? null : outputs[number][to];
            swallows = output == null;
            if (!swallows) {
                asked = last;
                output.asking.add(this);
            }
            return true;
        }

        boolean forward() {
            if (!granted && !swallows || wire.buffer.isEmpty() || ready() > kernel.now()) {
                return false;
            }
            if (granted && !output.canSend()) {
                return false;
            }
            Cell front = wire.buffer.poll();
            last = kernel.now();
            if (granted) {
                output.send(front, settings.charPs());
            }
            if (front.kind == Kind.GAP) {
                if (granted) {
                    output.owner = null;
                }
                granted = false;
                swallows = false;
                output = null;
            }
            return true;
        }
    }

    private final class Sender implements Injector {
        final Source source;
        final Wire wire;
        Worm worm;
        int routed;
        int left;
        long pace;
        boolean feeding;
        boolean last;
        int trailer;

        Sender(Wire wire, Source source) {
            this.wire = wire;
            this.source = source;
        }

        @Override
        public void begin(Worm of) {
            worm = of;
            routed = 0;
            trailer = 0;
            last = false;
            wake();
        }

        @Override
        public void feed(int chars, long charPs, boolean tail) {
            left = chars;
            pace = Math.max(charPs, settings.charPs());
            last = tail;
            feeding = true;
            worm.body += chars;
            wake();
        }

        @Override
        public void pace(long charPs) {
            pace = Math.max(charPs, settings.charPs());
            wake();
        }

        boolean work() {
            if (worm == null) {
                return false;
            }
            if (feeding
                    && left == 0
                    && (!last || trailer == 2)
                    && wire.free <= kernel.now()
                    && routed == worm.route.length) {
                Worm through = worm;
                feeding = false;
                if (last) {
                    worm = null;
                }
                source.drained(through);
                return true;
            }
            if (!wire.canSend()) {
                return false;
            }
            if (routed < worm.route.length) {
                wire.send(new Cell(worm, Kind.ROUTE, worm.route[routed++], 0), settings.charPs());
            } else if (feeding && left > 0) {
                left--;
                wire.send(new Cell(worm, Kind.BODY, 0, 0), pace);
            } else if (feeding && last && trailer < 2) {
                wire.send(new Cell(worm, trailer++ == 0 ? Kind.CRC : Kind.GAP, 0, 0), settings.charPs());
            } else {
                return false;
            }
            return true;
        }
    }

    private final class Receiver implements Ejector {
        final Wire wire;
        Sink sink;
        Worm worm;
        boolean taking;
        boolean swallows;
        boolean crc;
        int room;
        int count;
        long pace;
        long slot = Long.MIN_VALUE / 2;
        long clear = Long.MIN_VALUE / 2;

        Receiver(Wire wire) {
            this.wire = wire;
        }

        @Override
        public void take(int chars, long charPs) {
            if (worm == null || taking) {
                throw new IllegalStateException("take out of turn");
            }
            taking = true;
            room = chars;
            count = 0;
            pace = Math.max(charPs, settings.charPs());
            wake();
        }

        @Override
        public void pace(long charPs) {
            pace = Math.max(charPs, settings.charPs());
            wake();
        }

        boolean work() {
            Cell front = wire.buffer.peek();
            long now = kernel.now();
            if (worm == null) {
                if (front == null || now < clear) {
                    return false;
                }
                worm = front.worm;
                swallows = front.kind == Kind.ROUTE;
                crc = false;
                slot = now;
                if (!swallows && sink != null) {
                    sink.head(worm);
                }
                return true;
            }
            if (swallows) {
                if (front == null || now < slot) {
                    return false;
                }
                wire.buffer.poll();
                slot = now + settings.charPs();
                if (front.kind == Kind.GAP) {
                    end();
                }
                return true;
            }
            return taking && now >= slot && takeNext(front, now);
        }

        private boolean takeNext(Cell front, long now) {
            if (front != null && front.kind == Kind.BODY && room > 0) {
                wire.buffer.poll();
                room--;
                count++;
                slot = now + pace;
                return true;
            }
            if (front != null && front.kind == Kind.CRC) {
                wire.buffer.poll();
                crc = true;
                return true;
            }
            if (front != null && front.kind == Kind.GAP) {
                wire.buffer.poll();
                Worm ended = worm;
                end();
                sink.tail(ended, count);
                return true;
            }
            if (room == 0 && !crc) {
                taking = false;
                sink.taken(worm, count);
                return true;
            }
            return false;
        }

        private void end() {
            clear = kernel.now() + settings.charPs();
            taking = false;
            worm = null;
        }
    }

    private final Kernel kernel;
    private final NetworkTopology topology;
    private final NetSettings settings;
    private final Wire[] fromHost;
    private final Wire[][] outputs;
    private final List<Wire> wires = new ArrayList<>();
    private final List<Input> inputs = new ArrayList<>();
    private final List<Sender> senders = new ArrayList<>();
    private final Receiver[] receivers;
    private long before = -1;
    private boolean again;
    private boolean stepping;

    CharNetwork(Kernel kernel, NetworkTopology topology, NetSettings settings) {
        this.kernel = kernel;
        this.topology = topology;
        this.settings = settings;
        fromHost = new Wire[topology.hosts()];
        outputs = new Wire[topology.switches()][topology.ports()];
        receivers = new Receiver[topology.hosts()];
        for (NetworkTopology.Cable cable : topology.cables()) {
            lay(cable.a(), cable.b(), cable);
            lay(cable.b(), cable.a(), cable);
        }
    }

    private void lay(NetworkTopology.End from, NetworkTopology.End to, NetworkTopology.Cable cable) {
        Wire wire = new Wire(to, settings.propagation(cable));
        wires.add(wire);
        if (from.isHost()) {
            fromHost[from.node()] = wire;
        } else {
            outputs[from.node()][from.port()] = wire;
        }
        if (to.isHost()) {
            receivers[to.node()] = new Receiver(wire);
        } else {
            inputs.add(new Input(wire));
        }
    }

    Injector injector(int host, Injector.Source source) {
        Sender sender = new Sender(fromHost[host], source);
        senders.add(sender);
        return sender;
    }

    Ejector ejector(int host, Ejector.Sink sink) {
        receivers[host].sink = sink;
        return receivers[host];
    }

    /** The fullest that any buffer has been. */
    int fullest() {
        return wires.stream().mapToInt(w -> w.most).max().orElse(0);
    }

    /** Characters sent on a cable's directions, in the order of the topology's cables, a to b first. */
    long[] sent() {
        return wires.stream().mapToLong(w -> w.sent).toArray();
    }

    private void wake() {
        again = true;
        if (!stepping && (!isScheduled() || time() > kernel.now())) {
            kernel.cancel(this);
            kernel.at(kernel.now(), this);
        }
    }

    @Override
    protected void fire() {
        long now = kernel.now();
        stepping = true;
        if (before >= 0 && before < now) {
            for (Wire wire : wires) {
                wire.signal(before);
            }
        }
        boolean any = false;
        do {
            again = false;
            for (Wire wire : wires) {
                again |= wire.arrive();
            }
            for (Input input : inputs) {
                again |= input.route();
            }
            for (Wire wire : wires) {
                again |= arbitrate(wire);
            }
            for (Input input : inputs) {
                again |= input.forward();
            }
            for (Sender sender : senders) {
                again |= sender.work();
            }
            for (Receiver receiver : receivers) {
                again |= receiver != null && receiver.work();
            }
            any |= again;
        } while (again);
        stepping = false;
        before = now;
        long next = any ? now + 1 : next(now);
        if (next < Long.MAX_VALUE) {
            kernel.at(next, this);
        }
    }

    private boolean arbitrate(Wire wire) {
        if (wire.owner != null || wire.asking.isEmpty() || wire.free > kernel.now()) {
            return false;
        }
        Input best = null;
        for (Input input : wire.asking) {
            if (best == null || isBefore(wire, input, best)) {
                best = input;
            }
        }
        wire.asking.remove(best);
        wire.owner = best;
        wire.lastPort = best.port;
        best.granted = true;
        return true;
    }

    private boolean isBefore(Wire wire, Input a, Input b) {
        if (!settings.roundRobin()) {
            return a.asked < b.asked || a.asked == b.asked && a.port < b.port;
        }
        int ports = topology.ports();
        return (a.port - wire.lastPort - 1 + ports) % ports < (b.port - wire.lastPort - 1 + ports) % ports;
    }

    /** The next moment at which anything can happen that depends on time alone. */
    private long next(long now) {
        long next = Long.MAX_VALUE;
        for (Wire wire : wires) {
            next = sooner(now, next, wire.flying.isEmpty() ? now : wire.flying.peek().in);
            next = sooner(now, next, wire.signals.isEmpty() ? now : wire.signals.peek().at);
            next = sooner(now, next, wire.free);
        }
        for (Input input : inputs) {
            next = sooner(now, next, input.wire.buffer.isEmpty() ? now : input.ready());
        }
        for (Receiver receiver : receivers) {
            if (receiver != null) {
                next = sooner(now, next, receiver.slot);
                next = sooner(now, next, receiver.clear);
            }
        }
        return next;
    }

    private static long sooner(long now, long next, long candidate) {
        return candidate > now ? Math.min(next, candidate) : next;
    }
}
