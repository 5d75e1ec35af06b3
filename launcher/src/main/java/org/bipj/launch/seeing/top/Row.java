package org.bipj.launch.seeing.top;

import java.util.regex.Matcher;
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

    /** In front of a class and its method, where these are no call of a trace. */
    private static final Pattern PACKAGE_OF_CLASS = Pattern.compile("^(\\w+\\.)+(?=[\\w$<>]+\\.[\\w$<>]+$)");

    /** The file and the line of a call. */
    private static final Pattern FILE = Pattern.compile("\\(([^()]+:\\d+)\\)$");

    /** Messages, bytes and collective calls in a second. */
    record Rates(double sent, double sentBytes, double received, double receivedBytes, double collectiveCalls) {
        static final Rates UNKNOWN = new Rates(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }

    /** What it waits for and where, or why it has ended, in a line. */
    String what() {
        return what(Integer.MAX_VALUE);
    }

    /** The same where a line has so much room: what is longer is cut off, but not the program's line. */
    String what(int room) {
        if (!reason.isEmpty()) {
            return reason;
        }
        // The line before the long words, and without the package.
        String place = PACKAGE.matcher(where).replaceFirst("");
        Matcher file = FILE.matcher(place);
        String text = begin(call, place);
        if (text.length() > room && file.find()) {
            place = file.group(1);
            text = begin(call, place);
            text = text.length() > room ? begin(PACKAGE_OF_CLASS.matcher(call).replaceFirst(""), place) : text;
            text = text.length() > room ? "at " + place : text;
        }
        return waitsFor.isEmpty() ? text : text + (where.isEmpty() ? " for " : ", for ") + waitsFor;
    }

    private static String begin(String call, String place) {
        String in = call.isEmpty() ? "" : "in " + call;
        return place.isEmpty() ? in : in + (in.isEmpty() ? "at " : ", ") + place;
    }
}
