package org.bipj.reproduce.lci;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Curve;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Figures 3 and 4: broadcast on 64 processors. */
public final class LciBroadcast implements Experiment {
    /**
     * The host of each rank in a mapping that is good for the broadcasts of rank 0: found by simulated annealing, so that no
     * two edges of its tree share a direction of a cable of the 4x4x4 grid.
     */
    static final String MAPPING =
            "0,16,18,17,24,2,22,34,33,36,44,23,9,21,26,19,50,32,41,20,38,47,60,55,31,8,13,5,37,30,42,7,3,49,51,48,52,45,57,25,4,39,54,63,62,61,56,35,59,27,15,12,10,29,28,1,6,40,53,14,46,58,43,11";

    /** The number of processors in the paper's broadcasts. */
    public static final int RANKS = 64;

    private static final int MESSAGE = 64 << 10;
    private static final int SHORTEST = 64;
    private static final int LONGEST = 1 << 20;
    /** The longest message for which host+host is faster than ni+ni (section 4.2), and one beyond all caches. */
    private static final int MIDDLE = 128 << 10;

    public LciBroadcast() {}

    @Override
    public Head head() {
        return new Head(
                "lci-broadcast",
                "LCI: broadcast on 64 processors",
                "LCI, section 4.2, figures 3 and 4",
                List.of(Lab.DAS),
                """
                Latency: from the sender's call until the last upcall. Throughput: messages of 64 KB, one after the \
                other, until the last rank has copied them, so that packets which wait in host memory on the way do \
                not count as sent. The paper takes the sender's rate. Ranks are mapped so that no two edges of rank \
                0's tree share a direction of a cable, as the paper's mapping optimises processor 0's broadcast; \
                linear and random mappings, and a grid of 8x2x2 with two hosts a switch, beside that, each with the \
                number of edges of rank 0's tree that share a direction of a cable between switches.""");
    }

    @Override
    public Results run(Lab lab) {
        Results results = new Results();
        List<Figure.Line> latencies = new ArrayList<>();
        List<Figure.Line> rates = new ArrayList<>();
        for (Placement placement : Placement.values()) {
            Cluster small = mapped(placement, lab, Placement.KILOBYTE);
            results.value(placement.text + ": latency, empty", Broadcast.latency(small, RANKS, 0));
            for (int packet : Placement.PACKETS) {
                Cluster cluster = mapped(placement, lab, packet);
                String name = placement.text + ": " + packet / Placement.KILOBYTE + " KB packets";
                results.value(name, Broadcast.rate(cluster, RANKS, MESSAGE));
                latencies.add(latencies(cluster).times(name));
                rates.add(rates(cluster).rates(name));
            }
        }
        Cluster hosts = mapped(Placement.HOST_HOST, lab, Placement.KILOBYTE);
        double middle = Broadcast.rate(hosts, RANKS, MIDDLE);
        results.value(
                        "host+host over ni+ni, 128 KB",
                        middle / Broadcast.rate(mapped(Placement.NI_NI, lab, Placement.KILOBYTE), RANKS, MIDDLE))
                .value("host+host: 1 MB over 128 KB", Broadcast.rate(hosts, RANKS, LONGEST) / middle);
        Cluster linear = Placement.NONE_NI.cluster(lab, Placement.KILOBYTE).with("placement", "linear");
        Map<String, Cluster> mappings = new LinkedHashMap<>();
        mappings.put("mapping for rank 0", mapped(Placement.NONE_NI, lab, Placement.KILOBYTE));
        mappings.put("linear mapping", linear);
        mappings.put("random mapping", linear.with("placement", "random"));
        mappings.put(
                "8x2x2, linear mapping", linear.with("topology.grid", "8x2x2").with("topology.hosts-per-switch", "2"));
        List<Figure.Line> mapped = new ArrayList<>();
        mappings.forEach((name, cluster) -> {
            results.value("none+ni: " + name, Broadcast.rate(cluster, RANKS, MESSAGE))
                    .value(name + ": edges on a cable", Broadcast.edgesOnACable(cluster, RANKS));
            mapped.add(rates(cluster).rates(name));
        });
        return results.figure(
                        figure("mappings", "Broadcast throughput by mapping, none+ni", "throughput, MB/s", mapped))
                .figure(figure("latency", "Broadcast latency (figure 3)", "time, us", latencies))
                .figure(figure("throughput", "Broadcast throughput (figure 4)", "throughput, MB/s", rates));
    }

    /**
     * The same mapping for the broadcasts of another rank, whose tree has the ranks turned round.
     *
     * @param ranks number of ranks; the mapping of fewer than 64 is linear
     */
    public static String mapping(int root, int ranks) {
        if (ranks != RANKS) {
            return "linear";
        }
        String[] hosts = MAPPING.split(",");
        return IntStream.range(0, RANKS)
                .mapToObj(rank -> hosts[(rank - root + RANKS) % RANKS])
                .collect(Collectors.joining(","));
    }

    /** The paper's cluster with the mapping that is good for rank 0. */
    static Cluster mapped(Placement placement, Lab lab, int packet) {
        return placement.cluster(lab, packet).with("placement", MAPPING);
    }

    private static Curve latencies(Cluster cluster) {
        int[] lengths = Curve.powers(SHORTEST, LONGEST, 0);
        double[] micros = new double[lengths.length];
        for (int i = 0; i < lengths.length; i++) {
            micros[i] = Broadcast.latency(cluster, RANKS, lengths[i]);
        }
        return new Curve(lengths, micros);
    }

    private static Curve rates(Cluster cluster) {
        int[] lengths = Curve.powers(Placement.KILOBYTE, LONGEST, 0);
        double[] micros = new double[lengths.length];
        for (int i = 0; i < lengths.length; i++) {
            micros[i] = lengths[i] / Broadcast.rate(cluster, RANKS, lengths[i]);
        }
        return new Curve(lengths, micros);
    }

    private static Figure figure(String key, String title, String y, List<Figure.Line> lines) {
        return new Figure(key, title, "message size, bytes", y, true, lines);
    }
}
