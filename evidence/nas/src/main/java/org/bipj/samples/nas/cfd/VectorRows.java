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
        DoubleVector x1 = broadcast(weights.x[1]);
        DoubleVector x0 = broadcast(weights.x[0]);
        DoubleVector y0 = broadcast(y[0]);
        DoubleVector y1 = broadcast(y[1]);
        DoubleVector y3 = broadcast(y[3]);
        DoubleVector y4 = broadcast(y[4]);
        DoubleVector z0 = broadcast(z[0]);
        DoubleVector z1 = broadcast(z[1]);
        DoubleVector z3 = broadcast(z[3]);
        DoubleVector z4 = broadcast(z[4]);
        DoubleVector center = broadcast(weights.x[2] + y[2] + z[2]);
        for (int i = 0; i < count; i += STEP) {
            int p = at + i;
            DoubleVector near = fromArray(SPECIES, u, p - 1).add(fromArray(SPECIES, u, p + 1));
            DoubleVector far = fromArray(SPECIES, u, p - 2).add(fromArray(SPECIES, u, p + 2));
            DoubleVector sum = fromArray(SPECIES, u, p).mul(center);
            sum = near.fma(x1, sum);
            DoubleVector along = far.mul(x0);
            sum = fromArray(SPECIES, u, p - sy).fma(y1, sum);
            along = fromArray(SPECIES, u, p - 2 * sy).fma(y0, along);
            sum = fromArray(SPECIES, u, p + sy).fma(y3, sum);
            along = fromArray(SPECIES, u, p + 2 * sy).fma(y4, along);
            sum = fromArray(SPECIES, u, p - sz).fma(z1, sum);
            along = fromArray(SPECIES, u, p - 2 * sz).fma(z0, along);
            sum = fromArray(SPECIES, u, p + sz).fma(z3, sum);
            along = fromArray(SPECIES, u, p + 2 * sz).fma(z4, along);
            sum.add(along).intoArray(out, i);
        }
        weights.mend(u, at, count, out);
    }

    private static DoubleVector broadcast(double value) {
        return DoubleVector.broadcast(SPECIES, value);
    }

    @Override
    public void convect(Flow flow, int axis, int at, int count, double t1, double t2, double[][] out) {
        int stride = flow.box.stride(axis);
        double[] along = flow.velocity[axis];
        mass(flow.u[1 + axis], stride, at, count, t2, out[0]);
        for (int m = 1; m <= Grid.AXES; m++) {
            momentum(flow.u[m], flow.velocity[m - 1], along, stride, at, count, t1, t2, out[m]);
        }
        energy(flow, along, stride, at, count, t1, t2, out[1 + axis], out[4]);
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

    /** The energy, and what pressure and the greater viscosity along the axis do to the momentum along it. */
    private static void energy(
            Flow flow,
            double[] along,
            int stride,
            int at,
            int count,
            double t1,
            double t2,
            double[] outAlong,
            double[] outEnergy) {
        double[] density = flow.u[0];
        double[] total = flow.u[4];
        double[] kinetic = flow.kinetic;
        double[] energy = flow.energy;
        for (int i = 0; i < count; i += STEP) {
            int next = at + i + stride;
            int last = at + i - stride;
            DoubleVector here = fromArray(SPECIES, along, at + i);
            DoubleVector speed = fromArray(SPECIES, along, next);
            DoubleVector kineticNext = fromArray(SPECIES, kinetic, next);
            DoubleVector totalNext = fromArray(SPECIES, total, next);
            DoubleVector pressure = totalNext
                    .sub(fromArray(SPECIES, density, next).mul(kineticNext))
                    .mul(Gas.C2);
            DoubleVector speedLast = fromArray(SPECIES, along, last);
            DoubleVector kineticLast = fromArray(SPECIES, kinetic, last);
            DoubleVector totalLast = fromArray(SPECIES, total, last);
            DoubleVector pressureLast = totalLast
                    .sub(fromArray(SPECIES, density, last).mul(kineticLast))
                    .mul(Gas.C2);
            fromArray(SPECIES, outAlong, i)
                    .add(speed.add(speedLast).sub(here.mul(2)).mul(t1 * (Gas.ALONG - 1)))
                    .sub(pressure.sub(pressureLast).mul(t2))
                    .intoArray(outAlong, i);
            DoubleVector carried = totalNext.add(pressure).mul(speed);
            DoubleVector carriedLast = totalLast.add(pressureLast).mul(speedLast);
            DoubleVector squares = speed.mul(speed)
                    .add(speedLast.mul(speedLast))
                    .sub(here.mul(here).mul(2));
            DoubleVector motion = kineticNext
                    .add(kineticLast)
                    .sub(fromArray(SPECIES, kinetic, at + i).mul(2));
            DoubleVector heat = secondDifference(energy, at + i, stride)
                    .mul(Gas.C1C5)
                    .add(motion.mul(1 - Gas.C1C5))
                    .add(squares.mul(1.0 / 6));
            fromArray(SPECIES, outEnergy, i)
                    .add(heat.mul(t1))
                    .sub(carried.sub(carriedLast).mul(t2))
                    .intoArray(outEnergy, i);
        }
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
