package org.bipj.samples.nas.sp;

import org.bipj.samples.nas.cfd.Gas;
import org.bipj.samples.nas.cfd.Grid;

/** Pentadiagonal systems in plain loops, one line after the other. */
final class PlainPentadiagonal extends PentadiagonalSystem {
    /** How much faster than the gas what each system solves for travels, in speeds of sound. */
    private static final int[] AHEAD = {0, 1, -1};

    /** The components of the systems: the first and, behind them, the end. */
    private static final int[] COMPONENTS = {0, 3, 4, 5};

    PlainPentadiagonal(Grid grid) {
        super(grid);
    }

    @Override
    public void eliminate(int axis, int first, int rows, double[] points, double[] right, double[] state, int at) {
        double d = Gas.diffusion(axis);
        for (int i = 0; i < rows; i++) {
            for (int lane = 0; lane < LANES; lane++) {
                int before = i * VALUES * LANES + lane;
                int here = before + VALUES * LANES;
                int behind = here + VALUES * LANES;
                double left = left1(first + i) - diffusion * sigma(points, before, d);
                double middle = 1 + middle(first + i) + 2 * diffusion * sigma(points, here, d);
                double onRight = right1(first + i) - diffusion * sigma(points, behind, d);
                for (int system = 0; system < SYSTEMS; system++) {
                    double left1 = left - convection * lambda(points, before, system);
                    double right1 = onRight + convection * lambda(points, behind, system);
                    eliminateRow(
                            system,
                            first + i,
                            left1,
                            middle,
                            right1,
                            right,
                            i * Grid.COMPONENTS * LANES + lane,
                            state,
                            at + (i + 2) * WIDTH * LANES + lane);
                }
            }
        }
    }

    private static double sigma(double[] points, int at, double d) {
        return d + HEAT * points[at + INVERSE * LANES];
    }

    private static double lambda(double[] points, int at, int system) {
        double inner = points[at + ENERGY * LANES] - points[at + KINETIC * LANES];
        return points[at + VELOCITY * LANES] + AHEAD[system] * Math.sqrt(Gas.C1 * Gas.C2 * inner);
    }

    private void eliminateRow(
            int system,
            int place,
            double left1,
            double middle,
            double right1,
            double[] right,
            int rightAt,
            double[] state,
            int at) {
        int one = at - WIDTH * LANES;
        int two = one - WIDTH * LANES;
        int next = 2 * system * LANES;
        int nextButOne = next + LANES;
        double left2 = left2(place);
        double left = left1 - left2 * state[two + next];
        double pivot = 1 / (middle - left2 * state[two + nextButOne] - left * state[one + next]);
        state[at + next] = (right1 - left * state[one + nextButOne]) * pivot;
        state[at + nextButOne] = right2(place) * pivot;
        for (int m = COMPONENTS[system]; m < COMPONENTS[system + 1]; m++) {
            int r = (RIGHT_HAND_SIDES + m) * LANES;
            state[at + r] = (right[rightAt + m * LANES] - left2 * state[two + r] - left * state[one + r]) * pivot;
        }
    }

    @Override
    public void substitute(int rows, double[] state, int at, double[] right) {
        int pitch = Grid.COMPONENTS * LANES;
        for (int i = rows - 1; i >= 0; i--) {
            for (int system = 0; system < SYSTEMS; system++) {
                for (int m = COMPONENTS[system]; m < COMPONENTS[system + 1]; m++) {
                    for (int lane = 0; lane < LANES; lane++) {
                        int here = at + i * WIDTH * LANES + lane;
                        int x = i * pitch + m * LANES + lane;
                        right[x] = state[here + (RIGHT_HAND_SIDES + m) * LANES]
                                - state[here + 2 * system * LANES] * right[x + pitch]
                                - state[here + (2 * system + 1) * LANES] * right[x + 2 * pitch];
                    }
                }
            }
        }
    }
}
