package org.bipj.mpi.coll.record;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.bipj.mpi.coll.base.PackedPool;

/** Memory for packed data of recorded operations: to {@link PackedPool} what {@link LentArrays} is to scratch arrays. */
final class LentMemory extends PackedPool {
    /** A segment that an operation has. */
    private static final class Loan {
        private final long bytes;
        private final MemorySegment segment;
        private boolean free;

        Loan(long bytes, MemorySegment segment) {
            this.bytes = bytes;
            this.segment = segment;
        }

        boolean serves(long wanted) {
            return free && segment.byteSize() >= wanted && sizeClass(bytes) == sizeClass(wanted);
        }
    }

    private List<Loan> loans = new ArrayList<>();

    @Override
    public MemorySegment take(long bytes) {
        for (Loan loan : loans) {
            if (loan.serves(bytes)) {
                loan.free = false;
                return loan.segment;
            }
        }
        MemorySegment segment = super.take(bytes);
        loans.add(new Loan(bytes, segment));
        return segment;
    }

    @Override
    public void give(MemorySegment segment, long bytes) {
        for (Loan loan : loans) {
            loan.free |= loan.segment == segment;
        }
    }

    /** Ends a recording; what it took is given back by the returned action. */
    Runnable endRecording() {
        if (loans.isEmpty()) {
            return null;
        }
        List<Loan> lent = loans;
        loans = new ArrayList<>();
        return () -> lent.forEach(loan -> super.give(loan.segment, loan.bytes));
    }
}
