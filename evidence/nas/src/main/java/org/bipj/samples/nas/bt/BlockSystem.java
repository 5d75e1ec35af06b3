package org.bipj.samples.nas.bt;

import org.bipj.samples.nas.Vectors;
import org.bipj.samples.nas.cfd.Flow;
import org.bipj.samples.nas.cfd.Gas;
import org.bipj.samples.nas.cfd.Grid;
import org.bipj.samples.nas.cfd.LineSystem;

/**
 * BT's block tridiagonal systems: row i has the matrices {@code L(i-1)}, {@code I + 2 dt t1 (N(i) + d I)} and
 * {@code G(i+1)}, of 5 x 5 numbers each. Elimination multiplies each row by the inverse of its diagonal block and
 * leaves {@code C'}, what is then right of the diagonal, and the right-hand side {@code r'}.
 *
 * <p>Components and velocities are taken in an order that begins with the lines' own direction: along each axis the
 * matrices then have the form that they have along x.
 */
abstract class BlockSystem implements LineSystem {
    /** The order of the blocks. */
    static final int ORDER = Grid.COMPONENTS;

    /** The values in a row of the state: C' and r', row after row. */
    static final int WIDTH = ORDER + 1;

    /** What the matrices of a point are made of, by place: the velocities, then these. */
    static final int KINETIC = 3;

    static final int ENERGY = 4;
    static final int INVERSE = 5;
    static final int VALUES = 6;

    /** Heat conduction in N. */
    static final double HEAT = Gas.C1C5 * Gas.VISCOSITY;

    /** The factor of F' in L and G. */
    final double convection;

    /** The factor of N and d in L and G, and half of it in the diagonal block. */
    final double diffusion;

    BlockSystem(Grid grid) {
        convection = grid.dt() * grid.t2();
        diffusion = grid.dt() * grid.t1();
    }

    /** Returns the fastest that this JVM can run. */
    static BlockSystem fastest(Grid grid) {
        return Vectors.AVAILABLE ? new VectorBlocks(grid) : new PlainBlocks(grid);
    }

    @Override
    public final int reach() {
        return 1;
    }

    @Override
    public final int carried() {
        return ORDER * WIDTH;
    }

    @Override
    public final int values() {
        return VALUES;
    }

    @Override
    public final double[] source(Flow flow, int value, int axis) {
        return switch (value) {
            case KINETIC -> flow.kinetic;
            case ENERGY -> flow.energy;
            case INVERSE -> flow.inverse;
            default -> flow.velocity[(axis + value) % Grid.AXES];
        };
    }

    @Override
    public final int component(int place, int axis) {
        return place == 0 || place == ORDER - 1 ? place : 1 + (axis + place - 1) % Grid.AXES;
    }
}
