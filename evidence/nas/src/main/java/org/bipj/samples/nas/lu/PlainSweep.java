package org.bipj.samples.nas.lu;

import org.bipj.samples.nas.cfd.Flow;
import org.bipj.samples.nas.cfd.Gas;
import org.bipj.samples.nas.cfd.Grid;

/** A sweep's rows in plain loops, one point after the other. */
final class PlainSweep implements SweepArithmetic {
    private final SweepFactors factors;

    PlainSweep(SweepFactors factors) {
        this.factors = factors;
    }

    @Override
    public void begin(double[][] v, int at, int count, double factor, double[][] sum) {
        for (int m = 0; m < Grid.COMPONENTS; m++) {
            for (int i = 0; i < count; i++) {
                sum[m][i] = factor * v[m][at + i];
            }
        }
    }

    @Override
    public void addNeighbours(Flow flow, double[][] v, int axis, int at, int count, double convection, double[][] sum) {
        double[] product = new double[Grid.COMPONENTS];
        for (int i = 0; i < count; i++) {
            neighbour(factors, flow, v, axis, at + i, convection, product);
            for (int m = 0; m < Grid.COMPONENTS; m++) {
                sum[m][i] += product[m];
            }
        }
    }

    /**
     * Sets the product of a point's matrix L or G and its v, times -omega: {@code convection F' v + diffusion (N v + d
     * v)}. The matrices, which the specification lists, are applied without being stored.
     */
    static void neighbour(
            SweepFactors factors, Flow flow, double[][] v, int axis, int p, double convection, double[] product) {
        double along = flow.velocity[axis][p];
        double density = v[0][p];
        double mass = v[1 + axis][p] - along * density;
        double inner = v[4][p] + flow.kinetic[p] * density;
        double heat = 0;
        for (int s = 0; s < Grid.AXES; s++) {
            double velocity = flow.velocity[s][p];
            double momentum = v[1 + s][p];
            double viscosity = SweepFactors.viscosity(s, axis);
            double moved = momentum - velocity * density;
            inner -= velocity * momentum;
            heat += (viscosity - SweepFactors.HEAT) * velocity * moved;
            product[1 + s] = convection * (along * momentum + velocity * mass)
                    + factors.diffusion * (viscosity * flow.inverse[p] * moved + Gas.diffusion(axis) * momentum);
        }
        double pressure = Gas.C2 * inner;
        double enthalpy = Gas.C1 * flow.energy[p] - Gas.C2 * flow.kinetic[p];
        heat += SweepFactors.HEAT * (v[4][p] - flow.energy[p] * density);
        product[0] = convection * v[1 + axis][p] + factors.diffusion * Gas.diffusion(axis) * density;
        product[1 + axis] += convection * pressure;
        product[4] = convection * (along * (v[4][p] + pressure) + enthalpy * mass)
                + factors.diffusion * (flow.inverse[p] * heat + Gas.diffusion(axis) * v[4][p]);
    }

    @Override
    public void diagonal(Flow flow, int at, int count, double[] ofMomentum, double[] ofEnergy) {
        for (int i = 0; i < count; i++) {
            double inverse = flow.inverse[at + i];
            ofMomentum[i] = 1 / (factors.diagonal + factors.diagonalViscosity * inverse);
            ofEnergy[i] = 1 / (factors.diagonal + factors.diagonalHeat * inverse);
        }
    }
}
