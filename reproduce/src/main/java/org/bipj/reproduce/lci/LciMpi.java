package org.bipj.reproduce.lci;

import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** MPI's row of table 5. */
public final class LciMpi implements Experiment {
    private static final int MESSAGE = 64 << 10;
    private static final int MESSAGES = 24;

    /** The experiment. */
    public LciMpi() {}

    @Override
    public String name() {
        return "lci-mpi";
    }

    @Override
    public String title() {
        return "LCI: MPI on its boards";
    }

    @Override
    public String section() {
        return "LCI, section 5, table 5";
    }

    @Override
    public String method() {
        return "Unchanged MPI programs on boards without retransmission that forward, packets of 1 KB. Latencies of messages"
                + " of one byte; throughput of messages of 64 KB, one after the other, which travel as consecutive packets."
                + " Broadcasts on 64 ranks, mapped for rank 0's: latency from all ranks' calls to the last return, and"
                + " throughput at the last rank. One cost of a message, for Panda-ST and MPI together, and one of Panda-ST's"
                + " broadcast are fitted.";
    }

    @Override
    public Results run(Lab lab) {
        Cluster pair = Placement.NONE_NI.cluster(lab, Placement.KILOBYTE);
        Cluster all = LciBroadcast.mapped(Placement.NONE_NI, lab, Placement.KILOBYTE);
        int ranks = LciBroadcast.RANKS;
        return new Results()
                .value("latency", MpiProgram.micros(pair, 2, MpiProgram.LATENCY, 1, MESSAGES))
                .value("throughput", MESSAGE / MpiProgram.micros(pair, 2, MpiProgram.STREAM, MESSAGE, MESSAGES))
                .value("broadcast: latency", MpiProgram.micros(all, ranks, MpiProgram.BROADCAST, 1, 1))
                .value(
                        "broadcast: throughput",
                        MESSAGE / MpiProgram.micros(all, ranks, MpiProgram.BROADCASTS, MESSAGE, MESSAGES));
    }
}
