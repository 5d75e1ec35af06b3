package org.bipj.reproduce.am;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Figures 7 to 9: many clients of one endpoint. */
public final class AmClients implements Experiment {
    private static final int[] CLIENTS = {1, 2, 4, 8, 16, 32, 64, 92};
    private static final int MOST = CLIENTS[CLIENTS.length - 1];
    private static final int SOME = 16;
    private static final int KILOBYTE = 1024;
    private static final double MB = 1 << 20;
    private static final double RUN_US = 30_000;

    public AmClients() {}

    @Override
    public Head head() {
        return new Head(
                "am-clients",
                "Active Messages II: many clients, one server endpoint",
                "AM-II, section 5.3, figures 7 to 9",
                List.of(Lab.NOW),
                """
                Up to 92 hosts send requests to one endpoint for 30 ms, four outstanding at most (figures 7 and 8) \
                or one (figure 9). What is answered in the first tenth of the time does not count. A share is a part \
                of an even one.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster now = AmLogP.am(lab).with("switch.arbitration", "round-robin");
        Clients[] all = runs(now, LogP.WINDOW, 0);
        Clients last = all[all.length - 1];
        double highest = Arrays.stream(all).mapToDouble(Clients::rate).max().orElseThrow();
        double lowest = Arrays.stream(all).mapToDouble(Clients::rate).min().orElseThrow();
        Clients fifo = run(now.with("switch.arbitration", "fifo"), MOST, LogP.WINDOW, 0);
        Clients[] one = runs(now, 1, 0);
        double kilobytes = bandwidth(run(now, MOST, LogP.WINDOW, KILOBYTE));
        return new Results()
                .value("rate of one client", all[0].rate())
                .value("rate of 92 clients, over that of one", last.rate() / all[0].rate())
                .value("lowest rate of 1 to 92 clients over the highest", lowest / highest)
                .value("least share, round-robin arbitration", last.leastShare())
                .value("largest share, round-robin arbitration", last.largestShare())
                .value("rate of 92 clients, FIFO arbitration", fifo.rate())
                .value("least share, FIFO arbitration", fifo.leastShare())
                .value("largest share, FIFO arbitration", fifo.largestShare())
                .value("bandwidth of 92 clients with 1 KB", kilobytes)
                .value(
                        "the same, over that of 16 clients",
                        kilobytes / bandwidth(run(now, SOME, LogP.WINDOW, KILOBYTE)))
                .value(
                        "round trip for each further client, over the gap",
                        slope(now, one) / LogP.of(now).gap())
                .figure(figure("rate", "Requests answered (figure 7)", "requests/s", all, Clients::rate))
                .figure(figure(
                        "bandwidth",
                        "Bandwidth of requests of 1 KB (figure 8)",
                        "MB/s",
                        runs(now, LogP.WINDOW, KILOBYTE),
                        AmClients::bandwidth))
                .figure(figure("time", "Round trip (figure 9)", "us", one, Clients::roundTrip));
    }

    private static double bandwidth(Clients clients) {
        return KILOBYTE * clients.rate() / MB;
    }

    /** From where the server is busy on. */
    private static double slope(Cluster now, Clients[] one) {
        return (one[one.length - 1].roundTrip() - run(now, SOME, 1, 0).roundTrip()) / (MOST - SOME);
    }

    private static Clients run(Cluster cluster, int clients, int window, int bytes) {
        return Clients.run(cluster, clients, 1, window, bytes, RUN_US);
    }

    private static Clients[] runs(Cluster cluster, int window, int bytes) {
        return Arrays.stream(CLIENTS)
                .mapToObj(clients -> run(cluster, clients, window, bytes))
                .toArray(Clients[]::new);
    }

    private static Figure figure(String key, String title, String y, Clients[] runs, ToDoubleFunction<Clients> value) {
        return new Figure(
                key,
                title,
                "clients",
                y,
                false,
                List.of(new Figure.Line(
                        "simulated",
                        Arrays.stream(CLIENTS).asDoubleStream().toArray(),
                        Arrays.stream(runs).mapToDouble(value).toArray())));
    }
}
