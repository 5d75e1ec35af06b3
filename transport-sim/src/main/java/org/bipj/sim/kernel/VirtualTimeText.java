package org.bipj.sim.kernel;

import java.util.Locale;

/** Formats virtual times, with the unit that suits their size. */
public final class VirtualTimeText {
    private static final long PS_PER_NS = 1_000;
    private static final long PS_PER_US = 1_000_000;
    private static final long PS_PER_MS = 1_000_000_000;
    private static final long PS_PER_S = 1_000_000_000_000L;

    private VirtualTimeText() {}

    /** A time in the unit that suits it, exact to a nanosecond: {@code 4.300 us}. */
    public static String text(long ps) {
        if (ps >= PS_PER_S) {
            return format("%.9f s", ps / (double) PS_PER_S);
        }
        if (ps >= PS_PER_MS) {
            return format("%.6f ms", ps / (double) PS_PER_MS);
        }
        if (ps >= PS_PER_US) {
            return format("%.3f us", ps / (double) PS_PER_US);
        }
        return format("%.3f ns", ps / (double) PS_PER_NS);
    }

    private static String format(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }
}
