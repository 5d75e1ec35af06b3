package org.bipj.reproduce.lci;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** What the results depend on: one constant changed at a time, against what follows by hand. */
public final class LciSensitivity implements Experiment {
    private static final int MESSAGE = 64 << 10;
    private static final int HALF = LciBroadcast.RANKS / 2;

    public LciSensitivity() {}

    @Override
    public Head head() {
        return new Head(
                "lci-sensitivity", "LCI: what the results depend on", "LCI, sections 3 and 4", List.of(Lab.DAS), """
                One constant changed at a time, without retransmission: the gap, unicast throughput of 64 KB in \
                packets of 1 KB without copy, broadcast throughput, and the delay behind an inner node that computes \
                for 1 ms.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster none = Placement.NONE_NI.cluster(lab, Placement.KILOBYTE);
        Cluster hosts = Placement.NONE_HOST.cluster(lab, Placement.KILOBYTE);
        Cluster oneSwitch =
                none.with("topology.ports", "66").with("topology.grid", "1").with("topology.hosts-per-switch", "64");
        return new Results()
                .value(
                        "LANai twice as fast: gap",
                        LciParameters.of(scaled(none, "lanai.clock", 2)).gap())
                .value("bus at half rate", Stream.rate(scaled(none, "bus.rate", 0.5), MESSAGE, false))
                .value("no write combining", Stream.rate(none.with("bus.pio.combining", "false"), MESSAGE, false))
                .value("window of 1", Stream.rate(none.with("lci.window", "1"), MESSAGE, false))
                .value("window of 2", Stream.rate(none.with("lci.window", "2"), MESSAGE, false))
                .value(
                        "broadcast to 32, window of 16 over 8",
                        Broadcast.rate(none.with("lci.window", "16"), HALF, MESSAGE)
                                / Broadcast.rate(none.with("lci.window", "8"), HALF, MESSAGE))
                .value("broadcast to 64 at one switch", Broadcast.rate(oneSwitch, LciBroadcast.RANKS, MESSAGE))
                .value(
                        "no watchdog: delay behind a host",
                        LciForwarding.delay(hosts.with("lci.watchdog", "0 us"), hosts))
                .value(
                        "watchdog of 1 ms: delay behind a host",
                        LciForwarding.delay(hosts.with("lci.watchdog", "1000 us")));
    }

    private static Cluster scaled(Cluster cluster, String key, double factor) {
        return cluster.with(key, String.valueOf(factor * cluster.constant(key)));
    }
}
