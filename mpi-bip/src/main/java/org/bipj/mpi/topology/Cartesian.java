package org.bipj.mpi.topology;

import java.util.Arrays;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.neighbour.Neighbourhood;
import org.bipj.mpi.comm.CommCore;

/** The arithmetic of Cartesian topologies (MPI 4.1 section 8.5): row-major, rank 0 at the origin. Immutable. */
public final class Cartesian implements ProcessTopology {
    private final int[] dims;
    private final boolean[] periods;
    private final int size;

    private Cartesian(int[] dims, boolean[] periods, int size) {
        this.dims = dims;
        this.periods = periods;
        this.size = size;
    }

    /** A grid of at most {@code processes} places. */
    public static Cartesian of(int[] dims, boolean[] periods, int processes) {
        if (dims == null || periods == null || dims.length != periods.length) {
            throw new EngineException(ErrorClass.DIMS, "dims and periods must be arrays of one length");
        }
        long size = 1;
        for (int i = 0; i < dims.length; i++) {
            if (dims[i] < 1) {
                throw new EngineException(ErrorClass.DIMS, "dims[" + i + "] is " + dims[i] + "; expected 1 or more");
            }
            size = Math.min(size * dims[i], Integer.MAX_VALUE);
        }
        if (size > processes) {
            throw new EngineException(
                    ErrorClass.DIMS,
                    "dims are " + Arrays.toString(dims) + ", which is " + size + " processes; expected no more than "
                            + processes);
        }
        return new Cartesian(dims.clone(), periods.clone(), (int) size);
    }

    /** How many places the grid has. */
    public int size() {
        return size;
    }

    /** The rank at a place; coordinates wrap around along periodic dimensions. */
    public int rank(int[] coords) {
        if (coords == null || coords.length < dims.length) {
            throw new EngineException(ErrorClass.ARG, "coords must have " + dims.length + " elements");
        }
        int rank = 0;
        for (int i = 0; i < dims.length; i++) {
            int at = coords[i];
            if (at < 0 || at >= dims[i]) {
                if (!periods[i]) {
                    throw new EngineException(
                            ErrorClass.ARG,
                            "coords[" + i + "] is " + at + "; expected 0 to " + (dims[i] - 1)
                                    + ", as the dimension is not periodic");
                }
                at = Math.floorMod(at, dims[i]);
            }
            rank = rank * dims[i] + at;
        }
        return rank;
    }

    /** The coordinates of a rank's place. */
    public int[] coords(int rank) {
        if (rank < 0 || rank >= size) {
            throw new EngineException(ErrorClass.RANK, "rank is " + rank + "; expected 0 to " + (size - 1));
        }
        int[] coords = new int[dims.length];
        int rest = rank;
        for (int i = dims.length - 1; i >= 0; i--) {
            coords[i] = rest % dims[i];
            rest /= dims[i];
        }
        return coords;
    }

    /**
     * The rank a number of steps away along a dimension, or PROC_NULL.
     *
     * @param displacement steps up; down where it is negative
     */
    public int neighbour(int rank, int direction, long displacement) {
        if (direction < 0 || direction >= dims.length) {
            throw new EngineException(
                    ErrorClass.DIMS, "direction is " + direction + "; expected 0 to " + (dims.length - 1));
        }
        return neighbour(coords(rank), direction, displacement);
    }

    private int neighbour(int[] coords, int direction, long displacement) {
        long at = coords[direction] + displacement;
        if (!periods[direction] && (at < 0 || at >= dims[direction])) {
            return CommCore.PROC_NULL;
        }
        int[] there = coords.clone();
        there[direction] = (int) Math.floorMod(at, (long) dims[direction]);
        return rank(there);
    }

    /** The neighbours of a rank: along each dimension, those one step down and one step up. */
    @Override
    public Neighbourhood neighbours(int rank) {
        int[] neighbours = new int[2 * dims.length];
        for (int i = 0; i < dims.length; i++) {
            neighbours[2 * i] = neighbour(rank, i, -1);
            neighbours[2 * i + 1] = neighbour(rank, i, 1);
        }
        return Neighbourhood.ofGrid(neighbours);
    }

    /** The number of places along each dimension. */
    public int[] dims() {
        return dims.clone();
    }

    /** True for each dimension that is periodic. */
    public boolean[] periods() {
        return periods.clone();
    }

    /** The grid of the dimensions that remain. */
    public Cartesian sub(boolean[] remain) {
        if (remain == null || remain.length < dims.length) {
            throw new EngineException(ErrorClass.ARG, "remainDims must have " + dims.length + " elements");
        }
        int n = 0;
        int[] d = new int[dims.length];
        boolean[] p = new boolean[dims.length];
        for (int i = 0; i < dims.length; i++) {
            if (remain[i]) {
                d[n] = dims[i];
                p[n++] = periods[i];
            }
        }
        return of(Arrays.copyOf(d, n), Arrays.copyOf(p, n), size);
    }

    /** A number that is equal for the processes of one subgrid: their coordinates along the dropped dimensions. */
    public int subgrid(int rank, boolean[] remain) {
        int[] coords = coords(rank);
        int colour = 0;
        for (int i = 0; i < dims.length; i++) {
            if (!remain[i]) {
                colour = colour * dims[i] + coords[i];
            }
        }
        return colour;
    }
}
