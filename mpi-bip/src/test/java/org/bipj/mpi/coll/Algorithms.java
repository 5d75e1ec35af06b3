package org.bipj.mpi.coll;

import org.bipj.mpi.coll.port.CollPort;

/** Chooses algorithms of a communicator for tests. */
public final class Algorithms {
    private Algorithms() {}

    /** Has an operation use an algorithm where that can serve it; all ranks call it. */
    public static <A extends Enum<A>> void force(CollPort port, Class<A> operation, A algorithm) {
        CommState.of(port).moving.tuning().force(operation, algorithm);
    }
}
