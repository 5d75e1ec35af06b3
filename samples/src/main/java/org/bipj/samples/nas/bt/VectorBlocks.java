package org.bipj.samples.nas.bt;

import static jdk.incubator.vector.DoubleVector.fromArray;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.bipj.samples.nas.cfd.Gas;
import org.bipj.samples.nas.cfd.Grid;

/** Block systems with vector instructions, a vector of lines together. See {@link PlainBlocks} for the steps. */
final class VectorBlocks extends BlockSystem {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int STEP = SPECIES.length();

    /** The blocks of a point: what they are for the row behind it, for its own and for the row before it. */
    private static final int LEFT = 0;

    private static final int DIAGONAL = ORDER * ORDER * LANES;
    private static final int RIGHT = 2 * DIAGONAL;
    private static final int POINT = 3 * DIAGONAL;

    /** The length of a row of the working matrix: diagonal block, right block, right-hand side. */
    private static final int PITCH = (2 * ORDER + 1) * LANES;

    /** The blocks of the last three points. Entries that are always 0 are never set. */
    private final double[] ring = new double[3 * POINT];

    private final double[] matrix = new double[ORDER * PITCH];

    VectorBlocks(Grid grid) {
        super(grid);
    }

    @Override
    public void eliminate(int axis, int first, int rows, double[] points, double[] right, double[] state, int at) {
        double d = diffusion * Gas.diffusion(axis);
        int pitch = carried() * LANES;
        for (int lane = 0; lane < LANES; lane += STEP) {
            setBlocks(points, lane, d, lane);
            setBlocks(points, VALUES * LANES + lane, d, POINT + lane);
            for (int i = 0; i < rows; i++) {
                int before = i % 3 * POINT + lane;
                int here = (i + 1) % 3 * POINT + lane;
                int behind = (i + 2) % 3 * POINT + lane;
                setBlocks(points, (i + 2) * VALUES * LANES + lane, d, behind);
                copy(ring, here + DIAGONAL, ORDER, 0);
                copy(ring, behind + RIGHT, ORDER, ORDER * LANES);
                copy(right, i * ORDER * LANES + lane, 1, 2 * ORDER * LANES);
                subtractLeft(before + LEFT, state, at + i * pitch + lane);
                divideByDiagonal();
                store(state, at + (i + 1) * pitch + lane);
            }
        }
    }

    /** Sets the three blocks that a point's F' and N make. */
    private void setBlocks(double[] points, int at, double d, int to) {
        DoubleVector u = fromArray(SPECIES, points, at);
        DoubleVector v = fromArray(SPECIES, points, at + LANES);
        DoubleVector w = fromArray(SPECIES, points, at + 2 * LANES);
        DoubleVector energy = fromArray(SPECIES, points, at + ENERGY * LANES);
        setFlux(u, v, w, fromArray(SPECIES, points, at + KINETIC * LANES), energy, to);
        addViscous(u, v, w, fromArray(SPECIES, points, at + INVERSE * LANES), energy, d, to);
    }

    private void setFlux(DoubleVector u, DoubleVector v, DoubleVector w, DoubleVector q, DoubleVector energy, int to) {
        DoubleVector speed = u.mul(convection);
        DoubleVector pressure = q.mul(Gas.C2);
        DoubleVector enthalpy = energy.mul(Gas.C1).sub(pressure);
        DoubleVector one = DoubleVector.broadcast(SPECIES, convection);
        setFlux(to, 0, 0, one.mul(0));
        setFlux(to, 0, 1, one);
        setFlux(to, 1, 0, pressure.mul(convection).sub(speed.mul(u)));
        setFlux(to, 1, 1, speed.mul(2 - Gas.C2));
        setFlux(to, 1, 2, v.mul(-Gas.C2 * convection));
        setFlux(to, 1, 3, w.mul(-Gas.C2 * convection));
        setFlux(to, 1, 4, one.mul(Gas.C2));
        setFlux(to, 2, 0, speed.mul(v).neg());
        setFlux(to, 2, 1, v.mul(convection));
        setFlux(to, 2, 2, speed);
        setFlux(to, 3, 0, speed.mul(w).neg());
        setFlux(to, 3, 1, w.mul(convection));
        setFlux(to, 3, 3, speed);
        setFlux(to, 4, 0, pressure.sub(enthalpy).mul(speed));
        setFlux(to, 4, 1, enthalpy.mul(convection).sub(speed.mul(u).mul(Gas.C2)));
        setFlux(to, 4, 2, speed.mul(v).mul(-Gas.C2));
        setFlux(to, 4, 3, speed.mul(w).mul(-Gas.C2));
        setFlux(to, 4, 4, speed.mul(Gas.C1));
    }

    private void setFlux(int to, int m, int c, DoubleVector flux) {
        int entry = to + (m * ORDER + c) * LANES;
        flux.neg().intoArray(ring, entry + LEFT);
        flux.intoArray(ring, entry + RIGHT);
    }

    private void addViscous(
            DoubleVector u,
            DoubleVector v,
            DoubleVector w,
            DoubleVector inverse,
            DoubleVector energy,
            double d,
            int to) {
        DoubleVector along = inverse.mul(Gas.ALONG * Gas.VISCOSITY * diffusion);
        DoubleVector across = inverse.mul(Gas.VISCOSITY * diffusion);
        DoubleVector heat = inverse.mul(HEAT * diffusion);
        DoubleVector alongLess = along.sub(heat).mul(u);
        DoubleVector acrossLessV = across.sub(heat).mul(v);
        DoubleVector acrossLessW = across.sub(heat).mul(w);
        DoubleVector squares = alongLess.mul(u).add(acrossLessV.mul(v)).add(acrossLessW.mul(w));
        DoubleVector spread = DoubleVector.broadcast(SPECIES, d);
        addViscous(to, 0, 0, 1, spread);
        addViscous(to, 1, 0, 0, along.mul(u).neg());
        addViscous(to, 1, 1, 1, along.add(d));
        addViscous(to, 2, 0, 0, across.mul(v).neg());
        addViscous(to, 2, 2, 1, across.add(d));
        addViscous(to, 3, 0, 0, across.mul(w).neg());
        addViscous(to, 3, 3, 1, across.add(d));
        addViscous(to, 4, 0, 0, squares.add(heat.mul(energy)).neg());
        addViscous(to, 4, 1, 0, alongLess);
        addViscous(to, 4, 2, 0, acrossLessV);
        addViscous(to, 4, 3, 0, acrossLessW);
        addViscous(to, 4, 4, 1, heat.add(d));
    }

    private void addViscous(int to, int m, int c, double identity, DoubleVector viscous) {
        int entry = to + (m * ORDER + c) * LANES;
        fromArray(SPECIES, ring, entry + LEFT).sub(viscous).intoArray(ring, entry + LEFT);
        viscous.add(viscous).add(identity).intoArray(ring, entry + DIAGONAL);
        fromArray(SPECIES, ring, entry + RIGHT).sub(viscous).intoArray(ring, entry + RIGHT);
    }

    /** Copies columns of five rows into the working matrix. */
    private void copy(double[] from, int at, int columns, int to) {
        for (int m = 0; m < ORDER; m++) {
            for (int c = 0; c < columns; c++) {
                fromArray(SPECIES, from, at + (m * columns + c) * LANES).intoArray(matrix, to + m * PITCH + c * LANES);
            }
        }
    }

    /** Eliminates the left block: the diagonal block less left C', the right-hand side less left r', of the row before. */
    private void subtractLeft(int left, double[] state, int before) {
        for (int m = 0; m < ORDER; m++) {
            int entry = left + m * ORDER * LANES;
            DoubleVector left0 = fromArray(SPECIES, ring, entry);
            DoubleVector left1 = fromArray(SPECIES, ring, entry + LANES);
            DoubleVector left2 = fromArray(SPECIES, ring, entry + 2 * LANES);
            DoubleVector left3 = fromArray(SPECIES, ring, entry + 3 * LANES);
            DoubleVector left4 = fromArray(SPECIES, ring, entry + 4 * LANES);
            for (int c = 0; c < WIDTH; c++) {
                int to = m * PITCH + (c < ORDER ? c : 2 * ORDER) * LANES;
                int from = before + c * LANES;
                fromArray(SPECIES, matrix, to)
                        .sub(left0.mul(fromArray(SPECIES, state, from)))
                        .sub(left1.mul(fromArray(SPECIES, state, from + WIDTH * LANES)))
                        .sub(left2.mul(fromArray(SPECIES, state, from + 2 * WIDTH * LANES)))
                        .sub(left3.mul(fromArray(SPECIES, state, from + 3 * WIDTH * LANES)))
                        .sub(left4.mul(fromArray(SPECIES, state, from + 4 * WIDTH * LANES)))
                        .intoArray(matrix, to);
            }
        }
    }

    /** Multiplies the row by the inverse of its diagonal block, by Gauss-Jordan elimination without pivoting. */
    private void divideByDiagonal() {
        for (int p = 0; p < ORDER; p++) {
            int pivotRow = p * PITCH;
            DoubleVector pivot =
                    DoubleVector.broadcast(SPECIES, 1).div(fromArray(SPECIES, matrix, pivotRow + p * LANES));
            for (int c = (p + 1) * LANES; c < PITCH; c += LANES) {
                fromArray(SPECIES, matrix, pivotRow + c).mul(pivot).intoArray(matrix, pivotRow + c);
            }
            for (int m = 0; m < ORDER; m++) {
                if (m != p) {
                    subtractRow(m * PITCH, pivotRow, p);
                }
            }
        }
    }

    private void subtractRow(int row, int pivotRow, int p) {
        DoubleVector factor = fromArray(SPECIES, matrix, row + p * LANES);
        for (int c = (p + 1) * LANES; c < PITCH; c += LANES) {
            fromArray(SPECIES, matrix, row + c)
                    .sub(factor.mul(fromArray(SPECIES, matrix, pivotRow + c)))
                    .intoArray(matrix, row + c);
        }
    }

    private void store(double[] state, int at) {
        for (int m = 0; m < ORDER; m++) {
            for (int c = 0; c < WIDTH; c++) {
                fromArray(SPECIES, matrix, m * PITCH + (ORDER + c) * LANES)
                        .intoArray(state, at + (m * WIDTH + c) * LANES);
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
