package org.bipj.sim.hardware;

import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;

/**
 * The pages that are pinned and translated (BIP paper, section 4.2: a system call for the first communication from a
 * page, the translation remembered "as long as there is enough memory"). Their number is limited; the least recently
 * used page is unpinned for a new one.
 *
 * <p>Left out: a transfer may use a page while it is unpinned (the capacity is far above the need of one transfer), and
 * one system call for several pages.
 */
final class PinnedPages {
    private static final int NONE = -1;

    private final int shift;
    private final int capacity;
    private final long pinPs;
    private final long lookupPs;
    private final long unpinPs;
    /** By page number: its slot in the arrays below, which form a list in the order of use. */
    private final Long2LongHashMap slotOf = new Long2LongHashMap(NONE);

    private long[] pageOf = new long[32];
    private int[] newer = new int[32];
    private int[] older = new int[32];
    private int size;
    private int newest = NONE;
    private int oldest = NONE;

    /**
     * No page is pinned.
     *
     * @param pageBytes a power of two
     * @param capacity at least 1
     */
    PinnedPages(int pageBytes, int capacity, long pinPs, long lookupPs, long unpinPs) {
        shift = Integer.numberOfTrailingZeros(pageBytes);
        this.capacity = capacity;
        this.pinPs = pinPs;
        this.lookupPs = lookupPs;
        this.unpinPs = unpinPs;
    }

    int toPageEnd(long address) {
        int page = 1 << shift;
        return page - (int) (address & page - 1);
    }

    int pagesOf(long address, long bytes) {
        return bytes == 0 ? 0 : (int) ((address + bytes - 1 >> shift) - (address >> shift) + 1);
    }

    /** Pins the pages of a range that are not pinned. Returns the cost in picoseconds. */
    long pinPs(long address, long bytes) {
        int count = pagesOf(address, bytes);
        long first = address >> shift;
        long cost = 0;
        for (int i = 0; i < count; i++) {
            cost += lookupPs + touch(first + i);
        }
        return cost;
    }

    /** How many pages are pinned. */
    int pinned() {
        return size;
    }

    boolean isPinned(long address) {
        return slotOf.containsKey(address >> shift);
    }

    private long touch(long page) {
        int slot = (int) slotOf.get(page);
        if (slot != NONE) {
            if (slot != newest) {
                unlink(slot);
                link(slot);
            }
            return 0;
        }
        long cost = pinPs;
        if (size < capacity) {
            grow();
            slot = size++;
        } else {
            slot = oldest;
            unlink(slot);
            slotOf.remove(pageOf[slot]);
            cost += unpinPs;
        }
        pageOf[slot] = page;
        slotOf.put(page, slot);
        link(slot);
        return cost;
    }

    private void link(int slot) {
        older[slot] = newest;
        newer[slot] = NONE;
        if (newest != NONE) {
            newer[newest] = slot;
        } else {
            oldest = slot;
        }
        newest = slot;
    }

    private void unlink(int slot) {
        if (newer[slot] != NONE) {
            older[newer[slot]] = older[slot];
        } else {
            newest = older[slot];
        }
        if (older[slot] != NONE) {
            newer[older[slot]] = newer[slot];
        } else {
            oldest = newer[slot];
        }
    }

    private void grow() {
        if (size == pageOf.length) {
            pageOf = Arrays.copyOf(pageOf, 2 * size);
            newer = Arrays.copyOf(newer, 2 * size);
            older = Arrays.copyOf(older, 2 * size);
        }
    }
}
