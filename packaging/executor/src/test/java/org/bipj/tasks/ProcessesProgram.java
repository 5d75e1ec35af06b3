package org.bipj.tasks;

import java.util.Arrays;
import mpi.MPI;
import org.bipj.executor.MpiExecutor;

/** A job of processes: the cases, some graphs, a pool of processes that it starts. */
final class ProcessesProgram {
    private ProcessesProgram() {}

    public static void main(String[] args) throws Exception {
        MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        Cases.all(MPI.COMM_WORLD);
        Cases.filtered(MPI.COMM_WORLD);
        MpiExecutor.overWorld(pool -> Graphs.tryAll(pool, Long.parseLong(args[0]), Integer.parseInt(args[1])));
        if (MPI.COMM_WORLD.getRank() == 1) {
            try (MpiExecutor pool = MpiExecutor.spawning(2)) {
                int ranks = pool.submit(() -> MPI.COMM_WORLD.getSize()).get();
                System.out.println(ranks + " started, sum "
                        + Arrays.stream(pool.map(0, 100, i -> i)).sum());
            }
        }
        MPI.Finalize();
    }
}
