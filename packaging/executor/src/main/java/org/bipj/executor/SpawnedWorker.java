package org.bipj.executor;

import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;

/** The program of the processes that {@link MpiExecutor#spawning} starts. */
public final class SpawnedWorker {
    private SpawnedWorker() {}

    /**
     * Serves the pool of the process that has started this one.
     *
     * @param args none
     */
    public static void main(String[] args) {
        PoolThreads.initialise();
        Intercomm starter = Intercomm.getParent();
        if (starter.isNull()) {
            throw new IllegalStateException("this program is started by MpiExecutor.spawning; expected to be so");
        }
        Intracomm all = starter.merge(true);
        Pool pool = new Pool(all, 0, () -> {
            all.free();
            starter.disconnect();
        });
        pool.serve();
        MPI.Finalize();
    }
}
