package org.bipj.net.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Supplier;
import org.bipj.net.address.AddressBook;

/**
 * Looks each second whether the other hosts of a rank's connections acknowledge what is sent to them. Where they do not, TCP itself
 * reports nothing for many minutes. Of the {@link Connector}'s thread.
 */
final class Acknowledgements {
    /** Milliseconds between two looks, about. */
    static final int LOOK_MS = 1_000;

    /** Clocks differ a little from timers. */
    private static final long LOOK_NS = 900_000_000L;

    /**
     * Added to the patience: a host that is silent as a whole is found by its supervisor's silence, and {@code mpirun} names it, before
     * its ranks are found silent one by one.
     */
    private static final long LATER_NS = 2_000_000_000L;

    /** Gets what was found. */
    interface Events {
        /** The connection with a rank is silent: what may be the reason. It may go on. */
        void silent(int peer, String address, String why);

        /** The connection with a rank counts as broken. */
        void lost(int peer, SocketChannel channel, String why);
    }

    private final SocketCalls calls = new SocketCalls();
    private final long patienceNs;
    private final Events events;
    private final Map<Integer, Watched> all = new HashMap<>();
    private long next;

    /** A connection that is watched. */
    private static final class Watched {
        final SocketChannel channel;
        final Silence silence;
        Silence.State state = Silence.State.ANSWERED;
        /** Null before the first look: jobs of less than a second do not need it. */
        Supplier<TcpCounts> counts;

        Watched(SocketChannel channel, long patienceNs) {
            this.channel = channel;
            silence = new Silence(patienceNs);
        }
    }

    /**
     * Without connections.
     *
     * @param patienceMs how long a host may leave data unacknowledged
     */
    Acknowledgements(int patienceMs, Events events) {
        patienceNs = patienceMs * 1_000_000L + LATER_NS;
        this.events = events;
    }

    /** True if there is nothing to look at. */
    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Watches a connection until it is closed. */
    void watch(int peer, SocketChannel channel) {
        all.put(peer, new Watched(channel, patienceNs));
    }

    /** Ends the watch over the connection with a rank. */
    void forget(int peer) {
        all.remove(peer);
    }

    /**
     * Looks at all connections if it is time.
     *
     * @param clockNs a time that goes on only while this process runs
     */
    void look(long clockNs) {
        if (clockNs < next) {
            return;
        }
        next = clockNs + LOOK_NS;
        for (Iterator<Map.Entry<Integer, Watched>> each = all.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<Integer, Watched> entry = each.next();
            if (!look(clockNs, entry.getKey(), entry.getValue())) {
                each.remove();
            }
        }
    }

    /** Looks at one; false if it is not to be watched any more. */
    private boolean look(long clockNs, int peer, Watched watched) {
        watched.counts = watched.counts == null ? calls.of(watched.channel) : watched.counts;
        TcpCounts counts = watched.counts == null ? null : watched.counts.get();
        if (counts == null) {
            return false;
        }
        Silence.State before = watched.state;
        watched.state = watched.silence.look(clockNs, counts);
        if (watched.state != before && watched.state != Silence.State.ANSWERED) {
            report(peer, watched, watched.silence.silentNs() / 1_000_000_000L);
        }
        return watched.state != Silence.State.LOST;
    }

    private void report(int peer, Watched watched, long seconds) {
        try {
            String here = Connector.text((InetSocketAddress) watched.channel.getLocalAddress());
            String there = Connector.text((InetSocketAddress) watched.channel.getRemoteAddress());
            String why = " has not been acknowledged for " + seconds + " s: " + AddressBook.FIREWALL;
            if (watched.state == Silence.State.LOST) {
                events.lost(peer, watched.channel, "what " + here + " has sent to " + there + why);
            } else {
                events.silent(peer, there, "what " + here + " has sent there" + why);
            }
        } catch (IOException e) {
            System.getLogger(Acknowledgements.class.getName())
                    .log(System.Logger.Level.DEBUG, "the connection was closed meanwhile", e);
        }
    }
}
