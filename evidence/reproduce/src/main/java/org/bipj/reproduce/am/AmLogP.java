package org.bipj.reproduce.am;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Figure 5: the parameters of the LogP model. */
public final class AmLogP implements Experiment {
    public AmLogP() {}

    @Override
    public Head head() {
        return new Head("am-logp", "Active Messages II: LogP", "AM-II, section 5.1, figure 5", List.of(Lab.NOW), """
                Requests of four words, each answered by four words: back to back, with a computation between them, \
                and one at a time, two hosts at one switch, four requests outstanding at most. Straight over the \
                endpoints, without a library above them. A gap is the mean of ten runs that begin with requests at \
                random distances, from --seed on; its spread is the largest less the smallest. Then the same with \
                checks, channels, or both switched off (am.protection, am.reliability), as the paper compiles them \
                out.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster now = am(lab);
        LogP all = LogP.of(now);
        Gaps gaps = Gaps.of(now, lab.seed());
        Results results = new Results().value("send overhead", all.sendOverhead());
        all.addReceiveOverhead(results, "receive overhead");
        results.value("gap", gaps.mean())
                .value("gap, spread over ten runs", gaps.spread())
                .value("round trip", all.roundTrip());
        all.addLatency(results, "latency");
        without(results, "without protection", with(now, false, true), lab.seed());
        without(results, "without reliability", with(now, true, false), lab.seed());
        without(results, "without both", with(now, false, false), lab.seed());
        return results;
    }

    private static Cluster with(Cluster now, boolean protection, boolean reliability) {
        return now.with("am.protection", String.valueOf(protection))
                .with("am.reliability", String.valueOf(reliability));
    }

    private static void without(Results results, String what, Cluster cluster, long seed) {
        LogP rest = LogP.of(cluster);
        Gaps gaps = Gaps.of(cluster, seed);
        results.value(what + ": gap", gaps.mean()).value(what + ": gap, spread over ten runs", gaps.spread());
        rest.addLatency(results, what + ": latency");
        results.value(what + ": round trip", rest.roundTrip());
    }

    /** The NOW, whose boards run Active Messages II's firmware. */
    static Cluster am(Lab lab) {
        return lab.cluster(Lab.NOW).with("nic.firmware", "am2");
    }
}
