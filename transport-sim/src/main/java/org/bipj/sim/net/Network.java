package org.bipj.sim.net;

import java.util.ArrayDeque;
import java.util.Objects;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.platform.Constants;
import org.bipj.sim.trace.Trace;

/**
 * The cables and switches between the boards. First form: a worm holds the channels of its path from head to tail, heads wait
 * first come first served, a sink that does not take holds the source back; slack buffers are a constant room per channel.
 */
public final class Network {
    private static final int SLACK = 56;

    private final Kernel kernel;
    private final Topology topology;
    private final long charPs;
    private final double psPerMetre;
    private final long switchPs;
    private final Channel[] fromHost;
    private final Channel[][] fromSwitch;
    private final Port[] ports;
    private NetObserver observer = (worm, why, where, now) -> {};
    private long lost;

    /** A network of a topology, with no worm in it. */
    public Network(Kernel kernel, Topology topology, Constants constants, Trace trace) {
        this.kernel = kernel;
        this.topology = topology;
        charPs = constants.psPerByte("link.rate");
        psPerMetre = constants.number("cable.propagation") * 1000;
        switchPs = constants.ps("switch.latency");
        fromHost = new Channel[topology.hosts()];
        fromSwitch = new Channel[topology.switches()][topology.ports()];
        for (Topology.Cable cable : topology.cables()) {
            lay(cable.a(), cable.b(), cable);
            lay(cable.b(), cable.a(), cable);
        }
        ports = new Port[topology.hosts()];
        for (int host = 0; host < ports.length; host++) {
            ports[host] = new Port(host);
        }
    }

    private void lay(Topology.End from, Topology.End to, Topology.Cable cable) {
        Channel channel = new Channel(to, Math.round(cable.metres() * psPerMetre));
        if (from.isHost()) {
            fromHost[from.node()] = channel;
        } else {
            fromSwitch[from.node()][from.port()] = channel;
        }
    }

    /** The place where a host's board sends. */
    public Injector injector(int host, Injector.Source source) {
        ports[host].source = Objects.requireNonNull(source, "source");
        return ports[host];
    }

    /** The place where a host's board receives. */
    public Ejector ejector(int host, Ejector.Sink sink) {
        ports[host].in.sink = Objects.requireNonNull(sink, "sink");
        return ports[host].in;
    }

    /** Tells an observer about lost worms from now on. */
    public void observe(NetObserver by) {
        observer = Objects.requireNonNull(by, "observer");
    }

    /** Worms that did not arrive whole. */
    public long lost() {
        return lost;
    }

    private static final class Channel {
        final Topology.End to;
        final long propagation;
        final ArrayDeque<Flight> waiting = new ArrayDeque<>();
        Flight owner;

        Channel(Topology.End to, long propagation) {
            this.to = to;
            this.propagation = propagation;
        }
    }

    /** One worm on its way. */
    private final class Flight extends Event {
        final Port from;
        final Worm worm;
        final ArrayDeque<Channel> held = new ArrayDeque<>();
        Port at;
        long latency;
        boolean swallowed;
        int turn;
        int fed;
        int taken;
        boolean last;
        /** Moment at which all that was fed has left the board, if nothing holds it back. */
        long fedUntil;

        long pace;

        Flight(Port from, Worm worm) {
            this.from = from;
            this.worm = worm;
            fedUntil = kernel.now() + (long) worm.route.length * charPs;
        }

        void claim(Channel channel) {
            if (channel.owner != null) {
                channel.waiting.add(this);
                return;
            }
            channel.owner = this;
            held.add(channel);
            latency += channel.propagation;
            kernel.after(channel.propagation + (channel.to.isHost() ? 0 : switchPs), this);
        }

        @Override
        protected void fire() {
            Topology.End end = held.getLast().to;
            if (end.isHost()) {
                at = ports[end.node()];
                if (turn < worm.route.length) {
                    swallow(NetObserver.Loss.HOST_TOO_EARLY, end);
                } else {
                    at.in.arrive(this);
                }
                return;
            }
            latency += switchPs;
            if (turn == worm.route.length) {
                swallow(NetObserver.Loss.ENDS_IN_SWITCH, end);
                return;
            }
            int port = end.port() + worm.route[turn++];
            if (port < 0 || port >= topology.ports() || fromSwitch[end.node()][port] == null) {
                swallow(NetObserver.Loss.NO_CABLE, end);
                return;
            }
            claim(fromSwitch[end.node()][port]);
        }

        void swallow(NetObserver.Loss why, Topology.End where) {
            lost++;
            swallowed = true;
            observer.lost(worm, why, where, kernel.now());
            from.look();
        }

        void leave() {
            for (Channel channel : held) {
                channel.owner = null;
                if (!channel.waiting.isEmpty()) {
                    channel.waiting.poll().claim(channel);
                }
            }
        }

        boolean hasRoom() {
            return swallowed || fed <= taken + SLACK * held.size();
        }
    }

    /** A host's two ends. */
    private final class Port extends Event implements Injector {
        final In in;
        final int host;
        Injector.Source source;
        Flight flight;
        boolean feeding;

        Port(int host) {
            this.host = host;
            in = new In();
        }

        @Override
        public void begin(Worm worm) {
            if (flight != null) {
                throw new IllegalStateException("host " + host + " sends a worm already");
            }
            flight = new Flight(this, worm);
            flight.claim(fromHost[host]);
        }

        @Override
        public void feed(int chars, long pacePs, boolean last) {
            if (flight == null || feeding) {
                throw new IllegalStateException("host " + host + (feeding ? " feeds already" : " sends no worm"));
            }
            feeding = true;
            flight.pace = Math.max(pacePs, charPs);
            flight.fedUntil = Math.max(kernel.now(), flight.fedUntil) + chars * flight.pace + (last ? 2 * charPs : 0);
            flight.fed += chars;
            flight.worm.body += chars;
            flight.last = last;
            kernel.at(flight.fedUntil, this);
        }

        @Override
        public void pace(long pacePs) {}

        @Override
        protected void fire() {
            if (!flight.hasRoom()) {
                return;
            }
            Flight ended = flight;
            feeding = false;
            if (ended.last) {
                flight = null;
                if (ended.swallowed) {
                    ended.leave();
                }
            }
            if (ended.at != null) {
                ended.at.in.look();
            }
            source.drained(ended.worm);
        }

        void look() {
            if (feeding && kernel.now() >= flight.fedUntil && !isScheduled()) {
                kernel.after(0, this);
            }
        }
    }

    /** Where a host takes. */
    private final class In extends Event implements Ejector {
        Ejector.Sink sink;
        Flight flight;
        int room;
        long until;

        void arrive(Flight arrived) {
            flight = arrived;
            sink.head(arrived.worm);
        }

        @Override
        public void take(int chars, long pacePs) {
            if (flight == null || room > 0) {
                throw new IllegalStateException(flight == null ? "no worm to take" : "a take goes on");
            }
            room = chars;
            until = kernel.now() + chars * Math.max(pacePs, charPs);
            look();
        }

        @Override
        public void pace(long pacePs) {}

        /** Schedules the end of the take if all that it needs has been fed. */
        void look() {
            int there = flight == null ? 0 : flight.fed - flight.taken;
            if (room == 0 || isScheduled() || there < room && !flight.last) {
                return;
            }
            long shorter = (long) Math.max(0, there - room) * flight.pace;
            long early = Math.max(0, room - there) * charPs;
            kernel.at(
                    Math.max(
                            kernel.now(),
                            Math.max(until - early, flight.fedUntil - shorter + flight.latency - early(flight))),
                    this);
        }

        /** Route bytes never arrive, and the tail counts from its front. */
        private long early(Flight of) {
            return (of.worm.route.length + (of.last ? 1 : 0)) * charPs;
        }

        @Override
        protected void fire() {
            int chars = Math.min(room, flight.fed - flight.taken);
            flight.taken += chars;
            room = 0;
            Flight present = flight;
            present.from.look();
            if (present.last && present.taken == present.fed) {
                flight = null;
                present.leave();
                sink.tail(present.worm, chars);
            } else {
                sink.taken(present.worm, chars);
            }
        }
    }
}
