package org.bipj.samples.nas.lu;

import static jdk.incubator.vector.DoubleVector.fromArray;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.bipj.samples.nas.cfd.Flow;
import org.bipj.samples.nas.cfd.Gas;
import org.bipj.samples.nas.cfd.Grid;

/**
 * A sweep's rows with vector instructions, neighbours along x together. See {@link PlainSweep} for the formulae in one
 * piece.
 */
final class VectorSweep implements SweepArithmetic {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int STEP = SPECIES.length();

    private final SweepFactors factors;

    VectorSweep(SweepFactors factors) {
        this.factors = factors;
    }

    @Override
    public void begin(double[][] v, int at, int count, double factor, double[][] sum) {
        for (int m = 0; m < Grid.COMPONENTS; m++) {
            double[] from = v[m];
            double[] to = sum[m];
            for (int i = 0; i < count; i += STEP) {
                fromArray(SPECIES, from, at + i).mul(factor).intoArray(to, i);
            }
        }
    }

    @Override
    public void addNeighbours(Flow flow, double[][] v, int axis, int at, int count, double convection, double[][] sum) {
        double[] along = flow.velocity[axis];
        double[] own = v[1 + axis];
        double diffusion = factors.diffusion * Gas.diffusion(axis);
        mass(v[0], own, at, count, convection, diffusion, sum[0]);
        for (int s = 0; s < Grid.AXES; s++) {
            double viscosity = factors.diffusion * SweepFactors.viscosity(s, axis);
            momentum(flow, v, axis, s, at, count, convection, viscosity, diffusion, sum[1 + s]);
        }
        energy(flow, v, axis, at, count, convection, sum);
    }

    private static void mass(
            double[] density, double[] own, int at, int count, double convection, double diffusion, double[] sum) {
        for (int i = 0; i < count; i += STEP) {
            int p = at + i;
            fromArray(SPECIES, sum, i)
                    .add(fromArray(SPECIES, own, p).mul(convection))
                    .add(fromArray(SPECIES, density, p).mul(diffusion))
                    .intoArray(sum, i);
        }
    }

    private static void momentum(
            Flow flow,
            double[][] v,
            int axis,
            int s,
            int at,
            int count,
            double convection,
            double viscosity,
            double diffusion,
            double[] sum) {
        double[] along = flow.velocity[axis];
        double[] own = v[1 + axis];
        double[] velocity = flow.velocity[s];
        for (int i = 0; i < count; i += STEP) {
            int p = at + i;
            DoubleVector density = fromArray(SPECIES, v[0], p);
            DoubleVector momentum = fromArray(SPECIES, v[1 + s], p);
            DoubleVector speed = fromArray(SPECIES, velocity, p);
            DoubleVector direction = fromArray(SPECIES, along, p);
            DoubleVector mass = fromArray(SPECIES, own, p).sub(direction.mul(density));
            DoubleVector moved = momentum.sub(speed.mul(density));
            DoubleVector flux = direction.mul(momentum).add(speed.mul(mass));
            fromArray(SPECIES, sum, i)
                    .add(flux.mul(convection))
                    .add(moved.mul(fromArray(SPECIES, flow.inverse, p)).mul(viscosity))
                    .add(momentum.mul(diffusion))
                    .intoArray(sum, i);
        }
    }

    private void energy(Flow flow, double[][] v, int axis, int at, int count, double convection, double[][] sum) {
        double[] along = flow.velocity[axis];
        double[] own = v[1 + axis];
        double[] ownSum = sum[1 + axis];
        double diffusion = factors.diffusion;
        for (int i = 0; i < count; i += STEP) {
            int p = at + i;
            DoubleVector density = fromArray(SPECIES, v[0], p);
            DoubleVector energy = fromArray(SPECIES, v[4], p);
            DoubleVector kinetic = fromArray(SPECIES, flow.kinetic, p);
            DoubleVector inner = energy.add(kinetic.mul(density));
            DoubleVector heat =
                    energy.sub(fromArray(SPECIES, flow.energy, p).mul(density)).mul(SweepFactors.HEAT);
            for (int s = 0; s < Grid.AXES; s++) {
                DoubleVector speed = fromArray(SPECIES, flow.velocity[s], p);
                DoubleVector momentum = fromArray(SPECIES, v[1 + s], p);
                inner = inner.sub(speed.mul(momentum));
                heat = momentum.sub(speed.mul(density))
                        .mul(speed)
                        .mul(SweepFactors.viscosity(s, axis) - SweepFactors.HEAT)
                        .add(heat);
            }
            DoubleVector pressure = inner.mul(Gas.C2);
            DoubleVector direction = fromArray(SPECIES, along, p);
            DoubleVector mass = fromArray(SPECIES, own, p).sub(direction.mul(density));
            DoubleVector enthalpy =
                    fromArray(SPECIES, flow.energy, p).mul(Gas.C1).sub(kinetic.mul(Gas.C2));
            DoubleVector flux = energy.add(pressure).mul(direction).add(enthalpy.mul(mass));
            DoubleVector spread = heat.mul(fromArray(SPECIES, flow.inverse, p)).add(energy.mul(Gas.diffusion(axis)));
            fromArray(SPECIES, ownSum, i).add(pressure.mul(convection)).intoArray(ownSum, i);
            fromArray(SPECIES, sum[4], i)
                    .add(flux.mul(convection))
                    .add(spread.mul(diffusion))
                    .intoArray(sum[4], i);
        }
    }

    @Override
    public void diagonal(Flow flow, int at, int count, double[] ofMomentum, double[] ofEnergy) {
        for (int i = 0; i < count; i += STEP) {
            DoubleVector inverse = fromArray(SPECIES, flow.inverse, at + i);
            DoubleVector one = DoubleVector.broadcast(SPECIES, 1);
            one.div(inverse.mul(factors.diagonalViscosity).add(factors.diagonal))
                    .intoArray(ofMomentum, i);
            one.div(inverse.mul(factors.diagonalHeat).add(factors.diagonal)).intoArray(ofEnergy, i);
        }
    }
}
