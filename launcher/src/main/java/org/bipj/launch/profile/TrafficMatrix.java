package org.bipj.launch.profile;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Who sends to whom: messages of the program and its one-sided operations, not those of collective operations. */
final class TrafficMatrix {
    /** The widest matrix, in characters; where it is wider the pairs with most bytes are listed. */
    private static final int WIDTH = 120;

    private static final int LISTED_PAIRS = 16;
    private static final int LABEL = 8;
    private static final String PAIRS = "%-10s %-10s %12s %16s";
    private static final String NOTHING = "-";

    /** By the ranks that send, or access, and their peers. */
    private final Map<Integer, Map<Integer, Counts>> all = new TreeMap<>();

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

    private record Pair(int from, int to, Counts counts) {}

    /** Adds a line that {@link RankProfile#text} has written for a rank, in words. */
    void add(int rank, String[] words) {
        int peer = Integer.parseInt(words[0].substring(1));
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
    void table(List<String> lines) {
        all.forEach((rank, peers) -> peers.forEach((peer, counts) -> {
            row(lines, "message", rank, peer, counts.messages, counts.bytes);
            row(lines, "put", rank, peer, counts.puts, counts.written);
            row(lines, "get", rank, peer, counts.gets, counts.read);
        }));
    }

    private static void row(List<String> lines, String kind, int rank, int peer, long times, long bytes) {
        if (times > 0) {
            lines.add(kind + "," + rank + "," + peer + ",," + times + "," + bytes + ",");
        }
    }

    /** By the rank that bytes come from and the one that they go to. */
    private Map<Integer, Map<Integer, Counts>> byDirection() {
        Map<Integer, Map<Integer, Counts>> moved = new TreeMap<>();
        all.forEach((rank, peers) -> peers.forEach((peer, counts) -> {
            add(moved, rank, peer, new Counts(counts.messages, counts.bytes, counts.puts, counts.written, 0, 0));
            add(moved, peer, rank, new Counts(0, 0, 0, 0, counts.gets, counts.read));
        }));
        return moved;
    }

    private static void add(Map<Integer, Map<Integer, Counts>> to, int from, int peer, Counts counts) {
        if (counts.times() > 0) {
            to.computeIfAbsent(from, key -> new TreeMap<>()).merge(peer, counts, Counts::plus);
        }
    }

    /** Adds the matrix, or what is most of it. Ranks of other jobs have numbers from the number of ranks on. */
    void print(int ranks, List<String> lines) {
        Map<Integer, Map<Integer, Counts>> moved = byDirection();
        if (moved.isEmpty()) {
            return;
        }
        int columns = Math.max(
                ranks,
                1
                        + moved.entrySet().stream()
                                .mapToInt(each -> Math.max(
                                        each.getKey(),
                                        each.getValue().keySet().stream()
                                                .mapToInt(peer -> peer)
                                                .max()
                                                .orElse(0)))
                                .max()
                                .orElse(0));
        long most = moved.values().stream()
                .flatMap(peers -> peers.values().stream())
                .mapToLong(Counts::moved)
                .max()
                .orElse(0);
        int width = 1
                + Math.max(
                        Long.toString(most).length(),
                        Integer.toString(columns - 1).length());
        if (LABEL + columns * width <= WIDTH) {
            matrix(moved, columns, width, lines);
        } else {
            pairs(moved, lines);
        }
        if (columns > ranks) {
            lines.add("ranks from " + ranks + " on are those of other jobs (spawn), whose calls are not measured");
        }
    }

    private static void matrix(Map<Integer, Map<Integer, Counts>> moved, int columns, int width, List<String> lines) {
        lines.add("bytes of messages and one-sided operations, from the rank of the row to that of the column");
        String cell = "%" + width + "s";
        StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "%-" + LABEL + "s", "from\\to"));
        for (int to = 0; to < columns; to++) {
            head.append(String.format(Locale.ROOT, cell, to));
        }
        lines.add(head.toString());
        for (int from = 0; from < columns; from++) {
            StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%-" + LABEL + "d", from));
            Map<Integer, Counts> peers = moved.getOrDefault(from, Map.of());
            for (int to = 0; to < columns; to++) {
                Counts counts = peers.get(to);
                row.append(String.format(Locale.ROOT, cell, counts == null ? NOTHING : counts.moved()));
            }
            lines.add(row.toString());
        }
    }

    private static void pairs(Map<Integer, Map<Integer, Counts>> moved, List<String> lines) {
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
            lines.add(String.format(Locale.ROOT, PAIRS, pair.from, pair.to, pair.counts.times(), pair.counts.moved()));
        }
        if (sorted.size() > LISTED_PAIRS) {
            lines.add("and " + (sorted.size() - LISTED_PAIRS) + " pairs with less: --profile=csv:FILE writes all");
        }
    }
}
