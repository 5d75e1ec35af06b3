package org.bipj.reproduce.lci;

import java.util.ArrayList;
import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Curve;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Figure 2 of the LCI paper: throughput between two ranks. */
public final class LciThroughput implements Experiment {
    /** A buffer that fits into the second-level cache. */
    private static final int SMALL = 64 << 10;

    private static final int LARGE = 1 << 20;
    private static final int SHORTEST = 64;

    public LciThroughput() {}

    @Override
    public Head head() {
        return new Head(
                "lci-throughput", "LCI: unicast throughput", "LCI, section 4.1, figure 2", List.of(Lab.DAS), """
                Messages one way between two neighbours, back to back, in packets of 1 or 2 KB, from the complete \
                arrival of the first message to that of the last one. With copy, the receiver copies each packet \
                into a buffer as long as the message. A copy's rate depends on whether that buffer fits into the \
                second-level cache. The values are those of messages of 64 KB, or 1 MB where the name says so.""");
    }

    @Override
    public Results run(Lab lab) {
        Results results = new Results();
        List<Figure.Line> plain = new ArrayList<>();
        List<Figure.Line> copied = new ArrayList<>();
        int[] lengths = Curve.powers(SHORTEST, LARGE, 1);
        for (Placement placement : Placement.SCHEMES) {
            for (int packet : Placement.PACKETS) {
                Cluster cluster = placement.cluster(lab, packet);
                String name = placement.scheme() + ": " + packet / Placement.KILOBYTE + " KB packets";
                results.value(name, Stream.rate(cluster, SMALL, false))
                        .value(name + ", with copy", Stream.rate(cluster, SMALL, true))
                        .value(name + ", with copy, 1 MB", Stream.rate(cluster, LARGE, true));
                plain.add(Stream.curve(cluster, lengths, false).rates(name));
                copied.add(Stream.curve(cluster, lengths, true).rates(name));
            }
        }
        return results.figure(figure("plain", "without copy", plain)).figure(figure("copied", "with copy", copied));
    }

    private static Figure figure(String key, String how, List<Figure.Line> lines) {
        return new Figure(
                key,
                "Unicast throughput " + how + " (figure 2)",
                "message size, bytes",
                "throughput, MB/s",
                true,
                lines);
    }
}
