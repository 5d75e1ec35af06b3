package org.bipj.mpi.coll;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;

/** A rank whose messages go nowhere and whose receives are done at once, without allocating: what is left is the caller's. */
class Mirror extends StubCollPort {
    private static final Object HANDLE = new Object();

    private final Payload from = new Payload(new SegmentCache());
    private final Payload to = new Payload(new SegmentCache());
    private int pending;
    private int messages;

    Mirror(int rank, int size) {
        super(rank, size);
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
    public boolean isCrowded() {
        return false;
    }

    @Override
    public void send(Data data, int dest, int tag) {
        messages++;
    }

    @Override
    public void receive(Data data, int source, int tag) {
        messages++;
    }

    @Override
    public Object postReceive(Data data, int source, int tag) {
        messages++;
        pending++;
        return HANDLE;
    }

    @Override
    public Object postSend(Data data, int dest, int tag) {
        messages++;
        pending++;
        return HANDLE;
    }

    @Override
    public void await(Object handle) {
        pending--;
    }

    @Override
    public boolean isDone(Object handle) {
        return true;
    }

    @Override
    public void abandon(Object handle) {
        pending--;
    }

    @Override
    public void localCopy(Data source, Data target) {
        from.set(source);
        to.set(target);
        to.copyFrom(from, from.size());
        from.clear();
        to.clear();
    }
}
