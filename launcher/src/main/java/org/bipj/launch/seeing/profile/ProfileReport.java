package org.bipj.launch.seeing.profile;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bipj.core.report.WaitReport;
import org.bipj.launch.seeing.timeline.RankTotals;
import org.bipj.launch.support.FileReasons;
import org.bipj.mpi.call.CallFacts;

/** The tables of {@code --profile}: a line per operation, where there are few ranks a line per rank and operation, and who sends to whom. */
public final class ProfileReport {
    /** Most ranks that are listed one by one. */
    static final int LISTED_RANKS = 8;

    private static final double NS_PER_S = 1e9;
    private static final double PERCENT = 100;
    private static final String SUMS = "%-24s %10s %14s %12s %7s %18s %18s";
    private static final String RANKS = " %-24s %10s %14s %12s %7s";

    private final int first;
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
     * @param first how many the first job has
     * @param ranks how many there should be, as far as that is known
     */
    private ProfileReport(int first, int ranks) {
        this.first = first;
        this.ranks = ranks;
    }

    /**
     * The tables of what ranks have counted.
     *
     * @param folder where their files are
     * @param first how many the first job has
     * @param spawned how many there should be of other jobs, as far as that is known
     * @param table where all of it is written as CSV; null: nowhere
     * @throws IOException if that fails; the message names the file
     */
    public static List<String> of(Path folder, int first, int spawned, Path table) throws IOException {
        ProfileReport report = new ProfileReport(first, first + spawned);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + RankTotals.FILE)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                report.add(
                        RankName.of(name.substring(0, name.length() - RankTotals.FILE.length())),
                        RankTotals.read(file));
            }
        }
        List<String> lines = report.lines();
        if (table != null) {
            try {
                Files.write(table, report.table());
            } catch (IOException e) {
                throw new IOException("--profile=csv:" + table + ": cannot write it: " + FileReasons.why(e), e);
            }
            lines.add("profile: " + table + " has all of it");
        }
        return lines;
    }

    /** Adds a rank, unless it has not come to Finalize. */
    private void add(RankName rank, RankTotals totals) {
        if (!totals.isOver()) {
            return;
        }
        walls.put(rank, totals.nanos());
        totals.forEach((kind, name, times, bytes, nanos) -> {
            if (kind == RankTotals.Kind.CALL && CallFacts.method(name).facts() != CallFacts.INIT) {
                operations
                        .computeIfAbsent(name, key -> new ArrayList<>())
                        .add(new Calls(rank, name, times, bytes, nanos));
            } else if (kind.hasPeer()) {
                traffic.add(rank, kind, RankName.of(name), times, bytes);
            }
        });
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

    /** Names those of the first job where others have one. */
    private String missing() {
        List<Integer> missing = IntStream.range(0, first)
                .filter(rank -> !walls.containsKey(RankName.of(Integer.toString(rank))))
                .boxed()
                .toList();
        return missing.isEmpty() || missing.size() == first ? "" : ", not " + WaitReport.ranks(missing);
    }

    /** The report as lines: a table of operations, and what is wrong with it. */
    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (walls.size() < ranks) {
            lines.add("profile: only " + walls.size() + " of " + ranks + " ranks have one" + missing()
                    + ": a rank writes it when it calls MPI.Finalize");
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
    private List<String> table() {
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
