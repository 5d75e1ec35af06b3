package org.bipj.reproduce.ip;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Section 7: requests and answers over TCP, of which the paper prints nothing. */
public final class IpRequest implements Experiment {
    private static final int ROUNDS = 50;
    private static final int KILOBYTE = 1024;

    public IpRequest() {}

    @Override
    public Head head() {
        return new Head(
                "ip-request", "IP over BIP: requests and answers over TCP", "BIP, section 7", List.of(Lab.BIP), """
                As netperf's TCP_RR: one program writes a request and reads the answer, which is as long. Mean of 50 \
                round trips, after 50 others.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster cluster = lab.bip();
        return new Results()
                .value("round trip of 1 B", Netperf.request(cluster, 1, ROUNDS))
                .value("round trip of 1 KB", Netperf.request(cluster, KILOBYTE, ROUNDS));
    }
}
