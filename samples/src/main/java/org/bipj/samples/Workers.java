package org.bipj.samples;

import java.util.Arrays;
import java.util.BitSet;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;

/**
 * Counts primes with a master, rank 0, and workers, all other ranks: each worker gets a new piece of work as soon as it
 * has sent the result of its last one; shows ANY_SOURCE, ANY_TAG, tags that say what a message means, and Status.
 *
 * <pre>{@code ./bipj sample workers -n 4 [LIMIT [PIECES]]}</pre>
 *
 * <p>The pieces, ranges of numbers, take unequal times, and so may the ranks. The master answers whichever worker is
 * ready: no worker waits while there is work. Workers count by trial division; the master compares the sum with a sieve.
 */
public final class Workers {
    private static final String USAGE = "workers -n RANKS [LIMIT [PIECES]]     at least 2 ranks, a master and a worker;"
            + " primes up to LIMIT are counted, 2000000 by default, in PIECES of work, 100 by default";
    private static final int LIMIT = 2_000_000;
    private static final int MAX_LIMIT = 1_000_000_000;
    private static final int PIECES = 100;

    private static final int MASTER = 0;

    // Tags: the master sends WORK and at last END, a worker RESULT.
    private static final int WORK = 1;
    private static final int END = 2;
    private static final int RESULT = 3;

    private Workers() {}

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        String[] rest = MPI.Init(args);
        Verdict.print(USAGE, Workers::run, rest);
        MPI.Finalize();
    }

    static Verdict run(Intracomm comm, String[] args) {
        Usage.atMost(args, 2);
        int limit = Usage.positive(args, 0, "LIMIT", LIMIT, MAX_LIMIT);
        int work = Usage.positive(args, 1, "PIECES", PIECES, MAX_LIMIT);
        if (comm.getSize() < 2) {
            throw new Usage.WrongUsage("needs at least 2 ranks, a master and a worker, but has 1");
        }
        if (comm.getRank() != MASTER) {
            work(comm);
            return new Verdict(true, "a worker's");
        }
        int[] pieces = new int[comm.getSize()];
        long primes = master(comm, limit, work, pieces);
        int[] ofWorkers = Arrays.copyOfRange(pieces, 1, pieces.length);
        return new Verdict(
                primes == sieve(limit),
                primes + " primes up to " + limit + ", pieces of work per worker " + Arrays.toString(ofWorkers));
    }

    /**
     * The master: deals out the numbers up to {@code limit} and adds up the results.
     *
     * @param pieces how many pieces of work there are
     * @param done set to how many pieces of work each rank has done
     */
    private static long master(Intracomm comm, int limit, int pieces, int[] done) {
        int next = 0;
        for (int worker = 1; worker < comm.getSize(); worker++) {
            deal(comm, limit, next++, pieces, worker);
        }
        long sum = 0;
        int[] result = new int[1];
        for (int received = 0; received < pieces; received++) {
            Status status = comm.recv(result, 1, MPI.INT, MPI.ANY_SOURCE, RESULT);
            sum += result[0];
            done[status.getSource()]++;
            deal(comm, limit, next++, pieces, status.getSource());
        }
        return sum;
    }

    /** Sends a piece of work, the numbers above the first of the two up to the second; END after the last piece. */
    private static void deal(Intracomm comm, int limit, int piece, int pieces, int worker) {
        if (piece >= pieces) {
            comm.send(new int[0], 0, MPI.INT, worker, END);
            return;
        }
        int above = (int) ((long) limit * piece / pieces);
        int upTo = (int) ((long) limit * (piece + 1) / pieces);
        comm.send(new int[] {above, upTo}, 2, MPI.INT, worker, WORK);
    }

    /** A worker: does what comes until the master sends END. */
    private static void work(Intracomm comm) {
        int[] range = new int[2];
        // ANY_TAG takes WORK and END, in the order in which they were sent; the status has the tag.
        while (comm.recv(range, 2, MPI.INT, MASTER, MPI.ANY_TAG).getTag() == WORK) {
            int[] primes = {countPrimes(range[0], range[1])};
            comm.send(primes, 1, MPI.INT, MASTER, RESULT);
        }
    }

    static int countPrimes(int above, int upTo) {
        int count = 0;
        for (int number = above + 1; number <= upTo; number++) {
            count += isPrime(number) ? 1 : 0;
        }
        return count;
    }

    private static boolean isPrime(int number) {
        if (number % 2 == 0) {
            return number == 2;
        }
        for (int divisor = 3; (long) divisor * divisor <= number; divisor += 2) {
            if (number % divisor == 0) {
                return false;
            }
        }
        return number > 1;
    }

    /** Counts the primes up to a limit by the sieve of Eratosthenes. */
    static long sieve(int limit) {
        BitSet composite = new BitSet(limit + 1);
        for (int prime = 2; (long) prime * prime <= limit; prime = composite.nextClearBit(prime + 1)) {
            for (long multiple = (long) prime * prime; multiple <= limit; multiple += prime) {
                composite.set((int) multiple);
            }
        }
        return limit - 1L - composite.cardinality();
    }
}
