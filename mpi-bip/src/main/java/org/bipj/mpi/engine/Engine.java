package org.bipj.mpi.engine;

import org.bipj.core.job.Job;

/** MPI's point-to-point engine of one rank. */
public final class Engine {
    /**
     * Opens the rank's port and starts its engine.
     *
     * @param threadLevel 0 to 3, SINGLE to MULTIPLE: only with MULTIPLE may threads call at the same time
     */
    public static Engine open(Job job, int threadLevel) {
        throw new UnsupportedOperationException("engine: in work");
    }

    /** Waits until what was sent has left, and closes the port. */
    public void close() {
        throw new UnsupportedOperationException("engine: in work");
    }

    /** Nanoseconds since some fixed moment, in the port's time. */
    public long now() {
        throw new UnsupportedOperationException("engine: in work");
    }

    /** Gives room to buffered sends (MPI_Buffer_attach). */
    public void attachBuffer(byte[] buffer) {
        throw new UnsupportedOperationException("engine: in work");
    }

    /** Waits for the buffered sends and takes their room back (MPI_Buffer_detach); null if there is none. */
    public byte[] detachBuffer() {
        throw new UnsupportedOperationException("engine: in work");
    }

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
