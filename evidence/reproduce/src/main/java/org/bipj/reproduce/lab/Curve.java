package org.bipj.reproduce.lab;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Times of messages by their length.
 *
 * @param bytes lengths, rising
 * @param micros one-way times in microseconds
 */
public record Curve(int[] bytes, double[] micros) {
    // A spread counts as even up to this factor of the smallest spread, plus this time.
    private static final double EVEN_FACTOR = 1.2;

    private static final double EVEN_US = 0.02;

    private static final int STEP = 64;
    private static final int WORD = 4;

    /** Makes a curve of measured times by length. */
    public static Curve of(int[] bytes, double[] micros) {
        return new Curve(bytes, micros);
    }

    /** Lengths from {@code from} to {@code to}, {@code step} apart. */
    public static int[] steps(int from, int to, int step) {
        return IntStream.iterate(from, at -> at <= to, at -> at + step).toArray();
    }

    /** Powers of two from {@code from} to {@code to} with {@code between} lengths between two, all multiples of 4. */
    public static int[] powers(int from, int to, int between) {
        int parts = between + 1;
        return IntStream.rangeClosed(0, parts * Integer.numberOfTrailingZeros(to / from))
                .map(i -> (int) Math.round(from * Math.pow(2, i / (double) parts)) / 4 * 4)
                .distinct()
                .toArray();
    }

    /** Throughput at a point, in MB/s of 10^6 bytes. */
    public double rate(int i) {
        return bytes[i] / micros[i];
    }

    /** The largest throughput of all points, in MB/s of 10^6 bytes. */
    public double peak() {
        return IntStream.range(0, bytes.length).mapToDouble(this::rate).max().orElseThrow();
    }

    /** Smallest length from which on all reach a given throughput; NaN if the last does not. */
    public double from(double rate) {
        int at = bytes.length;
        while (at > 0 && rate(at - 1) >= rate) {
            at--;
        }
        return at == bytes.length ? Double.NaN : bytes[at];
    }

    /** A measurement of times at some lengths, rising. */
    public interface Measurement {
        /** Measures the times of messages of these lengths. */
        Curve at(int... bytes);
    }

    /**
     * The smallest length from which on all reach a given throughput, to the word: searched in steps, and again within
     * the step before it. Each measurement includes the longest length, so that the programs' buffers have the same
     * addresses.
     *
     * @param from shortest length that is measured, a multiple of 4
     * @param to longest length
     * @param rate in MB/s of 10^6 bytes
     * @return NaN if the longest does not reach that throughput, or all do, because then it is none of these lengths
     */
    public static double firstWith(double rate, int from, int to, Measurement measurement) {
        double step = measurement.at(steps(from, to, STEP)).from(rate);
        if (Double.isNaN(step) || step == from) {
            return Double.NaN;
        }
        int[] near = steps((int) step - STEP + WORD, (int) step, WORD);
        int[] withLongest = Arrays.copyOf(near, near.length + 1);
        withLongest[near.length] = to;
        return measurement.at(withLongest).from(rate);
    }

    /** Time over length, as a line of a figure. */
    public Figure.Line times(String name) {
        return line(name, i -> micros[i]);
    }

    /** Throughput over length, as a line of a figure. */
    public Figure.Line rates(String name) {
        return line(name, this::rate);
    }

    private Figure.Line line(String name, IntToDoubleFunction y) {
        return new Figure.Line(
                name,
                Arrays.stream(bytes).asDoubleStream().toArray(),
                IntStream.range(0, bytes.length).mapToDouble(y).toArray());
    }

    /**
     * The width of the stairs of a curve whose points are equally far apart: the smallest distance after which the
     * curve repeats itself, only higher. Searched up to half of the curve.
     */
    public double stairWidth() {
        int longest = bytes.length / 2;
        double[] spreads =
                IntStream.rangeClosed(1, longest).mapToDouble(this::spread).toArray();
        double even = Arrays.stream(spreads).min().orElseThrow();
        int lag = 1;
        while (spreads[lag - 1] > EVEN_FACTOR * even + EVEN_US) {
            lag++;
        }
        return bytes[lag] - bytes[0];
    }

    /** The standard deviation of the rises over a number of points, in microseconds. */
    private double spread(int lag) {
        double[] rises = IntStream.range(lag, micros.length)
                .mapToDouble(i -> micros[i] - micros[i - lag])
                .toArray();
        double mean = Arrays.stream(rises).average().orElseThrow();
        return Math.sqrt(Arrays.stream(rises)
                .map(rise -> (rise - mean) * (rise - mean))
                .average()
                .orElseThrow());
    }

    /** The median; of an even number of values the lower one. */
    public static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) / 2];
    }
}
