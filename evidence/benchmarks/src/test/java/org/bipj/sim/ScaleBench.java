package org.bipj.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
 * <p>The clusters live side by side and take turns of a tenth of a second: where others use the machine too, its
 * speed changes by a factor of three within minutes, and turns meet all sizes alike. Printed are medians over the
 * turns.
 *
 * <pre>java -Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1
 *     -cp TEST-CLASS-PATH org.bipj.sim.ScaleBench [TURNS [MESSAGES-A-TURN]]</pre>
 */
public final class ScaleBench {
    private static final String[] GRIDS = {"4x2x2", "4x4x2", "4x4x4", "8x4x4", "8x8x4", "8x8x8", "16x8x8"};
    private static final int SMALLEST = 16;
    private static final int TAG = 1;
    private static final int WARM_UP_TURNS = 15;

    private final int number;
    private final int ranks;
    private final int rounds;
    private final boolean random;
    private final Turns turns;
    private final double[] nsPerEvent;
    private double eventsPerMessage;

    private ScaleBench(int number, int turns, int messages, boolean random, Turns order) {
        this.number = number;
        this.random = random;
        this.turns = order;
        ranks = SMALLEST << number;
        rounds = Math.max(1, messages / ranks);
        nsPerEvent = new double[turns];
    }

    /** Whose turn it is. */
    private static final class Turns {
        private final int clusters;
        private int present;
        private int turn;

        Turns(int clusters) {
            this.clusters = clusters;
        }

        /** A cluster is there; nobody begins before all are. */
        synchronized void arrive() {
            present++;
            notifyAll();
        }

        synchronized void await(int cluster) {
            while (present < clusters || turn != cluster) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException("interrupted in a benchmark", e);
                }
            }
        }

        synchronized void pass() {
            turn = (turn + 1) % clusters;
            notifyAll();
        }
    }

    /** Prints the table. */
    public static void main(String[] args) throws InterruptedException {
        int turns = args.length > 0 ? Integer.parseInt(args[0]) : 40;
        int messages = args.length > 1 ? Integer.parseInt(args[1]) : 60_000;
        System.out.printf(
                "%-10s%8s%14s%10s%22s%16s%n",
                "pattern", "ranks", "messages/s", "ns/event", "quartiles", "events/message");
        for (boolean random : new boolean[] {false, true}) {
            Turns order = new Turns(GRIDS.length);
            List<ScaleBench> clusters = new ArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < GRIDS.length; i++) {
                ScaleBench cluster = new ScaleBench(i, turns, messages, random, order);
                clusters.add(cluster);
                threads.add(Thread.ofPlatform().start(cluster::run));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            clusters.forEach(ScaleBench::print);
            double growth =
                    clusters.getLast().quantile(0.5) / clusters.getFirst().quantile(0.5);
            System.out.printf(
                    Locale.ROOT,
                    "%-10s%.1f %% a doubling%n",
                    "",
                    100 * (Math.pow(growth, 1.0 / (GRIDS.length - 1)) - 1));
        }
        // Sessions leave their boards and carriers behind.
        System.exit(0);
    }

    private void run() {
        SimOptions options = SimOptions.of("das64").with("topology.grid=" + GRIDS[number]);
        try (SimSession session = SimSession.open(ranks, options, SimSession.Listener.NONE)) {
            session.run(rank -> {
                MpiRank mpi = MpiRank.of(ScaleBench.class);
                mpi.initialize("Init", MPI.THREAD_SINGLE);
                Comm comm = mpi.world();
                Random draw = new Random(rounds);
                if (rank == 0) {
                    turns.arrive();
                }
                // In the last turn, which does not count, others already end.
                for (int turn = -WARM_UP_TURNS; turn <= nsPerEvent.length; turn++) {
                    comm.barrier();
                    long events = session.kernel().fired();
                    if (rank == 0) {
                        turns.await(number);
                    }
                    long start = System.nanoTime();
                    exchange(comm, rank, draw);
                    comm.barrier();
                    if (rank == 0) {
                        turns.pass();
                        if (turn >= 0 && turn < nsPerEvent.length) {
                            events = session.kernel().fired() - events;
                            nsPerEvent[turn] = (System.nanoTime() - start) / (double) events;
                            eventsPerMessage = events / (double) (ranks * rounds);
                        }
                    }
                }
                mpi.shutDown();
            });
        }
        Arrays.sort(nsPerEvent);
    }

    private void exchange(Comm comm, int rank, Random draw) {
        byte[] out = new byte[8];
        byte[] in = new byte[8];
        for (int round = 0; round < rounds; round++) {
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

    private double quantile(double share) {
        return nsPerEvent[(int) (share * nsPerEvent.length)];
    }

    private void print() {
        System.out.printf(
                Locale.ROOT,
                "%-10s%8d%14.0f%10.1f%22s%16.1f%n",
                random ? "random" : "ring",
                ranks,
                1e9 / (quantile(0.5) * eventsPerMessage),
                quantile(0.5),
                String.format(Locale.ROOT, "%.1f to %.1f", quantile(0.25), quantile(0.75)),
                eventsPerMessage);
    }
}
