package org.bipj.mpi.engine;

import org.bipj.core.job.Job;

/** MPI's point-to-point engine of one rank. */
public final class Engine {
    /** The rank's job. */
    public Job job() {
        throw new UnsupportedOperationException("engine: in work");
    }

    /**
     * A communicator over these world ranks, for members and in the same order on all of them.
     *
     * @param context even number, unused so far by any communicator of these ranks
     */
    public CommCore communicator(int context, int[] worldRanks) {
        throw new UnsupportedOperationException("engine: in work");
    }

    /** Forgets a communicator; its context may be used again. */
    public void forget(CommCore communicator) {
        throw new UnsupportedOperationException("engine: in work");
    }
}
