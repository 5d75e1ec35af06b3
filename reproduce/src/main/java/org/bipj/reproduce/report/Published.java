package org.bipj.reproduce.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The published results, out of the data file {@code published.txt}: what each quantity is, its unit, the value or range
 * that the paper prints or that is expected by arithmetic, how far off is a miss, what kind of evidence it is, and where
 * it is published. The file's head explains its format.
 *
 * <p>Only reports read this. An experiment has no access to it.
 */
public final class Published {
    /** What kind of evidence a result is. */
    public enum Kind {
        /** Put in as a constant: it comes out because it went in. */
        INPUT,
        /** A constant was chosen so that it comes out. */
        FITTED,
        /** It comes out of the mechanisms. */
        PREDICTED;

        /** The word in tables. */
        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** A value, where both ends are the same, or a range. */
    public record Range(double low, double high) {
        /** Reads {@code VALUE}, {@code LOW..HIGH}, or {@code -} for nothing: null. */
        static Range of(String text) {
            if (text.equals("-")) {
                return null;
            }
            String[] ends = text.split("\\.\\.");
            return new Range(number(ends[0]), number(ends[ends.length - 1]));
        }

        /** The value in it that is nearest to another one. */
        double nearest(double value) {
            return Math.clamp(value, low, high);
        }
    }

    /**
     * One quantity.
     *
     * @param paper what the paper prints; null if it prints nothing
     * @param expected what is expected by arithmetic, or from words of the paper; null if nothing is, or if the paper
     *     prints it
     * @param tolerance percent off that count as a miss; of a 0, how far off in the quantity's own unit
     * @param source where it is published, or how it was worked out
     * @param note explains a miss; empty if none is expected
     * @param remark what a reader of the value has to know, miss or not; empty if nothing
     */
    public record Quantity(
            String experiment,
            String name,
            String unit,
            Range paper,
            Range expected,
            double tolerance,
            Kind kind,
            String source,
            String note,
            String remark) {
        private Quantity noted(String more) {
            return with(joined(note, more), remark);
        }

        private Quantity remarked(String more) {
            return with(note, joined(remark, more));
        }

        private static String joined(String text, String more) {
            return text.isEmpty() ? more : text + " " + more;
        }

        private Quantity with(String newNote, String newRemark) {
            return new Quantity(experiment, name, unit, paper, expected, tolerance, kind, source, newNote, newRemark);
        }

        /** What it is compared with: what the paper prints, else what is expected; null if there is neither. */
        public Range reference() {
            return paper != null ? paper : expected;
        }

        /**
         * Percent above (or, negative, below) the reference; 0 inside a range; NaN without a reference, or where that is
         * 0.
         */
        public double errorPercent(double measured) {
            if (reference() == null) {
                return Double.NaN;
            }
            double nearest = reference().nearest(measured);
            return nearest == measured ? 0 : 100 * (measured - nearest) / nearest;
        }

        /** True if a measured value is too far off, or NaN: there is none. */
        public boolean isMissed(double measured) {
            if (reference() == null) {
                return false;
            }
            double nearest = reference().nearest(measured);
            double allowed = nearest == 0 ? tolerance : tolerance / 100 * Math.abs(nearest);
            return !(Math.abs(measured - nearest) <= allowed);
        }
    }

    /** A result of the paper that nothing here measures: what it is, what the paper prints, and where. */
    public record NotBuilt(String name, String paper, String source) {}

    /** A machine of the paper's table 1 that is not simulated: latency in us, bandwidth in MB/s, N1/2 in bytes. */
    public record Machine(String name, double latency, double bandwidth, double half) {}

    /** A published value as a mark in a figure. */
    public record Mark(String experiment, String figure, String name, double x, double y) {}

    private static final int FIELDS = 8;
    private static final int MACHINE_FIELDS = 5;
    private static final int NOT_BUILT_FIELDS = 4;
    private static final int MARK_FIELDS = 6;

    private final Map<String, Quantity> quantities = new LinkedHashMap<>();
    private final List<Machine> machines = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();
    private final List<NotBuilt> notBuilt = new ArrayList<>();

    private Published(List<String> lines) {
        String last = null;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            String place = "published.txt:" + (i + 1);
            if (line.startsWith("note:")) {
                expect(last != null, place, "a quantity before its note");
                quantities.computeIfPresent(last, (key, q) -> q.noted(behindColon(line)));
            } else if (line.startsWith("remark:")) {
                expect(last != null, place, "a quantity before its remark");
                quantities.computeIfPresent(last, (key, q) -> q.remarked(behindColon(line)));
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                last = take(line.split("\\s*\\|\\s*"), place);
            }
        }
    }

    private static String behindColon(String line) {
        return line.substring(line.indexOf(':') + 1).strip();
    }

    /** Takes a line in; returns the key of its quantity, null if it has none. */
    private String take(String[] fields, String place) {
        if (fields[0].equals("machine")) {
            expect(fields.length == MACHINE_FIELDS, place, "machine | NAME | LATENCY | BANDWIDTH | N1/2");
            machines.add(new Machine(fields[1], number(fields[2]), number(fields[3]), number(fields[4])));
            return null;
        }
        if (fields[0].equals("mark")) {
            expect(fields.length == MARK_FIELDS, place, "mark | EXPERIMENT | FIGURE | NAME | X | Y");
            marks.add(new Mark(fields[1], fields[2], fields[3], number(fields[4]), number(fields[5])));
            return null;
        }
        if (fields[0].equals("not-built")) {
            expect(fields.length == NOT_BUILT_FIELDS, place, "not-built | NAME | PAPER | SOURCE");
            notBuilt.add(new NotBuilt(fields[1], fields[2], fields[3]));
            return null;
        }
        expect(fields.length == FIELDS, place, FIELDS + " fields");
        Quantity quantity = quantity(fields);
        expect(quantity.paper == null || quantity.expected == null, place, "- as EXPECTED where PAPER has a value");
        String key = key(quantity.experiment, quantity.name);
        expect(quantities.put(key, quantity) == null, place, "a quantity only once");
        return key;
    }

    /** The data file that comes with the experiments. */
    public static Published load() {
        try (InputStream in = Published.class.getResourceAsStream("published.txt")) {
            return of(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lines of such a file. */
    static Published of(List<String> lines) {
        return new Published(lines);
    }

    /**
     * What there is of a quantity.
     *
     * @throws IllegalArgumentException if the file does not know it
     */
    public Quantity of(String experiment, String quantity) {
        Quantity found = quantities.get(key(experiment, quantity));
        if (found == null) {
            throw new IllegalArgumentException("published.txt has no quantity '" + quantity + "' of " + experiment);
        }
        return found;
    }

    /** All quantities of an experiment, in the order of the file. */
    public List<Quantity> of(String experiment) {
        return quantities.values().stream()
                .filter(quantity -> quantity.experiment.equals(experiment))
                .toList();
    }

    /** The machines that table 1 compares with. */
    public List<Machine> machines() {
        return List.copyOf(machines);
    }

    /** What the paper reports and nothing here measures. */
    public List<NotBuilt> notBuilt() {
        return List.copyOf(notBuilt);
    }

    /** The marks of a figure, in the order of the file. */
    public List<Mark> marks(String experiment, String figure) {
        return marks.stream()
                .filter(mark -> mark.experiment.equals(experiment) && mark.figure.equals(figure))
                .toList();
    }

    private static Quantity quantity(String[] fields) {
        double tolerance = fields[5].equals("-") ? 0 : number(fields[5]);
        Kind kind = Kind.valueOf(fields[6].toUpperCase(java.util.Locale.ROOT));
        return new Quantity(
                fields[0],
                fields[1],
                fields[2],
                Range.of(fields[3]),
                Range.of(fields[4]),
                tolerance,
                kind,
                fields[7],
                "",
                "");
    }

    private static double number(String text) {
        return Double.parseDouble(text);
    }

    private static String key(String experiment, String quantity) {
        return experiment + "|" + quantity;
    }

    private static void expect(boolean holds, String place, String what) {
        if (!holds) {
            throw new IllegalArgumentException(place + ": expected " + what);
        }
    }
}
