package org.bipj.reproduce.ssam;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;
import org.bipj.ssam.RequestHandler;
import org.bipj.ssam.Ssam;

/** What a window costs in memory, and what several senders' windows do to the input FIFO. */
public final class SsamWindows implements Experiment {
    private static final int NOTE = 1;
    private static final int TEN = 10;
    private static final int[] WINDOWS_OF_TEN = {4, 8, 16, 24, 29, 32, 40, 64};
    private static final int[] WINDOWS_OF_TWO = {16, 32, 64, 128, 145, 160, 200, 256};
    private static final int CELLS = 4000;
    private static final int USUAL = 32;
    private static final int NODES = 64;
    private static final int APPLICATIONS = 10;
    private static final double KB = 1024;
    private static final double MB = KB * KB;

    /**
     * Senders that overload a receiver.
     *
     * @param rate requests handled in a microsecond
     * @param again cells sent again for each request
     */
    private record Load(int window, double rate, double again) {}

    public SsamWindows() {}

    @Override
    public Head head() {
        return new Head(
                "ssam-windows",
                "SSAM: windows, pinned memory, and the input FIFO",
                "SSAM, sections 2.1 and 3.5",
                List.of(Lab.SS20),
                """
                Ten or two senders at a switch send 4,000 requests to one receiver, which polls all the time. It \
                takes longer for a cell than the fibre: their windows fill its input FIFO (atm.input). Ten senders \
                together send faster than the fibre from the switch to the receiver takes cells, so that most cells \
                of their first windows wait in the queue of that output (atm.switch.queue, assumed).""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster cluster = lab.cluster(Lab.SS20).with("atm.switch", "true");
        Load[] ten = loads(cluster, TEN, WINDOWS_OF_TEN);
        Load[] two = loads(cluster, 2, WINDOWS_OF_TWO);
        double pinned = pinned(cluster);
        return new Results()
                .value("pinned for a connection", pinned / KB)
                .value("pinned for 64 nodes and 10 applications", NODES * APPLICATIONS * pinned / MB)
                .value("ten senders, w = 29: cells sent again", at(ten, 29).again)
                .value("ten senders, w = 32: cells sent again", at(ten, USUAL).again)
                .value("two senders, w = 145: cells sent again", at(two, 145).again)
                .value("two senders, w = 160: cells sent again", at(two, 160).again)
                .value("ten senders, w = 32: rate over that at w = 16", at(ten, USUAL).rate / at(ten, 16).rate)
                .value("two senders, w = 256: rate over that at w = 32", at(two, 256).rate / at(two, USUAL).rate)
                .figure(figure(
                        "rate", "Requests handled against the window", "requests/s", ten, two, one -> 1e6 * one.rate))
                .figure(figure("again", "Cells sent again for each request", "cells", ten, two, Load::again));
    }

    private static Load at(Load[] loads, int window) {
        return Arrays.stream(loads)
                .filter(one -> one.window == window)
                .findFirst()
                .orElseThrow();
    }

    private static double pinned(Cluster cluster) {
        int[] bytes = new int[1];
        cluster.run(2, rank -> {
            try (Ssam ssam = Ssam.init()) {
                bytes[0] = ssam.pinnedPerConnection();
            }
        });
        return bytes[0];
    }

    private static Load[] loads(Cluster cluster, int senders, int[] windows) {
        return Arrays.stream(windows)
                .mapToObj(window -> load(cluster, senders, window))
                .toArray(Load[]::new);
    }

    private static Load load(Cluster cluster, int senders, int window) {
        int[] handled = new int[1];
        double[] end = new double[1];
        long[] again = new long[1];
        cluster.run(senders + 1, rank -> {
            try (Ssam ssam = Ssam.setup().window(window).init()) {
                ssam.requestHandler(NOTE, (from, data, reply) -> {
                    handled[0]++;
                    end[0] = rank.now();
                    return RequestHandler.NO_REPLY;
                });
                if (rank.number() > 0) {
                    for (int i = 0; i < CELLS / senders; i++) {
                        ssam.request(0, NOTE);
                    }
                    ssam.settle();
                    again[0] += ssam.statistics().again();
                } else {
                    while (handled[0] < CELLS) {
                        ssam.pollOrWait();
                    }
                }
            }
        });
        return new Load(window, CELLS / end[0], again[0] / (double) CELLS);
    }

    private static Figure figure(
            String key, String title, String y, Load[] ten, Load[] two, ToDoubleFunction<Load> value) {
        return new Figure(
                key,
                title,
                "window",
                y,
                true,
                List.of(line("ten senders", ten, value), line("two senders", two, value)));
    }

    private static Figure.Line line(String name, Load[] loads, ToDoubleFunction<Load> value) {
        return new Figure.Line(
                name,
                Arrays.stream(loads).mapToDouble(Load::window).toArray(),
                Arrays.stream(loads).mapToDouble(value).toArray());
    }
}
