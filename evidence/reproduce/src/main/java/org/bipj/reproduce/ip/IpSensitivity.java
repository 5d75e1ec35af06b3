package org.bipj.reproduce.ip;

import java.util.List;
import java.util.stream.LongStream;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** The effect of changing one part, and of bit errors. The expected numbers follow by arithmetic and are not published. */
public final class IpSensitivity implements Experiment {
    private static final String MEMORY = "host.memcpy.rate";
    private static final String MTU = "ip.mtu";
    private static final String INTERRUPT = "ip.interrupt";
    private static final double HALF = 0.5;
    private static final int TWICE = 2;
    private static final int MEGABYTE = 1_000_000;
    private static final int LONG_STREAM = 20 * MEGABYTE;
    private static final int SHORT_STREAM = 2 * MEGABYTE;
    private static final int SEEDS = 10;

    public IpSensitivity() {}

    @Override
    public Head head() {
        return new Head(
                "ip-sensitivity",
                "IP over BIP: what happens when one part changes, and with bit errors",
                "By arithmetic from the constants",
                List.of(Lab.BIP),
                """
                The stream of 64 KB writes with one constant changed; with bit errors 20 MB of it, and 2 MB at 1e-5, \
                with each of ten seeds. BIP and MPI send messages of 64 KB until the first bit error ends the job: \
                mean of ten seeds.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster base = lab.bip();
        return new Results()
                .value("memory at half the rate", rate(scaled(base, MEMORY, HALF)))
                .value("memory at twice the rate", rate(scaled(base, MEMORY, TWICE)))
                .value("MTU of 4 KB", rate(scaled(base, MTU, HALF)))
                .value("MTU of 16 KB", rate(scaled(base, MTU, TWICE)))
                .value("interrupt of half the time", rate(scaled(base, INTERRUPT, HALF)))
                .value("interrupt of twice the time", rate(scaled(base, INTERRUPT, TWICE)))
                .value("TCP with bit errors of 1e-7", damaged(base, "1e-7", LONG_STREAM))
                .value("TCP with bit errors of 1e-6", damaged(base, "1e-6", LONG_STREAM))
                .value("TCP with bit errors of 1e-5", damaged(base, "1e-5", SHORT_STREAM))
                .value("BIP until a bit error of 1e-8", UntilDamage.bip(base, "1e-8", SEEDS))
                .value("BIP until a bit error of 1e-7", UntilDamage.bip(base, "1e-7", SEEDS))
                .value("MPI until a bit error of 1e-8", UntilDamage.mpi(base, "1e-8", SEEDS))
                .value("MPI until a bit error of 1e-7", UntilDamage.mpi(base, "1e-7", SEEDS));
    }

    private static double rate(Cluster cluster) {
        return Netperf.stream(cluster, IpStream.LONG, IpStream.TOTAL);
    }

    /** Bytes of streams with ten seeds over the sum of their times. */
    private static double damaged(Cluster cluster, String rate, int total) {
        Cluster faulty = cluster.withFaults("flip:rate=" + rate);
        double perByte = LongStream.rangeClosed(1, SEEDS)
                .mapToDouble(seed -> 1 / Netperf.stream(faulty.withSeed(seed), IpStream.LONG, total))
                .average()
                .orElseThrow();
        return 1 / perByte;
    }

    private static Cluster scaled(Cluster cluster, String key, double factor) {
        return cluster.with(key, String.valueOf(factor * cluster.constant(key)));
    }
}
