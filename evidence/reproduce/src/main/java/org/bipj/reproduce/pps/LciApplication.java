package org.bipj.reproduce.pps;

import static org.bipj.reproduce.lci.Placement.HOST_HOST;
import static org.bipj.reproduce.lci.Placement.NI_HOST;
import static org.bipj.reproduce.lci.Placement.NI_NI;
import static org.bipj.reproduce.lci.Placement.NONE_HOST;
import static org.bipj.reproduce.lci.Placement.NONE_NI;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.bipj.reproduce.lab.BarFigure;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;
import org.bipj.reproduce.lci.Placement;

/**
 * An application's part of table 6 and figure 7: its time on one processor, its speed-up on 64, and how much longer it takes
 * where LCI's protocols run elsewhere.
 */
public final class LciApplication implements Experiment {
    private static final int LARGE = 2 * Placement.KILOBYTE;
    private static final List<Placement> OTHERS = List.of(NONE_HOST, NI_NI, NI_HOST, HOST_HOST);
    private static final Statement BEST = new Statement.Slower("the next best over none+ni", OTHERS, List.of(NONE_NI));

    private final Words words;
    private final Application application;
    private final int ranks;
    private final Choice choice;
    private final List<Statement> statements;
    /** The application with more iterations simulated; null if all are. */
    private Application longer;

    /**
     * What reports say of an application.
     *
     * @param name of the experiment
     * @param label in figures
     * @param title of the experiment
     * @param section of the paper
     * @param method how it is run, and what of it is chosen
     */
    record Words(String name, String label, String title, String section, String method) {}

    /**
     * How much work an application does.
     *
     * @param name what is chosen; empty if the paper leaves nothing open
     * @param value the choice
     * @param half a choice with half the work, about
     * @param twice a choice with twice the work, about
     */
    record Choice(String name, int value, int half, int twice) {
        /** No choice: the paper says how much work there is. */
        static Choice none(int value) {
            return new Choice("", value, 0, 0);
        }

        boolean isFree() {
            return !name.isEmpty();
        }
    }

    LciApplication(Words words, Application application, int ranks, Choice choice, Statement... statements) {
        this.words = words;
        this.application = application;
        this.ranks = ranks;
        this.choice = choice;
        this.statements = List.of(statements);
    }

    /** Some iterations stand for all; these are twice as many. */
    LciApplication checkedBy(Application twiceAsMany) {
        longer = twiceAsMany;
        return this;
    }

    @Override
    public Head head() {
        return new Head(
                words.name,
                words.title,
                words.section + ", table 6 and figure 7",
                List.of(Lab.DAS),
                words.method + " Computation is charged at one rate, which was fitted to T1.");
    }

    /** The name of the application in figures. */
    String label() {
        return words.label;
    }

    /** Runs it once, on all ranks, on none+ni. */
    AppRun run(Lab lab, int packet) {
        return run(lab, application, NONE_NI, packet);
    }

    private AppRun run(Lab lab, Application which, Placement placement, int packet) {
        String where = placement.text + ", packets of " + packet + " bytes";
        return run(lab, which, where, placement.cluster(lab, packet), ranks);
    }

    private AppRun run(Lab lab, Application which, String where, Cluster cluster, int on) {
        return run(lab, which, where, cluster, on, choice.value);
    }

    private AppRun run(Lab lab, Application which, String where, Cluster cluster, int on, int value) {
        lab.progress().accept(words.name + ": " + where);
        return which.run(cluster, on, value);
    }

    @Override
    public boolean isByName() {
        return true;
    }

    @Override
    public Results run(Lab lab) {
        Results results = new Results();
        Map<Placement, AppRun> small = runs(lab, Placement.KILOBYTE);
        Map<Placement, AppRun> large = runs(lab, LARGE);
        speedups(results, lab, small.get(NONE_NI), large.get(NONE_NI));
        for (Placement placement : OTHERS) {
            results.value(placement.text + " over none+ni, 1 KB", over(small, placement))
                    .value(placement.text + " over none+ni, 2 KB", over(large, placement));
        }
        results.value(BEST.name(), BEST.ratio(small, large)).value("the slowest over none+ni", slowest(small));
        statements.forEach(statement -> results.value(statement.name(), statement.ratio(small, large)));
        return results.figure(times(small, large));
    }

    private void speedups(Results results, Lab lab, AppRun small, AppRun large) {
        Cluster best = NONE_NI.cluster(lab, Placement.KILOBYTE);
        double alone = run(lab, application, "one processor", best, 1).seconds();
        results.value("T1", alone)
                .value("S64, 1 KB packets", alone / small.seconds())
                .value("S64, 2 KB packets", alone / large.seconds());
        if (longer != null) {
            AppRun more = run(lab, longer, "twice the simulated " + choice.name, best, ranks);
            results.value("S64 by twice the simulated " + choice.name, alone / more.seconds());
        }
        if (choice.isFree()) {
            results.value("S64 at half the " + choice.name, speedup(lab, best, "half", choice.half, alone))
                    .value("S64 at twice the " + choice.name, speedup(lab, best, "twice", choice.twice, alone));
        }
        results.value("share of computation", small.computing())
                .value("packets a second and processor", small.packetRate())
                .value("data packets at 2 KB over those at 1 KB", large.dataPackets() / small.dataPackets());
    }

    private static BarFigure times(Map<Placement, AppRun> small, Map<Placement, AppRun> large) {
        return new BarFigure(
                "times",
                "Execution times over that of none+ni (figure 7)",
                "time over that of none+ni",
                List.of("1 KB packets", "2 KB packets"),
                List.of("time"),
                OTHERS.stream()
                        .map(placement -> new BarFigure.Group(placement.text, new double[][] {
                            {over(small, placement)}, {over(large, placement)}
                        }))
                        .toList());
    }

    private static double over(Map<Placement, AppRun> runs, Placement placement) {
        return runs.get(placement).seconds() / runs.get(NONE_NI).seconds();
    }

    private Map<Placement, AppRun> runs(Lab lab, int packet) {
        Map<Placement, AppRun> runs = new EnumMap<>(Placement.class);
        for (Placement placement : Placement.values()) {
            runs.put(placement, run(lab, application, placement, packet));
        }
        return runs;
    }

    private static double slowest(Map<Placement, AppRun> runs) {
        double longest =
                runs.values().stream().mapToDouble(AppRun::seconds).max().orElseThrow();
        return longest / runs.get(NONE_NI).seconds();
    }

    /** The speed-up with another amount of work, at the rate with which one processor takes as long as before. */
    private double speedup(Lab lab, Cluster cluster, String share, int value, double alone) {
        String where = share + " the " + choice.name;
        AppRun other = run(lab, application, where + ", one processor", cluster, 1, value);
        String key = "host.compute." + application.kind();
        Cluster refitted = cluster.with(key, String.valueOf(cluster.constant(key) * alone / other.seconds()));
        return alone / run(lab, application, where, refitted, ranks, value).seconds();
    }
}
