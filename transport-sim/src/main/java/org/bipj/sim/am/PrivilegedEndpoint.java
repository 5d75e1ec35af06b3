package org.bipj.sim.am;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.bipj.sim.hardware.Host;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.kernel.Event;

/**
 * The endpoint of a network management daemon, which programs do not have: it "sends and receives probe packets with
 * application-specified source-based routes", and writes entries of the board's table of routes (virtual networks paper,
 * "Network management errors"). Its packets have no channel and no answer. What the network damages, and what finds the
 * endpoint's queue full, is lost.
 *
 * <p>The host writes packets and entries by programmed I/O. The board interrupts it for each packet that has come. The
 * daemon names the moments at which it works, in picoseconds, since it uses the host's processor beside the program.
 */
public final class PrivilegedEndpoint {
    /** Takes what happens, when the board's interrupt has reached the host. */
    public interface Listener {
        /** A packet of another daemon has arrived. */
        void arrived(Object content);

        /**
         * A packet has left the board that was to be reported.
         *
         * @param broken the network has broken it up
         */
        void left(Object content, boolean broken);
    }

    private record Left(Object content, boolean broken) {}

    private final AmFirmware board;
    private final AmDriver port;
    private final Host host;
    private final Lanai lanai;
    private final AmSettings settings;
    private final ArrayDeque<RawPacket> toSend = new ArrayDeque<>();
    private List<Object> arrived = new ArrayList<>();
    private List<Left> left = new ArrayList<>();
    private Listener listener;
    private int dropped;

    PrivilegedEndpoint(AmFirmware board, AmDriver port, Lanai lanai, AmSettings settings) {
        this.board = board;
        this.port = port;
        host = port.host();
        this.lanai = lanai;
        this.settings = settings;
    }

    // ---- the daemon --------------------------------------------------------------------------------------------

    /** Sets the listener. Until then packets are dropped. */
    public void listen(Listener by) {
        listener = by;
    }

    /**
     * Sends a packet.
     *
     * @param turns its route
     * @param bytes its length, as far as the wire is concerned
     * @param reports whether the listener is notified when it has left
     * @param at when the host begins to write it
     * @return the time that the host takes for that, in picoseconds
     */
    public long send(byte[] turns, Object content, int bytes, boolean reports, long at) {
        long ps = host.pioWritePs(turns.length + bytes, at);
        port.kernel().at(at + ps, new RawPacket(lanai, turns, content, bytes, reports));
        return ps;
    }

    /**
     * Writes an entry of the table of routes. Messages that are under way keep the route by which they were sent.
     *
     * @param turns null if there is no route
     * @param at when the host begins to write it
     * @return the time that the host takes for that, in picoseconds
     */
    public long writeRoute(int rank, byte[] turns, long at) {
        long ps = host.pioWritePs(settings.routeBytes, at);
        port.kernel().at(at + ps, new Event() {
            @Override
            protected void fire() {
                board.sender().reroute(rank, turns);
            }
        });
        return ps;
    }

    /** The turns of an entry of the table of routes; null if there is no route. Reading it takes no time here. */
    public byte[] route(int rank) {
        return rank == port.rank() ? null : board.sender().route(rank);
    }

    /** The daemon uses the host's processor for some time. */
    public void works(long at, long ps) {
        port.works(at, ps);
    }

    /** Packets that have found the queue full, or no listener. */
    public int dropped() {
        return dropped;
    }

    /** Packets of any kind that have come to this board truncated or corrupt, and were dropped. */
    public int damaged() {
        return board.receiver().damaged();
    }

    // ---- the board ---------------------------------------------------------------------------------------------

    void add(RawPacket packet) {
        toSend.add(packet);
    }

    RawPacket next() {
        return toSend.poll();
    }

    void sent(RawPacket packet, boolean broken) {
        if (packet.reports) {
            left.add(new Left(packet.content, broken));
            lanai.interrupt();
        }
    }

    void received(RawPacket packet) {
        if (listener == null || arrived.size() == settings.rawQueue) {
            dropped++;
        } else {
            arrived.add(packet.content);
            lanai.interrupt();
        }
    }

    /** The board's interrupt has reached the host. */
    void onInterrupt() {
        if (listener == null) {
            return;
        }
        List<Left> sent = left;
        left = new ArrayList<>();
        sent.forEach(one -> listener.left(one.content, one.broken));
        List<Object> come = arrived;
        arrived = new ArrayList<>();
        come.forEach(listener::arrived);
    }
}
