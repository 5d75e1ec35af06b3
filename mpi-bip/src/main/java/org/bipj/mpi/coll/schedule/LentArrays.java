package org.bipj.mpi.coll.schedule;

import org.bipj.mpi.coll.base.ScratchPool;
import org.jspecify.annotations.Nullable;

/** Lends scratch arrays to recorded operations: see {@link Loans}. */
final class LentArrays extends ScratchPool {
    private final Loans<Object> loans = new Loans<>();

    @Override
    public Object take(int kind, int length) {
        Object array = loans.again(kind, sizeClass(length), length);
        return array != null ? array : loans.take(kind, sizeClass(length), length, super.take(kind, length));
    }

    @Override
    public void give(int kind, int length, Object array) {
        loans.give(array);
    }

    /** Ends a recording; what it took is given back by the returned action, null if it took nothing. */
    @Nullable
    Runnable endRecording() {
        return loans.end((kind, length, array) -> super.give(kind, (int) length, array));
    }
}
