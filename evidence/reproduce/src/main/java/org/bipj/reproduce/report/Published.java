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
 * The published results, from the data file {@code published.txt}: each quantity with its unit, the value or range that
 * the paper prints or that is expected by arithmetic, the tolerance, the kind of evidence, and the source. The first
 * lines of the file explain its format.
 *
 * <p>Only reports read this. Experiments have no access to it.
 */
public final class Published {
    /** The kind of evidence that a result is. */
    public enum Kind {
        /** The result is a constant, or follows from one directly. */
        INPUT,
        /** A constant was chosen to give this result. */
        FITTED,
        /** The value follows from the simulated mechanisms. */
        PREDICTED;

        /** The word for this kind in tables. */
        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** A range, or a value if both ends are equal. */
    public record Range(double low, double high) {
        /** Reads {@code VALUE}, {@code LOW..HIGH}, or {@code -} for nothing: null. */
        static Range of(String text) {
            if (text.equals("-")) {
                return null;
            }
            String[] ends = text.split("\\.\\.");
            return new Range(number(ends[0]), number(ends[ends.length - 1]));
        }

        /** The value of the range that is nearest to another value. */
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
     * @param tolerance largest deviation that is not a miss, in percent of the reference; if that is 0, in the
     *     quantity's unit
     * @param source where it is published, or how it was computed
     * @param note explanation of a miss; empty if none is expected
     * @param remark on the value, miss or not; empty if there is none
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

        /** What is measured in its place where a constant is changed: it has no reference. */
        Quantity replacedBy(String newName) {
            String why = "no published value: in place of " + name;
            return new Quantity(experiment, newName, unit, null, null, tolerance, kind, why, "", "");
        }

        /** The value for comparison: what the paper prints, else what is expected; null if there is neither. */
        public Range reference() {
            return paper != null ? paper : expected;
        }

        /**
         * Percent above the reference, negative if below it; 0 inside a range; NaN if there is no reference, or if it
         * is 0.
         */
        public double errorPercent(double measured) {
            if (reference() == null) {
                return Double.NaN;
            }
            double nearest = reference().nearest(measured);
            return nearest == measured ? 0 : 100 * (measured - nearest) / nearest;
        }

        /** True if a measured value exceeds the tolerance, or is NaN because nothing could be measured. */
        public boolean isMissed(double measured) {
            if (reference() == null) {
                return false;
            }
            double nearest = reference().nearest(measured);
            double allowed = nearest == 0 ? tolerance : tolerance / 100 * Math.abs(nearest);
            return !(Math.abs(measured - nearest) <= allowed);
        }
    }

    /** A result of the paper that nothing here measures: its name, what the paper prints, and the section. */
    public record NotBuilt(String name, String paper, String source) {}

    /**
     * A machine, or an operation on one, of a paper's table that is not simulated.
     *
     * @param experiment the comparison that shows it
     * @param latency in us, as the paper prints it; "-" if it prints none
     * @param bandwidth in MB/s, likewise
     * @param half N1/2 in bytes, likewise
     */
    public record Machine(String experiment, String name, String latency, String bandwidth, String half) {}

    /** A published value as a mark in a figure. */
    public record Mark(String experiment, String figure, String name, double x, double y) {}

    private static final int FIELDS = 8;
    private static final int MACHINE_FIELDS = 6;
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

    /** Reads a line. Returns the key of its quantity, null if it has none. */
    private String take(String[] fields, String place) {
        if (fields[0].equals("machine")) {
            expect(fields.length == MACHINE_FIELDS, place, "machine | EXPERIMENT | NAME | LATENCY | BANDWIDTH | N1/2");
            for (int i = 3; i < MACHINE_FIELDS; i++) {
                Range.of(fields[i]);
            }
            machines.add(new Machine(fields[1], fields[2], fields[3], fields[4], fields[5]));
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

    /** Reads the data file of this module. */
    public static Published load() {
        try (InputStream in = Published.class.getResourceAsStream("published.txt")) {
            return of(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the lines of such a file. */
    static Published of(List<String> lines) {
        return new Published(lines);
    }

    /**
     * A quantity of an experiment.
     *
     * @throws IllegalArgumentException if the file does not contain it
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

    /** The machines that a comparison shows and that are not simulated. */
    public List<Machine> machines(String experiment) {
        return machines.stream()
                .filter(machine -> machine.experiment.equals(experiment))
                .toList();
    }

    /** Results of the paper that nothing here measures. */
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
