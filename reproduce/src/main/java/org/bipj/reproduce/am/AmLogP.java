package org.bipj.reproduce.am;

import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Figure 5: the parameters of the LogP model. */
public final class AmLogP implements Experiment {
    /** The experiment. */
    public AmLogP() {}

    @Override
    public String name() {
        return "am-logp";
    }

    @Override
    public String title() {
        return "Active Messages II: LogP";
    }

    @Override
    public String section() {
        return "AM-II, section 5.1, figure 5";
    }

    @Override
    public String method() {
        return "Requests of four words, each answered by four words: back to back, with a computation between them, and"
                + " one at a time, two hosts at one switch, four requests outstanding at most. Straight over the"
                + " endpoints, without a library above them.";
    }

    @Override
    public Results run(Lab lab) {
        Cluster now = am(lab);
        LogP all = LogP.of(now);
        return new Results()
                .value("send overhead", all.sendOverhead())
                .value("receive overhead", all.receiveOverhead())
                .value("gap", all.gap())
                .value("round trip", all.roundTrip())
                .value("latency", all.latency());
    }

    /** The NOW, whose boards run Active Messages II's firmware. */
    static Cluster am(Lab lab) {
        return lab.cluster("now100").with("nic.firmware", "am2");
    }
}
