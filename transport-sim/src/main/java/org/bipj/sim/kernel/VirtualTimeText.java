package org.bipj.sim.kernel;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats virtual times, with the unit that suits their size. */
public final class VirtualTimeText {
    private static final long PS_PER_NS = 1_000;
    private static final long PS_PER_US = 1_000_000;
    private static final long PS_PER_MS = 1_000_000_000;
    private static final long PS_PER_S = 1_000_000_000_000L;

    private static final Pattern TIME = Pattern.compile("([0-9.].*?)(ps|ns|us|ms|s)");
    private static final Map<String, Integer> EXPONENTS = Map.of("ps", 0, "ns", 3, "us", 6, "ms", 9, "s", 12);
    /** The longest time that is accepted: 1000000 s. */
    public static final long LONGEST_PS = 1_000_000 * PS_PER_S;

    private VirtualTimeText() {}

    /**
     * Reads a time with its unit, such as {@code 2.5ms}.
     *
     * @return the time in picoseconds, not negative, above {@link #LONGEST_PS} if it is longer; empty if this is no time, or
     *     has a fraction of a picosecond
     */
    public static OptionalLong parse(String text) {
        Matcher matcher = TIME.matcher(text);
        if (matcher.matches()) {
            try {
                BigDecimal time = new BigDecimal(matcher.group(1)).movePointRight(EXPONENTS.get(matcher.group(2)));
                boolean isLong = time.compareTo(BigDecimal.valueOf(LONGEST_PS)) > 0;
                return OptionalLong.of(isLong ? Long.MAX_VALUE : time.longValueExact());
            } catch (ArithmeticException | NumberFormatException e) {
                // No such time.
            }
        }
        return OptionalLong.empty();
    }

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
