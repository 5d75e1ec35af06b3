package org.bipj.samples;

import mpi.Intercomm;
import mpi.MPI;

/**
 * A job that grows: one process starts workers, which are a job of their own, and integrates 4 / (1 + x^2) with them. Rank 0 sends the bounds
 * to the workers, and both groups reduce to it what these have found (MPI 4.1 section 11.8).
 *
 * <pre>{@code ./bipj sample spawn-workers -n 1 [WORKERS [INTERVALS]]}</pre>
 */
public final class SpawnWorkers {
    private static final String USAGE = "spawn-workers -n RANKS [WORKERS [INTERVALS]]     each rank, if there are"
            + " several, reduces what the workers have found; 3 workers and 10000000 intervals by default";
    private static final int WORKERS = 3;
    private static final int MAX_WORKERS = 256;
    private static final int INTERVALS = 10_000_000;
    private static final double TOLERANCE = 1e-9;

    private SpawnWorkers() {}

    /** Runs the program, or a worker of it. */
    public static void main(String[] args) {
        String[] rest = MPI.Init(args);
        Intercomm starter = Intercomm.getParent();
        if (starter.isNull()) {
            Verdict.print(USAGE, (comm, words) -> start(words), rest);
        } else {
            work(starter);
        }
        MPI.Finalize();
    }

    private static Verdict start(String[] args) {
        Usage.atMost(args, 2);
        int workers = Usage.positive(args, 0, "WORKERS", WORKERS, MAX_WORKERS);
        int intervals = Usage.positive(args, 1, "INTERVALS", INTERVALS, Integer.MAX_VALUE);
        boolean isRoot = MPI.COMM_WORLD.getRank() == 0;
        Intercomm others = MPI.COMM_WORLD.spawn(SpawnWorkers.class.getName(), null, workers, MPI.INFO_NULL, 0, null);
        // Between two groups the root says so itself, and the others of its group take no part.
        int root = isRoot ? MPI.ROOT : MPI.PROC_NULL;
        others.bcast(new int[] {intervals}, 1, MPI.INT, root);
        double[] pi = new double[1];
        others.reduce(new double[1], pi, 1, MPI.DOUBLE, MPI.SUM, root);
        others.disconnect();
        return new Verdict(
                // The midpoint rule is off by a twelfth of the square of an interval.
                Math.abs(pi[0] - Math.PI) < Math.max(TOLERANCE, 1.0 / intervals / intervals),
                String.format(java.util.Locale.ROOT, "%d workers found %.9f", workers, pi[0]));
    }

    private static void work(Intercomm starter) {
        int[] intervals = new int[1];
        starter.bcast(intervals, 1, MPI.INT, 0);
        int workers = MPI.COMM_WORLD.getSize();
        double width = 1.0 / intervals[0];
        double[] sum = new double[1];
        for (long i = MPI.COMM_WORLD.getRank(); i < intervals[0]; i += workers) {
            double x = (i + 0.5) * width;
            sum[0] += 4 / (1 + x * x) * width;
        }
        starter.reduce(sum, new double[1], 1, MPI.DOUBLE, MPI.SUM, 0);
        starter.disconnect();
    }
}
