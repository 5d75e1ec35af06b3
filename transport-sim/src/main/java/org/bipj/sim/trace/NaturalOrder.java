package org.bipj.sim.trace;

import java.util.Comparator;

/**
 * Natural order of names: {@code node 2} before {@code node 10}. Consistent with equals for names without leading
 * zeros.
 */
public enum NaturalOrder implements Comparator<String> {
    /** The only instance. */
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

    /** Compares numbers of any length, as text. */
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
