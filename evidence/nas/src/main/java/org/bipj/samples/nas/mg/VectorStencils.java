package org.bipj.samples.nas.mg;

import static jdk.incubator.vector.DoubleVector.fromArray;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;
import org.bipj.samples.nas.Vectors;

/** The sums with vector instructions, neighbours along x together; short rows in plain loops. */
final class VectorStencils implements Stencils {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int STEP = SPECIES.length();

    /** Take elements from two vectors in turn: the lower halves, the upper halves. */
    private static final VectorShuffle<Double> LOWER = VectorShuffle.makeZip(SPECIES, 0);

    private static final VectorShuffle<Double> UPPER = VectorShuffle.makeZip(SPECIES, 1);

    private final PlainStencils plain;
    private final double[] beside;
    private final double[] diagonal;

    VectorStencils(int longest) {
        plain = new PlainStencils(longest);
        beside = new double[longest + Vectors.LANES];
        diagonal = new double[longest + Vectors.LANES];
    }

    private static void sumAcross(
            double[] from, int start, int count, int row, int plane, double[] beside, double[] diagonal) {
        for (int i = 0; i < count; i += STEP) {
            int p = start + i;
            fromArray(SPECIES, from, p - row)
                    .add(fromArray(SPECIES, from, p + row))
                    .add(fromArray(SPECIES, from, p - plane).add(fromArray(SPECIES, from, p + plane)))
                    .intoArray(beside, i);
            fromArray(SPECIES, from, p - plane - row)
                    .add(fromArray(SPECIES, from, p - plane + row))
                    .add(fromArray(SPECIES, from, p + plane - row).add(fromArray(SPECIES, from, p + plane + row)))
                    .intoArray(diagonal, i);
        }
    }

    @Override
    public void apply(double[] w, double[] from, double[] base, double[] to, int at, int count, int row, int plane) {
        if (count % STEP != 0) {
            plain.apply(w, from, base, to, at, count, row, plane);
            return;
        }
        double[] side = beside;
        double[] cross = diagonal;
        sumAcross(from, at - 1, count + 2, row, plane, side, cross);
        double w0 = w[0];
        double w1 = w[1];
        double w2 = w[2];
        double w3 = w[3];
        for (int i = 0; i < count; i += STEP) {
            int p = at + i;
            DoubleVector one = fromArray(SPECIES, from, p - 1)
                    .add(fromArray(SPECIES, from, p + 1))
                    .add(fromArray(SPECIES, side, i + 1));
            DoubleVector two = fromArray(SPECIES, side, i)
                    .add(fromArray(SPECIES, side, i + 2))
                    .add(fromArray(SPECIES, cross, i + 1));
            DoubleVector three = fromArray(SPECIES, cross, i).add(fromArray(SPECIES, cross, i + 2));
            fromArray(SPECIES, base, p)
                    .add(fromArray(SPECIES, from, p).mul(w0))
                    .add(one.mul(w1))
                    .add(two.mul(w2))
                    .add(three.mul(w3))
                    .intoArray(to, p);
        }
    }

    @Override
    public void restrict(double[] from, int at, int row, int plane, double[] to, int coarse, int count) {
        if (2 * count % STEP != 0) {
            plain.restrict(from, at, row, plane, to, coarse, count);
            return;
        }
        double[] sum = beside;
        sumAcross(from, at - 1, 2 * count + 1, row, plane, sum, diagonal);
        for (int i = 0; i < 2 * count + 1; i += STEP) {
            fromArray(SPECIES, from, at - 1 + i)
                    .mul(0.5)
                    .add(fromArray(SPECIES, sum, i).mul(0.25))
                    .add(fromArray(SPECIES, diagonal, i).mul(0.125))
                    .intoArray(sum, i);
        }
        for (int j = 0; j < count; j++) {
            to[coarse + j] = sum[2 * j + 1] + 0.5 * (sum[2 * j] + sum[2 * j + 2]);
        }
    }

    @Override
    public void interpolate(double[] from, int[] rows, int first, double[] to, int at, boolean odd, int count) {
        int start = odd ? 1 : 0;
        int vectors = (count - start) / (2 * STEP);
        plain.interpolate(from, rows, first, to, at, odd, start);
        interpolatePairs(from, rows, first + start, to, at + start, vectors * STEP);
        int done = 2 * vectors * STEP + start;
        plain.interpolate(from, rows, first + start + vectors * STEP, to, at + done, false, count - done);
    }

    /** Interpolates to pairs of fine points 2j and 2j + 1. */
    private static void interpolatePairs(double[] from, int[] rows, int first, double[] to, int at, int pairs) {
        int row0 = rows[0] + first;
        int row1 = rows[1] + first;
        int row2 = rows[2] + first;
        int row3 = rows[3] + first;
        for (int j = 0; j < pairs; j += STEP) {
            DoubleVector here =
                    sum(from, row0 + j, row1 + j, row2 + j, row3 + j).mul(0.25);
            DoubleVector before = sum(from, row0 + j - 1, row1 + j - 1, row2 + j - 1, row3 + j - 1)
                    .mul(0.25);
            DoubleVector between = here.add(before).mul(0.5);
            int p = at + 2 * j;
            fromArray(SPECIES, to, p).add(between.rearrange(LOWER, here)).intoArray(to, p);
            fromArray(SPECIES, to, p + STEP).add(between.rearrange(UPPER, here)).intoArray(to, p + STEP);
        }
    }

    private static DoubleVector sum(double[] from, int p0, int p1, int p2, int p3) {
        return fromArray(SPECIES, from, p0)
                .add(fromArray(SPECIES, from, p1))
                .add(fromArray(SPECIES, from, p2).add(fromArray(SPECIES, from, p3)));
    }

    @Override
    public double square(double[] from, int at, int count) {
        if (count % STEP != 0) {
            return plain.square(from, at, count);
        }
        DoubleVector sum = DoubleVector.zero(SPECIES);
        for (int p = at; p < at + count; p += STEP) {
            DoubleVector values = fromArray(SPECIES, from, p);
            sum = sum.add(values.mul(values));
        }
        return sum.reduceLanes(VectorOperators.ADD);
    }
}
