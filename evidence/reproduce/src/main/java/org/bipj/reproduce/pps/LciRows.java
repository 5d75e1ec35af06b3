package org.bipj.reproduce.pps;

import java.util.Arrays;
import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.RankClasses;
import org.bipj.reproduce.lab.Results;
import org.bipj.reproduce.lci.Placement;

/** Section 6.7: what closed windows cost SOR's exchange of rows. */
public final class LciRows implements Experiment {
    private static final int RANKS = 64;
    private static final int EXCHANGES = 10;
    /** About what the update of a colour takes. */
    private static final int COMPUTES_US = 3500;

    private final int ranks;

    /** Creates the experiment with the paper's 64 ranks. */
    public LciRows() {
        this(RANKS);
    }

    LciRows(int ranks) {
        this.ranks = ranks;
    }

    @Override
    public Head head() {
        return new Head(
                "lci-rows",
                "LCI: rows of 12 KB to both neighbours, and windows of 8 packets",
                "LCI, section 6.7",
                List.of(Lab.DAS),
                """
                The exchange of the sample sor, alone: each of 64 ranks sends a row of 12 packets to both \
                neighbours, and receives theirs, after a computation of 3.5 ms. Mean time of an exchange. Where the \
                host retransmits, MPI sends no packet into a closed window, and looks for acknowledgements.""");
    }

    @Override
    public Results run(Lab lab) {
        Results results = new Results();
        double best = exchange(Placement.NONE_NI.cluster(lab, Placement.KILOBYTE));
        for (Placement placement : Placement.values()) {
            for (int packet : Placement.PACKETS) {
                results.value(
                        placement.text + ": exchange, " + packet / Placement.KILOBYTE + " KB packets",
                        exchange(placement.cluster(lab, packet)));
            }
        }
        Cluster stalls = Placement.HOST_HOST.cluster(lab, Placement.KILOBYTE);
        double wide = exchange(stalls.with("lci.window", "16"));
        return results.value("host+host: exchange, windows of 16", wide)
                .value("host+host over none+ni", exchange(stalls) / best)
                .value("the same with windows of 16", wide / best);
    }

    private double exchange(Cluster cluster) {
        int[] arguments = {EXCHANGES, COMPUTES_US};
        return Arrays.stream(RankClasses.runAll(cluster, ranks, RowsProgram.class, arguments))
                .mapToDouble(one -> one[0])
                .average()
                .orElseThrow();
    }
}
