package org.bipj.reproduce.am;

import java.util.Arrays;
import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Figure 6: bandwidth of medium messages, with both kinds of DMA of an SBus. */
public final class AmBandwidth implements Experiment {
    private static final String MODE = "bus.dma.mode";
    private static final double MB = 1 << 20;
    private static final double RUN_US = 20_000;
    private static final int PAGE = 8192;
    private static final int STEP = 64;
    private static final int[] SIZES = {128, 256, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, PAGE};

    public AmBandwidth() {}

    @Override
    public Head head() {
        return new Head(
                "am-bandwidth",
                "Active Messages II: bandwidth of medium messages",
                "AM-II, section 5.2, figure 6",
                List.of(Lab.NOW),
                """
                One host sends medium messages to another, four outstanding at most, each answered by four words. MB \
                are 2^20 bytes, as in the paper. The copy into the staging area, which a library makes and charges, \
                is not part of it.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster streaming = AmLogP.am(lab).with(MODE, "streaming");
        Cluster consistent = streaming.with(MODE, "consistent");
        double crossover = crossover(streaming, consistent);
        return new Results()
                .value("4 KB, streaming DMA", rate(streaming, PAGE / 2))
                .value("8 KB, consistent DMA", rate(consistent, PAGE))
                .value("round trip of 8 KB and four words", LogP.roundTrip(streaming, PAGE))
                .value("8 KB, streaming DMA", rate(streaming, PAGE))
                .valueIf(
                        !Double.isNaN(crossover),
                        "streaming DMA is faster from",
                        crossover,
                        "one of the two is the faster one from " + STEP + " to " + PAGE + " B")
                .figure(new Figure(
                        "size",
                        "Bandwidth of medium messages (figure 6)",
                        "message size, bytes",
                        "MB/s",
                        false,
                        List.of(line("streaming", streaming), line("consistent", consistent))));
    }

    /** The bandwidth of messages of that size. */
    static double rate(Cluster cluster, int bytes) {
        return bytes * Clients.run(cluster, 1, 1, LogP.WINDOW, bytes, RUN_US).rate() / MB;
    }

    /** NaN if one mode is the faster one for all lengths. */
    private static double crossover(Cluster streaming, Cluster consistent) {
        int bytes = STEP;
        while (bytes <= PAGE && rate(streaming, bytes) <= rate(consistent, bytes)) {
            bytes += STEP;
        }
        return bytes == STEP || bytes > PAGE ? Double.NaN : bytes;
    }

    private static Figure.Line line(String name, Cluster cluster) {
        return new Figure.Line(
                name,
                Arrays.stream(SIZES).asDoubleStream().toArray(),
                Arrays.stream(SIZES).mapToDouble(bytes -> rate(cluster, bytes)).toArray());
    }
}
