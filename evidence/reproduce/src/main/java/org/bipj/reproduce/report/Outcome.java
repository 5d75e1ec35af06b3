package org.bipj.reproduce.report;

import java.util.ArrayList;
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

    /** Remarks on the experiment, and on values, missed or not, each with its quantity. */
    List<String> remarks() {
        List<String> all = new ArrayList<>(results.remarks());
        for (ResultRow row : rows) {
            Published.Quantity quantity = row.quantity();
            if (!row.remark().isEmpty() && !Double.isNaN(row.measured())) {
                all.add(quantity.name() + ": " + row.remark());
            }
            if (!quantity.remark().isEmpty()) {
                String which = changed.isEmpty() ? "" : " (with the platform's own constants)";
                all.add(quantity.name() + which + ": " + quantity.remark());
            }
        }
        return all;
    }

    private String note(ResultRow row) {
        if (Double.isNaN(row.measured())) {
            return row.remark().isEmpty() ? "it lies outside the range that is measured" : row.remark();
        }
        if (!changed.isEmpty()) {
            return "it is compared with the paper's machine, which did not have " + String.join(", ", changed);
        }
        return row.quantity().note().isEmpty()
                ? "a miss that is not explained"
                : row.quantity().note();
    }
}
