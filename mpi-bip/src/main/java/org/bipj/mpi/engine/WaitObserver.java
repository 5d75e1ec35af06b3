package org.bipj.mpi.engine;

/** Sees a rank's waits: for the checker. Called by the thread that waits, under no lock; only where one thread at a time calls. */
public interface WaitObserver {
    /**
     * Before each round of a wait.
     *
     * @param fruitless rounds in a row in which the rank has polled in vain
     */
    void waiting(int fruitless);

    /**
     * What the rank waits for may change: before anything is done of which others could learn. A message has come, or an operation
     * in the background may go on.
     */
    void changing();
}
