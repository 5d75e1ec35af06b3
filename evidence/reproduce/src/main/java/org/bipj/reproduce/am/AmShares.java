package org.bipj.reproduce.am;

import java.util.List;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Section 5.4: how evenly 84 clients are served, over the time that the paper takes. */
public final class AmShares implements Experiment {
    private static final int CLIENTS = 84;
    private static final double RUN_US = 300e6;

    public AmShares() {}

    @Override
    public Head head() {
        return new Head(
                "am-shares",
                "Active Messages II: shares of 84 clients over five minutes",
                "AM-II, section 5.4",
                List.of(Lab.NOW),
                """
                As am-paging with 84 clients and a thread for each endpoint, for five minutes of virtual time. A \
                share is a part of an even one.""");
    }

    /** True: the experiment takes minutes. */
    @Override
    public boolean isByName() {
        return true;
    }

    @Override
    public Results run(Lab lab) {
        Clients clients = Clients.ofThreads(AmLogP.am(lab), CLIENTS, LogP.WINDOW, RUN_US);
        return new Results()
                .value("least share of 84 clients", clients.leastShare())
                .value("largest share of 84 clients", clients.largestShare())
                .value("rate of 84 networks", clients.rate());
    }
}
