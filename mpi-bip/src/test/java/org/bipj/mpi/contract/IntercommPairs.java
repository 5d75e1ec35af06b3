package org.bipj.mpi.contract;

import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;

/** Intercommunicators between groups of 1, 2, 3, 4 and 7 ranks, side by side and interleaved, out of 8 ranks. */
final class IntercommPairs {
    private static final int[][] SIZES = {{1, 1}, {1, 2}, {3, 2}, {3, 4}, {7, 1}};

    private IntercommPairs() {}

    /** What is done with each intercommunicator; the first communicator has the ranks of both groups, the second one's own. */
    @FunctionalInterface
    interface Body {
        void run(Intracomm all, Intracomm mine, Intercomm inter) throws Exception;
    }

    static void each(Intracomm comm, Body body) throws Exception {
        each(comm, comm.getSize(), body);
    }

    /** The same, of no more than so many ranks. */
    static void each(Intracomm comm, int most, Body body) throws Exception {
        for (int i = 0; i < SIZES.length; i++) {
            int n = SIZES[i][0] + SIZES[i][1];
            if (n > most) {
                continue;
            }
            int me = comm.getRank();
            Intracomm all = comm.split(me < n ? 0 : MPI.UNDEFINED, me);
            if (me < n) {
                // The leader of the second group is the last rank.
                boolean isFirst = i % 2 == 0 ? me < SIZES[i][0] : me % 2 == 0 && me / 2 < SIZES[i][0];
                Intracomm mine = all.split(isFirst ? 0 : 1, isFirst ? me : -me);
                Intercomm inter = all.createIntercomm(mine, 0, isFirst ? n - 1 : 0, i);
                body.run(all, mine, inter);
                inter.free();
                mine.free();
                all.free();
            }
        }
    }
}
