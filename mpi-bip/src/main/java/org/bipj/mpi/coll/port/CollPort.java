package org.bipj.mpi.coll.port;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.Data;
import org.bipj.core.replay.CollectiveFacts;
import org.bipj.mpi.call.CallData;
import org.bipj.mpi.match.CallWord;
import org.jspecify.annotations.Nullable;

/**
 * The services of a communicator that collective operations use: messages in its collective context, and a place for
 * state that they keep between calls. A communicator's collective half executes them. There are others that record the
 * steps for later execution, or that serve tests.
 *
 * <p>Messages of one pair and tag do not overtake each other. Ranks are ranks of the communicator.
 *
 * <p>Everything that an operation does to data goes through this interface, including copies and combinations. The same
 * code of an algorithm can therefore be run directly, or be recorded and run later, step by step.
 */
public interface CollPort {
    /** The rank of this process in the communicator. */
    int rank();

    /** The number of ranks in the communicator. */
    int size();

    /** Number of ranks in the first group of an intercommunicator; 0 if the communicator has one group. */
    default int firstGroup() {
        return 0;
    }

    /** For an intercommunicator, the ranks of both groups, those of the first group first; otherwise this port. */
    default CollPort whole() {
        return this;
    }

    /** For an intercommunicator, the ranks of this rank's group; otherwise this port. */
    default CollPort local() {
        return this;
    }

    /** The object in which the calling thread describes the buffers of a call. */
    default CallData callData() {
        return new CallData();
    }

    /** True if the job has more ranks on this rank's node than processors that they may use. */
    boolean isCrowded();

    /**
     * Begins a blocking collective call, whose messages say which one it is. Within another call it only is a part of that.
     *
     * @param operation the tag of the operation
     * @param op number of the reduction, or {@link CallWord#NO_OP}
     * @param root or {@link CallWord#NO_ROOT}
     * @param rooted true if all ranks name the same root; false where some of an intercommunicator's do not know it
     */
    default void begin(int operation, int op, int root, boolean rooted) {}

    /** Ends a call that has been begun. */
    default void end() {}

    /**
     * Ends a call that has been begun and has failed: the ranks that wait for this one's messages fail too, in this call or in their
     * next.
     *
     * @param thrown a RuntimeException or an OutOfMemoryError
     * @return what the caller throws
     */
    default RuntimeException failed(Throwable thrown) {
        if (thrown instanceof OutOfMemoryError full) {
            throw full;
        }
        return (RuntimeException) thrown;
    }

    /** What the collective operations of a communicator keep between calls: the classes are theirs. */
    interface Kept {}

    /** What {@link #state(Kept)} was told, or null. */
    @Nullable
    Kept state();

    /** Keeps what belongs to the collective operations of this communicator. */
    void state(Kept state);

    /** Sends in the collective context and returns when the buffer may be reused. */
    void send(Data data, int dest, int tag);

    /**
     * Sends in the collective context, if the message leaves at once. If it does not, the caller sends the same message next,
     * by {@link #exchange}.
     */
    default boolean trySend(Data data, int dest, int tag) {
        return false;
    }

    /** Receives in the collective context, from one source. A message of another length is an error. */
    void receive(Data data, int source, int tag);

    /** Posts a receive in the collective context. Await it with {@link #await}. */
    Object postReceive(Data data, int source, int tag);

    /** Posts a send in the collective context. Await it with {@link #await}. */
    Object postSend(Data data, int dest, int tag);

    /** Waits for an operation of postReceive or postSend, and recycles it. */
    void await(Object handle);

    /** True if {@link #await} would return at once. */
    boolean isDone(Object handle);

    /** Cancels a posted operation that will not be awaited, if it has not begun; otherwise it completes by itself. */
    void abandon(Object handle);

    /** Copies elements between two arrays of the same type, or within one array. */
    default void copy(Object from, int fromStart, Object to, int toStart, int elements) {
        UntypedArrayCopy.copy(from, fromStart, to, toStart, elements);
    }

    /** Combines array elements: right = left op right. */
    default void combine(Combination op, Object left, int leftStart, Object right, int rightStart, int elements) {
        op.apply(left, leftStart, right, rightStart, elements);
    }

    /** Copies bytes between segments of packed data. */
    default void move(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
        MemorySegment.copy(from, fromOffset, to, toOffset, bytes);
    }

    /** Sends to one rank and receives from another at the same time. May skip posting if the send completes at once. */
    default void exchange(Data sent, int dest, Data received, int source, int tag) {
        Object handle = postReceive(received, source, tag);
        send(sent, dest, tag);
        await(handle);
    }

    /** True if messages carry the signatures of their data, and receives compare them with their own. */
    default boolean checksTypes() {
        return false;
    }

    /** The shared memory of this communicator's ranks; null if they cannot share memory. */
    default @Nullable CommSharing sharing() {
        return null;
    }

    /**
     * The shared memory of those of this communicator's ranks that are on this rank's host; null if there is none.
     *
     * @param ranks these ranks, in ascending order
     */
    default @Nullable CommSharing sharing(int[] ranks) {
        return null;
    }

    /** By what the algorithms of reductions were chosen in the run that is replayed; null where none is. */
    default @Nullable CollectiveFacts replayed() {
        return null;
    }

    /** Multicasts among this communicator's ranks; null if the network interface does not support them. */
    default @Nullable CommMulticast multicast() {
        return null;
    }

    /**
     * By rank the number of its host, the same on all ranks; null if the ranks are on one host, or each on one of its own,
     * or if hosts are not distinguished.
     */
    default int @Nullable [] hosts() {
        return null;
    }

    /** Copies within this rank, as a message would. */
    void localCopy(Data from, Data to);
}
