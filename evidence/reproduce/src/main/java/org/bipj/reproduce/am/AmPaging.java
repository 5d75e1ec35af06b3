package org.bipj.reproduce.am;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Figure 11: more virtual networks than the server's board has frames for endpoints. */
public final class AmPaging implements Experiment {
    private static final int[] ONE_THREAD = {1, 4, 7, 8, 10, 14, 28};
    private static final int[] THREADS = {7, 14, 28, 84};
    private static final int FRAMES = 7;
    private static final int MORE_FRAMES = 14;
    private static final double RUN_US = 1_000_000;
    /** Of twelve times as many endpoints as frames: each is resident some ten times. */
    private static final double LONG_RUN_US = 10_000_000;
    /** Of one thread whose endpoints are resident. */
    private static final double SHORT_RUN_US = 200_000;

    public AmPaging() {}

    @Override
    public Head head() {
        return new Head(
                "am-paging",
                "Active Messages II: more virtual networks than frames",
                "AM-II, section 5.4, figure 11",
                List.of(Lab.NOW),
                """
                Clients on hosts of their own, each with a server endpoint of its own on one host, four requests \
                outstanding. Server programs of one thread, which each fault suspends, and of a thread for each \
                endpoint, which waits on its semaphore. 1 s for each number of clients (200 ms for one thread \
                without faults, 10 s for 84 clients of threads); the paper's runs take five minutes.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster now = AmLogP.am(lab);
        int frames = (int) now.constant("am.frames");
        Cluster more = AmLogP.am(lab).with("am.frames", Integer.toString(MORE_FRAMES));
        Clients[] one = runs(ONE_THREAD, n -> oneThread(now, n));
        Clients[] threads = runs(THREADS, n -> threads(now, n));
        double full = of(ONE_THREAD, one, FRAMES).rate();
        Clients most = threads[threads.length - 1];
        return new Results()
                .value("one thread: rate of 7 networks", full)
                .value(
                        "one thread: rate of 8 networks, over that of 7",
                        of(ONE_THREAD, one, FRAMES + 1).rate() / full)
                .value("one thread: rate of 28 networks, over that of 7", one[one.length - 1].rate() / full)
                .value(
                        "one thread, 14 frames: rate of 14 networks, over that of 7 with 7",
                        oneThread(more, MORE_FRAMES).rate() / full,
                        "one thread, 14 frames: rate of 14 networks, over that of 7 with " + frames)
                .value(
                        "one thread, 14 frames: rate of 15 networks, over that of 7 with 7",
                        oneThread(more, MORE_FRAMES + 1).rate() / full,
                        "one thread, 14 frames: rate of 15 networks, over that of 7 with " + frames)
                .value("threads: rate of 7 networks", threads[0].rate())
                .value("threads: rate of 84 networks, over that of 7", most.rate() / threads[0].rate())
                .value(
                        "threads: lowest rate over the highest",
                        Arrays.stream(threads).mapToDouble(Clients::rate).min().orElseThrow()
                                / Arrays.stream(threads)
                                        .mapToDouble(Clients::rate)
                                        .max()
                                        .orElseThrow())
                .value("threads: least share of 84 clients", most.leastShare())
                .value("threads: largest share of 84 clients", most.largestShare())
                .figure(new Figure(
                        "rate",
                        "Requests answered (figure 11)",
                        "virtual networks",
                        "requests/s",
                        false,
                        List.of(line("one thread", ONE_THREAD, one), line("a thread for each", THREADS, threads))));
    }

    private static Clients oneThread(Cluster cluster, int networks) {
        boolean fit = networks <= cluster.constant("am.frames");
        return Clients.run(cluster, networks, networks, LogP.WINDOW, 0, fit ? SHORT_RUN_US : RUN_US);
    }

    private static Clients threads(Cluster cluster, int networks) {
        boolean many = networks == THREADS[THREADS.length - 1];
        return Clients.ofThreads(cluster, networks, LogP.WINDOW, many ? LONG_RUN_US : RUN_US);
    }

    private static Clients[] runs(int[] networks, IntFunction<Clients> run) {
        return Arrays.stream(networks).mapToObj(run).toArray(Clients[]::new);
    }

    private static Clients of(int[] networks, Clients[] runs, int count) {
        return runs[Arrays.binarySearch(networks, count)];
    }

    private static Figure.Line line(String name, int[] networks, Clients[] runs) {
        return new Figure.Line(
                name,
                Arrays.stream(networks).asDoubleStream().toArray(),
                Arrays.stream(runs).mapToDouble(Clients::rate).toArray());
    }
}
