package org.bipj.mpi.engine;

/** Watches the waits of a blocking collective call: it ends those that nothing will end, by an exception. */
public interface WaitWatch {
    /** Fruitless rounds of a wait before the first {@link #suspects}. */
    int PATIENCE = 200;

    /**
     * In each round of a wait.
     *
     * @param fruitless rounds in a row in which the caller has polled in vain
     */
    void lookForMessages(int fruitless);

    /**
     * In each round of a wait for one sender's message that has lasted for {@link #PATIENCE} rounds.
     *
     * @param source world rank that is waited for
     * @param fruitless rounds in a row in which the caller has polled in vain, from {@link #PATIENCE} on one by one
     * @return true if the sender seems to have left the message out; the caller then polls all that has come before, and calls {@link
     *     #report} if it is still missing
     */
    boolean suspects(int source, int fruitless);

    /** The message that was suspected to be missing has not come: ends the wait by an exception, if that is still so. */
    void report(int source);
}
