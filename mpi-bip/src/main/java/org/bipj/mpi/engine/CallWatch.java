package org.bipj.mpi.engine;

import org.bipj.mpi.call.EngineException;

/**
 * Watches the waits of a blocking collective call for a rank that is in another call.
 *
 * <ul>
 *   <li>A wait for a message, while its sender uses shared memory: a rank that has published there in a later call than this one
 *       has sent all its messages of this one before.
 *   <li>Every wait, while a message comes of a call that this rank has made, but otherwise: {@link CallHistory#arrived}.
 * </ul>
 */
final class CallWatch {
    /** Fruitless rounds of a wait before the first look. */
    static final int PATIENCE = 200;

    /** Fruitless rounds between the look that finds another call and the one that takes it for a fact. */
    private static final int ROUNDS = 4;

    private final CommCore comm;
    /** The round in which the wait has found another call; 0: it has not. */
    private int suspected;

    CallWatch(CommCore comm) {
        this.comm = comm;
    }

    /**
     * Looks for messages of other calls, from any rank.
     *
     * @param fruitless rounds in a row in which the caller has polled in vain
     */
    void lookForMessages(int fruitless) {
        comm.checkStrayCall(fruitless);
    }

    /**
     * One look at the turns of a sender whose message has not come.
     *
     * @param source world rank that is waited for
     * @param fruitless rounds in a row in which the caller has polled in vain, from {@link #PATIENCE} on one by one
     * @throws EngineException if that rank has left out the call
     */
    void look(int source, int fruitless) {
        if (fruitless == PATIENCE) {
            suspected = 0;
        }
        int word = comm.publishedCall(source);
        if (word == 0 || word == comm.callWord()) {
            suspected = 0;
        } else if (suspected == 0) {
            suspected = fruitless;
        } else if (fruitless >= suspected + ROUNDS) {
            suspected = 0;
            throw comm.parted(word, source);
        }
    }
}
