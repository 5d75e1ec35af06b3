package org.bipj.reproduce.report;

import java.util.List;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Results;

/**
 * The outcome of an experiment that has run.
 *
 * @param experiment that has run
 * @param changed constants that the user has changed, each {@code KEY=VALUE}
 * @param results its values and figures
 * @param rows its values beside the published or expected ones
 */
public record Outcome(Experiment experiment, List<String> changed, Results results, List<ResultRow> rows) {
    /** Compares an experiment's results with the published ones. */
    public static Outcome of(Experiment experiment, List<String> changed, Results results, Published published) {
        return new Outcome(experiment, changed, results, ResultRow.of(experiment, results, published));
    }

    /** Explanations of misses, and of results that could not be measured, each with its quantity. */
    List<String> notes() {
        return rows.stream()
                .filter(row -> row.isMissed() || Double.isNaN(row.measured()))
                .map(row -> row.quantity().name() + ": " + note(row))
                .toList();
    }

    /** Remarks on values, missed or not, each with its quantity. */
    List<String> remarks() {
        return rows.stream()
                .map(ResultRow::quantity)
                .filter(quantity -> !quantity.remark().isEmpty())
                .map(quantity -> quantity.name() + ": " + quantity.remark())
                .toList();
    }

    private String note(ResultRow row) {
        if (Double.isNaN(row.measured())) {
            return "it lies outside the range that is measured";
        }
        if (!changed.isEmpty()) {
            return "it is compared with the paper's machine, which did not have " + String.join(", ", changed);
        }
        return row.quantity().note().isEmpty()
                ? "a miss that is not explained"
                : row.quantity().note();
    }
}
