package org.bipj.samples.nas.ft;

import static jdk.incubator.vector.DoubleVector.fromArray;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** The passes with vector instructions, a vector of lines together. See {@link PlainButterflies} for the steps. */
final class VectorButterflies implements Butterflies {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int STEP = SPECIES.length();

    @Override
    public void pairs(double[] from, double[] to, int width, int s) {
        int half = 2 * s * width;
        for (int i = 0; i < half; i += STEP) {
            DoubleVector a = fromArray(SPECIES, from, i);
            DoubleVector b = fromArray(SPECIES, from, i + half);
            a.add(b).intoArray(to, i);
            a.sub(b).intoArray(to, i + half);
        }
    }

    @Override
    public void quadruples(double[] from, double[] to, int width, int real, int m, int s, double[] roots) {
        int quarter = 2 * m * s * width;
        int next = 2 * s * width;
        int imaginary = width - 2 * real;
        for (int p = 0; p < m; p++) {
            for (int q = 0; q < s; q++) {
                int a = 2 * (p * s + q) * width + real;
                quadruple(from, a, quarter, to, a + 3 * p * next, next, width, imaginary, roots, 6 * p);
            }
        }
    }

    private static void quadruple(
            double[] from,
            int start,
            int quarter,
            double[] to,
            int startTo,
            int next,
            int width,
            int imaginary,
            double[] roots,
            int root) {
        double oneR = roots[root];
        double oneI = roots[root + 1];
        double twoR = roots[root + 2];
        double twoI = roots[root + 3];
        double threeR = roots[root + 4];
        double threeI = roots[root + 5];
        for (int lane = 0; lane < width; lane += STEP) {
            int a = start + lane;
            int b = a + quarter;
            int c = b + quarter;
            int d = c + quarter;
            int y = startTo + lane;
            DoubleVector aR = fromArray(SPECIES, from, a);
            DoubleVector aI = fromArray(SPECIES, from, a + imaginary);
            DoubleVector bR = fromArray(SPECIES, from, b);
            DoubleVector bI = fromArray(SPECIES, from, b + imaginary);
            DoubleVector cR = fromArray(SPECIES, from, c);
            DoubleVector cI = fromArray(SPECIES, from, c + imaginary);
            DoubleVector dR = fromArray(SPECIES, from, d);
            DoubleVector dI = fromArray(SPECIES, from, d + imaginary);
            DoubleVector sumR = aR.add(cR);
            DoubleVector sumI = aI.add(cI);
            DoubleVector differenceR = aR.sub(cR);
            DoubleVector differenceI = aI.sub(cI);
            DoubleVector otherR = bR.add(dR);
            DoubleVector otherI = bI.add(dI);
            DoubleVector turnedR = bI.sub(dI);
            DoubleVector turnedI = dR.sub(bR);
            sumR.add(otherR).intoArray(to, y);
            sumI.add(otherI).intoArray(to, y + imaginary);
            y += next;
            multiply(differenceR.add(turnedR), differenceI.add(turnedI), oneR, oneI, to, y, imaginary);
            y += next;
            multiply(sumR.sub(otherR), sumI.sub(otherI), twoR, twoI, to, y, imaginary);
            y += next;
            multiply(differenceR.sub(turnedR), differenceI.sub(turnedI), threeR, threeI, to, y, imaginary);
        }
    }

    private static void multiply(
            DoubleVector real, DoubleVector imaginary, double rootR, double rootI, double[] to, int at, int distance) {
        real.mul(rootR).sub(imaginary.mul(rootI)).intoArray(to, at);
        real.mul(rootI).add(imaginary.mul(rootR)).intoArray(to, at + distance);
    }

    @Override
    public void scale(
            double[] from, int at, double factor, double[] factors, int first, double[] to, int atTo, int count) {
        for (int i = 0; i < count; i += STEP) {
            fromArray(SPECIES, factors, first + i)
                    .mul(factor)
                    .mul(fromArray(SPECIES, from, at + i))
                    .intoArray(to, atTo + i);
        }
    }
}
