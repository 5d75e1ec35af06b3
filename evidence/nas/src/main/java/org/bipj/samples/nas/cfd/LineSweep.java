package org.bipj.samples.nas.cfd;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Solves the systems of all lines along an axis, slice by slice: forward through the cells with the elimination, back
 * with the substitution. The last rows of a cell's lines travel to the rank that has the next slice.
 */
public final class LineSweep {
    /** Charges virtual time for what a kernel computes; see {@link org.bipj.core.job.Compute}. */
    public interface Charge {
        /** Charges nothing: the kernel's computation takes no virtual time. */
        Charge NOTHING = (points, forward) -> {};

        /** Called for the points of a cell after each way, before the messages that follow it. */
        void solved(int points, boolean forward);
    }

    private static final int LANES = LineSystem.LANES;
    private static final int TAG = 10;

    private final Intracomm comm;
    private final Multipartition partition;
    private final LineSystem system;
    private final Charge charge;

    /** The lines of each axis and cell. */
    private final Lines[][] lines;

    /**
     * Lengths of what elimination leaves of a block of lines, of what of it the next slice needs, and of what it gives
     * back.
     */
    private final int blockState;

    private final int carriedState;
    private final int carriedSolution;

    /** The values of a block's points, and its right-hand sides. */
    private final double[] points;

    private final double[] right;

    /** What elimination has left: of all blocks of each slice but the last, and of one block of the last slice. */
    private final double[][] states;

    private final double[] outgoing;
    private final double[] incoming;

    /** Makes room for the cells of a partition. */
    public LineSweep(Intracomm comm, Multipartition partition, LineSystem system, Charge charge) {
        this.comm = comm;
        this.partition = partition;
        this.system = system;
        this.charge = charge;
        int cells = partition.cells();
        lines = new Lines[Grid.AXES][cells];
        int longest = 0;
        int mostBlocks = 0;
        for (int axis = 0; axis < Grid.AXES; axis++) {
            for (int cell = 0; cell < cells; cell++) {
                lines[axis][cell] = new Lines(partition.box(cell), axis);
                longest = Math.max(longest, lines[axis][cell].rows());
                mostBlocks = Math.max(mostBlocks, lines[axis][cell].blocks());
            }
        }
        int reach = system.reach();
        blockState = (longest + reach) * system.carried() * LANES;
        carriedState = reach * system.carried() * LANES;
        carriedSolution = reach * Grid.COMPONENTS * LANES;
        points = new double[(longest + 2) * system.values() * LANES];
        right = new double[(longest + reach) * Grid.COMPONENTS * LANES];
        int wholeCell = Math.multiplyExact(blockState, mostBlocks);
        states = new double[cells][];
        Arrays.setAll(states, slice -> new double[slice < cells - 1 ? wholeCell : blockState]);
        int message = cells == 1 ? 0 : mostBlocks * carriedState;
        outgoing = new double[message];
        incoming = new double[message];
    }

    /**
     * Solves the systems along an axis; called by every rank.
     *
     * @param flows of each cell
     * @param rights the right-hand sides of each cell, five components; set to the solutions
     */
    public void solve(int axis, Flow[] flows, double[][][] rights) {
        int last = partition.cells() - 1;
        for (int slice = 0; slice < last; slice++) {
            int cell = partition.cellIn(axis, slice);
            eliminate(axis, slice, flows[cell], rights[cell]);
            pass(axis, true, lines[axis][cell].blocks() * carriedState);
        }
        solveLast(axis, flows, rights);
        for (int slice = last - 1; slice >= 0; slice--) {
            int behind = partition.cellIn(axis, slice + 1);
            pass(axis, false, lines[axis][behind].blocks() * carriedSolution);
            substitute(axis, slice, rights[partition.cellIn(axis, slice)]);
        }
    }

    private void pass(int axis, boolean forward, int count) {
        int to = partition.neighbour(axis, forward);
        int from = partition.neighbour(axis, !forward);
        comm.sendRecv(outgoing, count, MPI.DOUBLE, to, TAG, incoming, incoming.length, MPI.DOUBLE, from, TAG);
    }

    /** The way forward through a cell that is not the last. */
    private void eliminate(int axis, int slice, Flow flow, double[][] rightHandSides) {
        Lines along = lines[axis][partition.cellIn(axis, slice)];
        double[] state = states[slice];
        int end = along.rows() * system.carried() * LANES;
        for (int block = 0; block < along.blocks(); block++) {
            int at = block * blockState;
            eliminateBlock(axis, slice, block, flow, rightHandSides, state, at);
            System.arraycopy(state, at + end, outgoing, block * carriedState, carriedState);
        }
        charge.solved(along.points(), true);
    }

    private void eliminateBlock(
            int axis, int slice, int block, Flow flow, double[][] rightHandSides, double[] state, int at) {
        Lines along = lines[axis][partition.cellIn(axis, slice)];
        int rows = along.rows();
        for (int value = 0; value < system.values(); value++) {
            double[] field = system.source(flow, value, axis);
            along.gather(field, block, -1, rows + 2, points, value * LANES, system.values() * LANES);
        }
        for (int m = 0; m < Grid.COMPONENTS; m++) {
            double[] field = rightHandSides[system.component(m, axis)];
            along.gather(field, block, 0, rows, right, m * LANES, Grid.COMPONENTS * LANES);
        }
        if (slice == 0) {
            Arrays.fill(state, at, at + carriedState, 0);
        } else {
            System.arraycopy(incoming, block * carriedState, state, at, carriedState);
        }
        system.eliminate(axis, along.first(), rows, points, right, state, at);
    }

    /** The last cell: nothing comes from behind, so that each block goes both ways while it is in the cache. */
    private void solveLast(int axis, Flow[] flows, double[][][] rights) {
        int slice = partition.cells() - 1;
        int cell = partition.cellIn(axis, slice);
        Lines along = lines[axis][cell];
        int end = along.rows() * Grid.COMPONENTS * LANES;
        for (int block = 0; block < along.blocks(); block++) {
            eliminateBlock(axis, slice, block, flows[cell], rights[cell], states[slice], 0);
            Arrays.fill(right, end, end + carriedSolution, 0);
            substituteBlock(axis, along, block, states[slice], 0, rights[cell]);
        }
        charge.solved(along.points(), true);
        charge.solved(along.points(), false);
    }

    /** The way back through a cell that is not the last. */
    private void substitute(int axis, int slice, double[][] rightHandSides) {
        Lines along = lines[axis][partition.cellIn(axis, slice)];
        int end = along.rows() * Grid.COMPONENTS * LANES;
        for (int block = 0; block < along.blocks(); block++) {
            System.arraycopy(incoming, block * carriedSolution, right, end, carriedSolution);
            substituteBlock(axis, along, block, states[slice], block * blockState, rightHandSides);
        }
        charge.solved(along.points(), false);
    }

    private void substituteBlock(int axis, Lines along, int block, double[] state, int at, double[][] rightHandSides) {
        system.substitute(along.rows(), state, at + carriedState, right);
        for (int m = 0; m < Grid.COMPONENTS; m++) {
            double[] field = rightHandSides[system.component(m, axis)];
            along.scatter(right, m * LANES, Grid.COMPONENTS * LANES, field, block);
        }
        if (partition.cells() > 1) {
            System.arraycopy(right, 0, outgoing, block * carriedSolution, carriedSolution);
        }
    }
}
