package org.bipj.mpi.comm;

import org.bipj.mpi.coll.port.CurrentCall;
import org.bipj.mpi.engine.WaitWatch;

/**
 * Watches the waits of a blocking collective call for a rank that is in another call.
 *
 * <ul>
 *   <li>A wait for a message, while its sender uses shared memory: a rank that has published there in a later call than this one
 *       has sent all its messages of this one before.
 *   <li>A wait for a message of a process of another job, which has called Finalize: all that it has sent before has arrived after a few
 *       rounds more.
 *   <li>Every wait, while a message comes of a call that this rank has made, but otherwise: {@link CallHistory#arrived}.
 * </ul>
 */
final class CallWatch implements WaitWatch {
    /** Fruitless rounds between the look that finds another call and the one that suspects that the message is missing. */
    private static final int ROUNDS = 4;

    /** Rounds between two looks whether the sender has left. */
    private static final int ROUNDS_TO_LEAVE = 64;

    private final CurrentCall call;
    /** The round in which the wait has found another call; 0: it has not. */
    private int suspected;
    /** Whether the last look has found that the sender had left. */
    private boolean isGone;

    CallWatch(CurrentCall call) {
        this.call = call;
    }

    /** Looks for messages of other calls, from any rank. */
    @Override
    public void lookForMessages(int fruitless) {
        call.checkStray(fruitless);
    }

    /** One look at the turns of a sender whose message has not come: true if that rank has left out the call. */
    @Override
    public boolean suspects(int source, int fruitless) {
        if (fruitless == PATIENCE) {
            suspected = 0;
            isGone = false;
        }
        if (fruitless % ROUNDS_TO_LEAVE == 0) {
            lookWhetherGone(source);
        }
        int word = call.publishedCall(source);
        if (word == 0 || word == call.word()) {
            suspected = 0;
        } else if (suspected == 0) {
            suspected = fruitless;
        } else if (fruitless >= suspected + ROUNDS) {
            suspected = 0;
            return true;
        }
        return false;
    }

    @Override
    public void report(int source) {
        int word = call.publishedCall(source);
        if (word != 0 && word != call.word()) {
            throw call.parted(word, source);
        }
    }

    private void lookWhetherGone(int source) {
        boolean wasGone = isGone;
        isGone = call.hasLeft(source);
        if (wasGone && isGone) {
            isGone = false;
            throw call.abandoned(source);
        }
    }
}
