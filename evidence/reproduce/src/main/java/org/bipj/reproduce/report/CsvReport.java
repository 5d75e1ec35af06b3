package org.bipj.reproduce.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Comma-separated values. The columns are a contract: other programs read them. */
public final class CsvReport {
    /** The first line: the names of the columns. */
    public static final String HEAD = "experiment,quantity,unit,paper,measured,error_percent,kind,expected";

    private CsvReport() {}

    /** The results of an experiment, one line each. */
    public static String rows(Outcome outcome) {
        return outcome.rows().stream().map(CsvReport::row).collect(Collectors.joining());
    }

    private static String row(ResultRow row) {
        Published.Quantity quantity = row.quantity();
        List<String> fields = List.of(
                quantity.experiment(),
                quantity.name(),
                quantity.unit(),
                row.paper(),
                row.value(),
                row.error(),
                quantity.kind().word(),
                row.expected());
        return line(fields);
    }

    /** A line with these fields. */
    static String line(List<String> fields) {
        return fields.stream().map(CsvReport::field).collect(Collectors.joining(",")) + "\n";
    }

    /** A field, in quotes where it needs them (RFC 4180). */
    private static String field(String text) {
        boolean quoted = Stream.of(",", "\"", "\n").anyMatch(text::contains);
        return quoted ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
