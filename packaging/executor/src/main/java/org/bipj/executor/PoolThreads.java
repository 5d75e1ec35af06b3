package org.bipj.executor;

import mpi.MPI;

/** The thread level that a pool needs. */
final class PoolThreads {
    private PoolThreads() {}

    /** Initialises MPI if the program has not. Returns true if it had not. */
    static boolean initialise() {
        if (MPI.isInitialized()) {
            check();
            return false;
        }
        MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
        return true;
    }

    /**
     * Where the program has initialised MPI.
     *
     * @throws IllegalStateException if several threads may not call at a time
     */
    static void check() {
        if (MPI.isFinalized()) {
            throw new IllegalStateException("MpiExecutor: MPI has been finalized");
        }
        if (MPI.isInitialized() && MPI.queryThread() < MPI.THREAD_MULTIPLE) {
            throw new IllegalStateException(
                    "MpiExecutor: a thread of its own receives beside those of the program, and MPI was"
                            + " initialised for fewer; expected MPI.InitThread(args, MPI.THREAD_MULTIPLE) instead of MPI.Init(args), or"
                            + " BIPJ_THREAD_LEVEL=multiple in the environment");
        }
    }
}
