package org.bipj.reproduce.bip;

import java.util.Arrays;
import java.util.List;
import org.bipj.bip.Bip;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Section 4.3: buffers may have any address, and any offset to each other. */
public final class Alignment implements Experiment {
    private static final int LONG = 65_536;
    private static final int PAGE = 4096;
    private static final int PLACES = 24;

    /** Words by which each buffer is longer than the one before, so that offsets in pages differ. */
    private static final int SHIFT = 43;

    public Alignment() {}

    @Override
    public Head head() {
        return new Head(
                "bip-alignment",
                "BIP: buffers from plain allocation, anywhere in their pages",
                "BIP, sections 4.3 and 5",
                List.of(Lab.BIP),
                """
                One-way times of 64 KB between 24 pairs of arrays with different offsets in their pages, the \
                receiver's in the opposite order; pages pinned. The cost is the difference between the slowest and \
                the fastest. The same with messages of one page's size.""");
    }

    @Override
    public Results run(Lab lab) {
        double[] micros = times(lab, LONG);
        double[] pairs = new double[PLACES];
        Arrays.setAll(pairs, i -> i);
        return new Results()
                .value("largest cost of an unfavourable place", cost(micros))
                .value("the same of a message of 4096 B", cost(times(lab, PAGE)))
                .figure(new Figure(
                        "place",
                        "One-way time of 64 KB between differently placed buffers",
                        "pair of buffers",
                        "one-way time, us",
                        false,
                        List.of(new Figure.Line("simulated", pairs, micros))));
    }

    private static double[] times(Lab lab, int bytes) {
        Program program = new Program(bytes / 4);
        lab.bip().run(2, program);
        return program.micros;
    }

    /** What the worst alignment costs over the best, in percent. */
    private static double cost(double[] micros) {
        double fastest = Arrays.stream(micros).min().orElseThrow();
        double slowest = Arrays.stream(micros).max().orElseThrow();
        return 100 * (slowest / fastest - 1);
    }

    private static final class Program implements Cluster.Program {
        private static final int TAG = 1;
        private static final int READY = 2;

        final double[] micros = new double[PLACES];
        private final int words;
        private double start;

        Program(int words) {
            this.words = words;
        }

        @Override
        public void run(Cluster.Rank rank) {
            int[][] buffers = new int[PLACES][];
            for (int i = 0; i < PLACES; i++) {
                buffers[i] = new int[words + i * SHIFT];
            }
            try (Bip bip = Bip.init()) {
                exchange(bip, rank, buffers, false);
                exchange(bip, rank, buffers, true);
            }
        }

        /** Exchanges a message in each pair of buffers; the first call pins the pages and does not count. */
        private void exchange(Bip bip, Cluster.Rank rank, int[][] buffers, boolean counts) {
            for (int i = 0; i < PLACES; i++) {
                if (rank.number() == 0) {
                    bip.trecv(READY, new int[1], 1);
                    start = rank.now();
                    bip.tsend(1, TAG, buffers[i], words);
                } else {
                    int receive = bip.tirecv(TAG, buffers[PLACES - 1 - i], words);
                    bip.tsend(0, READY, new int[1], 1);
                    bip.rwait(receive);
                    if (counts) {
                        micros[i] = rank.now() - start;
                    }
                }
            }
        }
    }
}
