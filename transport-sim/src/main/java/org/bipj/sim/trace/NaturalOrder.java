package org.bipj.sim.trace;

import java.util.Comparator;

/**
 * Names as people sort them: {@code node 2} before {@code node 10}. Consistent with equals for names without leading
 * zeros.
 */
public enum NaturalOrder implements Comparator<String> {
    /** The order. */
    INSTANCE;

    @Override
    public int compare(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() && j < b.length()) {
            int endA = digits(a, i);
            int endB = digits(b, j);
            int order;
            if (endA > i && endB > j) {
                order = compareNumbers(a.substring(i, endA), b.substring(j, endB));
                i = endA;
                j = endB;
            } else {
                order = Character.compare(a.charAt(i++), b.charAt(j++));
            }
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.length() - i, b.length() - j);
    }

    /** As text, by length first: a number of any length. */
    private static int compareNumbers(String a, String b) {
        return a.length() != b.length() ? Integer.compare(a.length(), b.length()) : a.compareTo(b);
    }

    private static int digits(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
            at++;
        }
        return at;
    }
}
