package org.bipj.sim.bip;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The queue in host memory that the board fills and the host polls: slots for packets, and notices in the order in
 * which they came. A slot is the board's from the moment at which it is free; the host frees it when the packet's life
 * ends.
 */
final class HostQueue {
    private static final int FEWEST_SLOTS = 4;

    private final int slotBytes;
    private final int slots;

    // Java memory there is for no more slots than were ever in use at once, of hundreds; a free one was used before.
    private MemorySegment memory;
    private long[] words = {};
    private int[] free = new int[FEWEST_SLOTS];
    private int frees;
    private int used;

    private Notice head;
    private Notice tail;
    private Notice spare;

    // Packets that the sink keeps: peer, lane and immediate do not matter any more, only the slot.
    private boolean[] kept = {};

    HostQueue(int slots, int maxBytes) {
        this.slots = slots;
        slotBytes = (maxBytes + 7) / 8 * 8;
    }

    Notice newNotice(Notice.Kind kind, int peer) {
        Notice notice = spare;
        if (notice == null) {
            notice = new Notice();
        } else {
            spare = notice.next;
            notice.next = null;
        }
        notice.kind = kind;
        notice.peer = peer;
        return notice;
    }

    void recycle(Notice notice) {
        notice.packet = null;
        notice.transfer = null;
        notice.what = null;
        notice.next = spare;
        spare = notice;
    }

    /** A free slot; negative if all are in use. */
    int takeSlot() {
        if (frees > 0) {
            used++;
            return free[--frees];
        }
        return used == slots ? -1 : used++;
    }

    void freeSlot(int slot) {
        if (frees == free.length) {
            free = Arrays.copyOf(free, 2 * frees);
        }
        free[frees++] = slot;
        used--;
    }

    /** Slots in use: on their way, waiting or kept. */
    int used() {
        return used;
    }

    /** The board's DMA has written a packet into a slot. */
    void write(int slot, Packet packet) {
        int at = slot * (slotBytes / 8);
        if (at >= words.length) {
            makeRoom(slot);
        }
        System.arraycopy(packet.words, 0, words, at, (packet.length + 7) / 8);
    }

    /** A slot that was handed over before stays readable where it was: nobody writes into it until it is free again. */
    private void makeRoom(int slot) {
        kept = Arrays.copyOf(kept, Math.min(slots, Math.max(FEWEST_SLOTS, 2 * slot)));
        words = Arrays.copyOf(words, kept.length * (slotBytes / 8));
        memory = MemorySegment.ofArray(words);
    }

    MemorySegment memory() {
        return memory;
    }

    long offset(int slot) {
        return (long) slot * slotBytes;
    }

    void keep(int slot) {
        kept[slot] = true;
    }

    /** The slot of a packet that was kept. */
    int release(long offset) {
        int slot = (int) (offset / slotBytes);
        if (offset % slotBytes != 0 || slot >= kept.length || !kept[slot]) {
            throw new IllegalArgumentException("release at " + offset + ": no packet is kept there");
        }
        kept[slot] = false;
        freeSlot(slot);
        return slot;
    }

    boolean isEmpty() {
        return head == null;
    }

    void add(Notice notice) {
        notice.next = null;
        if (head == null) {
            head = notice;
        } else {
            tail.next = notice;
        }
        tail = notice;
    }

    Notice remove() {
        Notice first = head;
        head = first.next;
        first.next = null;
        return first;
    }

    @Override
    public String toString() {
        return used() + " of " + slots + " slots in use, free "
                + Arrays.toString(Arrays.copyOf(free, Math.min(frees, 4)));
    }
}
