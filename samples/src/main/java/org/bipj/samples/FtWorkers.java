package org.bipj.samples;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/**
 * Counts primes with a master, rank 0, and workers that may die: the master deals the piece of a dead worker out again, and does
 * what is left by itself if nobody lives. Shows ERRORS_RETURN, ANY_SOURCE with failures, getFailed and ackFailed.
 *
 * <pre>{@code ./bipj sample ft-workers -n 4 [LIMIT [PIECES [DEATHS]]]}</pre>
 *
 * <p>The first DEATHS workers die in their first piece of work, by an exception that nobody catches.
 */
public final class FtWorkers {
    private static final String USAGE =
            "ft-workers -n RANKS [LIMIT [PIECES [DEATHS]]]     at least 2 ranks, a master and a"
                    + " worker; primes up to LIMIT are counted, 200000 by default, in PIECES of work, 40 by default; DEATHS workers"
                    + " die, 1 by default; needs mpirun's --with-ft, unless that is 0";
    private static final int LIMIT = 200_000;
    private static final int PIECES = 40;
    private static final int MAX = 1_000_000_000;
    private static final int MASTER = 0;

    // Tags: the master sends WORK and at last END, a worker RESULT.
    private static final int WORK = 1;
    private static final int END = 2;
    private static final int RESULT = 3;

    private final Intracomm comm;
    private final int limit;
    private final int pieces;
    private final Deque<Integer> open = new ArrayDeque<>();
    private final BitSet done = new BitSet();
    /** By worker the piece that it has; -1: none. */
    private final int[] dealt;

    private final BitSet dead = new BitSet();
    private long sum;

    private FtWorkers(Intracomm comm, int limit, int pieces) {
        this.comm = comm;
        this.limit = limit;
        this.pieces = pieces;
        dealt = new int[comm.getSize()];
        for (int piece = 0; piece < pieces; piece++) {
            open.add(piece);
        }
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        String[] rest = MPI.Init(args);
        Verdict.print(USAGE, FtWorkers::run, rest);
        MPI.Finalize();
    }

    static Verdict run(Intracomm comm, String[] args) {
        Usage.atMost(args, 3);
        int limit = Usage.positive(args, 0, "LIMIT", LIMIT, MAX);
        int work = Usage.positive(args, 1, "PIECES", PIECES, MAX);
        int deaths = args.length > 2 && args[2].equals("0")
                ? 0
                : Usage.positive(args, 2, "DEATHS", 1, Math.max(1, comm.getSize() - 1));
        if (comm.getSize() < 2) {
            throw new Usage.WrongUsage("needs at least 2 ranks, a master and a worker, but has 1");
        }
        comm.setErrhandler(MPI.ERRORS_RETURN);
        FtWorkers program = new FtWorkers(comm, limit, work);
        if (comm.getRank() != MASTER) {
            program.work(comm.getRank() <= deaths);
            return new Verdict(true, "a worker's");
        }
        program.lead();
        return new Verdict(
                program.sum == Workers.sieve(limit),
                program.sum + " primes up to " + limit + ", " + program.dead.cardinality() + " workers have died");
    }

    // ---- the master ----------------------------------------------------------------------------------------------

    private void lead() {
        for (int worker = 1; worker < dealt.length; worker++) {
            dealt[worker] = -1;
        }
        while (done.cardinality() < pieces) {
            deal();
            if (dead.cardinality() == dealt.length - 1) {
                int piece = open.remove();
                count(piece, primes(piece));
            } else {
                receive();
            }
        }
        for (int worker = 1; worker < dealt.length; worker++) {
            send(worker, END, new int[0]);
        }
    }

    /** Gives each worker that has nothing to do a piece. */
    private void deal() {
        for (int worker = 1; worker < dealt.length; worker++) {
            if (dealt[worker] < 0 && !dead.get(worker) && !open.isEmpty()) {
                dealt[worker] = open.remove();
                send(worker, WORK, new int[] {dealt[worker]});
            }
        }
    }

    /** A worker that is dead need not get it: the next receive says that it is. */
    private void send(int worker, int tag, int[] content) {
        try {
            comm.send(content, content.length, MPI.INT, worker, tag);
        } catch (MPIException e) {
            checkDeath(e);
        }
    }

    private void receive() {
        int[] result = new int[2];
        try {
            Status status = comm.recv(result, 2, MPI.INT, MPI.ANY_SOURCE, RESULT);
            dealt[status.getSource()] = -1;
            count(result[0], result[1]);
        } catch (MPIException e) {
            checkDeath(e);
            bury();
        }
    }

    /** What the dead had to do is open again, unless their result has come before. */
    private void bury() {
        Group failed = comm.getFailed();
        Group all = comm.getGroup();
        int[] index = new int[failed.getSize()];
        for (int i = 0; i < index.length; i++) {
            index[i] = i;
        }
        for (int worker : Group.translateRanks(failed, index, all)) {
            if (!dead.get(worker) && dealt[worker] >= 0) {
                open.add(dealt[worker]);
            }
            dead.set(worker);
        }
        // From now on messages of the others are waited for again.
        comm.ackFailed(index.length);
        failed.free();
        all.free();
    }

    private void count(int piece, int primes) {
        sum += done.get(piece) ? 0 : primes;
        done.set(piece);
    }

    // ---- a worker ------------------------------------------------------------------------------------------------

    private void work(boolean dies) {
        int[] piece = new int[1];
        try {
            while (comm.recv(piece, 1, MPI.INT, MASTER, MPI.ANY_TAG).getTag() == WORK) {
                if (dies) {
                    throw new IllegalStateException("worker " + comm.getRank() + " dies");
                }
                comm.send(new int[] {piece[0], primes(piece[0])}, 2, MPI.INT, MASTER, RESULT);
            }
        } catch (MPIException e) {
            // The master is dead: there is nothing to do.
            checkDeath(e);
        }
    }

    private static void checkDeath(MPIException e) {
        if (e.getErrorClass() != MPI.ERR_PROC_FAILED) {
            throw e;
        }
    }

    private int primes(int piece) {
        int above = (int) ((long) limit * piece / pieces);
        int upTo = (int) ((long) limit * (piece + 1) / pieces);
        return Workers.countPrimes(above, upTo);
    }
}
