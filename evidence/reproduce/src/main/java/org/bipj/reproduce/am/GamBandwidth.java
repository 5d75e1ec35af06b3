package org.bipj.reproduce.am;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** The bandwidth of Generic Active Messages, and what its overlap of transfers is worth. */
public final class GamBandwidth implements Experiment {
    private static final int PACKET = 4096;
    private static final String FETCH = "gam.buffers.send";
    private static final String STORE = "gam.buffers.receive";

    public GamBandwidth() {}

    @Override
    public Head head() {
        return new Head(
                "gam-bandwidth",
                "Generic Active Messages: bandwidth, and the worth of overlap",
                "AM-II, section 5.2",
                List.of(Lab.NOW),
                """
                As am-bandwidth, with packets of 4 KB. Then with one buffer in place of two: on the sending board \
                the next packet is not fetched while the present one leaves, on the receiving board none arrives \
                while the present one goes to the host. Last, the same buffers with the cycles that Active Messages \
                II takes for a message and its acknowledgement.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster gam = GamLogP.gam(lab);
        Cluster plain = buffers(gam, 1, 1);
        Cluster loaded = loaded(gam);
        return new Results()
                .value("4 KB", rate(gam))
                .value("4 KB, no packet is fetched ahead", rate(buffers(gam, 1, 2)))
                .value("4 KB, no packet arrives while one is stored", rate(buffers(gam, 2, 1)))
                .value("4 KB, without overlap", rate(plain))
                .value("4 KB, AM-II's costs with overlap", rate(buffers(loaded, 2, 2)))
                .value("4 KB, AM-II's costs without overlap", rate(buffers(loaded, 1, 1)))
                .value("4 KB, AM-II", rate(AmLogP.am(lab)));
    }

    private static Cluster buffers(Cluster cluster, int send, int receive) {
        return cluster.with(FETCH, Integer.toString(send)).with(STORE, Integer.toString(receive));
    }

    private static double rate(Cluster cluster) {
        return AmBandwidth.rate(cluster, PACKET);
    }

    /** The same boards with the cycles of Active Messages II for each message, and its host's work. */
    private static Cluster loaded(Cluster gam) {
        return gam.with("gam.send", text(sum(gam, "am.send", "am.channel.send", "am.check.send", "am.ack.receive")))
                .with("gam.body", text(gam.constant("am.body")))
                .with("gam.dma", text(gam.constant("am.dma")))
                .with("host.gam.send", text(gam.constant("host.am.send")) + " us")
                .with("host.gam.receive", text(gam.constant("host.am.receive")) + " us")
                .with(
                        "gam.receive",
                        text(sum(gam, "am.receive", "am.channel.receive", "am.check.receive", "am.ack.send")));
    }

    private static double sum(Cluster cluster, String... keys) {
        double sum = 0;
        for (String key : keys) {
            sum += cluster.constant(key);
        }
        return sum;
    }

    private static String text(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
