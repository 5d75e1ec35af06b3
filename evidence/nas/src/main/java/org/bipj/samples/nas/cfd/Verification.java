package org.bipj.samples.nas.cfd;

import java.util.Locale;

/** Compares values with the official ones and keeps a line about each. */
public final class Verification {
    private static final double TOLERANCE = 1e-8;

    private final StringBuilder detail = new StringBuilder();
    private boolean good = true;

    /** Creates a verification that has compared nothing yet. */
    public Verification() {}

    /** Compares the norms of the five components, one line each. */
    public void compare(String name, double[] values, double[] expected) {
        for (int m = 0; m < values.length; m++) {
            compare(name + " " + (m + 1), values[m], expected[m]);
        }
    }

    /** Compares a value with the official one. */
    public void compare(String name, double value, double expected) {
        double error = Math.abs((value - expected) / expected);
        good &= error <= TOLERANCE;
        detail.append(detail.isEmpty() ? "" : "\n")
                .append(String.format(
                        Locale.ROOT,
                        " %-16s %.13e, official %.13e, relative error %.1e",
                        name,
                        value,
                        expected,
                        error));
    }

    /** Returns whether all values were the official ones. */
    public boolean isGood() {
        return good;
    }

    /** Returns a line for each value that was compared. */
    public String detail() {
        return detail.toString();
    }
}
