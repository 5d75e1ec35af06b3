package org.bipj.mpi.contract;

import java.util.Arrays;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;

/**
 * Ranks that make different blocking collective calls: every rank gets an error, one at least says which call each of two ranks has
 * made, no call delivers data of another one, and none hangs.
 */
public final class DifferentCallSuite extends Suite {
    private static final int[] RANKS = {2, 3, 8};

    /** One rank's calls on a communicator. */
    interface Calls {
        void run(Intracomm comm, int count);
    }

    /** Adds the cases. */
    public DifferentCallSuite() {
        for (int n : RANKS) {
            parts("two roots of a bcast", n, DifferentCallSuite::twoRoots, "bcast with root 0", "bcast with root 1");
            parts("two roots of a gather", n, DifferentCallSuite::gather, "gather with root 0", "gather with root 1");
            parts("two roots of a gatherv", n, DifferentCallSuite::gatherv, "gather with root 0", "gather with root 1");
            parts(
                    "two roots of a scatter",
                    n,
                    DifferentCallSuite::scatter,
                    "scatter with root 0",
                    "scatter with root 1");
            parts("two roots of a reduce", n, DifferentCallSuite::reduce, "with root 0 and SUM", "with root 1 and SUM");
            parts("two operations", n, DifferentCallSuite::ops, "allReduce with SUM", "allReduce with MAX");
            parts("an operation of the user's", n, DifferentCallSuite::userOp, "SUM", "a user's operation");
            parts(
                    "a barrier and a root's bcast",
                    n,
                    DifferentCallSuite::barrierAndRoot,
                    "barrier",
                    "bcast with root 1");
            parts("a bcast and a barrier", n, DifferentCallSuite::bcastAndBarrier, "barrier", "bcast with root 0");
            add(
                    "a bcast and a barrier that comes late, " + n + " ranks",
                    n,
                    rank -> fails(
                            rank,
                            rank.comm().dup(),
                            (comm, count) -> lateBarrier(rank, comm),
                            1,
                            "barrier",
                            "bcast with root 0"));
            parts("a call more", n, DifferentCallSuite::more, "barrier", "bcast with root 0");
            parts("a call more without data", n, DifferentCallSuite::empty, "bcast with root 0", "barrier");
            parts("calls in another order", n, DifferentCallSuite::swapped, "bcast with root 0", "reduce with root 0");
        }
        // Among more ranks, those of a tree may wait for each other: a deadlock, whose report says it.
        parts("a barrier and a bcast", 2, DifferentCallSuite::barrierAndBcast, "barrier", "bcast with root 0");
        add("two roots that nothing follows are reported by free", 2, DifferentCallSuite::free);
        add("an exception on an inner rank ends the calls of all", 8, DifferentCallSuite::thrown);
        add("calls on another communicator go on", 3, DifferentCallSuite::others);
        add("roots of an intercommunicator are what they are", 4, DifferentCallSuite::between);
        add("counts that may differ between ranks", 4, DifferentCallSuite::counts);
    }

    private void parts(String name, int ranks, Calls calls, String... words) {
        add(name + ", " + ranks + " ranks", ranks, rank -> {
            for (int count : new int[] {1, rank.sizes().large() / 4}) {
                Intracomm comm = rank.comm().dup();
                fails(rank, comm, calls, count, words);
            }
        });
    }

    /** All ranks fail, in these calls or in barriers after them; one at least says these words. */
    static void fails(Rank rank, Intracomm comm, Calls calls, int count, String... words) {
        comm.setErrhandler(MPI.ERRORS_RETURN);
        String message = null;
        try {
            calls.run(comm, count);
            for (int i = 0; i < comm.getSize(); i++) {
                comm.barrier();
            }
        } catch (MPIException e) {
            message = e.getMessage();
        }
        String said = message;
        Check.that(said != null, () -> "rank " + comm.getRank() + " has not failed");
        boolean saysAll = Arrays.stream(words).allMatch(said::contains);
        int[] all = new int[1];
        rank.comm().allReduce(new int[] {saysAll ? 1 : 0}, all, 1, MPI.INT, MPI.SUM);
        if (all[0] == 0) {
            System.err.println("rank " + comm.getRank() + ": " + said);
            rank.comm().barrier();
            throw new AssertionError("no rank says " + Arrays.toString(words) + ", but: " + said);
        }
        try {
            comm.barrier();
            throw new AssertionError("a call after one that has failed");
        } catch (MPIException e) {
            Check.that(e.getMessage().contains("an earlier collective call"), e.getMessage());
        }
        comm.free();
    }

    static int[] filled(int count, int value) {
        int[] array = new int[count];
        Arrays.fill(array, value);
        return array;
    }

    /** Whoever gets through the second broadcast has its data. */
    static void twoRoots(Intracomm comm, int count) {
        int me = comm.getRank();
        comm.bcast(filled(count, 10 + me), count, MPI.INT, me == 1 ? 1 : 0);
        int[] next = filled(count, me == 0 ? 77 : 0);
        comm.bcast(next, count, MPI.INT, 0);
        Check.equal(filled(count, 77), next, "data of another broadcast");
    }

    private static void gather(Intracomm comm, int count) {
        int[] all = new int[comm.getSize() * count];
        comm.gather(new int[count], count, MPI.INT, all, count, MPI.INT, comm.getRank() == 1 ? 0 : 1);
    }

    private static void gatherv(Intracomm comm, int count) {
        int n = comm.getSize();
        int[] displs = new int[n];
        Arrays.setAll(displs, i -> i * count);
        int root = comm.getRank() == 1 ? 0 : 1;
        comm.gatherv(new int[count], count, MPI.INT, new int[n * count], filled(n, count), displs, MPI.INT, root);
    }

    private static void scatter(Intracomm comm, int count) {
        int[] all = new int[comm.getSize() * count];
        comm.scatter(all, count, MPI.INT, new int[count], count, MPI.INT, comm.getRank() == 1 ? 1 : 0);
    }

    private static void reduce(Intracomm comm, int count) {
        int root = comm.getRank() == 1 ? 0 : 1;
        comm.reduce(new int[count], new int[count], count, MPI.INT, MPI.SUM, root);
    }

    private static void ops(Intracomm comm, int count) {
        Op op = comm.getRank() == 1 ? MPI.MAX : MPI.SUM;
        comm.allReduce(new int[count], new int[count], count, MPI.INT, op);
    }

    private static void userOp(Intracomm comm, int count) {
        Op own = new Op((in, inOut, n, type) -> {}, true);
        comm.allReduce(new int[count], new int[count], count, MPI.INT, comm.getRank() == 1 ? own : MPI.SUM);
    }

    private static void barrierAndBcast(Intracomm comm, int count) {
        if (comm.getRank() == 1) {
            comm.bcast(new int[count], count, MPI.INT, 0);
        } else {
            comm.barrier();
        }
    }

    private static void barrierAndRoot(Intracomm comm, int count) {
        if (comm.getRank() == 1) {
            comm.bcast(new int[count], count, MPI.INT, 1);
        } else {
            comm.barrier();
        }
    }

    private static void bcastAndBarrier(Intracomm comm, int count) {
        if (comm.getRank() == 1) {
            comm.barrier();
        } else {
            comm.bcast(new int[count], count, MPI.INT, 0);
        }
    }

    /** Rank 1 has not called yet when the broadcast's message comes, where the root need not wait for its receiver. */
    private static void lateBarrier(Rank rank, Intracomm comm) {
        byte[] data = new byte[1];
        boolean signals = rank.sizes().fewLeaveAtOnce();
        if (comm.getRank() == 1) {
            rank.comm().recv(data, 1, MPI.BYTE, signals ? 0 : MPI.PROC_NULL, 0);
            comm.barrier();
        } else {
            comm.bcast(data, 1, MPI.BYTE, 0);
            if (comm.getRank() == 0 && signals) {
                rank.comm().send(data, 1, MPI.BYTE, 1, 0);
            }
        }
    }

    private static void more(Intracomm comm, int count) {
        if (comm.getRank() == 0) {
            comm.bcast(new int[count], count, MPI.INT, 0);
        }
        comm.barrier();
    }

    /** Returns early, and counts. */
    private static void empty(Intracomm comm, int count) {
        if (comm.getRank() == 0) {
            comm.bcast(new int[0], 0, MPI.INT, 0);
        }
        comm.barrier();
    }

    private static void swapped(Intracomm comm, int count) {
        boolean first = comm.getRank() == 1;
        for (boolean reduces : new boolean[] {first, !first}) {
            if (reduces) {
                comm.reduce(new int[count], new int[count], count, MPI.INT, MPI.SUM, 0);
            } else {
                comm.bcast(new int[count], count, MPI.INT, 0);
            }
        }
    }

    /** A long message waits for its receiver, and fails in the call. */
    private static void free(Rank rank) {
        Intracomm comm = rank.comm().dup();
        comm.setErrhandler(MPI.ERRORS_RETURN);
        String said = "";
        try {
            comm.bcast(new int[1], 1, MPI.INT, comm.getRank());
        } catch (MPIException e) {
            said = e.getMessage();
        }
        ThreadRunner.nothingLeft(rank.comm());
        try {
            comm.free();
        } catch (MPIException e) {
            Check.equal("", said, "it was reported before");
            said = e.getMessage();
        }
        Check.that(
                said.contains("bcast with root ") || said.contains("has failed"),
                "rank " + rank.rank() + " says: " + said);
        Check.that(comm.isNull(), "it is freed");
        rank.comm().barrier();
    }

    private static void thrown(Rank rank) {
        Intracomm comm = rank.comm().dup();
        comm.setErrhandler(MPI.ERRORS_RETURN);
        int me = comm.getRank();
        Op op = new Op(
                (in, inOut, count, type) -> {
                    if (me == 4) {
                        throw new IllegalStateException("as written by a user");
                    }
                },
                true);
        boolean failed = false;
        try {
            comm.reduce(new int[3], new int[3], 3, MPI.INT, op, 4);
            for (int i = 0; i < 8; i++) {
                comm.barrier();
            }
        } catch (IllegalStateException e) {
            failed = me == 4;
        } catch (MPIException e) {
            failed = e.getMessage().contains("has failed in");
        }
        Check.that(failed, "rank " + me + " has not failed");
        rank.comm().barrier();
        comm.free();
    }

    private static void others(Rank rank) {
        Intracomm other = rank.comm().dup();
        fails(rank, rank.comm().dup(), DifferentCallSuite::twoRoots, 1, "bcast with root 0", "bcast with root 1");
        SharedSuite.operations(other, 100, 1);
        SharedSuite.operations(rank.comm(), 100, 2);
        other.free();
    }

    private static void between(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        Intracomm half = comm.split(me / 2, me);
        Intercomm groups = comm.createIntercomm(half, 0, me < 2 ? 2 : 0, 3);
        for (int round = 0; round < 8; round++) {
            int root = me >= 2 ? round % 2 : me == round % 2 ? MPI.ROOT : MPI.PROC_NULL;
            int[] data = {root == MPI.ROOT ? round : -1, 0};
            groups.bcast(data, 1, MPI.INT, root);
            Check.that(me < 2 || data[0] == round, "bcast of round " + round);
            int[] all = new int[2];
            groups.gather(new int[] {me}, 1, MPI.INT, all, 1, MPI.INT, root);
            Check.that(root != MPI.ROOT || all[0] == 2 && all[1] == 3, "gather of round " + round);
            int[] sum = new int[1];
            groups.reduce(new int[] {me}, sum, 1, MPI.INT, MPI.SUM, root);
            Check.that(root != MPI.ROOT || sum[0] == 5, "reduce of round " + round);
            groups.barrier();
        }
        groups.free();
        half.free();
    }

    private static void counts(Rank rank) {
        Intracomm comm = rank.comm().dup();
        int me = comm.getRank();
        int n = comm.getSize();
        for (int root = 0; root < n; root++) {
            comm.gather(new int[2], 2, MPI.INT, me == root ? new int[2 * n] : null, me == root ? 2 : 0, MPI.INT, root);
            comm.scatter(me == root ? new int[n] : null, me == root ? 1 : 0, MPI.INT, new int[1], 1, MPI.INT, root);
            int[] parts = new int[n];
            int[] displs = new int[n];
            Arrays.setAll(parts, i -> i % 2);
            comm.gatherv(new int[1], me % 2, MPI.INT, new int[n], parts, displs, MPI.INT, root);
            comm.bcast(null, 0, MPI.INT, root);
            comm.reduce(null, null, 0, MPI.INT, MPI.SUM, root);
        }
        comm.barrier();
        comm.free();
    }
}
