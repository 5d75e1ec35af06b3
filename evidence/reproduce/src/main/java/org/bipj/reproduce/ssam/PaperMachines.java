package org.bipj.reproduce.ssam;

import org.bipj.core.job.Jobs;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Lab;

/** The paper's machines, and moments that their programs agree on. */
final class PaperMachines {
    /** Names of the machines in the quantities. */
    static final String[] NAMES = {"SS-20", "SS-1+"};

    private PaperMachines() {}

    /** Both machines, two of each back to back, in the order of {@link #NAMES}. */
    static Cluster[] both(Lab lab) {
        return new Cluster[] {lab.cluster(Lab.SS20), lab.cluster(Lab.SS1)};
    }

    /** The program computes until a moment, in microseconds. */
    static void until(Cluster.Rank rank, double us) {
        if (us < rank.now()) {
            throw new IllegalStateException(
                    "rank " + rank.number() + ": it is " + rank.now() + " us; expected to be ready at " + us);
        }
        Jobs.of(null).compute(1000 * (us - rank.now()));
    }

    static void expect(int cells, int found) {
        if (cells != found) {
            throw new IllegalStateException("the trap found " + found + " cells; expected " + cells
                    + ", which were lost or came at another time");
        }
    }
}
