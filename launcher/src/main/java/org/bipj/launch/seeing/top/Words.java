package org.bipj.launch.seeing.top;

import java.util.Locale;

/** Numbers as few characters. */
final class Words {
    /** What stands for a number that is not known. */
    static final String UNKNOWN = "-";

    private static final String UNITS = " kMGTP";
    private static final int STEP = 1000;
    private static final int SMALL = 10;
    private static final int PERCENT = 100;
    private static final int MINUTE_S = 60;
    private static final int LONG_S = 600;

    private Words() {}

    /** A number with three digits and a letter for thousands, millions and so on. */
    static String number(double value) {
        if (Double.isNaN(value)) {
            return UNKNOWN;
        }
        double left = value;
        int unit = 0;
        // What would be written as 1000 is one of the next unit.
        while (Math.round(left) >= STEP && unit < UNITS.length() - 1) {
            left /= STEP;
            unit++;
        }
        boolean isWhole = left >= SMALL || unit == 0 && left == Math.rint(left);
        return String.format(Locale.ROOT, isWhole ? "%.0f" : "%.1f", left)
                + UNITS.substring(unit, unit + 1).strip();
    }

    /** A part of 1 as whole percents. */
    static String percent(double part) {
        return Double.isNaN(part) ? UNKNOWN : Math.round(PERCENT * part) + "%";
    }

    /** A duration in seconds. */
    static String seconds(double seconds) {
        if (Double.isNaN(seconds)) {
            return UNKNOWN;
        }
        if (seconds >= LONG_S) {
            return (long) (seconds / MINUTE_S) + "min";
        }
        return String.format(Locale.ROOT, seconds < SMALL * SMALL ? "%.1fs" : "%.0fs", seconds);
    }
}
