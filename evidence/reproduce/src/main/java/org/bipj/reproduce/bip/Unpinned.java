package org.bipj.reproduce.bip;

import java.util.List;
import org.bipj.bip.Bip;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Section 4.2: the cost of pinning pages that no message has used before. */
public final class Unpinned implements Experiment {
    public Unpinned() {}

    @Override
    public Head head() {
        return new Head(
                "bip-unpinned", "BIP: pages that are not pinned beforehand", "BIP, section 4.2", List.of(Lab.BIP), """
                One message of 1 MB from a new array into a new array, from the send call to the end of the receive; \
                then the same again. The receiver pins its pages while the sender pins its own, and has posted its \
                receive when the message arrives.""");
    }

    @Override
    public Results run(Lab lab) {
        Program program = new Program();
        lab.bip().run(2, program);
        return new Results()
                .value("throughput with no page pinned before", Throughput.LARGEST / program.micros[0])
                .value("throughput with all pages pinned", Throughput.LARGEST / program.micros[1]);
    }

    private static final class Program implements Cluster.Program {
        private static final int TAG = 1;
        private static final int READY = 2;
        private static final int WORDS = Throughput.LARGEST / 4;
        private static final int TIMES = 2;

        final double[] micros = new double[TIMES];
        private double start;

        @Override
        public void run(Cluster.Rank rank) {
            try (Bip bip = Bip.init()) {
                int[] buffer = new int[WORDS];
                for (int k = 0; k < TIMES; k++) {
                    if (rank.number() == 0) {
                        bip.trecv(READY, new int[1], 1);
                        start = rank.now();
                        bip.tsend(1, TAG, buffer, WORDS);
                    } else {
                        int receive = bip.tirecv(TAG, buffer, WORDS);
                        bip.tsend(0, READY, new int[1], 1);
                        bip.rwait(receive);
                        micros[k] = rank.now() - start;
                    }
                }
            }
        }
    }
}
