package org.bipj.reproduce.report;

import java.util.List;
import java.util.Locale;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Results;

/**
 * A measured value beside the published or expected one.
 *
 * @param quantity with its references
 * @param measured value, in the quantity's unit; NaN if it could not be measured
 * @param remark of the experiment on the value, or why there is none; empty if there is nothing to say
 */
public record ResultRow(Published.Quantity quantity, double measured, String remark) {
    private static final double SMALL = 100;
    private static final double LARGE = 10_000;

    /** Makes a row of each result of an experiment. */
    static List<ResultRow> of(Experiment experiment, Results results, Published published) {
        return results.values().stream()
                .map(value -> of(published.of(experiment.name(), value.quantity()), value))
                .toList();
    }

    private static ResultRow of(Published.Quantity quantity, Results.Measured value) {
        boolean isSame = value.label().equals(value.quantity());
        return new ResultRow(isSame ? quantity : quantity.replacedBy(value.label()), value.value(), value.remark());
    }

    /** What the paper prints, a range as {@code low..high}; empty if it prints nothing. */
    public String paper() {
        return text(quantity.paper());
    }

    /** What is expected by arithmetic, in the same form; empty if nothing is. */
    public String expected() {
        return text(quantity.expected());
    }

    private static String text(Published.Range range) {
        if (range == null) {
            return "";
        }
        String low = plain(range.low());
        return range.low() == range.high() ? low : low + ".." + plain(range.high());
    }

    /** The measured value with about four digits. */
    public String value() {
        return digits(measured);
    }

    /** Formats a number with about four digits. */
    static String digits(double number) {
        double size = Math.abs(number);
        if (size < 1) {
            return trimmed(String.format(Locale.ROOT, "%.4f", number));
        }
        return String.format(Locale.ROOT, size < SMALL ? "%.2f" : size < LARGE ? "%.1f" : "%.0f", number);
    }

    /** Deviation in percent, with a sign; empty if there is no reference, or if it is 0. */
    public String error() {
        double error = quantity.errorPercent(measured);
        if (!Double.isFinite(error)) {
            return "";
        }
        String text = String.format(Locale.ROOT, "%+.1f", error);
        return text.equals("-0.0") ? "+0.0" : text;
    }

    /** True if the deviation exceeds the tolerance. */
    public boolean isMissed() {
        return quantity.isMissed(measured);
    }

    /** A number with all its digits, and no more. */
    static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static String trimmed(String number) {
        return number.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}
