package org.bipj.reproduce;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Comma-separated values; the columns are a contract with whoever reads them. */
final class CsvReport {
    static final String HEAD = "experiment,quantity,unit,paper,measured,error_percent,kind,expected";

    private CsvReport() {}

    static String rows(Outcome outcome) {
        return outcome.rows().stream().map(CsvReport::row).collect(Collectors.joining());
    }

    private static String row(Row row) {
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

    /** One line. */
    static String line(List<String> fields) {
        return fields.stream().map(CsvReport::field).collect(Collectors.joining(",")) + "\n";
    }

    /** RFC 4180. */
    private static String field(String text) {
        boolean quoted = Stream.of(",", "\"", "\n").anyMatch(text::contains);
        return quoted ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
