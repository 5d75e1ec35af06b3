package org.bipj.reproduce.ssam;

import java.util.List;
import org.bipj.core.nic.CellDevice;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;
import org.bipj.ssam.RequestHandler;
import org.bipj.ssam.Ssam;

/** Table 3: what an active message costs a processor. */
public final class SsamOperations implements Experiment {
    private static final int NOTE = 1;
    private static final int ASK = 2;
    private static final int ANSWER = 3;
    private static final int CELLS = CellDevice.BATCH;
    private static final double PHASE_US = 1000;

    /** Times per message, in microseconds. */
    private static final class Times {
        private double send;
        private double handle;
        private double handleAndReply;
        private double reply;
        private double acknowledgement;
        private double single;
    }

    public SsamOperations() {}

    @Override
    public Head head() {
        return new Head(
                "ssam-operations",
                "SSAM: what a message costs a processor",
                "SSAM, section 3.4.3, table 3",
                List.of(Lab.SS20, Lab.SS1),
                """
                One host sends 16 messages while the other one computes; that one then polls once, for all 16. The \
                time of the poll is divided by 16. It contains no acknowledgements, except in the rows that name \
                them.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster[] hosts = PaperMachines.both(lab);
        Results results = new Results();
        for (int i = 0; i < hosts.length; i++) {
            Times times = new Times();
            requests(hosts[i], times);
            acknowledgements(hosts[i], times);
            String host = ", " + PaperMachines.NAMES[i];
            results.value("send request" + host, times.send)
                    .value("handle request, no reply" + host, times.handle)
                    .value("handle request, reply sent" + host, times.handleAndReply)
                    .value("handle acknowledgement" + host, times.acknowledgement)
                    .value("handle reply" + host, times.reply)
                    .value("handle an acknowledgement that comes alone" + host, times.single);
        }
        return results;
    }

    private static void requests(Cluster cluster, Times times) {
        cluster.run(2, rank -> {
            try (Ssam ssam = open(Ssam.setup().window(2 * CELLS).acknowledge(2 * CELLS))) {
                if (rank.number() == 0) {
                    times.send = send(ssam, rank, NOTE, CELLS);
                    PaperMachines.until(rank, 2 * PHASE_US);
                    send(ssam, rank, ASK, CELLS);
                    PaperMachines.until(rank, 4 * PHASE_US);
                    times.reply = poll(ssam, rank, CELLS);
                } else {
                    PaperMachines.until(rank, PHASE_US);
                    times.handle = poll(ssam, rank, CELLS);
                    PaperMachines.until(rank, 3 * PHASE_US);
                    times.handleAndReply = poll(ssam, rank, CELLS);
                    // Its goodbye comes behind what the other rank measures.
                    PaperMachines.until(rank, 5 * PHASE_US);
                }
            }
        });
    }

    private static void acknowledgements(Cluster cluster, Times times) {
        cluster.run(2, rank -> {
            try (Ssam ssam = open(Ssam.setup().window(2 * CELLS).acknowledge(1))) {
                if (rank.number() == 0) {
                    send(ssam, rank, NOTE, CELLS);
                    PaperMachines.until(rank, 2 * PHASE_US);
                    times.acknowledgement = poll(ssam, rank, CELLS);
                    send(ssam, rank, NOTE, 1);
                    PaperMachines.until(rank, 4 * PHASE_US);
                    times.single = poll(ssam, rank, 1);
                } else {
                    PaperMachines.until(rank, PHASE_US);
                    poll(ssam, rank, CELLS);
                    PaperMachines.until(rank, 3 * PHASE_US);
                    poll(ssam, rank, 1);
                    PaperMachines.until(rank, 5 * PHASE_US);
                }
            }
        });
    }

    private static Ssam open(Ssam.Setup setup) {
        Ssam ssam = setup.init();
        ssam.requestHandler(NOTE, (from, data, reply) -> RequestHandler.NO_REPLY);
        ssam.requestHandler(ASK, (from, data, reply) -> ANSWER);
        ssam.replyHandler(ANSWER, (from, data) -> {});
        return ssam;
    }

    private static double send(Ssam ssam, Cluster.Rank rank, int handler, int count) {
        double start = rank.now();
        for (int i = 0; i < count; i++) {
            ssam.request(1, handler);
        }
        return (rank.now() - start) / count;
    }

    private static double poll(Ssam ssam, Cluster.Rank rank, int cells) {
        double start = rank.now();
        PaperMachines.expect(cells, ssam.poll());
        return (rank.now() - start) / cells;
    }
}
