package org.bipj.core.job;

import org.bipj.core.nic.NicPort;

/** One rank's membership in a job. */
public interface Job {
    /** This rank, from 0. */
    int rank();

    /** Number of ranks. */
    int size();

    /** The program that this rank runs, among those of the job. */
    default Application application() {
        return Application.only(size());
    }

    /** Name of the node that the rank runs on. */
    String node();

    /** Number of ranks on this rank's node that share memory with it, itself included. */
    int localSize();

    /**
     * True if the ranks of this rank's node outnumber the processors that they may use: waiting ranks should then yield
     * early. Determined before any rank was bound to a processor.
     */
    default boolean isCrowded() {
        return localSize() > Runtime.getRuntime().availableProcessors();
    }

    /** Opens this rank's port. Called once, by initialisation. */
    NicPort open();

    /** The library is initialised in this rank. From now on the rank must call {@link #finished} before it ends. */
    void started();

    /**
     * Reports, in finalisation, that this rank waits for nothing more from the others: its sends are complete. Called once.
     *
     * @return false if this kind of job does not pass that on; ranks then notify each other by messages
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
     * True if receives refuse data of other types than their own in this kind of job, whether the user asks for that or
     * not.
     */
    default boolean checksTypes() {
        return false;
    }

    /**
     * Lets virtual time go by for computation; see {@link Compute}.
     *
     * @param ns nanoseconds, not negative
     */
    default void compute(double ns) {}

    /** True if time is virtual: computation takes none of it but what the rank charges; see {@link Compute}. */
    default boolean isVirtual() {
        return false;
    }

    /**
     * Lets virtual time go by for a number of operations at the rate that the platform states; see {@link Compute}.
     *
     * @param kind of operation; empty for the general one
     */
    default void computeOperations(String kind, long count) {}

    /**
     * Ends the whole job. Does not return: the rank's process, or all ranks that share it, are ended.
     *
     * @param code exit code of the job, 1 to 255
     * @param reason what the launcher prints with the rank's number: a line, and perhaps the lines of a stack trace
     */
    void abort(int code, String reason);

    /**
     * Ends the whole job for an exception, whose calls are shown below the reason. Does not return.
     *
     * @param code exit code of the job, 1 to 255
     * @param reason one line that the launcher prints with the rank's number
     */
    default void abort(int code, String reason, Throwable failure) {
        abort(code, reason + "\n" + FailureText.below(FailureText.of(failure)));
    }
}
