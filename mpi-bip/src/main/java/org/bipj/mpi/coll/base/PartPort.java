package org.bipj.mpi.coll.base;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.Data;
import org.bipj.mpi.call.CallData;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.coll.port.Combination;
import org.bipj.mpi.coll.port.CommSharing;
import org.jspecify.annotations.Nullable;

/**
 * Some ranks of a communicator as a port of collective operations among them: their places are the ranks here, and all else
 * is the communicator's. Messages keep their tags, since no pair of ranks meets in two parts of one communicator.
 */
final class PartPort implements CollPort {
    private final CollPort whole;
    /** By place the rank in the communicator; its owner may change it between operations. */
    private final int[] members;

    private final int place;
    private final @Nullable CommSharing sharing;

    PartPort(CollPort whole, int[] members, int place, @Nullable CommSharing sharing) {
        this.whole = whole;
        this.members = members;
        this.place = place;
        this.sharing = sharing;
    }

    @Override
    public int rank() {
        return place;
    }

    @Override
    public int size() {
        return members.length;
    }

    @Override
    public CallData callData() {
        return whole.callData();
    }

    @Override
    public boolean isCrowded() {
        return whole.isCrowded();
    }

    @Override
    public Kept state() {
        throw new UnsupportedOperationException("the state of a part belongs to its communicator's");
    }

    @Override
    public void state(Kept state) {
        throw new UnsupportedOperationException("the state of a part belongs to its communicator's");
    }

    @Override
    public void send(Data data, int dest, int tag) {
        whole.send(data, members[dest], tag);
    }

    @Override
    public boolean trySend(Data data, int dest, int tag) {
        return whole.trySend(data, members[dest], tag);
    }

    @Override
    public void receive(Data data, int source, int tag) {
        whole.receive(data, members[source], tag);
    }

    @Override
    public Object postReceive(Data data, int source, int tag) {
        return whole.postReceive(data, members[source], tag);
    }

    @Override
    public Object postSend(Data data, int dest, int tag) {
        return whole.postSend(data, members[dest], tag);
    }

    @Override
    public void await(Object handle) {
        whole.await(handle);
    }

    @Override
    public boolean isDone(Object handle) {
        return whole.isDone(handle);
    }

    @Override
    public void abandon(Object handle) {
        whole.abandon(handle);
    }

    @Override
    public void copy(Object from, int fromStart, Object to, int toStart, int elements) {
        whole.copy(from, fromStart, to, toStart, elements);
    }

    @Override
    public void combine(Combination op, Object left, int leftStart, Object right, int rightStart, int elements) {
        whole.combine(op, left, leftStart, right, rightStart, elements);
    }

    @Override
    public void move(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
        whole.move(from, fromOffset, to, toOffset, bytes);
    }

    @Override
    public void exchange(Data sent, int dest, Data received, int source, int tag) {
        whole.exchange(sent, members[dest], received, members[source], tag);
    }

    @Override
    public boolean checksTypes() {
        return whole.checksTypes();
    }

    @Override
    public @Nullable CommSharing sharing() {
        return sharing;
    }

    @Override
    public void localCopy(Data from, Data to) {
        whole.localCopy(from, to);
    }
}
