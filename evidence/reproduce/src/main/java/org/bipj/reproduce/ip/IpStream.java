package org.bipj.reproduce.ip;

import java.util.List;
import java.util.stream.IntStream;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Section 7: TCP over BIP at 50 MB/s. */
public final class IpStream implements Experiment {
    static final int LONG = 65_536;
    static final int TOTAL = 8 << 20;
    private static final int[] SIZES = {64, 256, 1024, 4096, 16_384, LONG};
    private static final String[] NAMES = {"64 B", "256 B", "1 KB", "4 KB", "16 KB", "64 KB"};
    /** Writes of the shortest are many. */
    private static final int MOST_WRITES = 1 << 14;

    public IpStream() {}

    @Override
    public Head head() {
        return new Head(
                "ip-stream",
                "IP over BIP: throughput of TCP by the size of writes",
                "BIP, section 7",
                List.of(Lab.BIP),
                """
                As netperf's TCP_STREAM: one program writes, the other reads what there is, up to 64 KB. 8 MB, or \
                16,384 writes, from the first write until the last byte has been read. The paper names no size.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster cluster = lab.bip();
        double[] rates = IntStream.of(SIZES)
                .mapToDouble(size -> Netperf.stream(cluster, size, Math.min(TOTAL, MOST_WRITES * size)))
                .toArray();
        Results results = new Results();
        for (int i = 0; i < rates.length; i++) {
            results.value(NAMES[i], rates[i]);
        }
        return results.figure(new Figure(
                "size",
                "Throughput of TCP over BIP",
                "size of writes, bytes",
                "throughput, MB/s",
                true,
                List.of(new Figure.Line(
                        "simulated", IntStream.of(SIZES).asDoubleStream().toArray(), rates))));
    }
}
