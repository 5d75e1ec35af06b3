package org.bipj.reproduce.bip;

import java.util.List;
import org.bipj.bip.Bip;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Section 4.3: messages for one receiver block each other until the first has passed. */
public final class TwoSenders implements Experiment {
    public TwoSenders() {}

    @Override
    public Head head() {
        return new Head(
                "bip-two-senders", "BIP: two senders to one receiver", "BIP, section 4.3", List.of(Lab.BIP), """
                Two nodes send 1 MB each at the same moment to a third, which has posted both receives. T is the \
                time of one of them alone, from the same start. With one worm per message the second worm waits on \
                its cable.""");
    }

    @Override
    public Results run(Lab lab) {
        double[] alone = times(lab.bip(), 1);
        double[] both = times(lab.bip(), 2);
        return new Results()
                .value("end of the first message", Math.min(both[0], both[1]) / alone[0])
                .value("end of the second message", Math.max(both[0], both[1]) / alone[0]);
    }

    /** When the message of each sender ends, in microseconds from their common start. */
    private static double[] times(Cluster cluster, int senders) {
        Program program = new Program(senders);
        cluster.run(1 + senders, program);
        return program.ends;
    }

    private static final class Program implements Cluster.Program {
        private static final int GO = 0;
        private static final int BYTES = Throughput.LARGEST;
        private static final int WORDS = BYTES / 4;
        /** Two rounds, because the first one also pins the pages. */
        private static final int ROUNDS = 2;

        final double[] ends;
        private final int senders;

        /** All senders start at the same time, after the receiver has notified the last; virtual time is global. */
        private double start;

        Program(int senders) {
            this.senders = senders;
            ends = new double[senders];
        }

        @Override
        public void run(Cluster.Rank rank) {
            try (Bip bip = Bip.init()) {
                int[][] buffers = new int[1 + senders][WORDS];
                for (int round = 0; round < ROUNDS; round++) {
                    if (rank.number() == 0) {
                        receive(bip, rank, buffers);
                    } else {
                        bip.trecv(GO, new int[1], 1);
                        start = Math.max(start, rank.now());
                        bip.tsend(0, rank.number(), buffers[rank.number()], WORDS);
                    }
                }
            }
        }

        private void receive(Bip bip, Cluster.Rank rank, int[][] buffers) {
            int[] receives = new int[1 + senders];
            for (int sender = 1; sender <= senders; sender++) {
                receives[sender] = bip.tirecv(sender, buffers[sender], WORDS);
            }
            for (int sender = 1; sender <= senders; sender++) {
                bip.tsend(sender, GO, new int[1], 1);
            }
            boolean[] done = new boolean[1 + senders];
            for (int left = senders; left > 0; ) {
                for (int sender = 1; sender <= senders; sender++) {
                    if (!done[sender] && bip.rtest(receives[sender]) >= 0) {
                        done[sender] = true;
                        ends[sender - 1] = rank.now() - start;
                        left--;
                    }
                }
            }
        }
    }
}
