package org.bipj.launch.explore;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.bipj.launch.support.FileReasons;

/** What an exploration has found, as text; the choices of each failure also as a file. */
public final class ExplorationReport {
    private static final double NANOS_PER_S = 1e9;
    private static final String INDENT = "    ";
    /** Different outcomes that are shown; each failure is. */
    private static final int MOST = 10;

    private final Exploration all;
    private final ExplorationPlan plan;
    private final int ranks;
    private final Path folder;
    private final TestLine test;

    /**
     * A report about an exploration that has ended.
     *
     * @param folder for files with choices
     * @param test how a test repeats a failure
     */
    public ExplorationReport(Exploration all, ExplorationPlan plan, int ranks, Path folder, TestLine test) {
        this.folder = folder;
        this.test = test;
        this.all = all;
        this.plan = plan;
        this.ranks = ranks;
    }

    /** Prints the report, and writes files beside it. */
    public void print(PrintStream out) {
        List<Exploration.Kind> successes =
                all.kinds().stream().filter(kind -> kind.first.isSuccess()).toList();
        List<Exploration.Kind> failures =
                all.kinds().stream().filter(kind -> !kind.first.isSuccess()).toList();
        for (int i = 0; i < Math.min(MOST, successes.size()) && all.kinds().size() > 1; i++) {
            Exploration.Kind kind = successes.get(i);
            out.println("outcome " + (i + 1) + ": " + runs(kind.runs));
            if (i > 0) {
                out.println(INDENT + successes.getFirst().first.firstDifference(kind.first));
                show(out, "outcome-" + (i + 1), kind.first);
            }
        }
        if (successes.size() > MOST) {
            out.println("and " + (successes.size() - MOST) + " more outcomes without failure");
        }
        for (int i = 0; i < failures.size(); i++) {
            Exploration.Kind kind = failures.get(i);
            out.println("failure " + (i + 1) + ": " + runs(kind.runs) + ", exit code " + kind.first.code());
            kind.first.failure().lines().forEach(line -> out.println(INDENT + line));
            show(out, "failure-" + (i + 1), kind.first);
            String line = test.of(ranks, plan, "failure" + (i + 1), kind.first.choices());
            if (!line.isEmpty()) {
                out.println(INDENT + "as a test: " + line);
            }
        }
        if (!all.endless().isEmpty()) {
            out.println("run " + (all.runs() + 1) + " has not ended when the time was up:");
            all.endless().lines().forEach(line -> out.println(INDENT + line));
        }
        all.warnings().forEach(one -> out.println("warning: " + one));
        if (!all.leftOut().isEmpty()) {
            out.println("left out: " + String.join("; ", all.leftOut()));
        }
        out.printf(
                Locale.ROOT,
                "%s: %s%s in %.1f s, %s, %s; buffers %s%n",
                all.extent(),
                runs(all.runs()),
                // The same as others in another order.
                all.cutOff() > 0 ? " and " + all.cutOff() + " cut off" : "",
                all.nanos() / NANOS_PER_S,
                number(successes.size(), "different outcome"),
                number(failures.size(), "failure"),
                plan.buffers().name().toLowerCase(Locale.ROOT));
    }

    private void show(PrintStream out, String name, Outcome outcome) {
        List<String> choices = outcome.choices();
        choices.forEach(choice -> out.println(INDENT + choice));
        if (!outcome.raced().isEmpty()) {
            out.println(INDENT + "raced: " + outcome.raced());
        }
        Path file = folder.resolve(name + ".choices");
        try {
            Files.createDirectories(folder);
            new ExploredChoices(ranks, plan.bound(), plan.buffers(), plan.deaths(), choices).write(file);
            out.println(INDENT + "again: " + plan.again(file));
        } catch (IOException e) {
            out.println(INDENT + "cannot write " + file + ", which would repeat the run: " + FileReasons.why(e)
                    + "; --output-filename names another folder");
        }
    }

    private static String runs(long number) {
        return number(number, "run");
    }

    static String number(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
