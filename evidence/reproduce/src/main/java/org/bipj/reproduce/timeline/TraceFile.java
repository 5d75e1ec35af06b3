package org.bipj.reproduce.timeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads a trace that {@code mpirun --trace} has written, which has one event per line. Only spans within a window of
 * time are kept in memory.
 */
final class TraceFile {
    /** A bar in the picture; times are in microseconds. */
    record Span(String what, double from, double to) {}

    /** A row of the picture, with its bars. */
    static final class Row {
        final String group;
        final String name;
        final List<Span> spans = new ArrayList<>();
        private int groupOrder;
        private int order;

        private Row(String group, String name) {
            this.group = group;
            this.name = name;
        }
    }

    private static final Pattern FIELD =
            Pattern.compile("\"(ph|pid|tid|ts|dur|name|sort_index)\":(\"((?:[^\"\\\\]|\\\\.)*)\"|[-0-9.]+)");

    private final double from;
    private final double to;
    private final Map<String, String> groups = new HashMap<>();
    private final Map<String, Integer> groupOrders = new HashMap<>();
    private final Map<String, Row> rows = new HashMap<>();
    private final Map<String, String> groupOf = new HashMap<>();

    private TraceFile(double from, double to) {
        this.from = from;
        this.to = to;
    }

    /**
     * The rows of a trace in the order of the picture, those without spans in the window left out.
     *
     * @param from beginning of the window, in microseconds
     * @param to its end
     */
    static List<Row> read(Path file, double from, double to) throws IOException {
        TraceFile trace = new TraceFile(from, to);
        try (Stream<String> lines = Files.lines(file)) {
            lines.filter(line -> line.startsWith("{\"ph\"")).forEach(trace::take);
        }
        trace.rows.forEach((id, row) -> row.groupOrder = trace.groupOrders.getOrDefault(trace.groupOf.get(id), 0));
        return trace.rows.values().stream()
                .filter(row -> !row.spans.isEmpty())
                .sorted(Comparator.<Row>comparingInt(row -> row.groupOrder).thenComparingInt(row -> row.order))
                .toList();
    }

    private void take(String line) {
        Map<String, String> fields = new HashMap<>();
        Matcher matcher = FIELD.matcher(line);
        String argument = "";
        while (matcher.find()) {
            String value = matcher.group(3) != null ? matcher.group(3).replaceAll("\\\\(.)", "$1") : matcher.group(2);
            String earlier = fields.putIfAbsent(matcher.group(1), value);
            argument = earlier != null || matcher.group(1).equals("sort_index") ? value : argument;
        }
        String process = fields.get("pid");
        String thread = fields.get("tid");
        switch (fields.get("ph")) {
            case "M" -> describe(fields.get("name"), process, thread, argument);
            case "X" -> {
                double start = Double.parseDouble(fields.get("ts"));
                double end = start + Double.parseDouble(fields.get("dur"));
                if (end >= from && start <= to) {
                    rows.get(thread).spans.add(new Span(fields.get("name"), start, end));
                }
            }
            default -> {
                // Instants have no length.
            }
        }
    }

    private void describe(String what, String process, String thread, String argument) {
        switch (what) {
            case "process_name" -> groups.put(process, argument);
            case "thread_name" -> {
                rows.put(thread, new Row(groups.get(process), argument));
                groupOf.put(thread, process);
            }
            case "process_sort_index" -> groupOrders.put(process, Integer.valueOf(argument));
            default -> rows.get(thread).order = Integer.parseInt(argument);
        }
    }
}
