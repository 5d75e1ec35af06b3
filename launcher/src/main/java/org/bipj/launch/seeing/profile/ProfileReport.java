package org.bipj.launch.seeing.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The tables of {@code --profile}: a line per operation, where there are few ranks a line per rank and operation, and who sends to whom. */
final class ProfileReport {
    /** Most ranks that are listed one by one. */
    static final int LISTED_RANKS = 8;

    private static final double NS_PER_S = 1e9;
    private static final double PERCENT = 100;
    private static final String SUMS = "%-24s %10s %14s %12s %7s %18s %18s";
    private static final String RANKS = " %-24s %10s %14s %12s %7s";

    private final int ranks;
    /** Nanoseconds between Init and Finalize, by rank. */
    private final Map<RankName, Long> walls = new TreeMap<>();

    private final TrafficMatrix traffic = new TrafficMatrix();
    private final Map<String, List<Calls>> operations = new TreeMap<>();

    /** The calls of one operation in one rank. */
    private record Calls(RankName rank, String operation, long count, long bytes, long nanos) {}

    /**
     * Without ranks.
     *
     * @param ranks how many there should be, as far as that is known
     */
    ProfileReport(int ranks) {
        this.ranks = ranks;
    }

    /** Adds what {@link RankProfile#text} has written for a rank. */
    void add(RankName rank, List<String> lines) {
        walls.put(rank, Long.parseLong(lines.getFirst()));
        for (String line : lines.subList(1, lines.size())) {
            String[] words = line.split(" ");
            if (line.startsWith(">")) {
                traffic.add(rank, words);
                continue;
            }
            Calls calls = new Calls(
                    rank, words[3], Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
            operations
                    .computeIfAbsent(calls.operation, name -> new ArrayList<>())
                    .add(calls);
        }
    }

    /** True if ranks are of several jobs, by whose numbers they are named then. */
    private boolean areSeveral() {
        return Stream.concat(walls.keySet().stream(), traffic.named().stream())
                        .map(RankName::job)
                        .distinct()
                        .count()
                > 1;
    }

    private String ofJobs() {
        long jobs = walls.keySet().stream().map(RankName::job).distinct().count();
        return jobs == 1 ? "" : " of " + jobs + " jobs";
    }

    /** The report as lines: a table of operations, and what is wrong with it. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (walls.size() < ranks) {
            lines.add("profile: only " + walls.size() + " of " + ranks
                    + " ranks have one: a rank writes it when it calls MPI.Finalize");
        }
        if (walls.isEmpty()) {
            return lines;
        }
        long wall = walls.values().stream().mapToLong(each -> each).sum();
        long all = operations.values().stream()
                .flatMap(List::stream)
                .mapToLong(Calls::nanos)
                .sum();
        lines.add(String.format(
                Locale.ROOT,
                "profile: %d ranks%s, %.6f s each from Init to Finalize (mean), %s %% of it in MPI",
                walls.size(),
                ofJobs(),
                wall / NS_PER_S / walls.size(),
                share(all, wall)));
        sums(lines, wall);
        if (Math.max(ranks, walls.size()) <= LISTED_RANKS) {
            perRank(lines);
        }
        traffic.print(walls.keySet(), areSeveral(), lines);
        return lines;
    }

    /**
     * All that was measured, as lines of CSV: of each rank a line {@code rank} with its time from Init to Finalize and a line {@code call}
     * for each operation, then a line {@code message}, {@code put} or {@code get} for each pair of ranks with such ones.
     */
    List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add("kind,rank,peer,operation,calls,bytes,seconds");
        walls.forEach((rank, wall) -> {
            String name = rank.shown(areSeveral());
            lines.add("rank," + name + ",,,,," + exact(wall));
            operations.values().stream()
                    .flatMap(List::stream)
                    .filter(calls -> calls.rank.equals(rank))
                    .forEach(calls -> lines.add("call," + name + ",," + calls.operation + "," + calls.count + ","
                            + calls.bytes + "," + exact(calls.nanos)));
        });
        traffic.table(areSeveral(), lines);
        return lines;
    }

    private static String exact(long nanos) {
        return String.format(Locale.ROOT, "%.9f", nanos / NS_PER_S);
    }

    private void sums(List<String> lines, long wall) {
        lines.add(String.format(
                SUMS, "operation", "calls", "bytes", "seconds", "% time", "least s (rank)", "most s (rank)"));
        operations.values().stream()
                .sorted(Comparator.comparingLong(ProfileReport::nanos).reversed())
                .forEach(each -> lines.add(String.format(
                        SUMS,
                        each.getFirst().operation,
                        each.stream().mapToLong(Calls::count).sum(),
                        each.stream().mapToLong(Calls::bytes).sum(),
                        seconds(nanos(each)),
                        share(nanos(each), wall),
                        extreme(each, 1),
                        extreme(each, -1))));
    }

    private static long nanos(List<Calls> calls) {
        return calls.stream().mapToLong(Calls::nanos).sum();
    }

    /** The rank that spent the least or the most time in an operation; ranks that did not call it spent none. */
    private String extreme(List<Calls> calls, int sign) {
        Map<RankName, Long> nanos = new TreeMap<>();
        walls.keySet().forEach(rank -> nanos.put(rank, 0L));
        calls.forEach(each -> nanos.put(each.rank, each.nanos));
        Map.Entry<RankName, Long> found = nanos.entrySet().stream()
                .min(Comparator.comparingLong(entry -> sign * entry.getValue()))
                .orElseThrow();
        return seconds(found.getValue()) + " (" + found.getKey().shown(areSeveral()) + ")";
    }

    private void perRank(List<String> lines) {
        String names = "%-"
                + walls.keySet().stream()
                        .mapToInt(name -> name.shown(areSeveral()).length())
                        .reduce("rank".length(), Math::max)
                + "s";
        lines.add(String.format(names + RANKS, "rank", "operation", "calls", "bytes", "seconds", "% time"));
        walls.forEach((rank, wall) -> operations.values().stream()
                .flatMap(List::stream)
                .filter(calls -> calls.rank.equals(rank))
                .sorted(Comparator.comparingLong(Calls::nanos).reversed())
                .forEach(calls -> lines.add(String.format(
                        names + RANKS,
                        rank.shown(areSeveral()),
                        calls.operation,
                        calls.count,
                        calls.bytes,
                        seconds(calls.nanos),
                        share(calls.nanos, wall)))));
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.6f", nanos / NS_PER_S);
    }

    private static String share(long nanos, long wall) {
        return String.format(Locale.ROOT, "%.1f", wall == 0 ? 0 : PERCENT * nanos / wall);
    }
}
