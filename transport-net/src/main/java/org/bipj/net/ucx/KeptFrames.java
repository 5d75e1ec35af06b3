package org.bipj.net.ucx;

/** Addresses of frames that a sink has kept: a set that allocates only where it grows. */
final class KeptFrames {
    private static final long FREE = 0;

    private long[] table = new long[16];
    private int size;

    private int place(long address) {
        long mixed = address * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) & table.length - 1;
    }

    void add(long address) {
        if (2 * ++size > table.length) {
            long[] before = table;
            table = new long[2 * before.length];
            for (long each : before) {
                if (each != FREE) {
                    put(each);
                }
            }
        }
        put(address);
    }

    private void put(long address) {
        int at = place(address);
        while (table[at] != FREE) {
            at = at + 1 & table.length - 1;
        }
        table[at] = address;
    }

    /** Removes a frame; returns whether it was kept. */
    boolean remove(long address) {
        int at = place(address);
        while (table[at] != address) {
            if (table[at] == FREE) {
                return false;
            }
            at = at + 1 & table.length - 1;
        }
        size--;
        close(at);
        return true;
    }

    /** Moves back those behind a gap that would not be found beyond it. */
    private void close(int gap) {
        int free = gap;
        table[free] = FREE;
        for (int at = free + 1 & table.length - 1; table[at] != FREE; at = at + 1 & table.length - 1) {
            int distance = at - place(table[at]) & table.length - 1;
            if (distance >= (at - free & table.length - 1)) {
                table[free] = table[at];
                table[at] = FREE;
                free = at;
            }
        }
    }

    /** Any of them, which is removed; 0 if there is none. */
    long removeAny() {
        for (long each : table) {
            if (each != FREE) {
                remove(each);
                return each;
            }
        }
        return FREE;
    }
}
