package org.bipj.samples.nas.cfd;

/** R in plain loops, one point after the other. */
final class PlainRows implements RowArithmetic {
    @Override
    public void derive(Flow flow) {
        double[] vx = flow.velocity[0];
        double[] vy = flow.velocity[1];
        double[] vz = flow.velocity[2];
        for (int p = 0; p < flow.inverse.length; p++) {
            double inverse = 1 / flow.u[0][p];
            flow.inverse[p] = inverse;
            vx[p] = inverse * flow.u[1][p];
            vy[p] = inverse * flow.u[2][p];
            vz[p] = inverse * flow.u[3][p];
            flow.kinetic[p] = 0.5 * (vx[p] * vx[p] + vy[p] * vy[p] + vz[p] * vz[p]);
            flow.energy[p] = inverse * flow.u[4][p];
        }
    }

    @Override
    public void spread(double[] u, int at, int count, Weights weights, double[] out) {
        int reach = Box.GHOSTS;
        for (int i = 0; i < count; i++) {
            double sum = 0;
            for (int distance = -reach; distance <= reach; distance++) {
                sum += weights.x[reach + distance] * u[at + i + distance]
                        + weights.y[reach + distance] * u[at + i + distance * weights.strideY]
                        + weights.z[reach + distance] * u[at + i + distance * weights.strideZ];
            }
            out[i] = sum;
        }
        weights.mend(u, at, count, out);
    }

    @Override
    public void convect(Flow flow, int axis, int at, int count, double t1, double t2, double[][] out) {
        int stride = flow.box.stride(axis);
        double[] along = flow.velocity[axis];
        for (int i = 0; i < count; i++) {
            int p = at + i;
            int next = p + stride;
            int last = p - stride;
            double pressure = pressure(flow, next);
            double pressureBefore = pressure(flow, last);
            out[0][i] -= t2 * (flow.u[1 + axis][next] - flow.u[1 + axis][last]);
            for (int m = 1; m <= Grid.AXES; m++) {
                out[m][i] += t1 * secondDifference(flow.velocity[m - 1], p, stride)
                        - t2 * (flow.u[m][next] * along[next] - flow.u[m][last] * along[last]);
            }
            out[1 + axis][i] +=
                    t1 * (Gas.ALONG - 1) * secondDifference(along, p, stride) - t2 * (pressure - pressureBefore);
            double squares = along[next] * along[next] - 2 * along[p] * along[p] + along[last] * along[last];
            double heat = (1 - Gas.C1C5) * secondDifference(flow.kinetic, p, stride)
                    + squares / 6
                    + Gas.C1C5 * secondDifference(flow.energy, p, stride);
            double energy =
                    (flow.u[4][next] + pressure) * along[next] - (flow.u[4][last] + pressureBefore) * along[last];
            out[4][i] += t1 * heat - t2 * energy;
        }
    }

    private static double pressure(Flow flow, int p) {
        return Gas.C2 * (flow.u[4][p] - flow.u[0][p] * flow.kinetic[p]);
    }

    private static double secondDifference(double[] values, int p, int stride) {
        return values[p + stride] - 2 * values[p] + values[p - stride];
    }

    @Override
    public void addAndScale(double[] forcing, int at, int count, double factor, double[] out) {
        for (int i = 0; i < count; i++) {
            out[i] = factor * (out[i] + forcing[at + i]);
        }
    }
}
