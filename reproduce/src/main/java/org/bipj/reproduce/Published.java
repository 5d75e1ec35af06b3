package org.bipj.reproduce;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The published results, out of the data file {@code published.txt}: what each quantity is, its unit, its published
 * value or range, how far off is a miss, what kind of evidence it is, and where it is published. The file's head
 * explains its format.
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

    /**
     * One quantity.
     *
     * @param low smallest published value; NaN if none is published
     * @param high largest published value; the same as {@code low} if it is one value
     * @param tolerance percent off that count as a miss; of a published 0, how far off in the quantity's own unit
     * @param source where it is published, or how it was worked out
     * @param note explains a miss; empty if none is expected
     */
    public record Quantity(
            String experiment,
            String name,
            String unit,
            double low,
            double high,
            double tolerance,
            Kind kind,
            String source,
            String note) {
        private Quantity noted(String more) {
            String text = note.isEmpty() ? more : note + " " + more;
            return new Quantity(experiment, name, unit, low, high, tolerance, kind, source, text);
        }

        /** True if there is something to compare with. */
        public boolean isPublished() {
            return !Double.isNaN(low);
        }

        /**
         * Percent above (or, negative, below) what is published; 0 inside a range; NaN without a published value, or
         * where it is 0.
         */
        public double errorPercent(double measured) {
            double nearest = Math.clamp(measured, low, high);
            return nearest == measured ? 0 : 100 * (measured - nearest) / nearest;
        }

        /** True if a measured value is too far off, or NaN: there is none. */
        public boolean isMissed(double measured) {
            if (!isPublished()) {
                return false;
            }
            double nearest = Math.clamp(measured, low, high);
            double allowed = nearest == 0 ? tolerance : tolerance / 100 * Math.abs(nearest);
            return !(Math.abs(measured - nearest) <= allowed);
        }
    }

    /** A machine of the paper's table 1 that is not simulated: latency in us, bandwidth in MB/s, N1/2 in bytes. */
    public record Machine(String name, double latency, double bandwidth, double half) {}

    /** A published value as a mark in a figure. */
    public record Mark(String experiment, String figure, String name, double x, double y) {}

    private static final int FIELDS = 7;
    private static final int MACHINE_FIELDS = 5;
    private static final int MARK_FIELDS = 6;

    private final Map<String, Quantity> quantities = new LinkedHashMap<>();
    private final List<Machine> machines = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();

    private Published(List<String> lines) {
        String last = null;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            String place = "published.txt:" + (i + 1);
            if (line.startsWith("note:")) {
                expect(last != null, place, "a quantity before its note");
                quantities.compute(
                        last,
                        (key, q) -> q.noted(line.substring("note:".length()).strip()));
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                last = take(line.split("\\s*\\|\\s*"), place);
            }
        }
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
        expect(fields.length == FIELDS, place, FIELDS + " fields");
        Quantity quantity = quantity(fields);
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

    /** The marks of a figure, in the order of the file. */
    public List<Mark> marks(String experiment, String figure) {
        return marks.stream()
                .filter(mark -> mark.experiment.equals(experiment) && mark.figure.equals(figure))
                .toList();
    }

    private static Quantity quantity(String[] fields) {
        double low = Double.NaN;
        double high = Double.NaN;
        if (!fields[3].equals("-")) {
            String[] range = fields[3].split("\\.\\.");
            low = number(range[0]);
            high = number(range[range.length - 1]);
        }
        double tolerance = fields[4].equals("-") ? 0 : number(fields[4]);
        Kind kind = Kind.valueOf(fields[5].toUpperCase(java.util.Locale.ROOT));
        return new Quantity(fields[0], fields[1], fields[2], low, high, tolerance, kind, fields[6], "");
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
