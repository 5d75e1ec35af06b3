package org.bipj.reproduce.report;

import java.util.List;

/**
 * Counts the results that agree with their reference. Only predicted results are compared with the paper: a fitted
 * result agrees by construction, and an input is a constant. Results that are expected by arithmetic are counted
 * separately.
 *
 * @param predicted number of predicted results that the paper prints
 * @param agreeing those of them that agree
 * @param byArithmetic number of predicted results that are expected by arithmetic
 * @param asExpected those of them that agree
 * @param given number of fitted results and inputs
 */
record Agreement(long predicted, long agreeing, long byArithmetic, long asExpected, long given) {
    /** Counts the rows that agree. */
    static Agreement of(List<ResultRow> rows) {
        List<ResultRow> free = rows.stream()
                .filter(row -> row.quantity().kind() == Published.Kind.PREDICTED)
                .toList();
        List<ResultRow> printed =
                free.stream().filter(row -> row.quantity().paper() != null).toList();
        List<ResultRow> worked =
                free.stream().filter(row -> row.quantity().expected() != null).toList();
        return new Agreement(
                printed.size(), agreeing(printed), worked.size(), agreeing(worked), rows.size() - (long) free.size());
    }

    private static long agreeing(List<ResultRow> rows) {
        return rows.stream().filter(row -> !row.isMissed()).count();
    }

    /** The counts as text; empty if nothing is compared. */
    String text() {
        String text = predicted == 0 ? "" : agreeing + " of " + predicted + " predicted results agree with the paper";
        if (byArithmetic > 0) {
            text += (text.isEmpty() ? "" : ", ") + asExpected + " of " + byArithmetic
                    + " are as expected by arithmetic";
        }
        return text.isEmpty() || given == 0 ? text : text + "; " + given + " fitted or put in";
    }
}
