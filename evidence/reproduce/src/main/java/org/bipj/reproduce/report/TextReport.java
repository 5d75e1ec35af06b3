package org.bipj.reproduce.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bipj.reproduce.lab.Experiment;

/** Prints results as tables for a terminal. */
public final class TextReport {
    private static final List<String> HEAD = List.of("", "paper", "expected", "measured", "unit", "error %", "kind");
    private static final List<String> NUMBERS = List.of("paper", "expected", "measured", "error %");
    private static final int WIDTH = 100;

    private TextReport() {}

    /** The table of an experiment, with its remarks and the notes on its misses. */
    public static String of(Outcome outcome, Published published) {
        Experiment experiment = outcome.experiment();
        StringBuilder text = new StringBuilder();
        String changed = outcome.changed().isEmpty() ? "" : ", with " + String.join(", ", outcome.changed());
        text.append(experiment.name() + ": " + experiment.head().title() + " ("
                + experiment.head().section() + ")" + changed + "\n");
        List<List<String>> table = new ArrayList<>(List.of(HEAD));
        for (ResultRow row : outcome.rows()) {
            table.add(List.of(
                    row.quantity().name(),
                    row.paper(),
                    row.expected(),
                    row.value(),
                    row.quantity().unit(),
                    row.error() + (row.isMissed() ? " !" : ""),
                    row.quantity().kind().word()));
        }
        append(text, table);
        if (experiment.isComparison()) {
            text.append("  Published of others: latency us, bandwidth MB/s, N1/2 bytes\n");
            published.machines(experiment.name()).forEach(machine -> text.append(machine(machine)));
        }
        outcome.remarks().forEach(remark -> text.append(wrapped("* " + remark)));
        outcome.notes().forEach(note -> text.append(wrapped("! " + note)));
        return text.append('\n').toString();
    }

    /** A line with the number of results that agree. Each counts once, although table 1 repeats others. */
    public static String agreement(List<Outcome> outcomes) {
        String text = Agreement.of(outcomes.stream()
                        .filter(outcome -> !outcome.experiment().isComparison())
                        .flatMap(outcome -> outcome.rows().stream())
                        .toList())
                .text();
        return text.isEmpty() ? "" : "All together: " + text + ".\n";
    }

    /** Results of the paper that nothing here measures. */
    public static String notBuilt(Published published) {
        StringBuilder text = new StringBuilder();
        for (Published.NotBuilt one : published.notBuilt()) {
            text.append(text.isEmpty() ? "Not built, and so not measured:\n" : "")
                    .append("  " + one.name() + ": " + one.paper() + " (" + one.source() + ")\n");
        }
        return text.toString();
    }

    private static String machine(Published.Machine machine) {
        return String.format(
                Locale.ROOT,
                "    %-44s %5s %6s %7s\n",
                machine.name(),
                machine.latency(),
                machine.bandwidth(),
                machine.half());
    }

    private static void append(StringBuilder text, List<List<String>> table) {
        int columns = table.getFirst().size();
        int[] widths = new int[columns];
        table.forEach(row -> {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        for (List<String> row : table) {
            StringBuilder line = new StringBuilder("  ");
            for (int i = 0; i < columns; i++) {
                // Numbers are aligned right, words left.
                boolean isNumber = NUMBERS.contains(HEAD.get(i));
                line.append(String.format(
                        Locale.ROOT, "%" + (isNumber ? "" : "-") + Math.max(1, widths[i]) + "s  ", row.get(i)));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
    }

    private static String wrapped(String note) {
        StringBuilder text = new StringBuilder();
        StringBuilder line = new StringBuilder("  ");
        for (String word : note.split(" ")) {
            if (line.length() + word.length() >= WIDTH) {
                text.append(line.toString().stripTrailing()).append('\n');
                line = new StringBuilder("    ");
            }
            line.append(word).append(' ');
        }
        return text.append(line.toString().stripTrailing()).append('\n').toString();
    }
}
