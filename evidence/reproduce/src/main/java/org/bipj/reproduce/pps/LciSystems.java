package org.bipj.reproduce.pps;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;
import org.bipj.reproduce.lci.Exchange;
import org.bipj.reproduce.lci.LciBroadcast;
import org.bipj.reproduce.lci.Placement;

/** Table 5: latency and throughput of the layers above LCI. */
public final class LciSystems implements Experiment {
    private static final int KILOBYTE = 1024;
    /** The size of a request without data, in bytes. */
    private static final int REQUEST = 8;

    private static final int CALL = 8 * KILOBYTE;
    private static final int REGION = 16 * KILOBYTE;
    private static final int MESSAGE = 64 * KILOBYTE;
    private static final int MESSAGES = 16;
    private static final int BROADCASTS = 8;

    private final int ranks;

    /** The experiment, with broadcasts to 64 ranks. */
    public LciSystems() {
        this(LciBroadcast.RANKS);
    }

    LciSystems(int ranks) {
        this.ranks = ranks;
    }

    @Override
    public Head head() {
        return new Head(
                "lci-systems",
                "LCI: latency and throughput of the systems above",
                "LCI, section 5.6, table 5",
                List.of(Lab.DAS),
                """
                Each level through its own interface, on none+ni with packets of 1 KB, all by polling. One-way \
                messages: half a round trip. Broadcasts: from the sender's call until the last receiver has it; \
                ordered ones are those of rank 1, which has to ask rank 0 for a number. Throughput: messages and \
                broadcasts of 64 KB into a buffer, calls with 8 KB, write misses of a region of 16 KB. Ranks are \
                mapped well for the sender's tree, as in lci-broadcast. Each layer has one cost, fitted to a \
                latency, and one for a broadcast; throughput is predicted.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster cluster = Placement.NONE_NI.cluster(lab, Placement.KILOBYTE);
        Results results = new Results();
        unicast(results, cluster);
        broadcast(
                results,
                cluster.with("placement", LciBroadcast.mapping(0, ranks)),
                cluster.with("placement", LciBroadcast.mapping(1, ranks)));
        return results;
    }

    private static void unicast(Results results, Cluster cluster) {
        results.value("LCI: message", Exchange.message(cluster))
                .value("Panda-ST: message", PandaSpeed.message(cluster))
                .value("MPI: message", MpiSpeed.message(cluster))
                .value("LCI: request and reply", Exchange.roundTrip(cluster, 0, 0))
                .value("Panda-MT: call", PandaSpeed.call(cluster, 0))
                .value("Orca: operation on a remote object", OrcaSpeed.remote(cluster, 0))
                .value("LCI: request, reply with a region", Exchange.roundTrip(cluster, REQUEST, REQUEST))
                .value("CRL: clean write miss", CrlSpeed.writeMiss(cluster, REQUEST))
                .value("LCI: messages", Exchange.rate(cluster, MESSAGE))
                .value("Panda-ST: messages", PandaSpeed.rate(cluster, MESSAGE, MESSAGES))
                .value("MPI: messages", MpiSpeed.rate(cluster, MESSAGE, MESSAGES))
                .value("LCI: requests of 8 KB", CALL / Exchange.roundTrip(cluster, CALL, 0))
                .value("Panda-MT: calls of 8 KB", CALL / PandaSpeed.call(cluster, CALL))
                .value("Orca: operations with 8 KB", CALL / OrcaSpeed.remote(cluster, CALL))
                .value("LCI: replies of 16 KB", REGION / Exchange.roundTrip(cluster, REQUEST, REGION))
                .value("CRL: write misses of 16 KB", REGION / CrlSpeed.writeMiss(cluster, REGION));
    }

    private void broadcast(Results results, Cluster ofRank0, Cluster ofRank1) {
        results.value("LCI: broadcast", Exchange.broadcast(ofRank0, ranks))
                .value("Panda-ST: broadcast", PandaSpeed.broadcast(ofRank0, ranks))
                .value("MPI: broadcast", MpiSpeed.broadcast(ofRank0, ranks))
                .value("Panda-MT: ordered broadcast", PandaSpeed.ordered(ofRank1, ranks))
                .value("Orca: operation on a replicated object", OrcaSpeed.replicated(ofRank1, ranks))
                .value("LCI: broadcasts", Exchange.broadcastRate(ofRank0, ranks, MESSAGE))
                .value("Panda-ST: broadcasts", PandaSpeed.broadcastRate(ofRank0, ranks, MESSAGE, BROADCASTS))
                .value("MPI: broadcasts", MpiSpeed.broadcastRate(ofRank0, ranks, MESSAGE, BROADCASTS))
                .value("Panda-MT: ordered broadcasts", PandaSpeed.orderedRate(ofRank1, ranks, MESSAGE, BROADCASTS))
                .value(
                        "Orca: operations on a replicated object",
                        OrcaSpeed.replicatedRate(ofRank1, ranks, MESSAGE, BROADCASTS));
    }
}
