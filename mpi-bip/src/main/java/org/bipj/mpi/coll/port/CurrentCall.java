package org.bipj.mpi.coll.port;

import org.bipj.mpi.call.EngineException;

/** The blocking collective call that is under way on a communicator, for what takes part in it below the algorithms. */
public interface CurrentCall {
    /** The word of the call, by which ranks tell whether they are in the same one. */
    int word();

    /** What this rank says of it: the word, unless it passes on wrong data. */
    int sentWord();

    /** The word of the oldest message from a rank that belongs to another blocking call than this one; 0 if there is none. */
    int otherCall(int world);

    /**
     * The word of the call in which a rank has published its next turn in memory that it shares with this one; 0 if it has not, or
     * shares none.
     */
    int publishedCall(int world);

    /**
     * Throws an error if a message has come for a call that this rank has not made, in a wait.
     *
     * @param fruitless rounds in a row in which the wait has polled in vain
     */
    void checkStray(int fruitless);

    /** True if a process of another job makes no collective call any more: it has called Finalize. */
    boolean hasLeft(int world);

    /** The error of a rank that waits for a process that {@linkplain #hasLeft has left}. */
    EngineException abandoned(int world);

    /** The error of a rank that finds the word of another call than its own, from a world rank. */
    EngineException parted(int word, int world);

    /** Names the communicator and what is known of the call, for reports. */
    String where();
}
