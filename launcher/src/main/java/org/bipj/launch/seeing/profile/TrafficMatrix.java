package org.bipj.launch.seeing.profile;

import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bipj.launch.seeing.timeline.RankTotals;

/** Who sends to whom: messages of the program and its one-sided operations, not those of collective operations. */
final class TrafficMatrix {
    /** The widest matrix, in characters; where it is wider the pairs with most bytes are listed. */
    private static final int WIDTH = 120;

    private static final int LISTED_PAIRS = 16;
    private static final int LABEL = 8;
    private static final String PAIRS = "%-10s %-10s %12s %16s";
    private static final String NOTHING = "-";

    /** By the ranks that send, or access, and their peers. */
    private final Map<RankName, Map<RankName, Map<RankTotals.Kind, Counts>>> all = new TreeMap<>();

    /** Messages, or one-sided operations, and their bytes. */
    private record Counts(long times, long bytes) {
        Counts plus(Counts other) {
            return new Counts(times + other.times, bytes + other.bytes);
        }
    }

    private record Pair(RankName from, RankName to, Counts counts) {}

    /** Adds what a rank has done with a peer. */
    void add(RankName rank, RankTotals.Kind kind, RankName peer, long times, long bytes) {
        all.computeIfAbsent(rank, key -> new TreeMap<>())
                .computeIfAbsent(peer, key -> new EnumMap<>(RankTotals.Kind.class))
                .put(kind, new Counts(times, bytes));
    }

    /** Adds the lines of CSV. */
    void table(boolean areSeveral, List<String> lines) {
        all.forEach((rank, peers) -> peers.forEach((peer, kinds) -> kinds.forEach(
                (kind, counts) -> lines.add(kind.name().toLowerCase(Locale.ROOT) + "," + rank.shown(areSeveral) + ","
                        + peer.shown(areSeveral) + ",," + counts.times + "," + counts.bytes + ","))));
    }

    /** The ranks that have sent or accessed something, and those that this went to. */
    Set<RankName> named() {
        Set<RankName> named = new TreeSet<>(all.keySet());
        all.values().forEach(peers -> named.addAll(peers.keySet()));
        return named;
    }

    /** By the rank that bytes come from and the one that they go to: what is read goes to the reader. */
    private Map<RankName, Map<RankName, Counts>> byDirection() {
        Map<RankName, Map<RankName, Counts>> moved = new TreeMap<>();
        all.forEach((rank, peers) -> peers.forEach((peer, kinds) -> kinds.forEach((kind, counts) -> {
            boolean comes = kind == RankTotals.Kind.GET;
            moved.computeIfAbsent(comes ? peer : rank, key -> new TreeMap<>())
                    .merge(comes ? rank : peer, counts, Counts::plus);
        })));
        return moved;
    }

    /**
     * Adds the matrix, or what is most of it.
     *
     * @param ranks that have a row and a column at least
     * @param areSeveral true if ranks are named with their jobs
     */
    void print(Collection<RankName> ranks, boolean areSeveral, List<String> lines) {
        Map<RankName, Map<RankName, Counts>> moved = byDirection();
        if (moved.isEmpty()) {
            return;
        }
        Set<RankName> columns = named();
        columns.addAll(ranks);
        long most = moved.values().stream()
                .flatMap(peers -> peers.values().stream())
                .mapToLong(Counts::bytes)
                .max()
                .orElse(0);
        int longest = columns.stream()
                .mapToInt(name -> name.shown(areSeveral).length())
                .max()
                .orElse(0);
        int width = 1 + Math.max(Long.toString(most).length(), longest);
        int label = Math.max(LABEL, longest + 1);
        if (label + columns.size() * width <= WIDTH) {
            matrix(moved, columns, new int[] {label, width}, areSeveral, lines);
        } else {
            pairs(moved, areSeveral, lines);
        }
    }

    private static void matrix(
            Map<RankName, Map<RankName, Counts>> moved,
            Set<RankName> columns,
            int[] widths,
            boolean areSeveral,
            List<String> lines) {
        lines.add("bytes of messages and one-sided operations, from the rank of the row to that of the column");
        String label = "%-" + widths[0] + "s";
        String cell = "%" + widths[1] + "s";
        StringBuilder head = new StringBuilder(String.format(Locale.ROOT, label, "from\\to"));
        columns.forEach(to -> head.append(String.format(Locale.ROOT, cell, to.shown(areSeveral))));
        lines.add(head.toString());
        for (RankName from : columns) {
            StringBuilder row = new StringBuilder(String.format(Locale.ROOT, label, from.shown(areSeveral)));
            Map<RankName, Counts> peers = moved.getOrDefault(from, Map.of());
            for (RankName to : columns) {
                Counts counts = peers.get(to);
                row.append(String.format(Locale.ROOT, cell, counts == null ? NOTHING : counts.bytes));
            }
            lines.add(row.toString());
        }
    }

    private static void pairs(Map<RankName, Map<RankName, Counts>> moved, boolean areSeveral, List<String> lines) {
        List<Pair> sorted = moved.entrySet().stream()
                .flatMap(row -> row.getValue().entrySet().stream()
                        .map(each -> new Pair(row.getKey(), each.getKey(), each.getValue())))
                .sorted(Comparator.comparingLong((Pair pair) -> pair.counts.bytes)
                        .reversed())
                .toList();
        lines.add("messages and one-sided operations, the " + Math.min(LISTED_PAIRS, sorted.size())
                + " pairs of ranks with most bytes");
        lines.add(String.format(Locale.ROOT, PAIRS, "from", "to", "messages", "bytes"));
        for (Pair pair : sorted.subList(0, Math.min(LISTED_PAIRS, sorted.size()))) {
            lines.add(String.format(
                    Locale.ROOT,
                    PAIRS,
                    pair.from.shown(areSeveral),
                    pair.to.shown(areSeveral),
                    pair.counts.times,
                    pair.counts.bytes));
        }
        if (sorted.size() > LISTED_PAIRS) {
            lines.add("and " + (sorted.size() - LISTED_PAIRS) + " pairs with less: --profile=csv:FILE writes all");
        }
    }
}
