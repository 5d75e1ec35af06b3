package org.bipj.reproduce;

import java.util.List;

/**
 * An experiment that has run.
 *
 * @param experiment which
 * @param results what came out
 * @param rows its values beside the published ones
 */
record Outcome(Experiment experiment, Results results, List<Row> rows) {
    static Outcome of(Experiment experiment, Results results, Published published) {
        return new Outcome(experiment, results, Row.of(experiment, results, published));
    }

    /** Explanations of what missed, each with the quantity it explains. */
    List<String> notes() {
        return rows.stream()
                .filter(Row::isMissed)
                .map(row -> row.quantity().name() + ": "
                        + (row.quantity().note().isEmpty()
                                ? "a miss that is not explained"
                                : row.quantity().note()))
                .toList();
    }
}
