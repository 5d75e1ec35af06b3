package org.bipj.mpi.coll;

import org.bipj.mpi.coll.port.CollPort;

/** A rank for tests of collective operations: who it is, and what they keep. */
abstract class StubCollPort implements CollPort {
    final int rank;
    final int size;
    private Kept state;

    StubCollPort(int rank, int size) {
        this.rank = rank;
        this.size = size;
    }

    @Override
    public final int rank() {
        return rank;
    }

    @Override
    public final int size() {
        return size;
    }

    @Override
    public final Kept state() {
        return state;
    }

    @Override
    public final void state(Kept newState) {
        state = newState;
    }
}
