package org.bipj.shm;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;

/**
 * Call sites whose shapes the JDK needs when a rank starts, and most programs in their first moments: those of its
 * access to foreign memory, and of concatenated strings. Linked in the rehearsal, they leave their code in the start-up
 * cache, and ranks need not generate it: that took 8 ms of each, and as much of the compilers. Nothing here is called
 * in a rank.
 */
final class AotWarmup {
    private AotWarmup() {}

    private interface OfAddress {
        long of(MemorySegment segment);
    }

    private interface ToAddress {
        Object of(long address);
    }

    private interface Sum {
        long of(long first, long second);
    }

    private interface Scaled {
        long of(long base, long stride, long index, long bound);
    }

    private interface Slice {
        MemorySegment of(MemorySegment segment, long offset, long bytes);
    }

    private interface SliceOfLayout {
        MemorySegment of(MemorySegment segment, long offset, MemoryLayout layout);
    }

    private interface Check {
        void of(MemorySegment segment, long offset, MemoryLayout layout);
    }

    private static long ofAddress(MemorySegment segment) {
        return segment.address();
    }

    private static Object toAddress(long address) {
        return address;
    }

    private static long scaled(long base, long stride, long index, long bound) {
        return base + stride * Math.min(index, bound);
    }

    private static void check(MemorySegment segment, long offset, MemoryLayout layout) {
        assert offset + layout.byteSize() <= segment.byteSize();
    }

    /** Links the call sites; returns something that depends on all of them. */
    static int link(int rank, int size, double time, long count, String name) {
        OfAddress ofAddress = AotWarmup::ofAddress;
        ToAddress toAddress = AotWarmup::toAddress;
        Sum sum = Math::addExact;
        Scaled scaled = AotWarmup::scaled;
        Slice slice = MemorySegment::asSlice;
        SliceOfLayout sliceOfLayout = MemorySegment::asSlice;
        Check check = AotWarmup::check;
        Object[] sites = {ofAddress, toAddress, sum, scaled, slice, sliceOfLayout, check};
        String[] texts = {
            "Rank " + rank,
            "Rank " + rank + " of " + size,
            "Rank " + rank + " of " + size + " on " + name,
            rank + ": " + name,
            "Rank " + rank + ": " + time,
            "Rank " + rank + ": " + count,
            "Rank " + rank + " of " + size + ": " + time,
            name + ": " + time + " s",
            name + count
        };
        return sites.length + String.join("", texts).length();
    }
}
