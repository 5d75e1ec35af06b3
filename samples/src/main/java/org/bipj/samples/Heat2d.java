package org.bipj.samples;

import java.util.Arrays;
import mpi.CartComm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.ShiftParms;

/**
 * The heat equation on a square plate by Jacobi iteration, the plate cut into blocks over a grid of ranks; shows a
 * Cartesian communicator with its shifts, a vector datatype for columns, and allReduce with MAX.
 *
 * <pre>{@code ./bipj sample heat2d -n 4 [SIZE [STEPS]]}</pre>
 *
 * <p>The upper edge of the plate is held at 100 degrees, the others at 0. Each step replaces every point by the mean
 * of its four neighbours; it ends when no point changes by more than {@value #TOLERANCE} degrees or after STEPS
 * steps. The arithmetic of a point is the same on any number of ranks, and so is the checksum, to the bit; for plates
 * of up to {@value #CHECKED_SIZE} points a side rank 0 computes it once more alone and compares.
 */
public final class Heat2d {
    private static final String USAGE = "heat2d -n RANKS [SIZE [STEPS]]     points a side, 128 by default;"
            + " most steps to make, 20000 by default";
    private static final int SIZE = 128;
    private static final int STEPS = 20_000;
    private static final int CHECKED_SIZE = 512;
    private static final double TOLERANCE = 1e-3;
    private static final double HOT = 100;
    private static final int TAG = 11;

    /** Steps between two tests of convergence, each of which costs an allReduce. */
    private static final int STEPS_PER_TEST = 10;

    private final CartComm grid;
    private final int firstRow;
    private final int firstColumn;
    private final int rows;
    private final int columns;
    private final int size;

    /** Elements from one row to the next: a block has a halo of one point on every side. */
    private final int stride;

    private final ShiftParms vertical;
    private final ShiftParms horizontal;
    private final Datatype columnType;

    private double[] now;
    private double[] next;

    /**
     * The result of a run.
     *
     * @param steps the number of steps made
     * @param change the largest change of a point in the last step
     * @param checksum of all points and their places; the same for any number of ranks
     */
    record Result(int steps, double change, long checksum) {}

    private Heat2d(CartComm grid, int[] dims, int size) {
        this.grid = grid;
        this.size = size;
        int[] place = grid.getCoords(grid.getRank());
        firstRow = start(size, dims[0], place[0]);
        firstColumn = start(size, dims[1], place[1]);
        rows = start(size, dims[0], place[0] + 1) - firstRow;
        columns = start(size, dims[1], place[1] + 1) - firstColumn;
        stride = columns + 2;
        vertical = grid.shift(0, 1);
        horizontal = grid.shift(1, 1);
        columnType = Datatype.createVector(rows, 1, stride, MPI.DOUBLE);
        columnType.commit();
        now = plate(rows, columns, firstRow == 0);
        next = now.clone();
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        String[] rest = MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int size;
        int steps;
        try {
            Usage.atMost(rest, 2);
            size = Usage.positive(rest, 0, "SIZE", SIZE, 20_000);
            steps = Usage.positive(rest, 1, "STEPS", STEPS, Integer.MAX_VALUE);
            Usage.atLeastRanks("SIZE", size, world.getSize());
        } catch (Usage.WrongUsage e) {
            Usage.refuse(USAGE, e.getMessage());
            return;
        }
        double start = MPI.wtime();
        Result result = solve(world, size, steps);
        double seconds = MPI.wtime() - start;
        if (world.getRank() == 0) {
            System.out.printf(
                    "%d x %d points, %d ranks: %d steps in %.3f s, last change %.2e, checksum %016x%n",
                    size, size, world.getSize(), result.steps, seconds, result.change, result.checksum);
            if (size <= CHECKED_SIZE) {
                compareWithOneRank(result, size, steps);
            }
        }
        MPI.Finalize();
    }

    private static void compareWithOneRank(Result result, int size, int steps) {
        Result expected = sequential(size, steps);
        if (!result.equals(expected)) {
            System.out.printf("WRONG: computed alone, %d steps, checksum %016x%n", expected.steps, expected.checksum);
            MPI.COMM_WORLD.abort(1);
        }
        System.out.println("computed alone: the same");
    }

    /**
     * Solves the equation; called by every rank of the communicator.
     *
     * @param size points a side, not less than the number of ranks
     * @param maxSteps the most steps to make
     */
    static Result solve(Intracomm comm, int size, int maxSteps) {
        int[] dims = new int[2];
        CartComm.createDims(comm.getSize(), dims);
        CartComm grid = comm.createCart(dims, new boolean[2], false);
        Heat2d block = new Heat2d(grid, dims, size);
        Result result = block.iterate(maxSteps);
        block.columnType.free();
        grid.free();
        return result;
    }

    private Result iterate(int maxSteps) {
        double[] change = {Double.MAX_VALUE};
        int steps = 0;
        while (steps < maxSteps && change[0] > TOLERANCE) {
            exchangeHalos();
            change[0] = sweep(now, next, rows, columns);
            double[] swap = now;
            now = next;
            next = swap;
            steps++;
            if (steps % STEPS_PER_TEST == 0 || steps == maxSteps) {
                grid.allReduce(change, 1, MPI.DOUBLE, MPI.MAX);
            } else {
                change[0] = Double.MAX_VALUE;
            }
        }
        long[] sum = {checksum(now, rows, columns, firstRow, firstColumn, size)};
        grid.allReduce(sum, 1, MPI.LONG, MPI.SUM);
        return new Result(steps, change[0], sum[0]);
    }

    /** Sends each edge to the neighbour there and receives the neighbour's; at the plate's edge nothing moves. */
    private void exchangeHalos() {
        int above = vertical.getRankSource();
        int below = vertical.getRankDest();
        int left = horizontal.getRankSource();
        int right = horizontal.getRankDest();
        exchange(at(1, 1), above, at(rows + 1, 1), below, columns, MPI.DOUBLE);
        exchange(at(rows, 1), below, at(0, 1), above, columns, MPI.DOUBLE);
        exchange(at(1, 1), left, at(1, columns + 1), right, 1, columnType);
        exchange(at(1, columns), right, at(1, 0), left, 1, columnType);
    }

    private void exchange(int from, int dest, int to, int source, int count, Datatype type) {
        grid.sendRecv(MPI.slice(now, from), count, type, dest, TAG, MPI.slice(now, to), count, type, source, TAG);
    }

    private int at(int row, int column) {
        return row * stride + column;
    }

    /** Returns the first of a block's items where {@code items} are cut into {@code blocks} about equal ones. */
    private static int start(int items, int blocks, int block) {
        return (int) ((long) items * block / blocks);
    }

    private static double[] plate(int rows, int columns, boolean hotAbove) {
        double[] points = new double[(rows + 2) * (columns + 2)];
        if (hotAbove) {
            Arrays.fill(points, 0, columns + 2, HOT);
        }
        return points;
    }

    /** One Jacobi step over a block with its halo; returns the largest change. */
    private static double sweep(double[] from, double[] to, int rows, int columns) {
        int stride = columns + 2;
        double change = 0;
        for (int row = 1; row <= rows; row++) {
            change = Math.max(change, sweepRow(from, to, row * stride + 1, row * stride + 1 + columns, stride));
        }
        return change;
    }

    private static double sweepRow(double[] from, double[] to, int start, int end, int stride) {
        double change = 0;
        for (int i = start; i < end; i++) {
            double mean = 0.25 * (from[i - stride] + from[i + stride] + (from[i - 1] + from[i + 1]));
            change = Math.max(change, Math.abs(mean - from[i]));
            to[i] = mean;
        }
        return change;
    }

    /** Adds up, modulo 2^64, a hash of each point's bits and place: the order does not matter. */
    static long checksum(double[] points, int rows, int columns, int firstRow, int firstColumn, int size) {
        long sum = 0;
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                long bits = Double.doubleToLongBits(points[(row + 1) * (columns + 2) + column + 1]);
                long place = (long) (firstRow + row) * size + firstColumn + column;
                long hash = (bits ^ place * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
                sum += hash ^ hash >>> 32;
            }
        }
        return sum;
    }

    /** The same without ranks: what {@link #solve} is compared with. */
    static Result sequential(int size, int maxSteps) {
        double[] now = plate(size, size, true);
        double[] next = now.clone();
        double change = Double.MAX_VALUE;
        int steps = 0;
        while (steps < maxSteps && (change > TOLERANCE || steps % STEPS_PER_TEST != 0)) {
            change = sweep(now, next, size, size);
            double[] swap = now;
            now = next;
            next = swap;
            steps++;
        }
        return new Result(steps, change, checksum(now, size, size, 0, 0, size));
    }
}
