package org.bipj.samples.nas.bt;

import static jdk.incubator.vector.DoubleVector.fromArray;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.bipj.samples.nas.cfd.Gas;
import org.bipj.samples.nas.cfd.Grid;

/** Block systems with vector instructions, a vector of lines together. See {@link PlainBlocks} for the steps. */
final class VectorBlocks extends BlockSystem {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int STEP = SPECIES.length();

    /** The matrices of a point, each with its factor: F', and N + d I behind it. */
    private static final int VISCOUS = ORDER * ORDER * LANES;

    private static final int POINT = 2 * VISCOUS;

    /** The length of a row of C' with the right-hand side. */
    private static final int PITCH = WIDTH * LANES;

    /** The matrices of the last three points. Entries that are always the same are set once. */
    private final double[] ring = new double[3 * POINT];

    private final double[] diagonal = new double[ORDER * ORDER * LANES];

    VectorBlocks(Grid grid) {
        super(grid);
        for (int point = 0; point < ring.length; point += POINT) {
            Arrays.fill(ring, point + entry(0, 1), point + entry(0, 2), convection);
            Arrays.fill(ring, point + entry(1, 4), point + entry(2, 0), Gas.C2 * convection);
        }
    }

    @Override
    public void eliminate(int axis, int first, int rows, double[] points, double[] right, double[] state, int at) {
        double d = diffusion * Gas.diffusion(axis);
        int pitch = carried() * LANES;
        for (int lane = 0; lane < LANES; lane += STEP) {
            for (int i = -2; i < rows; i++) {
                int behind = (i + 2) % 3 * POINT + lane;
                setFlux(points, (i + 2) * VALUES * LANES + lane, behind);
                setViscous(points, (i + 2) * VALUES * LANES + lane, d, behind + VISCOUS);
                if (i >= 0) {
                    int row = at + (i + 1) * pitch + lane;
                    setRight(behind, right, i * ORDER * LANES + lane, state, row);
                    subtractLeft((i + 1) % 3 * POINT + lane, i % 3 * POINT + lane, state, row - pitch, row);
                    divideByDiagonal(state, row);
                }
            }
        }
    }

    /** Sets F' of a point, times the factor of convection. */
    private void setFlux(double[] points, int at, int to) {
        double[] flux = ring;
        DoubleVector u = fromArray(SPECIES, points, at);
        DoubleVector v = fromArray(SPECIES, points, at + LANES);
        DoubleVector w = fromArray(SPECIES, points, at + 2 * LANES);
        DoubleVector speed = u.mul(convection);
        DoubleVector pressure = fromArray(SPECIES, points, at + KINETIC * LANES).mul(Gas.C2);
        DoubleVector enthalpy =
                fromArray(SPECIES, points, at + ENERGY * LANES).mul(Gas.C1).sub(pressure);
        DoubleVector uSpeed = speed.mul(u);
        DoubleVector vSpeed = speed.mul(v);
        DoubleVector wSpeed = speed.mul(w);
        pressure.mul(convection).sub(uSpeed).intoArray(flux, to + entry(1, 0));
        speed.mul(2 - Gas.C2).intoArray(flux, to + entry(1, 1));
        v.mul(-Gas.C2 * convection).intoArray(flux, to + entry(1, 2));
        w.mul(-Gas.C2 * convection).intoArray(flux, to + entry(1, 3));
        vSpeed.neg().intoArray(flux, to + entry(2, 0));
        v.mul(convection).intoArray(flux, to + entry(2, 1));
        speed.intoArray(flux, to + entry(2, 2));
        wSpeed.neg().intoArray(flux, to + entry(3, 0));
        w.mul(convection).intoArray(flux, to + entry(3, 1));
        speed.intoArray(flux, to + entry(3, 3));
        pressure.sub(enthalpy).mul(speed).intoArray(flux, to + entry(4, 0));
        enthalpy.mul(convection).sub(uSpeed.mul(Gas.C2)).intoArray(flux, to + entry(4, 1));
        vSpeed.mul(-Gas.C2).intoArray(flux, to + entry(4, 2));
        wSpeed.mul(-Gas.C2).intoArray(flux, to + entry(4, 3));
        speed.mul(Gas.C1).intoArray(flux, to + entry(4, 4));
    }

    /** Sets N + d I of a point, times the factor of diffusion. */
    private void setViscous(double[] points, int at, double d, int to) {
        double[] viscous = ring;
        DoubleVector u = fromArray(SPECIES, points, at);
        DoubleVector v = fromArray(SPECIES, points, at + LANES);
        DoubleVector w = fromArray(SPECIES, points, at + 2 * LANES);
        DoubleVector inverse = fromArray(SPECIES, points, at + INVERSE * LANES);
        DoubleVector along = inverse.mul(Gas.ALONG * Gas.VISCOSITY * diffusion);
        DoubleVector across = inverse.mul(Gas.VISCOSITY * diffusion);
        DoubleVector heat = inverse.mul(HEAT * diffusion);
        DoubleVector uLess = along.sub(heat).mul(u);
        DoubleVector vLess = across.sub(heat).mul(v);
        DoubleVector wLess = across.sub(heat).mul(w);
        DoubleVector acrossLess = across.add(d);
        DoubleVector.broadcast(SPECIES, d).intoArray(viscous, to + entry(0, 0));
        along.mul(u).neg().intoArray(viscous, to + entry(1, 0));
        along.add(d).intoArray(viscous, to + entry(1, 1));
        across.mul(v).neg().intoArray(viscous, to + entry(2, 0));
        acrossLess.intoArray(viscous, to + entry(2, 2));
        across.mul(w).neg().intoArray(viscous, to + entry(3, 0));
        acrossLess.intoArray(viscous, to + entry(3, 3));
        uLess.mul(u)
                .add(vLess.mul(v))
                .add(wLess.mul(w))
                .add(heat.mul(fromArray(SPECIES, points, at + ENERGY * LANES)))
                .neg()
                .intoArray(viscous, to + entry(4, 0));
        uLess.intoArray(viscous, to + entry(4, 1));
        vLess.intoArray(viscous, to + entry(4, 2));
        wLess.intoArray(viscous, to + entry(4, 3));
        heat.add(d).intoArray(viscous, to + entry(4, 4));
    }

    private static int entry(int m, int c) {
        return (m * ORDER + c) * LANES;
    }

    /** Sets the block right of the diagonal, {@code F' - N - d I} of the point behind, and the right-hand side. */
    private void setRight(int behind, double[] right, int rightAt, double[] state, int row) {
        for (int m = 0; m < ORDER; m++) {
            for (int c = 0; c < ORDER; c++) {
                int entry = behind + (m * ORDER + c) * LANES;
                fromArray(SPECIES, ring, entry)
                        .sub(fromArray(SPECIES, ring, entry + VISCOUS))
                        .intoArray(state, row + m * PITCH + c * LANES);
            }
            fromArray(SPECIES, right, rightAt + m * LANES).intoArray(state, row + m * PITCH + ORDER * LANES);
        }
    }

    /**
     * Sets the diagonal block, {@code I + 2 (N + d I)}, and eliminates the left block, {@code -F' - N - d I} of the
     * point before: adds its product with C' and r' of the row before.
     */
    private void subtractLeft(int here, int left, double[] state, int before, int row) {
        for (int m = 0; m < ORDER; m++) {
            int entry = left + m * ORDER * LANES;
            DoubleVector left0 = left(entry);
            DoubleVector left1 = left(entry + LANES);
            DoubleVector left2 = left(entry + 2 * LANES);
            DoubleVector left3 = left(entry + 3 * LANES);
            DoubleVector left4 = left(entry + 4 * LANES);
            for (int c = 0; c < ORDER; c++) {
                int entryHere = (m * ORDER + c) * LANES;
                int from = before + c * LANES;
                DoubleVector sum = fromArray(SPECIES, ring, here + VISCOUS + entryHere)
                        .mul(2)
                        .add(c == m ? 1 : 0);
                sum = left0.fma(fromArray(SPECIES, state, from), sum);
                sum = left1.fma(fromArray(SPECIES, state, from + PITCH), sum);
                sum = left2.fma(fromArray(SPECIES, state, from + 2 * PITCH), sum);
                sum = left3.fma(fromArray(SPECIES, state, from + 3 * PITCH), sum);
                sum = left4.fma(fromArray(SPECIES, state, from + 4 * PITCH), sum);
                sum.intoArray(diagonal, entryHere);
            }
            int place = row + m * PITCH + ORDER * LANES;
            int from = before + ORDER * LANES;
            DoubleVector sum = fromArray(SPECIES, state, place);
            sum = left0.fma(fromArray(SPECIES, state, from), sum);
            sum = left1.fma(fromArray(SPECIES, state, from + PITCH), sum);
            sum = left2.fma(fromArray(SPECIES, state, from + 2 * PITCH), sum);
            sum = left3.fma(fromArray(SPECIES, state, from + 3 * PITCH), sum);
            sum = left4.fma(fromArray(SPECIES, state, from + 4 * PITCH), sum);
            sum.intoArray(state, place);
        }
    }

    private DoubleVector left(int entry) {
        return fromArray(SPECIES, ring, entry).add(fromArray(SPECIES, ring, entry + VISCOUS));
    }

    /** Multiplies the row by the inverse of its diagonal block, by Gauss-Jordan elimination without pivoting. */
    private void divideByDiagonal(double[] state, int row) {
        double[] block = diagonal;
        for (int p = 0; p < ORDER; p++) {
            int pivotRow = p * ORDER * LANES;
            int to = row + p * PITCH;
            DoubleVector pivot =
                    DoubleVector.broadcast(SPECIES, 1).div(fromArray(SPECIES, block, pivotRow + p * LANES));
            for (int c = (p + 1) * LANES; c < ORDER * LANES; c += LANES) {
                fromArray(SPECIES, block, pivotRow + c).mul(pivot).intoArray(block, pivotRow + c);
            }
            DoubleVector x0 = fromArray(SPECIES, state, to).mul(pivot);
            DoubleVector x1 = fromArray(SPECIES, state, to + LANES).mul(pivot);
            DoubleVector x2 = fromArray(SPECIES, state, to + 2 * LANES).mul(pivot);
            DoubleVector x3 = fromArray(SPECIES, state, to + 3 * LANES).mul(pivot);
            DoubleVector x4 = fromArray(SPECIES, state, to + 4 * LANES).mul(pivot);
            DoubleVector x5 = fromArray(SPECIES, state, to + 5 * LANES).mul(pivot);
            x0.intoArray(state, to);
            x1.intoArray(state, to + LANES);
            x2.intoArray(state, to + 2 * LANES);
            x3.intoArray(state, to + 3 * LANES);
            x4.intoArray(state, to + 4 * LANES);
            x5.intoArray(state, to + 5 * LANES);
            for (int m = 0; m < ORDER; m++) {
                if (m != p) {
                    int other = m * ORDER * LANES;
                    int at = row + m * PITCH;
                    DoubleVector factor =
                            fromArray(SPECIES, block, other + p * LANES).neg();
                    for (int c = (p + 1) * LANES; c < ORDER * LANES; c += LANES) {
                        factor.fma(fromArray(SPECIES, block, pivotRow + c), fromArray(SPECIES, block, other + c))
                                .intoArray(block, other + c);
                    }
                    factor.fma(x0, fromArray(SPECIES, state, at)).intoArray(state, at);
                    factor.fma(x1, fromArray(SPECIES, state, at + LANES)).intoArray(state, at + LANES);
                    factor.fma(x2, fromArray(SPECIES, state, at + 2 * LANES)).intoArray(state, at + 2 * LANES);
                    factor.fma(x3, fromArray(SPECIES, state, at + 3 * LANES)).intoArray(state, at + 3 * LANES);
                    factor.fma(x4, fromArray(SPECIES, state, at + 4 * LANES)).intoArray(state, at + 4 * LANES);
                    factor.fma(x5, fromArray(SPECIES, state, at + 5 * LANES)).intoArray(state, at + 5 * LANES);
                }
            }
        }
    }

    @Override
    public void substitute(int rows, double[] state, int at, double[] right) {
        for (int lane = 0; lane < LANES; lane += STEP) {
            for (int i = rows - 1; i >= 0; i--) {
                int behind = (i + 1) * ORDER * LANES + lane;
                DoubleVector x0 = fromArray(SPECIES, right, behind);
                DoubleVector x1 = fromArray(SPECIES, right, behind + LANES);
                DoubleVector x2 = fromArray(SPECIES, right, behind + 2 * LANES);
                DoubleVector x3 = fromArray(SPECIES, right, behind + 3 * LANES);
                DoubleVector x4 = fromArray(SPECIES, right, behind + 4 * LANES);
                for (int m = 0; m < ORDER; m++) {
                    int from = at + i * carried() * LANES + m * WIDTH * LANES + lane;
                    fromArray(SPECIES, state, from + ORDER * LANES)
                            .sub(fromArray(SPECIES, state, from).mul(x0))
                            .sub(fromArray(SPECIES, state, from + LANES).mul(x1))
                            .sub(fromArray(SPECIES, state, from + 2 * LANES).mul(x2))
                            .sub(fromArray(SPECIES, state, from + 3 * LANES).mul(x3))
                            .sub(fromArray(SPECIES, state, from + 4 * LANES).mul(x4))
                            .intoArray(right, (i * ORDER + m) * LANES + lane);
                }
            }
        }
    }
}
