package org.bipj.mpi.io;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Memory outside of the heap, through which data pass on their way between a file and memory of any other kind. */
record Scratch(ByteBuffer bytes, MemorySegment segment) {
    /** Its contents are undefined. */
    static Scratch of(int size) {
        Scratch free = Pool.take(size);
        return free == null ? make(size) : free;
    }

    private static Scratch make(int size) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(size);
        return new Scratch(bytes, MemorySegment.ofBuffer(bytes));
    }

    /** Bytes of it, as a buffer to read or write. */
    ByteBuffer range(int from, int length) {
        return bytes.slice(from, length);
    }

    /** Returns memory of {@link #of} that nothing uses any more, for the next of that size. */
    void giveBack() {
        Pool.giveBack(this);
    }

    /**
     * Scratch memory that no file of this process uses. Without it, each file would leave a buffer to the collector, to which megabytes are a
     * small object.
     */
    private static final class Pool {
        private static final long BYTES_MAX = 32L << 20;
        private static final ArrayDeque<Scratch> FREE = new ArrayDeque<>();
        private static long bytes;

        static synchronized @Nullable Scratch take(int size) {
            for (Iterator<Scratch> each = FREE.iterator(); each.hasNext(); ) {
                Scratch scratch = each.next();
                if (scratch.bytes.capacity() == size) {
                    each.remove();
                    bytes -= size;
                    return scratch;
                }
            }
            return null;
        }

        static synchronized void giveBack(Scratch scratch) {
            int size = scratch.bytes.capacity();
            if (bytes + size <= BYTES_MAX) {
                FREE.push(scratch);
                bytes += size;
            }
        }
    }
}
