package org.bipj.launch.seeing.view;

import java.util.Locale;

/** Times and sizes as people read them. */
final class Units {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final long S = 1_000_000_000;
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final int PERCENT = 100;

    private Units() {}

    /** Nanoseconds with three digits. */
    static String time(long ns) {
        if (ns < US) {
            return ns + " ns";
        }
        return ns < MS
                ? digits((double) ns / US) + " us"
                : ns < S ? digits((double) ns / MS) + " ms" : digits((double) ns / S) + " s";
    }

    static String bytes(long bytes) {
        if (bytes < KIB) {
            return bytes + (bytes == 1 ? " byte" : " bytes");
        }
        return bytes < MIB
                ? digits((double) bytes / KIB) + " KiB"
                : bytes < GIB ? digits((double) bytes / MIB) + " MiB" : digits((double) bytes / GIB) + " GiB";
    }

    /** A number with commas between thousands. */
    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String percent(long part, long whole) {
        return whole == 0 ? "0 %" : digits((double) PERCENT * part / whole) + " %";
    }

    private static String digits(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < PERCENT ? "%.1f" : "%.0f", value);
    }
}
