package org.bipj.launch.seeing.top;

import java.util.Locale;

/** What ranks do, as values with commas between. What is not known is empty. */
final class CsvTable {
    static final String TITLE =
            "job,rank,state,seconds,call,waits_for,place,sent_per_s,sent_bytes_per_s,received_per_s,"
                    + "received_bytes_per_s,collective_per_s,sent,sent_bytes,received,received_bytes,collective,waiting,"
                    + "unexpected,memory_bytes,processor_share,processor,age_s,virtual_s,pid";

    private CsvTable() {}

    static String line(String job, Row row) {
        Row.Rates rates = row.perSecond();
        return String.join(
                ",",
                job,
                Integer.toString(row.rank()),
                row.state(),
                number(row.seconds()),
                quoted(row.call()),
                quoted(row.waitsFor().isEmpty() ? row.reason() : row.waitsFor()),
                quoted(row.where()),
                number(rates.sent()),
                number(rates.sentBytes()),
                number(rates.received()),
                number(rates.receivedBytes()),
                number(rates.collectiveCalls()),
                Long.toString(row.traffic().sent()),
                Long.toString(row.traffic().sentBytes()),
                Long.toString(row.traffic().received()),
                Long.toString(row.traffic().receivedBytes()),
                Long.toString(row.collectiveCalls()),
                number(row.waiting()),
                whole(row.unexpected()),
                whole(row.rssBytes()),
                number(row.cpu()),
                row.processor() < 0 ? "" : Integer.toString(row.processor()),
                number(row.age()),
                Double.isNaN(row.virtualSeconds()) ? "" : String.format(Locale.ROOT, "%.9f", row.virtualSeconds()),
                row.pid() == 0 ? "" : Long.toString(row.pid()));
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.3f", value);
    }

    private static String whole(double value) {
        return Double.isNaN(value) ? "" : Long.toString((long) value);
    }

    private static String quoted(String text) {
        return text.contains(",") || text.contains("\"") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
