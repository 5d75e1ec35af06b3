package org.bipj.mpi.coll;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.mpi.coll.port.CollPort;

/** A rank whose messages go nowhere and whose receives are done at once, without allocating: what is left is the caller's. */
class Mirror implements CollPort {
    private static final Object HANDLE = new Object();

    private final int rank;
    private final int size;
    private final Payload from = new Payload(new SegmentCache());
    private final Payload to = new Payload(new SegmentCache());
    private Kept state;
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
    public boolean isCrowded() {
        return false;
    }

    @Override
    public Kept state() {
        return state;
    }

    @Override
    public void state(Kept newState) {
        state = newState;
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
