package org.bipj.reproduce.am;

import java.util.List;
import java.util.stream.IntStream;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Figure 10: several virtual networks, all of whose endpoints are resident. */
public final class AmNetworks implements Experiment {
    private static final double RUN_US = 100_000;
    /** Networks of the paper: frames of its boards. */
    private static final int PAPER = 7;

    public AmNetworks() {}

    @Override
    public Head head() {
        return new Head(
                "am-networks",
                "Active Messages II: as many virtual networks as there are frames",
                "AM-II, section 5.4, figure 10",
                List.of(Lab.NOW),
                """
                Clients on hosts of their own, each with a server endpoint of its own on one host, whose program has \
                one thread and polls the endpoints by turns. 100 ms for each number of clients; the paper's runs \
                take five minutes.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster now = AmLogP.am(lab);
        int most = (int) now.constant("am.frames");
        Clients[] runs = IntStream.rangeClosed(1, most)
                .mapToObj(n -> Clients.run(now, n, n, LogP.WINDOW, 0, RUN_US))
                .toArray(Clients[]::new);
        double[] rates =
                IntStream.range(0, most).mapToDouble(i -> runs[i].rate()).toArray();
        double highest =
                IntStream.range(0, most).mapToDouble(i -> rates[i]).max().orElseThrow();
        double lowest =
                IntStream.range(0, most).mapToDouble(i -> rates[i]).min().orElseThrow();
        String range = most == 1 ? "one network" : "one to " + Numbers.words(most) + " networks";
        String last = most == 1 ? "one network" : Numbers.words(most) + " networks";
        return new Results()
                .value("lowest rate of one to seven networks", lowest, "lowest rate of " + range)
                .value("highest rate of one to seven networks", highest, "highest rate of " + range)
                .value("rate of seven networks", rates[most - 1], "rate of " + last)
                .value("least share of a client", least(runs), shares("least", range, most))
                .value("largest share of a client", largest(runs), shares("largest", range, most))
                .figure(new Figure(
                        "rate",
                        "Requests answered (figure 10)",
                        "virtual networks",
                        "requests/s",
                        false,
                        List.of(new Figure.Line(
                                "simulated",
                                IntStream.rangeClosed(1, most).asDoubleStream().toArray(),
                                rates))));
    }

    /** The paper's shares are those of one to seven networks. */
    private static String shares(String which, String range, int most) {
        return which + " share of a client" + (most == PAPER ? "" : ", " + range);
    }

    private static double least(Clients[] runs) {
        return IntStream.range(0, runs.length)
                .mapToDouble(i -> runs[i].leastShare())
                .min()
                .orElseThrow();
    }

    private static double largest(Clients[] runs) {
        return IntStream.range(0, runs.length)
                .mapToDouble(i -> runs[i].largestShare())
                .max()
                .orElseThrow();
    }
}
