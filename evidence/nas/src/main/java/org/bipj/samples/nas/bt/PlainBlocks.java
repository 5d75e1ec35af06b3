package org.bipj.samples.nas.bt;

import org.bipj.samples.nas.cfd.Gas;
import org.bipj.samples.nas.cfd.Grid;

/** Block systems in plain loops, one line after the other. */
final class PlainBlocks extends BlockSystem {
    /** F' and N + d I of a point. */
    private final double[][] flux = new double[ORDER][ORDER];

    private final double[][] viscous = new double[ORDER][ORDER];

    /** The block left of the diagonal, and a row of the system: diagonal block, right block, right-hand side. */
    private final double[][] left = new double[ORDER][ORDER];

    private final double[][] row = new double[ORDER][2 * ORDER + 1];

    PlainBlocks(Grid grid) {
        super(grid);
    }

    @Override
    public void eliminate(int axis, int first, int rows, double[] points, double[] right, double[] state, int at) {
        double d = Gas.diffusion(axis);
        int pitch = carried() * LANES;
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < rows; i++) {
                setBlocks(points, i, lane, d);
                for (int m = 0; m < ORDER; m++) {
                    row[m][2 * ORDER] = right[(i * ORDER + m) * LANES + lane];
                }
                subtractLeft(state, at + i * pitch + lane);
                divideByDiagonal();
                for (int m = 0; m < ORDER; m++) {
                    for (int c = 0; c < WIDTH; c++) {
                        state[at + (i + 1) * pitch + (m * WIDTH + c) * LANES + lane] = row[m][ORDER + c];
                    }
                }
            }
        }
    }

    /** Sets the three blocks of row i; its point is number i + 1, as the point before the first row comes first. */
    private void setBlocks(double[] points, int i, int lane, double d) {
        matrices(points, i * VALUES * LANES + lane, d);
        for (int m = 0; m < ORDER; m++) {
            for (int c = 0; c < ORDER; c++) {
                left[m][c] = -convection * flux[m][c] - diffusion * viscous[m][c];
            }
        }
        matrices(points, (i + 1) * VALUES * LANES + lane, d);
        for (int m = 0; m < ORDER; m++) {
            for (int c = 0; c < ORDER; c++) {
                row[m][c] = (m == c ? 1 : 0) + 2 * diffusion * viscous[m][c];
            }
        }
        matrices(points, (i + 2) * VALUES * LANES + lane, d);
        for (int m = 0; m < ORDER; m++) {
            for (int c = 0; c < ORDER; c++) {
                row[m][ORDER + c] = convection * flux[m][c] - diffusion * viscous[m][c];
            }
        }
    }

    /** Sets F' and N + d I of a point as along x. */
    private void matrices(double[] points, int at, double d) {
        double u = points[at];
        double v = points[at + LANES];
        double w = points[at + 2 * LANES];
        double q = points[at + KINETIC * LANES];
        double energy = points[at + ENERGY * LANES];
        double inverse = points[at + INVERSE * LANES];
        double enthalpy = Gas.C1 * energy - Gas.C2 * q;
        set(flux[0], 0, 1, 0, 0, 0);
        set(flux[1], Gas.C2 * q - u * u, (2 - Gas.C2) * u, -Gas.C2 * v, -Gas.C2 * w, Gas.C2);
        set(flux[2], -u * v, v, u, 0, 0);
        set(flux[3], -u * w, w, 0, u, 0);
        set(
                flux[4],
                (Gas.C2 * q - enthalpy) * u,
                enthalpy - Gas.C2 * u * u,
                -Gas.C2 * u * v,
                -Gas.C2 * u * w,
                Gas.C1 * u);
        double along = Gas.ALONG * Gas.VISCOSITY * inverse;
        double across = Gas.VISCOSITY * inverse;
        double heat = HEAT * inverse;
        double squares = (along - heat) * u * u + (across - heat) * (v * v + w * w);
        set(viscous[0], d, 0, 0, 0, 0);
        set(viscous[1], -along * u, along + d, 0, 0, 0);
        set(viscous[2], -across * v, 0, across + d, 0, 0);
        set(viscous[3], -across * w, 0, 0, across + d, 0);
        set(
                viscous[4],
                -squares - heat * energy,
                (along - heat) * u,
                (across - heat) * v,
                (across - heat) * w,
                heat + d);
    }

    private static void set(double[] to, double a, double b, double c, double d, double e) {
        to[0] = a;
        to[1] = b;
        to[2] = c;
        to[3] = d;
        to[4] = e;
    }

    /**
     * Eliminates the left block: the diagonal block less left C', the right-hand side less left r', of the row before.
     */
    private void subtractLeft(double[] state, int before) {
        for (int m = 0; m < ORDER; m++) {
            for (int c = 0; c < WIDTH; c++) {
                double sum = 0;
                for (int k = 0; k < ORDER; k++) {
                    sum += left[m][k] * state[before + (k * WIDTH + c) * LANES];
                }
                row[m][c < ORDER ? c : 2 * ORDER] -= sum;
            }
        }
    }

    /** Multiplies the row by the inverse of its diagonal block, by Gauss-Jordan elimination without pivoting. */
    private void divideByDiagonal() {
        for (int p = 0; p < ORDER; p++) {
            double pivot = 1 / row[p][p];
            for (int c = p + 1; c < row[p].length; c++) {
                row[p][c] *= pivot;
            }
            for (int m = 0; m < ORDER; m++) {
                if (m != p) {
                    double factor = row[m][p];
                    for (int c = p + 1; c < row[m].length; c++) {
                        row[m][c] -= factor * row[p][c];
                    }
                }
            }
        }
    }

    @Override
    public void substitute(int rows, double[] state, int at, double[] right) {
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = rows - 1; i >= 0; i--) {
                int here = at + i * carried() * LANES + lane;
                for (int m = 0; m < ORDER; m++) {
                    double sum = state[here + (m * WIDTH + ORDER) * LANES];
                    for (int c = 0; c < ORDER; c++) {
                        sum -= state[here + (m * WIDTH + c) * LANES] * right[((i + 1) * ORDER + c) * LANES + lane];
                    }
                    right[(i * ORDER + m) * LANES + lane] = sum;
                }
            }
        }
    }
}
