package org.bipj.reproduce.lci;

import java.util.List;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Table 4: the parameters of the LogP model, and fetch-and-add. */
public final class LciLogP implements Experiment {
    public LciLogP() {}

    @Override
    public Head head() {
        return new Head("lci-logp", "LCI: LogP and fetch-and-add", "LCI, section 4.1, table 4", List.of(Lab.DAS), """
                Empty packets between two neighbours, straight over the boards' packets. The gap is the time of a \
                packet in a long run one way, which is the board's occupancy, and the gap with answers that of a \
                packet which is answered. The latency is half a round trip less both overheads. Nothing is \
                forwarded, so each reliability scheme is measured once.""");
    }

    @Override
    public Results run(Lab lab) {
        Results results = new Results();
        for (Placement placement : Placement.SCHEMES) {
            LciParameters all = LciParameters.of(placement.cluster(lab, Placement.KILOBYTE));
            String scheme = placement.scheme() + ": ";
            results.value(scheme + "send overhead", all.sendOverhead())
                    .valueIf(
                            !Double.isNaN(all.receiveOverhead()),
                            scheme + "receive overhead",
                            all.receiveOverhead(),
                            "a round trip takes longer than the 200 us of computation that are to hide it")
                    .value(scheme + "gap", all.gap())
                    .value(scheme + "gap with answers", all.answeredGap())
                    .valueIf(
                            all.latency() >= 0,
                            scheme + "latency",
                            all.latency(),
                            "the overheads are longer than half a round trip, or one of them could not be measured")
                    .value(scheme + "end-to-end latency", all.endToEnd())
                    .value(scheme + "fetch-and-add", all.add());
        }
        return results;
    }
}
