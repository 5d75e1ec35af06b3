package org.bipj.samples.nas.sp;

import static jdk.incubator.vector.DoubleVector.fromArray;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.bipj.samples.nas.cfd.Gas;
import org.bipj.samples.nas.cfd.Grid;

/** Pentadiagonal systems with vector instructions, a vector of lines together. See {@link PlainPentadiagonal} for the steps. */
final class VectorPentadiagonal extends PentadiagonalSystem {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int STEP = SPECIES.length();
    private static final int POINT = VALUES * LANES;
    private static final int ROW = WIDTH * LANES;

    VectorPentadiagonal(Grid grid) {
        super(grid);
    }

    @Override
    public void eliminate(int axis, int first, int rows, double[] points, double[] right, double[] state, int at) {
        double d = diffusion * Gas.diffusion(axis);
        for (int i = 0; i < rows; i++) {
            for (int lane = 0; lane < LANES; lane += STEP) {
                eliminateRow(
                        first + i,
                        d,
                        points,
                        i * POINT + lane,
                        right,
                        i * Grid.COMPONENTS * LANES + lane,
                        state,
                        at + (i + 2) * ROW + lane);
            }
        }
    }

    private void eliminateRow(
            int place, double d, double[] points, int before, double[] right, int rightAt, double[] state, int at) {
        int behind = before + 2 * POINT;
        DoubleVector left = sigma(points, before).neg().add(left1(place) - d);
        DoubleVector middle = sigma(points, before + POINT).mul(2).add(1 + middle(place) + 2 * d);
        DoubleVector onRight = sigma(points, behind).neg().add(right1(place) - d);
        DoubleVector speed =
                fromArray(SPECIES, points, before + VELOCITY * LANES).mul(convection);
        DoubleVector sound = sound(points, before);
        DoubleVector speedBehind =
                fromArray(SPECIES, points, behind + VELOCITY * LANES).mul(convection);
        DoubleVector soundBehind = sound(points, behind);
        left = left.sub(speed);
        onRight = onRight.add(speedBehind);
        double left2 = left2(place);
        double right2 = right2(place);
        int r = RIGHT_HAND_SIDES * LANES;
        DoubleVector leftOfAll =
                left.sub(fromArray(SPECIES, state, at - 2 * ROW).mul(left2));
        DoubleVector pivot = reduce(0, leftOfAll, middle, onRight, left2, right2, state, at);
        solve(leftOfAll, pivot, left2, right, rightAt, state, at + r);
        solve(leftOfAll, pivot, left2, right, rightAt + LANES, state, at + r + LANES);
        solve(leftOfAll, pivot, left2, right, rightAt + 2 * LANES, state, at + r + 2 * LANES);
        DoubleVector ahead = left.sub(sound)
                .sub(fromArray(SPECIES, state, at - 2 * ROW + 2 * LANES).mul(left2));
        pivot = reduce(2 * LANES, ahead, middle, onRight.add(soundBehind), left2, right2, state, at);
        solve(ahead, pivot, left2, right, rightAt + 3 * LANES, state, at + r + 3 * LANES);
        DoubleVector back = left.add(sound)
                .sub(fromArray(SPECIES, state, at - 2 * ROW + 4 * LANES).mul(left2));
        pivot = reduce(4 * LANES, back, middle, onRight.sub(soundBehind), left2, right2, state, at);
        solve(back, pivot, left2, right, rightAt + 4 * LANES, state, at + r + 4 * LANES);
    }

    /** The part of sigma that varies, times its factor. */
    private DoubleVector sigma(double[] points, int at) {
        return fromArray(SPECIES, points, at + INVERSE * LANES).mul(HEAT * diffusion);
    }

    /** The speed of sound times the factor of lambda. */
    private DoubleVector sound(double[] points, int at) {
        return fromArray(SPECIES, points, at + ENERGY * LANES)
                .sub(fromArray(SPECIES, points, at + KINETIC * LANES))
                .mul(Gas.C1 * Gas.C2 * convection * convection)
                .sqrt();
    }

    /** Sets what is right of the diagonal of a system's row; returns the reciprocal of the diagonal. */
    private static DoubleVector reduce(
            int system,
            DoubleVector left,
            DoubleVector middle,
            DoubleVector right1,
            double left2,
            double right2,
            double[] state,
            int at) {
        int here = at + system;
        DoubleVector diagonal = middle.sub(
                        fromArray(SPECIES, state, here - 2 * ROW + LANES).mul(left2))
                .sub(left.mul(fromArray(SPECIES, state, here - ROW)));
        DoubleVector pivot = DoubleVector.broadcast(SPECIES, 1).div(diagonal);
        right1.sub(left.mul(fromArray(SPECIES, state, here - ROW + LANES)))
                .mul(pivot)
                .intoArray(state, here);
        pivot.mul(right2).intoArray(state, here + LANES);
        return pivot;
    }

    /** Sets a right-hand side of a row. */
    private static void solve(
            DoubleVector left, DoubleVector pivot, double left2, double[] right, int rightAt, double[] state, int at) {
        fromArray(SPECIES, right, rightAt)
                .sub(fromArray(SPECIES, state, at - 2 * ROW).mul(left2))
                .sub(left.mul(fromArray(SPECIES, state, at - ROW)))
                .mul(pivot)
                .intoArray(state, at);
    }

    @Override
    public void substitute(int rows, double[] state, int at, double[] right) {
        for (int i = rows - 1; i >= 0; i--) {
            for (int lane = 0; lane < LANES; lane += STEP) {
                int here = at + i * ROW + lane;
                int x = i * Grid.COMPONENTS * LANES + lane;
                substitute(state, here, 0, right, x, 0);
                substitute(state, here, 0, right, x, 1);
                substitute(state, here, 0, right, x, 2);
                substitute(state, here, 1, right, x, 3);
                substitute(state, here, 2, right, x, 4);
            }
        }
    }

    private static void substitute(double[] state, int here, int system, double[] right, int x, int m) {
        int own = x + m * LANES;
        int pitch = Grid.COMPONENTS * LANES;
        fromArray(SPECIES, state, here + (RIGHT_HAND_SIDES + m) * LANES)
                .sub(fromArray(SPECIES, state, here + 2 * system * LANES).mul(fromArray(SPECIES, right, own + pitch)))
                .sub(fromArray(SPECIES, state, here + (2 * system + 1) * LANES)
                        .mul(fromArray(SPECIES, right, own + 2 * pitch)))
                .intoArray(right, own);
    }
}
