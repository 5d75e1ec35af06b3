package org.bipj.mpi.coll.record;

import java.util.ArrayList;
import java.util.List;
import org.bipj.mpi.coll.base.ScratchPool;

/**
 * Scratch arrays for recorded operations. What the text of an algorithm takes and gives is used when its steps are done, so
 * it belongs to the operation until that has ended. Within one operation an array that was given serves again: its steps
 * keep their order.
 */
final class LentArrays extends ScratchPool {
    /** An array that an operation has. */
    private static final class Loan {
        private final int kind;
        private final int length;
        private final Object array;
        private boolean free;

        Loan(int kind, int length, Object array) {
            this.kind = kind;
            this.length = length;
            this.array = array;
        }

        boolean serves(int wantedKind, int wantedLength) {
            return free && kind == wantedKind && length >= wantedLength && sizeClass(length) == sizeClass(wantedLength);
        }
    }

    private List<Loan> loans = new ArrayList<>();

    @Override
    public Object take(int kind, int length) {
        for (Loan loan : loans) {
            if (loan.serves(kind, length)) {
                loan.free = false;
                return loan.array;
            }
        }
        Object array = super.take(kind, length);
        loans.add(new Loan(kind, length, array));
        return array;
    }

    @Override
    public void give(int kind, int length, Object array) {
        for (Loan loan : loans) {
            loan.free |= loan.array == array;
        }
    }

    /** Ends a recording; what it took is given back by the returned action. */
    Runnable endRecording() {
        if (loans.isEmpty()) {
            return null;
        }
        List<Loan> lent = loans;
        loans = new ArrayList<>();
        return () -> lent.forEach(loan -> super.give(loan.kind, loan.length, loan.array));
    }
}
