package org.bipj.samples.nas.cfd;

import static jdk.incubator.vector.DoubleVector.fromArray;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** R with vector instructions, neighbours along x together. See {@link PlainRows} for the formulae in one piece. */
final class VectorRows implements RowArithmetic {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int STEP = SPECIES.length();

    @Override
    public void derive(Flow flow) {
        double[] vx = flow.velocity[0];
        double[] vy = flow.velocity[1];
        double[] vz = flow.velocity[2];
        double[][] u = flow.u;
        int end = SPECIES.loopBound(flow.inverse.length);
        for (int p = 0; p < end; p += STEP) {
            DoubleVector inverse = DoubleVector.broadcast(SPECIES, 1).div(fromArray(SPECIES, u[0], p));
            DoubleVector x = inverse.mul(fromArray(SPECIES, u[1], p));
            DoubleVector y = inverse.mul(fromArray(SPECIES, u[2], p));
            DoubleVector z = inverse.mul(fromArray(SPECIES, u[3], p));
            inverse.intoArray(flow.inverse, p);
            x.intoArray(vx, p);
            y.intoArray(vy, p);
            z.intoArray(vz, p);
            x.mul(x).add(y.mul(y)).add(z.mul(z)).mul(0.5).intoArray(flow.kinetic, p);
            inverse.mul(fromArray(SPECIES, u[4], p)).intoArray(flow.energy, p);
        }
    }

    @Override
    public void spread(double[] u, int at, int count, Weights weights, double[] out) {
        int sy = weights.strideY;
        int sz = weights.strideZ;
        double[] y = weights.y;
        double[] z = weights.z;
        double y0 = y[0];
        double y1 = y[1];
        double y3 = y[3];
        double y4 = y[4];
        double z0 = z[0];
        double z1 = z[1];
        double z3 = z[3];
        double z4 = z[4];
        double center = y[2] + z[2];
        double[][] x = weights.x;
        for (int i = 0; i < count; i += STEP) {
            int p = at + i;
            DoubleVector alongX = fromArray(SPECIES, u, p - 2)
                    .mul(fromArray(SPECIES, x[0], i))
                    .add(fromArray(SPECIES, u, p - 1).mul(fromArray(SPECIES, x[1], i)))
                    .add(fromArray(SPECIES, u, p)
                            .mul(fromArray(SPECIES, x[2], i).add(center)))
                    .add(fromArray(SPECIES, u, p + 1).mul(fromArray(SPECIES, x[3], i)))
                    .add(fromArray(SPECIES, u, p + 2).mul(fromArray(SPECIES, x[4], i)));
            DoubleVector alongY = fromArray(SPECIES, u, p - 2 * sy)
                    .mul(y0)
                    .add(fromArray(SPECIES, u, p - sy).mul(y1))
                    .add(fromArray(SPECIES, u, p + sy).mul(y3))
                    .add(fromArray(SPECIES, u, p + 2 * sy).mul(y4));
            DoubleVector alongZ = fromArray(SPECIES, u, p - 2 * sz)
                    .mul(z0)
                    .add(fromArray(SPECIES, u, p - sz).mul(z1))
                    .add(fromArray(SPECIES, u, p + sz).mul(z3))
                    .add(fromArray(SPECIES, u, p + 2 * sz).mul(z4));
            alongX.add(alongY).add(alongZ).intoArray(out, i);
        }
    }

    @Override
    public void convect(Flow flow, int axis, int at, int count, double t1, double t2, double[][] out) {
        int stride = flow.box.stride(axis);
        double[] along = flow.velocity[axis];
        mass(flow.u[1 + axis], stride, at, count, t2, out[0]);
        for (int m = 1; m <= Grid.AXES; m++) {
            momentum(flow.u[m], flow.velocity[m - 1], along, stride, at, count, t1, t2, out[m]);
        }
        pressure(flow, along, stride, at, count, t1 * (Gas.ALONG - 1), t2, out[1 + axis]);
        heat(flow, along, stride, at, count, t1, out[4]);
        energy(flow, along, stride, at, count, t2, out[4]);
    }

    private static void mass(double[] momentum, int stride, int at, int count, double t2, double[] out) {
        for (int i = 0; i < count; i += STEP) {
            int p = at + i;
            DoubleVector difference =
                    fromArray(SPECIES, momentum, p + stride).sub(fromArray(SPECIES, momentum, p - stride));
            fromArray(SPECIES, out, i).sub(difference.mul(t2)).intoArray(out, i);
        }
    }

    private static void momentum(
            double[] momentum,
            double[] velocity,
            double[] along,
            int stride,
            int at,
            int count,
            double t1,
            double t2,
            double[] out) {
        for (int i = 0; i < count; i += STEP) {
            int p = at + i;
            DoubleVector next = fromArray(SPECIES, momentum, p + stride).mul(fromArray(SPECIES, along, p + stride));
            DoubleVector last = fromArray(SPECIES, momentum, p - stride).mul(fromArray(SPECIES, along, p - stride));
            fromArray(SPECIES, out, i)
                    .add(secondDifference(velocity, p, stride).mul(t1))
                    .sub(next.sub(last).mul(t2))
                    .intoArray(out, i);
        }
    }

    private static void pressure(
            Flow flow, double[] along, int stride, int at, int count, double t1, double t2, double[] out) {
        for (int i = 0; i < count; i += STEP) {
            int p = at + i;
            DoubleVector difference = pressureAt(flow, p + stride).sub(pressureAt(flow, p - stride));
            fromArray(SPECIES, out, i)
                    .add(secondDifference(along, p, stride).mul(t1))
                    .sub(difference.mul(t2))
                    .intoArray(out, i);
        }
    }

    private static void heat(Flow flow, double[] along, int stride, int at, int count, double t1, double[] out) {
        for (int i = 0; i < count; i += STEP) {
            int p = at + i;
            DoubleVector next = fromArray(SPECIES, along, p + stride);
            DoubleVector here = fromArray(SPECIES, along, p);
            DoubleVector last = fromArray(SPECIES, along, p - stride);
            DoubleVector squares =
                    next.mul(next).add(last.mul(last)).sub(here.mul(here).mul(2));
            DoubleVector heat = secondDifference(flow.kinetic, p, stride)
                    .mul(1 - Gas.C1C5)
                    .add(squares.mul(1.0 / 6))
                    .add(secondDifference(flow.energy, p, stride).mul(Gas.C1C5));
            fromArray(SPECIES, out, i).add(heat.mul(t1)).intoArray(out, i);
        }
    }

    private static void energy(Flow flow, double[] along, int stride, int at, int count, double t2, double[] out) {
        for (int i = 0; i < count; i += STEP) {
            int next = at + i + stride;
            int last = at + i - stride;
            DoubleVector carriedNext = fromArray(SPECIES, flow.u[4], next)
                    .add(pressureAt(flow, next))
                    .mul(fromArray(SPECIES, along, next));
            DoubleVector carriedLast = fromArray(SPECIES, flow.u[4], last)
                    .add(pressureAt(flow, last))
                    .mul(fromArray(SPECIES, along, last));
            fromArray(SPECIES, out, i).sub(carriedNext.sub(carriedLast).mul(t2)).intoArray(out, i);
        }
    }

    private static DoubleVector pressureAt(Flow flow, int p) {
        return fromArray(SPECIES, flow.u[4], p)
                .sub(fromArray(SPECIES, flow.u[0], p).mul(fromArray(SPECIES, flow.kinetic, p)))
                .mul(Gas.C2);
    }

    private static DoubleVector secondDifference(double[] values, int p, int stride) {
        return fromArray(SPECIES, values, p + stride)
                .add(fromArray(SPECIES, values, p - stride))
                .sub(fromArray(SPECIES, values, p).mul(2));
    }

    @Override
    public void addAndScale(double[] forcing, int at, int count, double factor, double[] out) {
        for (int i = 0; i < count; i += STEP) {
            fromArray(SPECIES, out, i)
                    .add(fromArray(SPECIES, forcing, at + i))
                    .mul(factor)
                    .intoArray(out, i);
        }
    }
}
