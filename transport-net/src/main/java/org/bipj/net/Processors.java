package org.bipj.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

/** The processors on which the ranks of a host may run: a launcher may have bound each rank to some of them. */
final class Processors {
    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final String LIST = "\\d{1,6}(-\\d{1,6})?(,\\d{1,6}(-\\d{1,6})?)*";

    private Processors() {}

    /** Those of this process, such as {@code 0-3,8}; empty where the system does not say. */
    static String ofProcess() {
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

    /** True if these ranks outnumber the processors that they have together. */
    static boolean areFewerThan(List<Meeting.Card> ranks) {
        BitSet all = new BitSet();
        for (Meeting.Card rank : ranks) {
            if (!rank.processors().matches(LIST)) {
                return ranks.size() > Runtime.getRuntime().availableProcessors();
            }
            for (String range : rank.processors().split(",")) {
                String[] ends = range.split("-");
                all.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
            }
        }
        return ranks.size() > all.cardinality();
    }
}
