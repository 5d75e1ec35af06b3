package org.bipj.sim.gam;

import java.util.ArrayDeque;
import org.bipj.sim.hardware.BufferedReceiver;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.kernel.Event;

/**
 * The receiving coroutine. Short messages go into the ring, data of bulk packets first to host memory. With two buffers
 * data leaves to the host while the next packet arrives. A damaged worm is lost.
 */
final class GamReceiver extends BufferedReceiver {
    private final GamFirmware board;
    private final Lanai lanai;
    private final GamSettings settings;
    /** What the host has not read, in the order of arrival. */
    private final ArrayDeque<GamPacket> ring = new ArrayDeque<>();
    /** Packets whose data occupies no buffer: of the same board. */
    private final ArrayDeque<GamPacket> local = new ArrayDeque<>();
    /** Descriptors that the host has not cleared. */
    private int used;

    private int storing;
    private long dropped;
    private String firstDropped = "";

    GamReceiver(GamFirmware board, Lanai lanai, GamSettings settings) {
        super(lanai, settings.receiveBuffers, settings.room(), settings.receive);
        this.board = board;
        this.lanai = lanai;
        this.settings = settings;
    }

    ArrayDeque<GamPacket> ring() {
        return ring;
    }

    @Override
    protected void arrived(Object content) {
        arrived((GamPacket) content, true);
    }

    /**
     * A packet has arrived whole.
     *
     * @param hasBuffer it occupies a receive buffer while its data is stored; one of the same board does not
     */
    void arrived(GamPacket packet, boolean hasBuffer) {
        settings.receive.charge(lanai);
        if (used == settings.ring()) {
            firstDropped = dropped == 0 ? packet.toString() : firstDropped;
            dropped++;
            return;
        }
        used++;
        ring.add(packet);
        if (!packet.isBulk()) {
            publish(packet);
            return;
        }
        storing++;
        if (hasBuffer) {
            occupy();
        } else {
            local.add(packet);
        }
        board.transfer(true, packet);
    }

    /** The data of a bulk packet is in host memory. */
    void stored(GamPacket packet) {
        storing--;
        if (!local.remove(packet)) {
            release();
        }
        publish(packet);
        arm();
    }

    private void publish(GamPacket packet) {
        board.port().kernel().at(lanai.clock(), new Event() {
            @Override
            protected void fire() {
                board.port().published(packet);
            }
        });
    }

    /** Counts a descriptor that the host has cleared: the board may use it again. */
    void cleared() {
        used--;
    }

    /** True if nothing is on its way to the host, or waits there. */
    boolean isIdle() {
        return storing == 0 && used == 0;
    }

    /** What is lost on this board, as text; empty if nothing is. */
    String losses() {
        String full = dropped == 0 ? "" : dropped + " packets found its ring full, the first a " + firstDropped;
        String bad = damaged() == 0 ? "" : damaged() + " packets arrived damaged";
        return full + (full.isEmpty() || bad.isEmpty() ? "" : ", ") + bad;
    }

    @Override
    public String toString() {
        return used + " packets received and not cleared" + (losses().isEmpty() ? "" : ", " + losses());
    }
}
