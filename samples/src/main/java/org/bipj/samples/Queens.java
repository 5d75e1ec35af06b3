package org.bipj.samples;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import mpi.MPI;
import org.bipj.core.job.Compute;
import org.bipj.executor.MpiExecutor;

/**
 * Counts the ways to put n queens on a board of n by n so that none attacks another: tasks that submit tasks and wait for them,
 * on ranks that serve. Rank 0 submits the first task; each task of the first rows submits one for every square of its row.
 *
 * <pre>{@code ./bipj sample executor -n 4 [QUEENS]}</pre>
 *
 * <p>In virtual time each position costs some nanoseconds, so that {@code --mode sim} shows how the search scales.
 */
public final class Queens {
    private static final String USAGE =
            "executor -n RANKS [QUEENS]     rank 0 asks, the others search; a rank alone does"
                    + " both. 10 queens by default";
    private static final int QUEENS = 10;
    private static final int MAX_QUEENS = 15;

    /** Rows whose squares are tasks. */
    private static final int TASK_ROWS = 2;

    /** What a position may cost on an old processor. */
    private static final double NS_PER_POSITION = 100;

    /** By number of queens (OEIS A000170). */
    private static final int[] KNOWN = {
        1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184
    };

    private Queens() {}

    /** Runs the program; see the class comment. */
    public static void main(String[] args) throws Exception {
        int queens;
        try {
            Usage.atMost(args, 1);
            queens = Usage.positive(args, 0, "QUEENS", QUEENS, MAX_QUEENS);
        } catch (Usage.WrongUsage e) {
            MPI.Init(args);
            Usage.abort(USAGE, e.getMessage());
            return;
        }
        MpiExecutor.overWorld(pool -> {
            double begin = MPI.wtime();
            long found = pool.submit(() -> count(queens, 0, 0, 0, 0)).get();
            String time = Compute.isVirtual()
                    ? String.format(Locale.ROOT, " in %.1f ms of virtual time", (MPI.wtime() - begin) * 1000)
                    : "";
            boolean right = found == KNOWN[queens];
            System.out.println(queens + " queens, " + found + " ways, " + pool.getWorkers() + " workers" + time + ": "
                    + (right ? "correct" : "WRONG"));
            if (!right) {
                MPI.COMM_WORLD.abort(1);
            }
        });
    }

    /**
     * The ways to go on from a row.
     *
     * @param columns those that have a queen, a bit for each
     * @param left squares of this row that queens attack along diagonals to the left
     * @param right the same to the right
     */
    static long count(int queens, int row, int columns, int left, int right)
            throws ExecutionException, InterruptedException {
        if (row == TASK_ROWS || row == queens) {
            long[] positions = new long[1];
            long found = search((1 << queens) - 1, columns, left, right, positions);
            Compute.charge(positions[0] * NS_PER_POSITION);
            return found;
        }
        List<Future<Long>> next = new ArrayList<>();
        for (int free = ((1 << queens) - 1) & ~(columns | left | right); free != 0; free &= free - 1) {
            int square = Integer.lowestOneBit(free);
            next.add(MpiExecutor.current()
                    .submit(() ->
                            count(queens, row + 1, columns | square, (left | square) << 1, (right | square) >> 1)));
        }
        long sum = 0;
        for (Future<Long> each : next) {
            sum += each.get();
        }
        return sum;
    }

    private static long search(int all, int columns, int left, int right, long[] positions) {
        positions[0]++;
        if (columns == all) {
            return 1;
        }
        long found = 0;
        for (int free = all & ~(columns | left | right); free != 0; free &= free - 1) {
            int square = Integer.lowestOneBit(free);
            found += search(all, columns | square, (left | square) << 1, (right | square) >> 1, positions);
        }
        return found;
    }
}
