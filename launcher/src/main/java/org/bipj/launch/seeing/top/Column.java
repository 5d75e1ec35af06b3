package org.bipj.launch.seeing.top;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** A column of the table, by which its rows can be sorted. */
enum Column {
    /** The rank. */
    RANK("RANK", row -> Integer.toString(row.rank()), Row::rank),
    /** What it does. */
    STATE("STATE", Row::state, row -> -row.state().charAt(0)),
    /** How long it waits. */
    SINCE("FOR", row -> Words.seconds(row.seconds()), Row::seconds),
    /** Messages sent. */
    SENT(
            "SENT/s",
            row -> Words.number(row.perSecond().sent()),
            row -> row.perSecond().sent()),
    /** Their bytes. */
    SENT_BYTES(
            "B/s",
            row -> Words.number(row.perSecond().sentBytes()),
            row -> row.perSecond().sentBytes()),
    /** Messages received. */
    RECEIVED(
            "RECV/s",
            row -> Words.number(row.perSecond().received()),
            row -> row.perSecond().received()),
    /** Their bytes. */
    RECEIVED_BYTES(
            "B/s",
            row -> Words.number(row.perSecond().receivedBytes()),
            row -> row.perSecond().receivedBytes()),
    /** Collective calls. */
    COLLECTIVE(
            "COLL/s",
            row -> Words.number(row.perSecond().collectiveCalls()),
            row -> row.perSecond().collectiveCalls()),
    /** The share of time in which it waits. */
    WAITING("WAIT", row -> Words.percent(row.waiting()), Row::waiting),
    /** Messages that no receive has matched. */
    UNEXPECTED("UNEXP", row -> Words.number(row.unexpected()), Row::unexpected),
    /** Memory of its process. */
    MEMORY("MEM", row -> Words.number(row.rssBytes()), Row::rssBytes),
    /** Processor time of its process. */
    CPU("CPU", row -> Words.percent(row.cpu()), Row::cpu),
    /** The processor. */
    PROCESSOR("ON", row -> row.processor() < 0 ? Words.UNKNOWN : Integer.toString(row.processor()), Row::processor),
    /** How old all that is. */
    AGE("AGE", row -> Words.seconds(row.age()), Row::age),
    /** Virtual time. */
    VIRTUAL(
            "VIRTUAL",
            row -> Double.isNaN(row.virtualSeconds())
                    ? Words.UNKNOWN
                    : String.format(Locale.ROOT, "%.6fs", row.virtualSeconds()),
            Row::virtualSeconds);

    private final String title;
    private final Function<Row, String> text;
    private final ToDoubleFunction<Row> value;

    Column(String title, Function<Row, String> text, ToDoubleFunction<Row> value) {
        this.title = title;
        this.text = text;
        this.value = value;
    }

    /** The columns that say something of these rows: real time has no virtual one. */
    static List<Column> of(List<Row> rows) {
        boolean isVirtual = rows.stream().anyMatch(row -> !Double.isNaN(row.virtualSeconds()));
        return Stream.of(values())
                .filter(column -> column != VIRTUAL || isVirtual)
                .toList();
    }

    String title() {
        return title;
    }

    String text(Row row) {
        return text.apply(row);
    }

    double value(Row row) {
        return value.applyAsDouble(row);
    }

    /** The rows with most of it first, unknown ones last, but ranks in their order. */
    Comparator<Row> order() {
        Comparator<Row> byValue = Comparator.comparingDouble(row -> {
            double number = value.applyAsDouble(row);
            return Double.isNaN(number) ? Double.POSITIVE_INFINITY : -number;
        });
        return this == RANK ? Comparator.comparingInt(Row::rank) : byValue.thenComparingInt(Row::rank);
    }
}
