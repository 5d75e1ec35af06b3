package org.bipj.mpi.contract;

import java.util.function.Consumer;
import mpi.Cores;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.mpi.coll.Algorithms;
import org.bipj.mpi.coll.SharedMemory;
import org.bipj.mpi.coll.bcast.BcastAlgorithm;

/** {@link DifferentCallSuite} for each algorithm of the broadcast, where tests can choose it. */
public final class DifferentAlgorithmSuite extends Suite {
    /** Adds the cases. */
    public DifferentAlgorithmSuite() {
        for (BcastAlgorithm algorithm : BcastAlgorithm.values()) {
            add(
                    "two roots of a bcast: " + algorithm,
                    5,
                    rank -> everyLength(rank, comm -> {
                        Algorithms.force(Cores.of(comm), BcastAlgorithm.class, algorithm);
                    }));
        }
        add(
                "over shared memory: two roots of a bcast",
                4,
                rank -> everyLength(rank, comm -> {
                    SharedMemory.force(Cores.of(comm));
                }));
        add("wrong data on an inner rank: who gets them fails, and all keep step", 8, DifferentAlgorithmSuite::inner);
    }

    private static void everyLength(Rank rank, Consumer<Intracomm> choice) {
        for (int count : new int[] {1, 100, rank.sizes().large() / 4, 300_000}) {
            Intracomm comm = rank.comm().dup();
            choice.accept(comm);
            DifferentCallSuite.fails(
                    rank, comm, DifferentCallSuite::twoRoots, count, "bcast with root 0", "bcast with root 1");
        }
    }

    /** Rank 4 passes rank 0's data on to ranks 5, 6 and 7. */
    private static void inner(Rank rank) throws Exception {
        Intracomm comm = rank.comm().dup();
        comm.setErrhandler(MPI.ERRORS_RETURN);
        Algorithms.force(Cores.of(comm), BcastAlgorithm.class, BcastAlgorithm.BINOMIAL);
        int me = comm.getRank();
        for (int count : new int[] {2, rank.sizes().large() / 4}) {
            int[] data = DifferentCallSuite.filled(2 * count, me == 0 ? 5 : 0);
            if (me == 4) {
                String sent = 4 * count + " bytes";
                Check.error(MPI.ERR_TRUNCATE, () -> comm.bcast(data, count - 1, MPI.INT, 0), "bcast", sent);
            } else if (me > 4) {
                int from = me == 7 ? 6 : 4;
                Check.error(
                        MPI.ERR_OTHER,
                        () -> comm.bcast(data, count, MPI.INT, 0),
                        "rank " + from + " has failed",
                        "bcast");
            } else {
                comm.bcast(data, count, MPI.INT, 0);
                Check.equal(5, data[count - 1], "data");
            }
            comm.barrier();
            int[] next = {me == 0 ? 9 : 0};
            comm.bcast(next, 1, MPI.INT, 0);
            Check.equal(9, next[0], "the next call");
        }
        comm.free();
    }
}
