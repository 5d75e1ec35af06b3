package org.bipj.mpi.engine;

/**
 * An operation of several messages that each round of progress of its rank advances, whichever call makes the round: a
 * non-blocking collective operation, or one that consists of several. A communicator starts it, and may start it again once
 * it is done.
 *
 * <p>All its methods are called under the lock of progress.
 */
public abstract class Background extends RequestEnd {
    /** Creates an operation that is not started. */
    protected Background() {}

    /** What it is, for errors. */
    public String kind() {
        return "collective operation";
    }

    /** Resets the operation to its beginning. */
    protected abstract void begin();

    /** Advances as far as possible without waiting; true if the operation is complete. */
    protected abstract boolean advance();

    /** Releases what the operation holds, after it has ended or failed. */
    protected abstract void ended();

    final boolean start() {
        reset();
        begin();
        return step();
    }

    /**
     * Advances the operation. The round of progress may belong to any call, which must not see this operation's errors: they
     * are kept for the wait or test of its request. {@link OpenChoices} has none, and throws what a message's delivery throws.
     */
    boolean step() {
        Throwable failure = null;
        try {
            if (!advance()) {
                return false;
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            failure = e;
        }
        end(failure);
        ended();
        return true;
    }

    /** Starts an operation that is a part of this one; true if it is done. */
    protected static boolean startPart(Background part) {
        return part.start();
    }

    /** Advances a part; true if it is done. */
    protected static boolean continuePart(Background part) {
        return part.step();
    }
}
