package org.bipj.core.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/** Processors of this machine, in the lists in which Linux names them, such as {@code 0-3,8}. */
public final class Processors {
    private static final String ALLOWED = "Cpus_allowed_list:";
    /** Numbers are bounded, because a list may come from another process. */
    private static final String LIST = "\\d{1,6}(-\\d{1,6})?(,\\d{1,6}(-\\d{1,6})?)*";

    private Processors() {}

    /** Those that this process may run on; empty where the system does not say. */
    public static String allowed() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith(ALLOWED))
                    .map(line -> line.substring(ALLOWED.length()).strip())
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            // Not Linux.
            return "";
        }
    }

    /**
     * Reads a list; empty where it is none.
     *
     * @param list numbers and ranges with commas between them; space around them is no part of it
     */
    public static BitSet parse(String list) {
        BitSet numbers = new BitSet();
        String stripped = list.strip();
        if (stripped.matches(LIST)) {
            for (String range : stripped.split(",")) {
                String[] ends = range.split("-");
                numbers.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
            }
        }
        return numbers;
    }
}
