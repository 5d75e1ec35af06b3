package org.bipj.sim.gam;

import java.util.ArrayDeque;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.hardware.WormSender;
import org.bipj.sim.net.Worm;

/**
 * The sending coroutine. It sends the descriptors of the ring in their order. The data of the next bulk packet is fetched
 * while the present one leaves, if there are two buffers.
 */
final class GamSender implements WormSender {
    private final GamFirmware board;
    private final Lanai lanai;
    private final GamSettings settings;
    private final int self;
    private final byte[][] routes;
    private final ArrayDeque<GamPacket> ring = new ArrayDeque<>();
    private int freeBuffers;
    private boolean isFetching;
    /** The packet that the send engine works on. */
    private GamPacket current;
    /** The engine works on its descriptor, and data follows. */
    private boolean inDescriptor;

    GamSender(GamFirmware board, Lanai lanai, GamSettings settings) {
        this.board = board;
        this.lanai = lanai;
        this.settings = settings;
        self = board.port().rank();
        routes = new byte[board.port().size()][];
        freeBuffers = settings.sendBuffers;
    }

    /** Adds a packet whose descriptor the host has published. */
    void add(GamPacket packet) {
        ring.add(packet);
    }

    /** Gives the send engine its next work, and starts a fetch if there is one to start. */
    void advance() {
        while (current == null && !ring.isEmpty() && isAtHand(ring.peek())) {
            begin(ring.remove());
        }
        if (!isFetching && freeBuffers > 0) {
            for (GamPacket packet : ring) {
                if (!isAtHand(packet)) {
                    isFetching = true;
                    freeBuffers--;
                    board.transfer(false, packet);
                    return;
                }
            }
        }
    }

    private static boolean isAtHand(GamPacket packet) {
        return !packet.isBulk() || packet.isFetched;
    }

    void fetched(GamPacket packet) {
        isFetching = false;
        packet.isFetched = true;
    }

    private void begin(GamPacket packet) {
        settings.send.charge(lanai);
        current = packet;
        if (packet.destination == self) {
            board.receiver().arrived(packet, false);
            left();
            return;
        }
        inDescriptor = packet.isBulk();
        lanai.send(new Worm(route(packet.destination), packet), GamSettings.DESCRIPTOR, !inDescriptor);
    }

    private byte[] route(int to) {
        if (routes[to] == null) {
            routes[to] = board.port().network().route(self, to);
        }
        return routes[to];
    }

    /** The send engine has finished its range. */
    @Override
    public void sent() {
        if (inDescriptor) {
            inDescriptor = false;
            settings.body.charge(lanai);
            lanai.feed(current.bytes, true);
        } else {
            left();
        }
    }

    /** A worm that the network has broken up has left the board like any other. */
    @Override
    public void broken() {
        left();
    }

    private void left() {
        freeBuffers += current.isBulk() ? 1 : 0;
        current = null;
        inDescriptor = false;
        board.port().sent(lanai.clock());
    }

    /** True if nothing waits to be sent. */
    boolean isIdle() {
        return current == null && ring.isEmpty();
    }

    @Override
    public String toString() {
        return ring.size() + " packets to send" + (current == null ? "" : ", sending a " + current);
    }
}
