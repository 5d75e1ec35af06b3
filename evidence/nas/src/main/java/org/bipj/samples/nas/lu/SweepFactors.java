package org.bipj.samples.nas.lu;

import org.bipj.samples.nas.cfd.Gas;
import org.bipj.samples.nas.cfd.Grid;

/** The factors of the matrices L, G and D: differences, viscosity and diffusion, with time step and relaxation. */
final class SweepFactors {
    /** The over-relaxation factor. */
    static final double OMEGA = 1.2;

    /** Heat conduction in N, row 5. */
    static final double HEAT = Gas.C1C5 * Gas.VISCOSITY;

    /** The factor of F' in the lower sweep; in the upper one it is negative. */
    final double convection;

    /** The factor of N and of the diffusion in both sweeps. */
    final double diffusion;

    /** The diagonal of D without N. */
    final double diagonal;

    /**
     * What N of all directions together, times 1/density, adds to D: in the rows of the momentum, in the row of the
     * energy.
     */
    final double diagonalViscosity;

    final double diagonalHeat;

    SweepFactors(Grid grid) {
        convection = OMEGA * grid.dt() * grid.t2();
        diffusion = OMEGA * grid.dt() * grid.t1();
        double twice = 2 * grid.dt() * grid.t1();
        diagonal = 1 + twice * (Gas.diffusion(0) + Gas.diffusion(1) + Gas.diffusion(2));
        diagonalViscosity = twice * (2 + Gas.ALONG) * Gas.VISCOSITY;
        diagonalHeat = twice * Grid.AXES * HEAT;
    }

    /** Returns k of N, the viscosity that acts on a velocity along an axis. */
    static double viscosity(int velocity, int axis) {
        return velocity == axis ? Gas.ALONG * Gas.VISCOSITY : Gas.VISCOSITY;
    }
}
