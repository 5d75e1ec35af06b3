package org.bipj.reproduce.draw;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One axis of a chart: its range, its scale and its ticks. */
public final class Axis {
    private static final int TICKS = 8;
    private static final int KIBI = 1024;
    private static final int MEBI = 1024 * 1024;

    private final double low;
    private final double high;
    private final boolean log;
    private final List<Double> ticks = new ArrayList<>();

    private Axis(double low, double high, boolean log) {
        this.low = low;
        this.high = high;
        this.log = log;
    }

    /** From 0 to a round number that is not below {@code largest}. */
    public static Axis round(double largest) {
        double step = step(largest);
        return linear(step * Math.ceil(largest / step - 1e-9));
    }

    /** A linear axis from 0 to {@code high}. */
    public static Axis linear(double high) {
        double step = step(high);
        Axis axis = new Axis(0, high, false);
        for (int i = 0; i * step <= high * (1 + 1e-9); i++) {
            axis.ticks.add(i * step);
        }
        return axis;
    }

    /** Between two positive numbers, powers of two as ticks. */
    public static Axis log(double smallest, double largest) {
        Axis axis = new Axis(smallest, largest, true);
        int from = (int) Math.ceil(log2(smallest) - 1e-9);
        int to = (int) Math.floor(log2(largest) + 1e-9);
        int stride = Math.max(1, (int) Math.ceil((to - from) / 10.0));
        for (int power = from; power <= to; power += stride) {
            axis.ticks.add(Math.pow(2, power));
        }
        return axis;
    }

    /** The position of a value: 0 at the beginning of the axis, 1 at its end. */
    public double at(double value) {
        return log ? log2(value / low) / log2(high / low) : (value - low) / (high - low);
    }

    /** The values at which the axis has ticks, rising. */
    public List<Double> ticks() {
        return ticks;
    }

    /** The label of a tick. A logarithmic axis has sizes, whose labels have binary units. */
    public String label(double tick) {
        if (log && tick >= MEBI) {
            return plain(tick / MEBI) + " Mi";
        }
        if (log && tick >= KIBI) {
            return plain(tick / KIBI) + " Ki";
        }
        return plain(tick);
    }

    private static String plain(double value) {
        return value == Math.rint(value)
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.3f", value).replaceAll("0+$", "");
    }

    /** 1, 2, 2.5 or 5 times a power of ten, so that about {@link #TICKS} fit. */
    private static double step(double largest) {
        double rough = largest / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        for (double factor : new double[] {1, 2, 2.5, 5}) {
            if (rough <= factor * power * (1 + 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}
