package org.bipj.reproduce.pps;

import java.util.ArrayList;
import java.util.List;
import org.bipj.reproduce.lab.BarFigure;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;
import org.bipj.reproduce.lci.Placement;

/** Figures 6 and 8: what the applications' boards receive, with both sizes of packets. */
public final class LciTraffic implements Experiment {
    private static final List<String> SIZES = List.of("1 KB packets", "2 KB packets");

    private final List<LciApplication> applications;

    /** The traffic of applications, in the order of the figures. */
    public LciTraffic(List<LciApplication> applications) {
        this.applications = applications;
    }

    @Override
    public Head head() {
        return new Head(
                "lci-traffic",
                "LCI: data and packets of the applications",
                "LCI, section 6, figures 6 and 8",
                List.of(Lab.DAS),
                """
                Each application on none+ni, with packets of 1 and 2 KB: what the boards of 64 processors receive in \
                the part that is timed. A broadcast counts at each receiver. Data are bytes of LCI's clients, \
                headers of the systems included.""");
    }

    @Override
    public boolean isByName() {
        return true;
    }

    @Override
    public Results run(Lab lab) {
        Results results = new Results();
        List<BarFigure.Group> packets = new ArrayList<>();
        List<BarFigure.Group> data = new ArrayList<>();
        List<BarFigure.Group> ratios = new ArrayList<>();
        for (LciApplication application : applications) {
            List<AppRun> runs = Placement.PACKETS.stream()
                    .map(packet -> application.run(lab, packet))
                    .toList();
            String label = application.label();
            for (int i = 0; i < runs.size(); i++) {
                results.value(label + ": packets, " + SIZES.get(i), runs.get(i).packetRate())
                        .value(label + ": data, " + SIZES.get(i), runs.get(i).dataRate());
            }
            double ratio = runs.getLast().dataPackets() / runs.getFirst().dataPackets();
            results.value(label + ": data packets at 2 KB over those at 1 KB", ratio);
            packets.add(
                    new BarFigure.Group(label, runs.stream().map(AppRun::rates).toArray(double[][]::new)));
            data.add(new BarFigure.Group(
                    label, runs.stream().map(AppRun::dataRates).toArray(double[][]::new)));
            ratios.add(new BarFigure.Group(label, new double[][] {{ratio}}));
        }
        return results.figure(new BarFigure(
                        "packets",
                        "Packets a processor receives (figure 6)",
                        "packets per second",
                        SIZES,
                        AppRun.PARTS,
                        packets))
                .figure(new BarFigure(
                        "data", "Data a processor receives (figure 6)", "MB/s", SIZES, AppRun.PARTS, data))
                .figure(new BarFigure(
                        "ratios",
                        "Data packets of 2 KB over those of 1 KB (figure 8)",
                        "ratio",
                        List.of("data packets"),
                        List.of("ratio"),
                        ratios));
    }
}
