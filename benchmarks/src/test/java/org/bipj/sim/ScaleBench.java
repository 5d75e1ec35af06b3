package org.bipj.sim;

import java.util.Locale;
import java.util.Random;
import mpi.Comm;
import mpi.MPI;
import mpi.MpiRank;
import mpi.Request;

/**
 * Wall time per event and per short message of whole simulated clusters of several sizes, das64's grid enlarged: every
 * rank sends 8 bytes a round, to its neighbour or by a random permutation. All ranks share this one class, so that the
 * cost of the simulator shows and not that of compiling a program for each rank anew ({@code
 * org.bipj.bench.TrafficBench} has that too).
 *
 * <pre>java -Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1
 *     -cp TEST-CLASS-PATH org.bipj.sim.ScaleBench [MESSAGES]</pre>
 */
public final class ScaleBench {
    private static final String[] GRIDS = {"4x2x2", "4x4x2", "4x4x4", "8x4x4", "8x8x4", "8x8x8", "16x8x8"};
    private static final int SMALLEST = 16;
    private static final int TAG = 1;
    private static final int WARM_UP = 400_000;

    private final int ranks;
    private final int rounds;
    private final boolean random;
    private long events;
    private long start;
    private long wallNs;

    private ScaleBench(int ranks, int rounds, boolean random) {
        this.ranks = ranks;
        this.rounds = rounds;
        this.random = random;
    }

    /** Prints the table. */
    public static void main(String[] args) {
        int messages = args.length > 0 ? Integer.parseInt(args[0]) : 640_000;
        System.out.printf("%-10s%8s%14s%14s%16s%n", "pattern", "ranks", "messages/s", "ns/event", "events/message");
        for (boolean random : new boolean[] {false, true}) {
            new ScaleBench(SMALLEST, WARM_UP / SMALLEST, random).run(GRIDS[0]);
            for (int i = 0; i < GRIDS.length; i++) {
                int ranks = SMALLEST << i;
                ScaleBench bench = new ScaleBench(ranks, messages / ranks, random);
                bench.run(GRIDS[i]);
                bench.print();
            }
        }
        // Sessions leave their boards and carriers behind.
        System.exit(0);
    }

    private void run(String grid) {
        SimOptions options = SimOptions.of("das64").with("topology.grid=" + grid);
        try (SimSession session = SimSession.open(ranks, options, SimSession.Listener.NONE)) {
            session.run(rank -> {
                MpiRank mpi = MpiRank.of(ScaleBench.class);
                mpi.initialize("Init", MPI.THREAD_SINGLE);
                Comm comm = mpi.world();
                exchange(comm, rank, rounds / 5 + 1);
                mpi.world().barrier();
                if (rank == 0) {
                    start = System.nanoTime();
                    events = session.kernel().fired();
                }
                exchange(comm, rank, rounds);
                mpi.world().barrier();
                if (rank == 0) {
                    wallNs = System.nanoTime() - start;
                    events = session.kernel().fired() - events;
                }
                mpi.shutDown();
            });
        }
    }

    private void exchange(Comm comm, int rank, int count) {
        byte[] out = new byte[8];
        byte[] in = new byte[8];
        Random draw = new Random(count);
        for (int round = 0; round < count; round++) {
            // An odd factor makes a permutation of a power of two of ranks.
            int to = random
                    ? ((draw.nextInt(ranks) | 1) * rank + draw.nextInt(ranks) & ranks - 1)
                    : rank + 1 & ranks - 1;
            if (to != rank) {
                Request sent = comm.iSend(out, out.length, MPI.BYTE, to, TAG);
                comm.recv(in, in.length, MPI.BYTE, MPI.ANY_SOURCE, TAG);
                sent.waitFor();
            }
        }
    }

    private void print() {
        long messages = (long) ranks * rounds;
        System.out.printf(
                Locale.ROOT,
                "%-10s%8d%14.0f%14.1f%16.1f%n",
                random ? "random" : "ring",
                ranks,
                messages * 1e9 / wallNs,
                wallNs / (double) events,
                events / (double) messages);
    }
}
