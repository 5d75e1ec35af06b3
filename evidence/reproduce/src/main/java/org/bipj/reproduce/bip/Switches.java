package org.bipj.reproduce.bip;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Section 4.3: switches on the path add a little latency and cost no bandwidth. */
public final class Switches implements Experiment {
    private static final int MOST = 5;

    public Switches() {}

    @Override
    public Head head() {
        return new Head("bip-switches", "BIP: switches on the way", "BIP, section 4.3", List.of(Lab.BIP), """
                Empty messages through up to 5 switches in a row, and messages of 1 MB through none, 1 and 5. \
                Without a switch one cable joins the hosts; each switch adds a cable.""");
    }

    @Override
    public Results run(Lab lab) {
        double[] switches = new double[MOST + 1];
        double[] latency = new double[MOST + 1];
        for (int i = 0; i <= MOST; i++) {
            switches[i] = i;
            latency[i] = BipPingPong.time(through(lab, i), BipPingPong.THROUGHPUT, 0);
        }
        double none = BipPingPong.time(through(lab, 0), 3, Throughput.LARGEST);
        double one = BipPingPong.time(through(lab, 1), 3, Throughput.LARGEST);
        double five = BipPingPong.time(through(lab, MOST), 3, Throughput.LARGEST);
        return new Results()
                .value("latency of each switch", (latency[MOST] - latency[1]) / (MOST - 1))
                .value("bandwidth lost to a switch", 100 * (1 - none / one))
                .value("bandwidth lost to four more switches", 100 * (1 - one / five))
                .figure(new Figure(
                        "latency",
                        "Latency of an empty message by switches on the way",
                        "switches",
                        "one-way time, us",
                        false,
                        List.of(new Figure.Line("simulated", switches, latency))));
    }

    /** Two hosts at both ends of a row of switches, or of a cable. */
    static Cluster through(Lab lab, int switches) {
        // In a row of one, all hosts are at both ends.
        return lab.bip().with("topology.hosts", "2").with("topology.switches", String.valueOf(switches));
    }
}
