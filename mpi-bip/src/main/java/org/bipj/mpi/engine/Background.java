package org.bipj.mpi.engine;

/**
 * An operation of several messages that goes on in every round of progress of its rank, whatever call makes it: a
 * non-blocking collective operation, or one that consists of several. {@link CommCore#start} starts it, and may start it again once it is done.
 *
 * <p>All its methods are called under the lock of progress.
 */
public abstract class Background {
    private boolean done;
    private Throwable failure;

    /** An operation that is not started. */
    protected Background() {}

    /** Goes back to the beginning. */
    protected abstract void begin();

    /** Goes on as far as it can without waiting; true if that was to the end. */
    protected abstract boolean advance();

    /** It has ended, or failed: gives back what it holds no longer. */
    protected abstract void ended();

    final boolean start() {
        done = false;
        failure = null;
        begin();
        return step();
    }

    /**
     * Goes on. The round of progress may belong to any call, which must not hear of this operation's errors: they are kept
     * for the wait or test of its request.
     */
    final boolean step() {
        try {
            if (!advance()) {
                return false;
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            failure = e;
        }
        done = true;
        ended();
        return true;
    }

    /** Starts an operation that is a part of this one; true if it is done. */
    protected static boolean startPart(Background part) {
        return part.start();
    }

    /** Goes on with a part; true if it is done. */
    protected static boolean continuePart(Background part) {
        return part.step();
    }

    final boolean isDone() {
        return done;
    }

    /** What it failed with; null if it did not. Known once it is done. */
    public final Throwable failure() {
        return failure;
    }
}
