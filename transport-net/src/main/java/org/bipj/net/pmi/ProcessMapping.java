package org.bipj.net.pmi;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bipj.core.nic.PortException;

/**
 * Which ranks share a host, as PMI's launchers describe it under the key {@link #KEY}: {@code (vector,(FIRST,HOSTS,RANKS),...)}, where
 * each block puts RANKS ranks on each of HOSTS hosts from FIRST on. The blocks are repeated until all ranks have a host.
 */
final class ProcessMapping {
    static final String KEY = "PMI_process_mapping";

    private static final Pattern ALL = Pattern.compile("\\(vector((?:,\\(\\d{1,7},\\d{1,7},\\d{1,7}\\))+)\\)");
    private static final Pattern BLOCK = Pattern.compile("\\((\\d+),(\\d+),(\\d+)\\)");
    private static final int FIRST = 1;
    private static final int HOSTS = 2;
    private static final int RANKS = 3;

    private ProcessMapping() {}

    /**
     * Reads a mapping.
     *
     * @return by rank the number of its host
     * @throws PortException if it is none; the message has the text
     */
    static int[] parse(String text, int size) {
        Matcher all = ALL.matcher(text.replace(" ", ""));
        if (!all.matches()) {
            throw error(text, "expected (vector,(FIRST,HOSTS,RANKS),...)");
        }
        int[] hosts = new int[size];
        Arrays.fill(hosts, -1);
        int rank = 0;
        while (rank < size) {
            int before = rank;
            Matcher block = BLOCK.matcher(all.group(1));
            while (block.find() && rank < size) {
                int first = Integer.parseInt(block.group(FIRST));
                int end = first + Integer.parseInt(block.group(HOSTS));
                int ranks = Integer.parseInt(block.group(RANKS));
                for (int host = first; host < end && rank < size; host++) {
                    int to = Math.min(size, rank + ranks);
                    Arrays.fill(hosts, rank, to, host);
                    rank = to;
                }
            }
            if (rank == before) {
                throw error(text, "it has no rank");
            }
        }
        return hosts;
    }

    private static PortException error(String text, String why) {
        return new PortException("the launcher's " + KEY + " is \"" + text + "\": " + why);
    }
}
