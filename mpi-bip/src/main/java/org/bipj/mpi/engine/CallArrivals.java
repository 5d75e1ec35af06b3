package org.bipj.mpi.engine;

/** Hears of messages for the blocking collective calls of one communicator; under the lock of progress. */
public interface CallArrivals {
    /**
     * A message has come for a blocking collective call.
     *
     * @param world world rank of its sender
     * @param word what it says of the call
     * @param isWanted true if a receive of the call that is under way has taken it
     */
    void arrived(int world, int word, boolean isWanted);

    /** No call can end well any more. */
    void ended(String why);
}
