package org.bipj.mpi.engine;

import org.bipj.core.payload.TypeLayout;

/**
 * One communicator as the engine sees it: a group of world ranks, this rank's place in it, and two contexts, one for the
 * user's messages and one for collective operations, which therefore never match each other.
 *
 * <p>Ranks in these calls are ranks of the communicator. {@code offset} is in bytes from the buffer's first element.
 */
public final class CommCore implements CollPort {
    /** Matches any source. */
    public static final int ANY_SOURCE = -1;

    /** A rank to which sending, and from which receiving, does nothing. */
    public static final int PROC_NULL = -2;

    /** Matches any tag. */
    public static final int ANY_TAG = -1;

    /** Largest tag. */
    public static final int TAG_UB = Integer.MAX_VALUE;

    private Object collState;

    /** The engine of this rank. */
    public Engine engine() {
        throw new UnsupportedOperationException("engine: in work");
    }

    /** This process's rank in the communicator. */
    @Override
    public int rank() {
        throw new UnsupportedOperationException("engine: in work");
    }

    /** Number of ranks in the communicator. */
    @Override
    public int size() {
        throw new UnsupportedOperationException("engine: in work");
    }

    /** World rank of a rank of this communicator. */
    public int world(int rank) {
        throw new UnsupportedOperationException("engine: in work");
    }

    /** Identifies the user's context, equal on all ranks; the collective context is this one plus 1. */
    public int context() {
        throw new UnsupportedOperationException("engine: in work");
    }

    @Override
    public int collLocalSize() {
        return engine().job().localSize();
    }

    @Override
    public Object collState() {
        return collState;
    }

    @Override
    public void collState(Object state) {
        collState = state;
    }

    /** Sends in the collective context and returns when the buffer may be reused. */
    @Override
    public void collSend(Object buffer, long offset, long count, TypeLayout type, int dest, int tag) {
        throw new UnsupportedOperationException("engine: in work");
    }

    /** Receives in the collective context, from one source. A longer message is an error, a shorter one too. */
    @Override
    public void collRecv(Object buffer, long offset, long count, TypeLayout type, int source, int tag) {
        throw new UnsupportedOperationException("engine: in work");
    }

    /** Posts a receive in the collective context. Await it with {@link #collAwait}. Handles are recycled: no garbage. */
    @Override
    public Object collPostRecv(Object buffer, long offset, long count, TypeLayout type, int source, int tag) {
        throw new UnsupportedOperationException("engine: in work");
    }

    /** Posts a send in the collective context. Await it with {@link #collAwait}. Handles are recycled: no garbage. */
    @Override
    public Object collPostSend(Object buffer, long offset, long count, TypeLayout type, int dest, int tag) {
        throw new UnsupportedOperationException("engine: in work");
    }

    /** Waits for what collPostRecv or collPostSend returned, and ends its life. */
    @Override
    public void collAwait(Object handle) {
        throw new UnsupportedOperationException("engine: in work");
    }

    /** Copies within this rank: {@code count} elements of one buffer and layout into another, as a message would. */
    @Override
    public void localCopy(
            Object from,
            long fromOffset,
            long fromCount,
            TypeLayout fromType,
            Object to,
            long toOffset,
            long toCount,
            TypeLayout toType) {
        throw new UnsupportedOperationException("engine: in work");
    }
}
