package org.bipj.sim.gam;

import java.util.ArrayDeque;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.net.Worm;

/**
 * The receiving coroutine. A worm finds room as long as a buffer is free; else the network holds its sender back. Short
 * messages go into the ring, data of bulk packets first to host memory. With two buffers data leaves to the host while the
 * next packet arrives.
 */
final class GamReceiver {
    private final GamFirmware board;
    private final Lanai lanai;
    private final GamSettings settings;
    /** What the host has not read, in the order of arrival. */
    private final ArrayDeque<GamPacket> ring = new ArrayDeque<>();
    /** Packets whose data occupies no buffer: of the same board. */
    private final ArrayDeque<GamPacket> local = new ArrayDeque<>();
    /** Descriptors that the host has not cleared. */
    private int used;

    private int freeBuffers;
    private boolean armed;
    private int storing;
    private long damaged;
    private long dropped;
    private String firstDropped = "";

    GamReceiver(GamFirmware board, Lanai lanai, GamSettings settings) {
        this.board = board;
        this.lanai = lanai;
        this.settings = settings;
        freeBuffers = settings.receiveBuffers;
    }

    ArrayDeque<GamPacket> ring() {
        return ring;
    }

    /** Gives room for the next worm, if a buffer is free. */
    void arm() {
        if (!armed && freeBuffers > 0) {
            freeBuffers--;
            armed = true;
            lanai.receive(settings.room());
        }
    }

    /** A worm has ended. What is damaged is counted, and lost. */
    void tail(Worm worm) {
        armed = false;
        freeBuffers++;
        if (worm.corrupt || worm.truncated) {
            settings.receive.charge(lanai);
            damaged++;
        } else {
            arrived((GamPacket) worm.content, true);
        }
        arm();
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
            freeBuffers--;
        } else {
            local.add(packet);
        }
        board.transfer(true, packet);
    }

    /** The data of a bulk packet is in host memory. */
    void stored(GamPacket packet) {
        storing--;
        freeBuffers += local.remove(packet) ? 0 : 1;
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

    /** The host has cleared a descriptor. */
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
        String bad = damaged == 0 ? "" : damaged + " packets arrived damaged";
        return full + (full.isEmpty() || bad.isEmpty() ? "" : ", ") + bad;
    }

    @Override
    public String toString() {
        return used + " packets received and not cleared" + (losses().isEmpty() ? "" : ", " + losses());
    }
}
