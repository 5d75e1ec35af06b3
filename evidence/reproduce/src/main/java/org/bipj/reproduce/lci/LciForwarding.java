package org.bipj.reproduce.lci;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Sections 3.5 and 3.6: forwarding where a host does not poll. */
public final class LciForwarding implements Experiment {
    private static final int INNER = 1;
    private static final int CHILD = 3;
    private static final double COMPUTES_US = 1000;

    public LciForwarding() {}

    @Override
    public Head head() {
        return new Head(
                "lci-forwarding",
                "LCI: an inner node of the tree computes",
                "LCI, sections 3.5 and 3.6",
                List.of(Lab.DAS),
                """
                An empty broadcast of rank 0 to 64 ranks with interrupts on, while rank 1, which is the first child, \
                computes for 1 ms. The delay is that of rank 3, its first child, against the same with nobody \
                computing.""");
    }

    @Override
    public Results run(Lab lab) {
        Results results = new Results();
        for (Placement placement : Placement.values()) {
            results.value(placement.text + ": delay behind a node that computes", delay(placement.cluster(lab, 1024)));
        }
        return results;
    }

    /** What a computation of an inner node adds to the arrival at its child, in microseconds. */
    static double delay(Cluster cluster) {
        return delay(cluster, cluster);
    }

    /** As above, against another cluster, on which nobody computes. */
    static double delay(Cluster cluster, Cluster before) {
        return arrival(cluster, INNER) - arrival(before, 0);
    }

    private static double arrival(Cluster cluster, int busy) {
        return Broadcast.arrivals(cluster, LciBroadcast.RANKS, 0, busy, COMPUTES_US, true)[CHILD];
    }
}
