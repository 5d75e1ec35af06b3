package org.bipj.launch.seeing.profile;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Who sends to whom: messages of the program and its one-sided operations, not those of collective operations. */
final class TrafficMatrix {
    /** The widest matrix, in characters; where it is wider the pairs with most bytes are listed. */
    private static final int WIDTH = 120;

    private static final int LISTED_PAIRS = 16;
    private static final int LABEL = 8;
    private static final String PAIRS = "%-10s %-10s %12s %16s";
    private static final String NOTHING = "-";

    /** By the ranks that send, or access, and their peers. */
    private final Map<RankName, Map<RankName, Counts>> all = new TreeMap<>();

    /** What one rank has sent to another one, and written and read there by one-sided operations. */
    private record Counts(long messages, long bytes, long puts, long written, long gets, long read) {
        /** The same with the counts of operations by which the peer has read and this rank was the target. */
        Counts plus(Counts other) {
            return new Counts(
                    messages + other.messages,
                    bytes + other.bytes,
                    puts + other.puts,
                    written + other.written,
                    gets + other.gets,
                    read + other.read);
        }

        /** Bytes that go to the peer, where what is read counts for its direction. */
        long moved() {
            return bytes + written + read;
        }

        long times() {
            return messages + puts + gets;
        }
    }

    private record Pair(RankName from, RankName to, Counts counts) {}

    /** Adds a line that {@link RankProfile#text} has written for a rank, in words. */
    void add(RankName rank, String[] words) {
        RankName peer = RankName.of(words[0].substring(1));
        Counts counts = new Counts(
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]),
                Long.parseLong(words[6]));
        all.computeIfAbsent(rank, key -> new TreeMap<>()).put(peer, counts);
    }

    /** Adds the lines of CSV. */
    void table(boolean areSeveral, List<String> lines) {
        all.forEach((rank, peers) -> peers.forEach((peer, counts) -> {
            String of = rank.shown(areSeveral);
            String with = peer.shown(areSeveral);
            row(lines, "message", of, with, counts.messages, counts.bytes);
            row(lines, "put", of, with, counts.puts, counts.written);
            row(lines, "get", of, with, counts.gets, counts.read);
        }));
    }

    /** The ranks that have sent or accessed something, and those that this went to. */
    Set<RankName> named() {
        Set<RankName> named = new TreeSet<>(all.keySet());
        all.values().forEach(peers -> named.addAll(peers.keySet()));
        return named;
    }

    private static void row(List<String> lines, String kind, String rank, String peer, long times, long bytes) {
        if (times > 0) {
            lines.add(kind + "," + rank + "," + peer + ",," + times + "," + bytes + ",");
        }
    }

    /** By the rank that bytes come from and the one that they go to. */
    private Map<RankName, Map<RankName, Counts>> byDirection() {
        Map<RankName, Map<RankName, Counts>> moved = new TreeMap<>();
        all.forEach((rank, peers) -> peers.forEach((peer, counts) -> {
            add(moved, rank, peer, new Counts(counts.messages, counts.bytes, counts.puts, counts.written, 0, 0));
            add(moved, peer, rank, new Counts(0, 0, 0, 0, counts.gets, counts.read));
        }));
        return moved;
    }

    private static void add(Map<RankName, Map<RankName, Counts>> to, RankName from, RankName peer, Counts counts) {
        if (counts.times() > 0) {
            to.computeIfAbsent(from, key -> new TreeMap<>()).merge(peer, counts, Counts::plus);
        }
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
                .mapToLong(Counts::moved)
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
                row.append(String.format(Locale.ROOT, cell, counts == null ? NOTHING : counts.moved()));
            }
            lines.add(row.toString());
        }
    }

    private static void pairs(Map<RankName, Map<RankName, Counts>> moved, boolean areSeveral, List<String> lines) {
        List<Pair> sorted = moved.entrySet().stream()
                .flatMap(row -> row.getValue().entrySet().stream()
                        .map(each -> new Pair(row.getKey(), each.getKey(), each.getValue())))
                .sorted(Comparator.comparingLong((Pair pair) -> pair.counts.moved())
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
                    pair.counts.times(),
                    pair.counts.moved()));
        }
        if (sorted.size() > LISTED_PAIRS) {
            lines.add("and " + (sorted.size() - LISTED_PAIRS) + " pairs with less: --profile=csv:FILE writes all");
        }
    }
}
