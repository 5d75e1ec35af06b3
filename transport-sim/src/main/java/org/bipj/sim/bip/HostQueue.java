package org.bipj.sim.bip;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import org.bipj.sim.hardware.Host;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Processor;

/**
 * The queue in host memory that the board fills and the host polls: packets and notices, first in, first out. The
 * number of its slots for packets is limited. A free slot belongs to the board; the host frees it when it has finished with the
 * packet.
 */
final class HostQueue extends MessageQueue implements Host.DeliveryListener {
    private final BipNetwork network;
    private final Lanai board;
    private final int slots;
    private int used;
    /** The board holds a packet that found no slot. */
    private boolean slotWanted;

    /** Whether the rank accepts nothing at present. */
    private boolean paused;
    /** What has come meanwhile: it has left its slots, and so blocks nothing. */
    private final SetAside waiting = new SetAside();
    /** The program that polls; null before it has opened the port. */
    private Processor reader;

    /** Is notified instead, by events, where the host has no program that polls; null if there is none. */
    private Runnable interrupt;

    /** Positions of packets that the sink keeps; null if it has never kept one. */
    private BitSet kept;

    private static final class SetAside extends MessageQueue {}

    HostQueue(BipNetwork network, Lanai board, int slots) {
        this.network = network;
        this.board = board;
        this.slots = slots;
    }

    /** A program polls from now on. Earlier messages wait for it. */
    void open(Processor program) {
        reader = program;
    }

    /** The host is interrupted from now on whenever something has come. */
    void onArrival(Runnable handler) {
        interrupt = handler;
    }

    /**
     * The program polls no more, until {@link #resume}. Messages leave their slots, now and from now on, so that they do not block
     * others.
     */
    void pause() {
        paused = true;
        while (!isEmpty()) {
            setAside(remove());
        }
    }

    private void setAside(BoardMessage message) {
        waiting.add(message);
        if (message instanceof ShortMessage) {
            freeSlot();
        }
    }

    /** What was set aside comes first; it takes slots again, more than there are if need be. */
    void resume() {
        paused = false;
        while (!waiting.isEmpty()) {
            BoardMessage message = waiting.remove();
            if (message instanceof ShortMessage) {
                used++;
            }
            add(message);
        }
    }

    @Override
    public void delivered(Object cookie, int bytes) {
        if (!(cookie instanceof BoardMessage message)) {
            return;
        }
        if (paused) {
            setAside(message);
            return;
        }
        add(message);
        if (reader != null) {
            reader.wake(network.kernel().now());
        }
        if (interrupt != null) {
            interrupt.run();
        }
    }

    // ---- slots -------------------------------------------------------------------------------------------------

    /** Takes a slot for a packet. If all are in use, returns false and rings the board's doorbell when one is free. */
    boolean takeSlot() {
        if (used >= slots) {
            slotWanted = true;
            return false;
        }
        used++;
        return true;
    }

    /** Takes a slot for a packet that is dropped if all are in use. */
    boolean reserveSlot() {
        if (used >= slots) {
            return false;
        }
        used++;
        return true;
    }

    void freeSlot() {
        used--;
        if (slotWanted && used < slots) {
            slotWanted = false;
            Kernel kernel = network.kernel();
            kernel.at(Math.max(kernel.now(), reader.clock()), network.newRoomBell(board));
        }
    }

    /** Number of slots in use: of packets on their way, waiting or kept. */
    int used() {
        return used;
    }

    // ---- packets that are kept ---------------------------------------------------------------------------------

    /** A position for the next packet: one that no kept packet has. */
    int freePosition() {
        return kept == null ? 0 : kept.nextClearBit(0);
    }

    /** Where a packet's bytes begin in the memory that the sink sees: each position has an offset of its own. */
    static long offset(int position) {
        return (long) Long.BYTES * position;
    }

    /** The memory that the sink sees: the packet's own for position 0, else a copy with its bytes at their offset. */
    static MemorySegment memory(ShortMessage packet, int position) {
        if (position == 0) {
            return packet.memory;
        }
        MemorySegment memory = MemorySegment.ofArray(new long[position + ShortMessage.words(packet.length)]);
        MemorySegment.copy(packet.memory, 0, memory, offset(position), packet.length);
        return memory;
    }

    /** The sink keeps the packet of a position. */
    void keep(int position) {
        if (kept == null) {
            kept = new BitSet();
        }
        kept.set(position);
    }

    /** Releases a packet that was kept, by its offset. */
    void release(long offset) {
        int position = (int) (offset / Long.BYTES);
        if (kept == null || offset < 0 || offset(position) != offset || !kept.get(position)) {
            throw new IllegalArgumentException("release at " + offset + ": no packet is kept there");
        }
        kept.clear(position);
        freeSlot();
    }

    @Override
    public String toString() {
        return used + " of " + slots + " slots in use" + (isEmpty() ? "" : ", something to read");
    }
}
