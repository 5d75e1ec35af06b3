package org.bipj.reproduce.report;

import java.util.List;

/**
 * How many results agree with what they are compared with. What the paper prints counts only for results that are
 * predicted: a fitted one agrees because it was made to, and one that is an input because it went in. What is expected
 * by arithmetic is counted for itself.
 *
 * @param predicted results that the paper prints and that come out of the mechanisms
 * @param agreeing those of them that agree
 * @param byArithmetic results that come out of the mechanisms and are expected by arithmetic
 * @param asExpected those of them that agree
 * @param given fitted results, and inputs
 */
record Agreement(long predicted, long agreeing, long byArithmetic, long asExpected, long given) {
    /** Counts rows. */
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

    /** In words; empty if nothing is compared. */
    String text() {
        String text = predicted == 0 ? "" : agreeing + " of " + predicted + " predicted results agree with the paper";
        if (byArithmetic > 0) {
            text += (text.isEmpty() ? "" : ", ") + asExpected + " of " + byArithmetic
                    + " are as expected by arithmetic";
        }
        return text.isEmpty() || given == 0 ? text : text + "; " + given + " fitted or put in";
    }
}
