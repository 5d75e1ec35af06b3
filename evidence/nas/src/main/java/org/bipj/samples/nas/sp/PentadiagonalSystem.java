package org.bipj.samples.nas.sp;

import org.bipj.samples.nas.Vectors;
import org.bipj.samples.nas.cfd.Flow;
import org.bipj.samples.nas.cfd.Gas;
import org.bipj.samples.nas.cfd.Grid;
import org.bipj.samples.nas.cfd.LineSystem;

/**
 * SP's scalar pentadiagonal systems: one for the three components that travel with the gas, and one each for those that
 * travel with a sound wave, ahead and back. They differ in the speed lambda only. Row i has
 *
 * <pre>
 *   left2    dt eps
 *   left1   -dt t2 lambda(i-1) - dt t1 sigma(i-1) - 4 dt eps
 *   middle   1 + 2 dt t1 sigma(i) + 6 dt eps
 *   right1   dt t2 lambda(i+1) - dt t1 sigma(i+1) - 4 dt eps
 *   right2   dt eps
 * </pre>
 *
 * <p>where the terms with eps leave out points of the boundary or beyond it, and the middle has 5 next to it.
 * Elimination leaves in each row right1 and right2 of the three systems, divided by the middle, and the five right-hand
 * sides.
 */
abstract class PentadiagonalSystem implements LineSystem {
    /** The systems: which components each one solves for. */
    static final int SYSTEMS = 3;

    /** What the matrices of a point are made of, by place. */
    static final int VELOCITY = 0;

    static final int ENERGY = 1;
    static final int KINETIC = 2;
    static final int INVERSE = 3;
    static final int VALUES = 4;

    /** A row of the state: right1 and right2 of each system, then the right-hand sides. */
    static final int RIGHT_HAND_SIDES = 2 * SYSTEMS;

    static final int WIDTH = RIGHT_HAND_SIDES + Grid.COMPONENTS;

    /** dt t2, the factor of lambda. */
    final double convection;

    /** dt t1, the factor of sigma. */
    final double diffusion;

    /** dt eps, the factor of the fourth difference. */
    final double dissipation;

    private final int side;

    PentadiagonalSystem(Grid grid) {
        side = grid.side();
        convection = grid.dt() * grid.t2();
        diffusion = grid.dt() * grid.t1();
        dissipation = grid.dt() * Gas.DISSIPATION;
    }

    /** Returns the fastest that this JVM can run. */
    static PentadiagonalSystem fastest(Grid grid) {
        return Vectors.AVAILABLE ? new VectorPentadiagonal(grid) : new PlainPentadiagonal(grid);
    }

    /** Returns sigma of a point without its part that varies. */
    static double spread(int axis) {
        return Gas.diffusion(axis);
    }

    /** The factor of 1 / density in sigma. */
    static final double HEAT = Gas.C1C5 * Gas.VISCOSITY;

    /** Returns the share of the dissipation in left2 of the row at a place along the lines, likewise the others. */
    double left2(int place) {
        return place - 2 > 0 ? dissipation : 0;
    }

    double left1(int place) {
        return place - 1 > 0 ? -4 * dissipation : 0;
    }

    double middle(int place) {
        return (place == 1 || place == side - 2 ? 5 : 6) * dissipation;
    }

    double right1(int place) {
        return place + 1 < side - 1 ? -4 * dissipation : 0;
    }

    double right2(int place) {
        return place + 2 < side - 1 ? dissipation : 0;
    }

    @Override
    public final int reach() {
        return 2;
    }

    @Override
    public final int carried() {
        return WIDTH;
    }

    @Override
    public final int values() {
        return VALUES;
    }

    @Override
    public final double[] source(Flow flow, int value, int axis) {
        return switch (value) {
            case VELOCITY -> flow.velocity[axis];
            case ENERGY -> flow.energy;
            case KINETIC -> flow.kinetic;
            default -> flow.inverse;
        };
    }

    @Override
    public final int component(int place, int axis) {
        return place;
    }
}
