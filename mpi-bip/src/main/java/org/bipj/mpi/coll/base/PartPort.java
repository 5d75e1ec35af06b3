package org.bipj.mpi.coll.base;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.Data;
import org.bipj.mpi.call.CallData;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.coll.port.Combination;
import org.bipj.mpi.coll.port.CommSharing;

/**
 * Some ranks of a communicator as a port of collective operations among them: their places are the ranks here, and all else
 * is the communicator's. Messages keep their tags, since no pair of ranks meets in two parts of one communicator.
 */
final class PartPort implements CollPort {
    private final CollPort whole;
    /** By place the rank in the communicator; its owner may change it between operations. */
    private final int[] members;

    private final int place;
    private final CommSharing sharing;

    PartPort(CollPort whole, int[] members, int place, CommSharing sharing) {
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
    public boolean collIsCrowded() {
        return whole.collIsCrowded();
    }

    @Override
    public Kept collState() {
        throw new UnsupportedOperationException("the state of a part belongs to its communicator's");
    }

    @Override
    public void collState(Kept state) {
        throw new UnsupportedOperationException("the state of a part belongs to its communicator's");
    }

    @Override
    public void collSend(Data data, int dest, int tag) {
        whole.collSend(data, members[dest], tag);
    }

    @Override
    public boolean collTrySend(Data data, int dest, int tag) {
        return whole.collTrySend(data, members[dest], tag);
    }

    @Override
    public void collRecv(Data data, int source, int tag) {
        whole.collRecv(data, members[source], tag);
    }

    @Override
    public Object collPostRecv(Data data, int source, int tag) {
        return whole.collPostRecv(data, members[source], tag);
    }

    @Override
    public Object collPostSend(Data data, int dest, int tag) {
        return whole.collPostSend(data, members[dest], tag);
    }

    @Override
    public void collAwait(Object handle) {
        whole.collAwait(handle);
    }

    @Override
    public boolean collIsDone(Object handle) {
        return whole.collIsDone(handle);
    }

    @Override
    public void collAbandon(Object handle) {
        whole.collAbandon(handle);
    }

    @Override
    public void collCopy(Object from, int fromStart, Object to, int toStart, int elements) {
        whole.collCopy(from, fromStart, to, toStart, elements);
    }

    @Override
    public void collCombine(Combination op, Object left, int leftStart, Object right, int rightStart, int elements) {
        whole.collCombine(op, left, leftStart, right, rightStart, elements);
    }

    @Override
    public void collMove(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
        whole.collMove(from, fromOffset, to, toOffset, bytes);
    }

    @Override
    public void collExchange(Data sent, int dest, Data received, int source, int tag) {
        whole.collExchange(sent, members[dest], received, members[source], tag);
    }

    @Override
    public boolean collChecksTypes() {
        return whole.collChecksTypes();
    }

    @Override
    public CommSharing collSharing() {
        return sharing;
    }

    @Override
    public void localCopy(Data from, Data to) {
        whole.localCopy(from, to);
    }
}
