package org.bipj.mpi.contract;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.LongBuffer;
import mpi.MPI;
import mpi.Win;

/** A window of longs over memory of one of the kinds that a program may use, with displacements in longs. */
record WindowMemory(Win win, MemorySegment memory) {
    /** Where the memory comes from. */
    enum Kind {
        ARRAY,
        HEAP_BUFFER,
        DIRECT_BUFFER,
        ALLOCATED
    }

    static WindowMemory open(Rank rank, Kind kind, int longs) {
        WindowMemory made = switch (kind) {
            case ARRAY -> {
                long[] array = new long[longs];
                yield new WindowMemory(
                        new Win(array, longs, 1, MPI.INFO_NULL, rank.comm()), MemorySegment.ofArray(array));
            }
            case HEAP_BUFFER -> {
                long[] array = new long[longs + 3];
                LongBuffer buffer = LongBuffer.wrap(array, 3, longs).slice();
                yield new WindowMemory(
                        new Win(buffer, longs, 1, MPI.INFO_NULL, rank.comm()),
                        MemorySegment.ofArray(array).asSlice(24));
            }
            case DIRECT_BUFFER -> {
                LongBuffer buffer =
                        rank.newByteBuffer(Math.max(8 * longs, 1 << 16)).asLongBuffer();
                yield new WindowMemory(
                        new Win(longs, 1, MPI.INFO_NULL, rank.comm(), buffer, Win.FLAVOR_PRIVATE),
                        MemorySegment.ofBuffer(buffer));
            }
            case ALLOCATED -> {
                Win win = Win.allocate(8L * longs, 8, MPI.INFO_NULL, rank.comm());
                yield new WindowMemory(win, win.memory());
            }
        };
        made.win.setErrhandler(MPI.ERRORS_RETURN);
        return made;
    }

    long get(long index) {
        return memory.getAtIndex(ValueLayout.JAVA_LONG, index);
    }

    void set(long index, long value) {
        memory.setAtIndex(ValueLayout.JAVA_LONG, index, value);
    }
}
