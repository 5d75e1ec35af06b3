package org.bipj.sim.hardware;

import java.util.Arrays;

/**
 * Which pages are pinned and translated (BIP paper, section 4.2: a system call for the first communication from a page,
 * the translation remembered "as long as there is enough memory"). Holds so many pages at most; the one that was looked
 * up longest ago is unpinned for a new one.
 *
 * <p>Left out: that a page is in use by a transfer when it is unpinned (the capacity is far above what one transfer
 * needs), and one system call for several pages.
 */
final class PinnedPages {
    private static final int NONE = -1;

    private final int shift;
    private final int capacity;
    private final long pinPs;
    private final long lookupPs;
    private final long unpinPs;
    /** Open hash from page number to slot: slots in a table of a power of two, linear probing. */
    private int[] table = new int[64];

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
        Arrays.fill(table, NONE);
    }

    int toPageEnd(long address) {
        int page = 1 << shift;
        return page - (int) (address & page - 1);
    }

    int pagesOf(long address, long bytes) {
        return bytes == 0 ? 0 : (int) ((address + bytes - 1 >> shift) - (address >> shift) + 1);
    }

    /** Pins what is not pinned of a range; what that costs in picoseconds. */
    long pinPs(long address, long bytes) {
        int count = pagesOf(address, bytes);
        long first = address >> shift;
        long cost = 0;
        for (int i = 0; i < count; i++) {
            cost += lookupPs + touch(first + i);
        }
        return cost;
    }

    /** Pages that are pinned. */
    int pinned() {
        return size;
    }

    boolean isPinned(long address) {
        return table[find(address >> shift)] != NONE;
    }

    private long touch(long page) {
        int slot = table[find(page)];
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
            removeFromTable(pageOf[slot]);
            cost += unpinPs;
        }
        pageOf[slot] = page;
        table[find(page)] = slot;
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

    /** Where a page's slot stands in the table, or would stand. */
    private int find(long page) {
        int at = home(page);
        while (table[at] != NONE && pageOf[table[at]] != page) {
            at = at + 1 & table.length - 1;
        }
        return at;
    }

    private int home(long page) {
        return (int) (page * 0x9E3779B97F4A7C15L >>> 33) & table.length - 1;
    }

    /** Removes an entry and moves those up that were pushed behind it. */
    private void removeFromTable(long page) {
        int hole = find(page);
        int at = hole;
        while (true) {
            at = at + 1 & table.length - 1;
            if (table[at] == NONE) {
                break;
            }
            int home = home(pageOf[table[at]]);
            if ((at - home & table.length - 1) >= (at - hole & table.length - 1)) {
                table[hole] = table[at];
                hole = at;
            }
        }
        table[hole] = NONE;
    }

    private void grow() {
        if (size == pageOf.length) {
            pageOf = Arrays.copyOf(pageOf, 2 * size);
            newer = Arrays.copyOf(newer, 2 * size);
            older = Arrays.copyOf(older, 2 * size);
            table = new int[4 * size];
            Arrays.fill(table, NONE);
            for (int slot = 0; slot < size; slot++) {
                table[find(pageOf[slot])] = slot;
            }
        }
    }
}
