package org.bipj.reproduce.am;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Measures what other credits and other hardware change. */
public final class AmSensitivity implements Experiment {
    private static final double RUN_US = 20_000;
    private static final int BYTES = 4096;

    public AmSensitivity() {}

    @Override
    public Head head() {
        return new Head(
                "am-sensitivity",
                "Active Messages II: other credits, other hardware",
                "AM-II, sections 4.2 and 5",
                List.of(Lab.NOW),
                """
                Two hosts, as in am-logp and am-bandwidth, with one constant changed. Channels and queues are as \
                they are.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster now = AmLogP.am(lab);
        double gap = Gaps.of(now, lab.seed()).mean();
        double timers =
                part(gap, Gaps.of(now.with("am.quantum", "1 s"), lab.seed()).mean());
        Gaps fast = Gaps.of(twice(now, "lanai.clock"), lab.seed());
        return new Results()
                .value("one request outstanding", rate(now, 1))
                .value("two requests outstanding", rate(now, 2))
                .value("three requests outstanding", rate(now, 3))
                .value("eight requests outstanding, over four", rate(now, 8) / rate(now, LogP.WINDOW))
                .value("LANai twice as fast: gap", fast.mean())
                .value("LANai twice as fast: gap, spread over ten runs", fast.spread())
                .value(
                        "SBus reads twice as fast: 4 KB",
                        AmBandwidth.rate(twice(twice(now, "bus.dma.read.rate"), "bus.rate"), BYTES))
                .value(
                        "links twice as fast: 4 KB, over that before",
                        AmBandwidth.rate(twice(now, "link.rate"), BYTES) / AmBandwidth.rate(now, BYTES))
                .valueIf(
                        timers >= 0,
                        "part of the gap that timers take",
                        timers,
                        "it is less than the gap differs by from run to run");
    }

    private static double rate(Cluster cluster, int window) {
        return Clients.run(cluster, 1, 1, window, 0, RUN_US).rate();
    }

    private static Cluster twice(Cluster cluster, String key) {
        return cluster.with(key, Double.toString(2 * cluster.constant(key)));
    }

    private static double part(double with, double without) {
        return 100 * (with - without) / with;
    }
}
