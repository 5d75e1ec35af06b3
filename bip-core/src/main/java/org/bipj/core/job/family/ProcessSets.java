package org.bipj.core.job.family;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.bipj.core.machine.JobVariables;
import org.bipj.core.nic.PortException;
import org.jspecify.annotations.Nullable;

/**
 * The process sets of a job that its user has named by {@code mpirun --pset NAME}, and the ranks of each (MPI 4.1 section 11.3.2). As text,
 * in which they reach the ranks: {@code NAME=FROM-TO,FROM-TO;NAME=...}, in the order of the command line.
 */
public final class ProcessSets {
    /** The set of all ranks. */
    public static final String WORLD = "mpi://WORLD";

    /** The set of the calling rank. */
    public static final String SELF = "mpi://SELF";

    /** The set of the ranks that share memory with the calling one. */
    public static final String SHARED_MEMORY = "mpix://SHARED_MEM";

    /** The sets that every job has. */
    public static final List<String> RESERVED = List.of(WORLD, SELF, SHARED_MEMORY);

    private static final List<String> RESERVED_SCHEMES = List.of("mpi://", "mpix://");

    private final Map<String, SortedSet<Integer>> ranks = new LinkedHashMap<>();

    /** No sets. */
    public ProcessSets() {}

    /**
     * The sets of a text.
     *
     * @param text null or empty: there are none
     * @throws PortException if it is not what {@link #toString} returns
     */
    public static ProcessSets parse(@Nullable String text) {
        ProcessSets sets = new ProcessSets();
        if (text == null || text.isEmpty()) {
            return sets;
        }
        try {
            for (String one : text.split(";")) {
                int equals = one.lastIndexOf('=');
                for (String range : one.substring(equals + 1).split(",")) {
                    String[] ends = range.split("-");
                    sets.add(one.substring(0, equals), Integer.parseInt(ends[0]), Integer.parseInt(ends[1]));
                }
            }
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new PortException(
                    JobVariables.PSETS + "=" + text + ": expected NAME=FROM-TO,...;NAME=..., as mpirun --pset makes it",
                    e);
        }
        return sets;
    }

    /** True for a name that a set may have: it does not look like those that MPI defines, and has no characters of the text. */
    public static boolean isName(String name) {
        return !name.isBlank()
                && name.chars().noneMatch(c -> c == ';' || c == '=' || c == ',' || c < ' ')
                && RESERVED_SCHEMES.stream()
                        .noneMatch(scheme -> name.regionMatches(true, 0, scheme, 0, scheme.length()));
    }

    /** A name as the set has it: the case of reserved names does not matter, that of all others does. */
    public static String canonical(String name) {
        for (String reserved : RESERVED) {
            if (reserved.equalsIgnoreCase(name)) {
                return reserved;
            }
        }
        return name;
    }

    /** Adds ranks to a set, which is made if it is not there. */
    public void add(String name, int first, int last) {
        SortedSet<Integer> all = ranks.computeIfAbsent(name, any -> new TreeSet<>());
        for (int rank = first; rank <= last; rank++) {
            all.add(rank);
        }
    }

    /** The names, in the order in which they were added. */
    public List<String> names() {
        return List.copyOf(ranks.keySet());
    }

    /** The ranks of a set, in ascending order; null if there is no set of this name. */
    public int @Nullable [] ranks(String name) {
        SortedSet<Integer> all = ranks.get(name);
        return all == null ? null : all.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The sets as text. */
    @Override
    public String toString() {
        List<String> words = new ArrayList<>();
        ranks.forEach((name, all) -> words.add(name + "=" + ranges(all)));
        return String.join(";", words);
    }

    private static String ranges(SortedSet<Integer> ranks) {
        List<String> ranges = new ArrayList<>();
        int first = -1;
        int last = -1;
        for (int rank : ranks) {
            if (first >= 0 && rank != last + 1) {
                ranges.add(first + "-" + last);
                first = rank;
            }
            first = first < 0 ? rank : first;
            last = rank;
        }
        ranges.add(first + "-" + last);
        return String.join(",", ranges);
    }
}
