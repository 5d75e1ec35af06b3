package org.bipj.reproduce;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;
import org.bipj.reproduce.report.CsvReport;
import org.bipj.reproduce.report.FigureFiles;
import org.bipj.reproduce.report.HtmlReport;
import org.bipj.reproduce.report.Outcome;
import org.bipj.reproduce.report.Published;
import org.bipj.reproduce.report.TextReport;

/** Runs the command {@code bipj reproduce}. */
public final class Reproduce {
    private static final int USAGE = 2;

    private final PrintStream out;
    private final PrintStream err;
    private final List<Experiment> experiments;
    private final Cluster.Factory factory;
    private final Published published = Published.load();

    Reproduce(PrintStream out, PrintStream err, List<Experiment> experiments, Cluster.Factory factory) {
        this.out = out;
        this.err = err;
        this.experiments = experiments;
        this.factory = factory;
    }

    /**
     * Runs the command and exits: 0 if all experiments ran (a miss is a result), 1 if an experiment failed or its
     * results could not be written, 2 for a wrong command line.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        System.exit(new Reproduce(System.out, System.err, Experiments.ALL, SimulatedCluster::of).run(args));
    }

    int run(String... args) {
        int code = parseAndRun(args);
        if (out.checkError()) {
            err.println("bipj reproduce: cannot write to standard output");
            return Math.max(code, 1);
        }
        return code;
    }

    private int parseAndRun(String... args) {
        ReproduceOptions options;
        List<Experiment> chosen;
        Overrides overrides;
        try {
            options = ReproduceOptions.parse(args);
            chosen = options.list && options.names.isEmpty() ? experiments : choose(options.names);
            // Reports a misspelt constant or a file that cannot be written before the first experiment.
            overrides = Overrides.of(options.overrides, chosen, experiments);
            overrides.tryOut(chosen, factory, options.seed);
            if (!options.help && !options.list) {
                checkWritable(options);
            }
        } catch (IllegalArgumentException e) {
            err.println("bipj reproduce: " + e.getMessage());
            err.print(ReproduceOptions.USAGE);
            return USAGE;
        }
        if (options.help) {
            out.print(ReproduceOptions.USAGE);
            return 0;
        }
        if (options.list) {
            chosen.forEach(one -> out.printf(
                    "%-18s %s (%s)%s%n",
                    one.name(),
                    one.head().title(),
                    one.head().section(),
                    one.isByName() ? ", only where it is named" : ""));
            out.print(TextReport.notBuilt(published));
            return 0;
        }
        return run(options, chosen, overrides);
    }

    /** Creates the file and the folder if they do not exist. An existing page is kept until the new one is written. */
    private static void checkWritable(ReproduceOptions options) {
        try {
            if (options.html != null) {
                Files.newOutputStream(Path.of(options.html), StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                        .close();
            }
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException("--html " + options.html + ": cannot write: " + e, e);
        }
        try {
            if (options.figures != null) {
                Files.delete(Files.createTempFile(Files.createDirectories(Path.of(options.figures)), "figure", ""));
            }
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException("--figures " + options.figures + ": cannot write: " + e, e);
        }
    }

    private int run(ReproduceOptions options, List<Experiment> chosen, Overrides overrides) {
        List<Outcome> outcomes = new ArrayList<>();
        int code = 0;
        if (options.csv) {
            out.println(CsvReport.HEAD);
        }
        for (Experiment experiment : chosen) {
            try {
                Outcome outcome = outcome(experiment, overrides, options.seed);
                outcomes.add(outcome);
                out.print(options.csv ? CsvReport.rows(outcome) : TextReport.of(outcome, published));
            } catch (RuntimeException e) {
                err.println("bipj reproduce: " + experiment.name() + " could not run: " + e.getMessage());
                // A value that does not fit is the user's, and its message says which.
                if (!(e instanceof IllegalArgumentException)) {
                    e.printStackTrace(err);
                }
                code = 1;
            }
            out.flush();
        }
        if (!options.csv && outcomes.size() > 1) {
            out.print(TextReport.agreement(outcomes));
        }
        if (!options.csv && options.names.isEmpty()) {
            out.print(TextReport.notBuilt(published));
        }
        code = options.html == null ? code : Math.max(code, writePage(options, outcomes));
        return options.figures == null ? code : Math.max(code, writeFigures(options, outcomes));
    }

    private Outcome outcome(Experiment experiment, Overrides overrides, long seed) {
        Overrides.Clusters clusters = overrides.clusters(experiment, factory);
        Results results =
                experiment.run(new Lab(clusters, List.of(), seed, begins -> err.println("bipj reproduce: " + begins)));
        clusters.remarks().forEach(results::remark);
        return Outcome.of(experiment, clusters.changed(), results, published);
    }

    private int writePage(ReproduceOptions options, List<Outcome> outcomes) {
        try {
            Files.writeString(Path.of(options.html), HtmlReport.of(outcomes, published, options.setting()));
            err.println("bipj reproduce: wrote " + options.html);
            return 0;
        } catch (IOException e) {
            err.println("bipj reproduce: --html " + options.html + ": cannot write: " + e);
            return 1;
        }
    }

    private int writeFigures(ReproduceOptions options, List<Outcome> outcomes) {
        try {
            int written = 0;
            for (Outcome outcome : outcomes) {
                written += FigureFiles.write(Path.of(options.figures), outcome, published);
            }
            err.println("bipj reproduce: wrote " + written + " figures to " + options.figures);
            return 0;
        } catch (IOException e) {
            err.println("bipj reproduce: --figures " + options.figures + ": cannot write: " + e);
            return 1;
        }
    }

    private List<Experiment> choose(List<String> names) {
        if (names.isEmpty()) {
            return experiments.stream().filter(one -> !one.isByName()).toList();
        }
        return names.stream().map(this::find).toList();
    }

    private Experiment find(String name) {
        return experiments.stream()
                .filter(experiment -> experiment.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown experiment " + name + "; expected one of "
                        + String.join(
                                ", ", experiments.stream().map(Experiment::name).toList())));
    }
}
