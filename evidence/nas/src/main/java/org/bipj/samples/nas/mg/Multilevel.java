package org.bipj.samples.nas.mg;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;

/** The levels of the cubes, from the finest to that of side 2, and the operators between and on them. */
final class Multilevel {
    private final Intracomm comm;
    private final double[] smoother;

    /** This rank's part of each level, from the coarsest to the finest. */
    private final Level[] levels;

    private final Ghosts[] ghosts;
    private final Stencils stencils;

    /** The solution of the finest level, the corrections of the others. */
    private final double[][] u;

    /** By level: the residual. */
    private final double[][] r;

    /** The right-hand side of the finest level. */
    final double[] v;

    private final int[] rows = new int[4];

    Multilevel(Intracomm comm, MgProblem problem) {
        this.comm = comm;
        smoother = problem.smoother;
        RankGrid ranks = RankGrid.of(comm.getSize(), comm.getRank(), problem);
        int count = problem.logSide;
        levels = new Level[count];
        ghosts = new Ghosts[count];
        u = new double[count][];
        r = new double[count][];
        for (int level = count - 1; level >= 0; level--) {
            levels[level] = level == count - 1 ? Level.finest(problem.side(), ranks) : levels[level + 1].coarser();
            ghosts[level] = new Ghosts(comm, ranks, levels[level]);
            u[level] = new double[levels[level].length()];
            r[level] = new double[levels[level].length()];
        }
        v = new double[finest().length()];
        stencils = Stencils.fastest(finest().row());
    }

    Level finest() {
        return levels[levels.length - 1];
    }

    /** Sets u = 0 and v to the charges. */
    void start() {
        Arrays.fill(u[levels.length - 1], 0);
        Charges.place(comm, finest(), v);
        ghosts[levels.length - 1].exchange(v);
    }

    /** The residual of the finest level: r = v - A u. */
    void residual() {
        residual(levels.length - 1, v);
    }

    private void residual(int level, double[] base) {
        apply(level, MgProblem.MINUS_OPERATOR, u[level], base, r[level]);
        ghosts[level].exchange(r[level]);
    }

    /** Smooths a level's solution: {@code u += S r}. */
    private void smooth(int level) {
        apply(level, smoother, r[level], u[level], u[level]);
        ghosts[level].exchange(u[level]);
    }

    /** Applies a stencil to a level: {@code to = base + W from}. */
    private void apply(int number, double[] w, double[] from, double[] base, double[] to) {
        Level level = levels[number];
        if (!level.hasPoints()) {
            return;
        }
        for (int k = 0; k < level.size(2); k++) {
            for (int j = 0; j < level.size(1); j++) {
                stencils.apply(w, from, base, to, level.index(0, j, k), level.size(0), level.row(), level.plane());
            }
        }
    }

    /** Makes one V-cycle: {@code u += V(r)}. */
    void cycle() {
        int top = levels.length - 1;
        for (int level = top; level > 0; level--) {
            restrict(level);
        }
        Arrays.fill(u[0], 0);
        smooth(0);
        for (int level = 1; level < top; level++) {
            Arrays.fill(u[level], 0);
            interpolate(level);
            residual(level, r[level]);
            smooth(level);
        }
        interpolate(top);
        residual();
        smooth(top);
    }

    /** The residual of a level on the next coarser one: r = P r. */
    private void restrict(int number) {
        Level fine = levels[number];
        Level coarse = levels[number - 1];
        if (coarse.hasPoints()) {
            for (int k = 0; k < coarse.size(2); k++) {
                for (int j = 0; j < coarse.size(1); j++) {
                    int at =
                            fine.index(under(fine, coarse, 0, 0), under(fine, coarse, 1, j), under(fine, coarse, 2, k));
                    stencils.restrict(
                            r[number],
                            at,
                            fine.row(),
                            fine.plane(),
                            r[number - 1],
                            coarse.index(0, j, k),
                            coarse.size(0));
                }
            }
        }
        ghosts[number - 1].exchange(r[number - 1]);
    }

    /** Returns the local index of the fine point on which a coarse point lies. */
    private static int under(Level fine, Level coarse, int axis, int local) {
        return 2 * coarse.global(axis, local) + 1 - fine.global(axis, 0);
    }

    /** Adds the correction of the next coarser level, to ghost points too: u += Q u. */
    private void interpolate(int number) {
        Level fine = levels[number];
        Level coarse = levels[number - 1];
        if (!fine.hasPoints()) {
            return;
        }
        ghosts[number - 1].spread(u[number - 1]);
        for (int k = -1; k <= fine.size(2); k++) {
            int aboveK = above(fine, coarse, 2, k);
            int belowK = fine.isOdd(2, k) ? aboveK : aboveK - 1;
            for (int j = -1; j <= fine.size(1); j++) {
                int aboveJ = above(fine, coarse, 1, j);
                int belowJ = fine.isOdd(1, j) ? aboveJ : aboveJ - 1;
                rows[0] = coarse.index(0, belowJ, belowK);
                rows[1] = coarse.index(0, aboveJ, belowK);
                rows[2] = coarse.index(0, belowJ, aboveK);
                rows[3] = coarse.index(0, aboveJ, aboveK);
                int aboveI = above(fine, coarse, 0, -1);
                int at = fine.index(-1, j, k);
                stencils.interpolate(u[number - 1], rows, aboveI, u[number], at, fine.isOdd(0, -1), fine.size(0) + 2);
            }
        }
    }

    /** Returns the local index of the coarse point j of a fine point 2j or 2j + 1. */
    private static int above(Level fine, Level coarse, int axis, int local) {
        return Math.floorDiv(fine.global(axis, local), 2) - coarse.global(axis, 0);
    }

    /** Returns the norm of the finest residual; called by every rank. */
    double norm() {
        Level level = finest();
        double[] sum = new double[1];
        for (int k = 0; k < level.size(2); k++) {
            for (int j = 0; j < level.size(1); j++) {
                sum[0] += stencils.square(r[levels.length - 1], level.index(0, j, k), level.size(0));
            }
        }
        comm.allReduce(sum, 1, MPI.DOUBLE, MPI.SUM);
        return Math.sqrt(sum[0] / Math.pow(level.side, RankGrid.AXES));
    }
}
