package org.bipj.core.report;

import java.util.ArrayList;
import java.util.List;

/** Shortens the stack traces of recursions: a JVM prints a thousand calls of them. */
final class RepeatedCalls {
    /** Most calls of a round: longer rounds are not looked for. */
    private static final int LONGEST_ROUND = 40;
    /** So often a round has to be there before it is replaced. */
    private static final int ROUNDS = 3;

    private static final String OVERFLOW = "StackOverflowError";
    /** Calls of a stack overflow that are kept even if nothing repeats, from its top and from its bottom. */
    private static final int KEPT_AT_TOP = 30;

    private static final int KEPT_AT_BOTTOM = 10;

    private RepeatedCalls() {}

    /** A printed trace, in which calls that repeat, one or some together, are there once with a count. */
    static List<String> shortened(List<String> trace) {
        List<String> lines = new ArrayList<>();
        int at = 0;
        while (at < trace.size()) {
            if (!isCall(trace.get(at))) {
                lines.add(trace.get(at++));
                continue;
            }
            int end = at;
            while (end < trace.size() && isCall(trace.get(end))) {
                end++;
            }
            boolean overflow = at > 0 && trace.get(at - 1).contains(OVERFLOW);
            List<String> calls = rounds(trace.subList(at, end));
            lines.addAll(overflow ? cut(calls) : calls);
            at = end;
        }
        return lines;
    }

    private static boolean isCall(String line) {
        return line.stripLeading().startsWith("at ") && line.startsWith("\t");
    }

    private static List<String> rounds(List<String> calls) {
        List<String> lines = new ArrayList<>();
        int at = 0;
        while (at < calls.size()) {
            int length = round(calls, at);
            if (length == 0) {
                lines.add(calls.get(at++));
                continue;
            }
            int more = repetitions(calls, at, length) - 1;
            lines.addAll(calls.subList(at, at + length));
            lines.add(indent(calls.get(at)) + "... " + (length == 1 ? "this call" : "these " + length + " calls") + " "
                    + more + " more times");
            at += length * (more + 1);
        }
        return lines;
    }

    /** Length of the shortest round that begins at a call and is there often enough; 0 if there is none. */
    private static int round(List<String> calls, int from) {
        for (int length = 1; length <= LONGEST_ROUND && from + ROUNDS * length <= calls.size(); length++) {
            if (repetitions(calls, from, length) >= ROUNDS) {
                return length;
            }
        }
        return 0;
    }

    private static int repetitions(List<String> calls, int from, int length) {
        int at = from + length;
        while (at < calls.size() && calls.get(at).equals(calls.get(at - length))) {
            at++;
        }
        return (at - from) / length;
    }

    private static List<String> cut(List<String> calls) {
        int left = calls.size() - KEPT_AT_TOP - KEPT_AT_BOTTOM;
        if (left <= 1) {
            return calls;
        }
        List<String> lines = new ArrayList<>(calls.subList(0, KEPT_AT_TOP));
        lines.add(indent(calls.getFirst()) + "... " + left + " lines left out");
        lines.addAll(calls.subList(calls.size() - KEPT_AT_BOTTOM, calls.size()));
        return lines;
    }

    private static String indent(String line) {
        return line.substring(0, line.length() - line.stripLeading().length());
    }
}
