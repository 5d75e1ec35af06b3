package org.bipj.mpi.coll.schedule;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scratch memory that recorded operations have. What the text of an algorithm takes and gives is used when its steps are
 * done, so it belongs to the operation until that has ended. Within one operation memory that was given serves again: its
 * steps keep their order.
 */
final class Loans<M> {
    /** How memory goes back to where it was taken. */
    interface Return<M> {
        void give(int kind, long size, M memory);
    }

    private static final class Loan<M> {
        private final int kind;
        private final int sizeClass;
        private final long size;
        private final M memory;
        private boolean free;

        Loan(int kind, int sizeClass, long size, M memory) {
            this.kind = kind;
            this.sizeClass = sizeClass;
            this.size = size;
            this.memory = memory;
        }
    }

    private List<Loan<M>> loans = new ArrayList<>();

    /** Memory that this recording has taken and given; null if there is none that serves. */
    @Nullable
    M again(int kind, int sizeClass, long size) {
        for (Loan<M> loan : loans) {
            if (loan.free && loan.kind == kind && loan.sizeClass == sizeClass && loan.size >= size) {
                loan.free = false;
                return loan.memory;
            }
        }
        return null;
    }

    /** Notes memory that the recorded operation has taken. */
    M take(int kind, int sizeClass, long size, M memory) {
        loans.add(new Loan<>(kind, sizeClass, size, memory));
        return memory;
    }

    /** Notes that the recorded operation has given memory back: a later step may use it again. */
    void give(M memory) {
        for (Loan<M> loan : loans) {
            loan.free |= loan.memory == memory;
        }
    }

    /** Ends a recording. The returned action, null where there is nothing to do, gives back what it took. */
    @Nullable
    Runnable end(Return<M> way) {
        if (loans.isEmpty()) {
            return null;
        }
        List<Loan<M>> lent = loans;
        loans = new ArrayList<>();
        return () -> lent.forEach(loan -> way.give(loan.kind, loan.size, loan.memory));
    }
}
