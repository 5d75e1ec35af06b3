package org.bipj.mpi.coll.schedule;

import java.lang.foreign.MemorySegment;
import org.bipj.mpi.coll.base.PackedPool;
import org.jspecify.annotations.Nullable;

/** Memory for packed data of recorded operations: see {@link Loans}. */
final class LentMemory extends PackedPool {
    private final Loans<MemorySegment> loans = new Loans<>();

    @Override
    public MemorySegment take(long bytes) {
        MemorySegment segment = loans.again(0, sizeClass(bytes), bytes);
        return segment != null ? segment : loans.take(0, sizeClass(bytes), bytes, super.take(bytes));
    }

    @Override
    public void give(MemorySegment segment, long bytes) {
        loans.give(segment);
    }

    /** Ends a recording; what it took is given back by the returned action, null if it took nothing. */
    @Nullable
    Runnable endRecording() {
        return loans.end((kind, bytes, segment) -> super.give(segment, bytes));
    }
}
