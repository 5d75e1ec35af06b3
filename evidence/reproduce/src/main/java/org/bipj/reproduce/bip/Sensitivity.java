package org.bipj.reproduce.bip;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** The effect of changing one part. The expected numbers follow by arithmetic and are not published. */
public final class Sensitivity implements Experiment {
    private static final String BUS = "bus.rate";
    private static final String CLOCK = "lanai.clock";
    private static final String LINK = "link.rate";
    private static final String SRAM = "sram.rate";
    private static final int LONG = 4096;
    private static final int FEW = 5;
    private static final int MEGABYTE = 1 << 20;
    private static final int SWITCHES = 5;

    public Sensitivity() {}

    @Override
    public Head head() {
        return new Head(
                "bip-sensitivity",
                "BIP: what happens when one part changes",
                "By arithmetic from the constants",
                List.of(Lab.BIP),
                """
                The measurements of the other experiments, each with one constant changed. Expected values are \
                computed by hand from the mechanism.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster base = lab.bip();
        double latency = BipMeasurements.latency(base);
        double peak = BipMeasurements.peak(base);
        Results results = new Results();
        bus(base, peak, results);
        results.value("link 80 MB/s: peak", BipMeasurements.peak(base.with(LINK, "80")));
        clock(base, latency, results);
        results.value("SRAM halved: peak", BipMeasurements.peak(scaled(base, SRAM, 0.5)));
        requestGo(base, peak, results);
        switches(lab, results);
        return results.value("1 MB both ways at once: each way", BothWays.rate(base, MEGABYTE));
    }

    private static void bus(Cluster base, double peak, Results results) {
        Cluster half = scaled(base, BUS, 0.5);
        double halfPeak = BipMeasurements.peak(half);
        double size = BipMeasurements.half(base, peak);
        results.value("PCI halved: peak", halfPeak)
                .value("PCI halved: N1/2 over that before", BipMeasurements.half(half, halfPeak) / size);
    }

    private static void clock(Cluster base, double latency, Results results) {
        Cluster slow = scaled(base, CLOCK, 0.5);
        Cluster fast = scaled(base, CLOCK, 2);
        results.value("LANai cycle time doubled: peak", BipMeasurements.peak(slow))
                .value("LANai cycle time doubled: latency added", BipMeasurements.latency(slow) - latency)
                .value("LANai cycle time halved: peak", BipMeasurements.peak(fast))
                .value("LANai cycle time halved: latency saved", latency - BipMeasurements.latency(fast));
    }

    private static void requestGo(Cluster base, double peak, Results results) {
        Cluster stream = base.with("bip.long", "stream");
        Cluster packets = base.with("bip.long", "request-go");
        double other = BipMeasurements.peak(packets);
        results.value(
                        "request and go: added to a long message",
                        BipPingPong.time(packets, FEW, LONG) - BipPingPong.time(stream, FEW, LONG))
                .value("request and go: N1/2", BipMeasurements.half(packets, other))
                .value("request and go: peak over that before", other / peak);
    }

    private static void switches(Lab lab, Results results) {
        Cluster one = Switches.through(lab, 1);
        Cluster five = Switches.through(lab, SWITCHES);
        results.value("5 switches for 1: latency added", BipMeasurements.latency(five) - BipMeasurements.latency(one))
                .value(
                        "5 switches for 1: peak over that before",
                        BipMeasurements.peak(five) / BipMeasurements.peak(one));
    }

    private static Cluster scaled(Cluster cluster, String key, double factor) {
        return cluster.with(key, String.valueOf(factor * cluster.constant(key)));
    }
}
