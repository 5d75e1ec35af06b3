package org.bipj.core.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/** Processors of this machine, in the lists in which Linux names them, such as {@code 0-3,8}. */
public final class Processors {
    private static final String ALLOWED = "Cpus_allowed_list:";
    /** Most digits of a number: a list may come from another process. */
    private static final int DIGITS = 6;

    private Processors() {}

    /** The processors that this process may run on; empty where the system does not say. */
    public static String allowed() {
        return allowed(HostSystem.file("/proc/self/status"));
    }

    /** The processors that the calling thread may run on, of those of the process; empty where the system does not say. */
    public static String allowedToThread() {
        return allowed(HostSystem.file("/proc/thread-self/status"));
    }

    private static String allowed(Path status) {
        // Loops, because each start of the launcher comes here: streams and patterns cost some of its milliseconds.
        try {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith(ALLOWED)) {
                    return line.substring(ALLOWED.length()).strip();
                }
            }
        } catch (IOException e) {
            // Not Linux.
        }
        return "";
    }

    /**
     * Reads a list; empty where it is none.
     *
     * @param list numbers and ranges with commas between them; space around them is no part of it
     */
    public static BitSet parse(String list) {
        BitSet numbers = new BitSet();
        for (String range : list.strip().split(",", -1)) {
            int dash = range.indexOf('-');
            int first = number(dash < 0 ? range : range.substring(0, dash));
            int last = dash < 0 ? first : number(range.substring(dash + 1));
            if (first < 0 || last < first) {
                return new BitSet();
            }
            numbers.set(first, last + 1);
        }
        return numbers;
    }

    /** The number in a text; negative if the text is no number. */
    private static int number(String text) {
        int number = text.isEmpty() || text.length() > DIGITS ? -1 : 0;
        for (int i = 0; i < text.length() && number >= 0; i++) {
            int digit = text.charAt(i) - '0';
            number = digit < 0 || digit > 9 ? -1 : 10 * number + digit;
        }
        return number;
    }
}
