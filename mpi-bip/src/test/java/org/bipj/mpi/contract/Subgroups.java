package org.bipj.mpi.contract;

import mpi.Intracomm;

/** Communicators of 1, 2, 3, 4, 5, 6, 7 and 8 ranks out of one of 8. */
final class Subgroups {
    private static final int[] FIRST = {8, 1, 2, 3, 4};

    private Subgroups() {}

    /** What is done with each communicator. */
    @FunctionalInterface
    interface Body {
        void run(Intracomm comm);
    }

    /** Splits in two, in several ways; both parts work at the same time. In odd rounds the order of ranks is turned. */
    static void each(Intracomm all, Body body) {
        for (int i = 0; i < FIRST.length; i++) {
            int me = all.getRank();
            Intracomm part = all.split(me < FIRST[i] ? 0 : 1, i % 2 == 0 ? me : -me);
            body.run(part);
            part.free();
        }
    }
}
