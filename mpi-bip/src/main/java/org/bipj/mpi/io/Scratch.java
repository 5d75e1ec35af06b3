package org.bipj.mpi.io;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.bipj.mpi.comm.CommCore;

/** Memory outside of the heap, through which data pass on their way between a file and memory of any other kind. */
record Scratch(ByteBuffer bytes, MemorySegment segment) {
    static Scratch of(int size) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(size);
        return new Scratch(bytes, MemorySegment.ofBuffer(bytes));
    }

    /** The same, where other ranks can fetch messages out of it: then a sender need not run while its messages are copied. */
    static Scratch reachable(CommCore c, int size) {
        ByteBuffer bytes = c.engine().allocate(size);
        return new Scratch(bytes, MemorySegment.ofBuffer(bytes));
    }

    /** Bytes of it, as a buffer to read or write. */
    ByteBuffer range(int from, int length) {
        return bytes.slice(from, length);
    }

    /** Scratch memory that is not in use. Several threads of a rank may read and write at the same time. */
    static final class Pool {
        private final ArrayDeque<Scratch> free = new ArrayDeque<>();
        private final int size;

        Pool(int size) {
            this.size = size;
        }

        synchronized Scratch take() {
            Scratch scratch = free.poll();
            return scratch == null ? of(size) : scratch;
        }

        synchronized void giveBack(Scratch scratch) {
            free.push(scratch);
        }
    }
}
