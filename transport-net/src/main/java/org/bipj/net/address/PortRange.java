package org.bipj.net.address;

import java.util.stream.IntStream;

/**
 * The ports on which the ranks of a host may listen; they share them.
 *
 * @param from the first one; 0: any
 * @param to the last one
 */
public record PortRange(int from, int to) {
    /** The range of a rank that listens on whatever free port the system chooses. */
    public static final PortRange ANY = new PortRange(0, 0);

    private static final int LAST = 65_535;

    /**
     * Reads {@code FROM-TO}.
     *
     * @throws IllegalArgumentException if the text is none; the message says what is wrong with it and what is expected
     */
    public static PortRange parse(String text) {
        int dash = text.indexOf('-');
        if (dash < 0) {
            throw wrong("it is no range");
        }
        int from = port(text.substring(0, dash));
        int to = port(text.substring(dash + 1));
        if (from > to) {
            throw wrong("it ends before it begins");
        }
        return new PortRange(from, to);
    }

    private static int port(String text) {
        if (!text.matches("[0-9]{1,9}")) {
            throw wrong("\"" + text + "\" is no number");
        }
        int port = Integer.parseInt(text);
        if (port < 1 || port > LAST) {
            throw wrong("there is no port " + port);
        }
        return port;
    }

    private static IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(
                what + "; expected FROM-TO, two ports from 1 to " + LAST + ", such as 42000-42099");
    }

    /** Number of ports; that of all for any. */
    public int size() {
        return from == 0 ? LAST : to - from + 1;
    }

    /** Each port once, a different one first for each rank; 0 alone if the system is to choose. */
    public IntStream startingWith(int rank) {
        return from == 0
                ? IntStream.of(0)
                : IntStream.range(0, size()).map(i -> from + (int) ((0L + rank + i) % size()));
    }

    @Override
    public String toString() {
        return from + "-" + to;
    }
}
