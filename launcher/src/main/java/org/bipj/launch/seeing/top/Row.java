package org.bipj.launch.seeing.top;

import java.util.regex.Pattern;
import org.bipj.core.job.Traffic;

/**
 * What a rank does, between two looks. Numbers that are not known are NaN.
 *
 * @param place its number among those of this host
 * @param state in a word
 * @param call the library's method that it is in; empty: none
 * @param waitsFor what it waits for; empty: not known
 * @param where the program's innermost call; empty: not known
 * @param reason why it has ended the job; empty: it has not
 * @param seconds how long it waits
 * @param perSecond its messages and bytes, in a second
 * @param traffic those so far
 * @param collectiveCalls so far
 * @param waiting the share of time in which it waited
 * @param unexpected messages that no receive has matched
 * @param rssBytes memory of its process
 * @param cpu processors that its process keeps busy
 * @param processor that it ran on last; negative: not known
 * @param age of what its process has said last, in seconds
 * @param virtualSeconds its virtual time
 */
record Row(
        int rank,
        int place,
        long pid,
        String state,
        String call,
        String waitsFor,
        String where,
        String reason,
        double seconds,
        Rates perSecond,
        Traffic traffic,
        long collectiveCalls,
        double waiting,
        double unexpected,
        double rssBytes,
        double cpu,
        int processor,
        double age,
        double virtualSeconds) {
    /** In front of a class and its method. */
    private static final Pattern PACKAGE = Pattern.compile("^(\\w+\\.)+(?=[\\w$]+\\.[\\w$<>]+\\()");

    /** Messages, bytes and collective calls in a second. */
    record Rates(double sent, double sentBytes, double received, double receivedBytes, double collectiveCalls) {
        static final Rates UNKNOWN = new Rates(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }

    /** What it waits for and where, or why it has ended, in a line. */
    String what() {
        if (!reason.isEmpty()) {
            return reason;
        }
        StringBuilder text = new StringBuilder();
        if (!call.isEmpty()) {
            text.append("in ").append(call);
        }
        // The line before the long words, which narrow terminals cut off, and without the package.
        if (!where.isEmpty()) {
            text.append(text.isEmpty() ? "at " : ", ")
                    .append(PACKAGE.matcher(where).replaceFirst(""));
        }
        if (!waitsFor.isEmpty()) {
            text.append(where.isEmpty() ? " for " : ", for ").append(waitsFor);
        }
        return text.toString();
    }
}
