package org.bipj.reproduce;

import java.util.List;
import java.util.Locale;

/**
 * A measured value beside the published one.
 *
 * @param quantity what it is
 * @param measured what came out
 */
public record Row(Published.Quantity quantity, double measured) {
    private static final double SMALL = 100;
    private static final double LARGE = 10_000;

    /** The rows of an experiment. */
    static List<Row> of(Experiment experiment, Results results, Published published) {
        return results.values().stream()
                .map(value -> new Row(published.of(experiment.name(), value.quantity()), value.value()))
                .toList();
    }

    /** The published value, a range as {@code low..high}; empty if none is. */
    public String paper() {
        if (!quantity.isPublished()) {
            return "";
        }
        String low = plain(quantity.low());
        return quantity.low() == quantity.high() ? low : low + ".." + plain(quantity.high());
    }

    /** The measured value with about four digits. */
    public String value() {
        double size = Math.abs(measured);
        if (size < 1) {
            return trimmed(String.format(Locale.ROOT, "%.4f", measured));
        }
        return String.format(Locale.ROOT, size < SMALL ? "%.2f" : size < LARGE ? "%.1f" : "%.0f", measured);
    }

    /** Percent off, with a sign; empty without a published value, or where that is 0. */
    public String error() {
        double error = quantity.isPublished() ? quantity.errorPercent(measured) : Double.NaN;
        if (!Double.isFinite(error)) {
            return "";
        }
        String text = String.format(Locale.ROOT, "%+.1f", error);
        return text.equals("-0.0") ? "+0.0" : text;
    }

    /** True if it is too far off. */
    public boolean isMissed() {
        return quantity.isMissed(measured);
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static String trimmed(String number) {
        return number.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}
