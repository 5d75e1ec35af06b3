package org.bipj.mpi.coll;

import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.engine.CollPort;

/** A rank whose messages go nowhere and whose receives are done at once, without allocating: what is left is the caller's. */
class Mirror implements CollPort {
    private static final Object HANDLE = new Object();

    private final int rank;
    private final int size;
    private final Payload from = new Payload(new SegmentCache());
    private final Payload to = new Payload(new SegmentCache());
    private Object state;
    private int pending;
    private int messages;

    Mirror(int rank, int size) {
        this.rank = rank;
        this.size = size;
    }

    /** Posted operations that nobody has awaited. */
    int pending() {
        return pending;
    }

    /** Messages sent and received so far. */
    int messages() {
        return messages;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean collIsCrowded() {
        return false;
    }

    @Override
    public Object collState() {
        return state;
    }

    @Override
    public void collState(Object newState) {
        state = newState;
    }

    @Override
    public void collSend(Object buffer, long offset, long count, TypeLayout type, int dest, int tag) {
        messages++;
    }

    @Override
    public void collRecv(Object buffer, long offset, long count, TypeLayout type, int source, int tag) {
        messages++;
    }

    @Override
    public Object collPostRecv(Object buffer, long offset, long count, TypeLayout type, int source, int tag) {
        messages++;
        pending++;
        return HANDLE;
    }

    @Override
    public Object collPostSend(Object buffer, long offset, long count, TypeLayout type, int dest, int tag) {
        messages++;
        pending++;
        return HANDLE;
    }

    @Override
    public void collAwait(Object handle) {
        pending--;
    }

    @Override
    public boolean collIsDone(Object handle) {
        return true;
    }

    @Override
    public void collAbandon(Object handle) {
        pending--;
    }

    @Override
    public void localCopy(
            Object source,
            long sourceOffset,
            long sourceCount,
            TypeLayout sourceType,
            Object target,
            long targetOffset,
            long targetCount,
            TypeLayout targetType) {
        from.set(source, sourceOffset, sourceCount, sourceType);
        to.set(target, targetOffset, targetCount, targetType);
        to.copyFrom(from, from.size());
        from.clear();
        to.clear();
    }
}
