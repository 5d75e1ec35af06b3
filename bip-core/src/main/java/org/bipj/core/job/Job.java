package org.bipj.core.job;

import org.bipj.core.nic.NicPort;

/** One rank's membership in a job. */
public interface Job {
    /** This rank, from 0. */
    int rank();

    /** Number of ranks. */
    int size();

    /** Name of the node that the rank runs on. */
    String node();

    /**
     * Number of ranks on this rank's node that share memory with it, itself included. With no more cores than ranks,
     * waiting should give way early.
     */
    int localSize();

    /** Opens this rank's port. Called once, by initialisation. */
    NicPort open();

    /** The library is initialised in this rank. From now on the rank must call {@link #finished} before it ends. */
    void started();

    /**
     * Says, in finalisation, that this rank waits for nothing more from the others: its sends are complete. To be called
     * once.
     *
     * @return false if this kind of job passes that on to nobody; ranks then tell each other by messages
     */
    default boolean leave() {
        return false;
    }

    /**
     * True once all ranks have called {@link #leave}; where that works, ranks may end then. A waiting rank is woken.
     */
    default boolean haveAllLeft() {
        throw new UnsupportedOperationException("ranks of this job do not know who has left: leave() returned false");
    }

    /** The library is finalised in this rank: it may end with exit code 0 and the job goes on. */
    void finished();

    /**
     * True if several threads of the rank may communicate (MPI_THREAD_SERIALIZED and up). False: only the one that runs
     * the program's main method.
     */
    default boolean allowsThreads() {
        return true;
    }

    /**
     * Lets virtual time go by for computation; see {@link Compute}.
     *
     * @param ns nanoseconds, not negative
     */
    default void compute(double ns) {}

    /** Lets virtual time go by for a number of operations at the rate that the platform states; see {@link Compute}. */
    default void computeOperations(long count) {}

    /**
     * Ends the whole job. Does not return: the rank's process, or all ranks that share it, are ended.
     *
     * @param code exit code of the job, 1 to 255
     * @param reason one line that the launcher prints with the rank's number
     */
    void abort(int code, String reason);
}
