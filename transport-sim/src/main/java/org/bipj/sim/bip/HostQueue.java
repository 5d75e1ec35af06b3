package org.bipj.sim.bip;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import org.bipj.sim.hardware.Host;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.Kernel;

/**
 * The queue in host memory that the board fills and the host polls: packets and notices in the order in which they
 * came. There are slots for so many packets; one is the board's from the moment at which it is free, and the host frees
 * it when the packet's life ends.
 */
final class HostQueue extends MessageQueue implements Host.Arrivals {
    private final BipNetwork network;
    private final Lanai board;
    private final int slots;
    private int used;
    /** The board holds packets that found no room. */
    private boolean slotWanted;

    private boolean closed;
    /** Who polls; null before he has come. */
    private Fiber reader;

    /** Places of packets that the sink keeps; null as long as it has never kept one. */
    private BitSet kept;

    HostQueue(BipNetwork network, Lanai board, int slots) {
        this.network = network;
        this.board = board;
        this.slots = slots;
    }

    /** From now on somebody polls. What has come before waits for him. */
    void open(Fiber program) {
        reader = program;
    }

    /** What is here, and what arrives from now on, is taken so that it does not stand in others' way. */
    void close() {
        closed = true;
        while (!isEmpty()) {
            drop(remove());
        }
    }

    private void drop(BoardMessage message) {
        if (message instanceof ShortMessage packet) {
            network.recycle(packet);
            freeSlot();
        } else {
            network.recycle((HostNotice) message);
        }
    }

    @Override
    public void landed(Object cookie, int bytes) {
        if (!(cookie instanceof BoardMessage message)) {
            return;
        }
        if (closed) {
            drop(message);
            return;
        }
        add(message);
        if (reader != null) {
            reader.wake(network.kernel().now());
        }
    }

    // ---- slots -------------------------------------------------------------------------------------------------

    /** Takes a slot for a packet; if all are in use, the board's bell will ring when one is free. */
    boolean takeSlot() {
        if (used == slots) {
            slotWanted = true;
            return false;
        }
        used++;
        return true;
    }

    void freeSlot() {
        used--;
        if (slotWanted) {
            slotWanted = false;
            Kernel kernel = network.kernel();
            kernel.at(Math.max(kernel.now(), reader.clock()), network.newRoomBell(board));
        }
    }

    /** Slots in use: on their way, waiting or kept. */
    int used() {
        return used;
    }

    // ---- packets that are kept ---------------------------------------------------------------------------------

    /** A place for the packet that is handed over now: one that no packet has which is kept. */
    int place() {
        return kept == null ? 0 : kept.nextClearBit(0);
    }

    /** Where a packet's bytes begin in the memory in which it is handed over: each place has an offset of its own. */
    static long offset(int place) {
        return (long) Long.BYTES * place;
    }

    /** The memory in which a packet is handed over: its own, if its bytes begin there where its place says. */
    static MemorySegment memory(ShortMessage packet, int place) {
        if (place == 0) {
            return packet.memory;
        }
        MemorySegment memory = MemorySegment.ofArray(new long[place + ShortMessage.words(packet.length)]);
        MemorySegment.copy(packet.memory, 0, memory, offset(place), packet.length);
        return memory;
    }

    /** The sink keeps the packet: it is not used again. */
    void keep(int place) {
        if (kept == null) {
            kept = new BitSet();
        }
        kept.set(place);
    }

    /** Ends the hold of a packet that was kept. */
    void release(long offset) {
        int place = (int) (offset / Long.BYTES);
        if (kept == null || offset < 0 || offset(place) != offset || !kept.get(place)) {
            throw new IllegalArgumentException("release at " + offset + ": no packet is kept there");
        }
        kept.clear(place);
        freeSlot();
    }

    @Override
    public String toString() {
        return used + " of " + slots + " slots in use" + (isEmpty() ? "" : ", something to read");
    }
}
