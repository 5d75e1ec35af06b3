package org.bipj.reproduce.am;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Figure 5, the baseline: the parameters of the LogP model of Generic Active Messages. */
public final class GamLogP implements Experiment {
    public GamLogP() {}

    @Override
    public Head head() {
        return new Head(
                "gam-logp",
                "Generic Active Messages: LogP",
                "AM-II, section 5.1, figure 5",
                List.of(Lab.NOW),
                "As am-logp, on boards that run Generic Active Messages (nic.firmware = gam).");
    }

    @Override
    public Results run(Lab lab) {
        LogP all = LogP.of(gam(lab));
        Results results = new Results().value("send overhead", all.sendOverhead());
        all.addReceiveOverhead(results, "receive overhead");
        all.addLatency(results, "latency");
        return results.value("round trip", all.roundTrip())
                .value("round trip, beside the paper's 2 (Os + Or + L)", all.roundTrip())
                .value("gap", all.gap())
                .valueIf(
                        !Double.isNaN(all.receiveOverhead()),
                        "gap, over the overheads",
                        all.gap() / (all.sendOverhead() + all.receiveOverhead()),
                        "there is no receive overhead to compare with");
    }

    /** The NOW, whose boards run Generic Active Messages. */
    static Cluster gam(Lab lab) {
        return lab.cluster(Lab.NOW).with("nic.firmware", "gam");
    }
}
