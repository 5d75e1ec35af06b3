package org.bipj.samples.nas.sp;

import static jdk.incubator.vector.DoubleVector.fromArray;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.bipj.samples.nas.cfd.Gas;
import org.bipj.samples.nas.cfd.Grid;

/**
 * Pentadiagonal systems with vector instructions, a vector of lines together. See {@link PlainPentadiagonal} for the
 * steps.
 */
final class VectorPentadiagonal extends PentadiagonalSystem {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int STEP = SPECIES.length();
    private static final int POINT = VALUES * LANES;
    private static final int ROW = WIDTH * LANES;

    /** What the systems share of a point, each with its factor: sigma, the gas's velocity, the speed of sound. */
    private static final int SIGMA = 0;

    private static final int SPEED = LANES;
    private static final int SOUND = 2 * LANES;
    private static final int WAVE = 3 * LANES;

    /** How much faster than the gas what each system solves for travels, in speeds of sound. */
    private static final int[] AHEAD = {0, 1, -1};

    /** The components of the systems: the first and, behind them, the end. */
    private static final int[] COMPONENTS = {0, 3, 4, 5};

    private double[] waves = {};

    VectorPentadiagonal(Grid grid) {
        super(grid);
    }

    @Override
    public void eliminate(int axis, int first, int rows, double[] points, double[] right, double[] state, int at) {
        if (waves.length < (rows + 2) * WAVE) {
            waves = new double[(rows + 2) * WAVE];
        }
        setWaves(points, rows + 2, diffusion * Gas.diffusion(axis));
        for (int i = 0; i < rows; i++) {
            for (int system = 0; system < SYSTEMS; system++) {
                eliminateRow(
                        system, first + i, i * WAVE, right, i * Grid.COMPONENTS * LANES, state, at + (i + 2) * ROW);
            }
        }
    }

    private void setWaves(double[] points, int count, double d) {
        double[] to = waves;
        for (int i = 0; i < count; i++) {
            for (int lane = 0; lane < LANES; lane += STEP) {
                int point = i * POINT + lane;
                int wave = i * WAVE + lane;
                fromArray(SPECIES, points, point + INVERSE * LANES)
                        .mul(HEAT * diffusion)
                        .add(d)
                        .intoArray(to, wave + SIGMA);
                fromArray(SPECIES, points, point + VELOCITY * LANES)
                        .mul(convection)
                        .intoArray(to, wave + SPEED);
                fromArray(SPECIES, points, point + ENERGY * LANES)
                        .sub(fromArray(SPECIES, points, point + KINETIC * LANES))
                        .mul(Gas.C1 * Gas.C2 * convection * convection)
                        .sqrt()
                        .intoArray(to, wave + SOUND);
            }
        }
    }

    /** Eliminates in one system's row what is left of the diagonal, and divides the row by the diagonal. */
    private void eliminateRow(int system, int place, int before, double[] right, int rightAt, double[] state, int at) {
        double[] wave = waves;
        double ahead = AHEAD[system];
        double left2 = left2(place);
        double left1 = left1(place);
        double middle = 1 + middle(place);
        double right1 = right1(place);
        double right2 = right2(place);
        for (int lane = 0; lane < LANES; lane += STEP) {
            int own = before + WAVE + lane;
            int behind = own + WAVE;
            int next = at + 2 * system * LANES + lane;
            DoubleVector left = fromArray(SPECIES, wave, before + lane + SIGMA)
                    .add(fromArray(SPECIES, wave, before + lane + SPEED))
                    .add(fromArray(SPECIES, wave, before + lane + SOUND).mul(ahead))
                    .neg()
                    .add(left1)
                    .sub(fromArray(SPECIES, state, next - 2 * ROW).mul(left2));
            DoubleVector diagonal = fromArray(SPECIES, wave, own + SIGMA)
                    .mul(2)
                    .add(middle)
                    .sub(fromArray(SPECIES, state, next - 2 * ROW + LANES).mul(left2))
                    .sub(left.mul(fromArray(SPECIES, state, next - ROW)));
            DoubleVector pivot = DoubleVector.broadcast(SPECIES, 1).div(diagonal);
            fromArray(SPECIES, wave, behind + SPEED)
                    .sub(fromArray(SPECIES, wave, behind + SIGMA))
                    .add(fromArray(SPECIES, wave, behind + SOUND).mul(ahead))
                    .add(right1)
                    .sub(left.mul(fromArray(SPECIES, state, next - ROW + LANES)))
                    .mul(pivot)
                    .intoArray(state, next);
            pivot.mul(right2).intoArray(state, next + LANES);
            for (int m = COMPONENTS[system]; m < COMPONENTS[system + 1]; m++) {
                int r = at + (RIGHT_HAND_SIDES + m) * LANES + lane;
                fromArray(SPECIES, right, rightAt + m * LANES + lane)
                        .sub(fromArray(SPECIES, state, r - 2 * ROW).mul(left2))
                        .sub(left.mul(fromArray(SPECIES, state, r - ROW)))
                        .mul(pivot)
                        .intoArray(state, r);
            }
        }
    }

    @Override
    public void substitute(int rows, double[] state, int at, double[] right) {
        int pitch = Grid.COMPONENTS * LANES;
        for (int i = rows - 1; i >= 0; i--) {
            for (int system = 0; system < SYSTEMS; system++) {
                int next = at + i * ROW + 2 * system * LANES;
                for (int m = COMPONENTS[system]; m < COMPONENTS[system + 1]; m++) {
                    int r = at + i * ROW + (RIGHT_HAND_SIDES + m) * LANES;
                    int x = i * pitch + m * LANES;
                    for (int lane = 0; lane < LANES; lane += STEP) {
                        fromArray(SPECIES, state, r + lane)
                                .sub(fromArray(SPECIES, state, next + lane)
                                        .mul(fromArray(SPECIES, right, x + lane + pitch)))
                                .sub(fromArray(SPECIES, state, next + LANES + lane)
                                        .mul(fromArray(SPECIES, right, x + lane + 2 * pitch)))
                                .intoArray(right, x + lane);
                    }
                }
            }
        }
    }
}
