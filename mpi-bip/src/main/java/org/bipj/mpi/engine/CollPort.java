package org.bipj.mpi.engine;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.Data;

/**
 * The services that collective operations need of a communicator: messages in its collective context, and a place for state
 * that they keep between calls. {@link CommCore} is the implementation in a running program, so that every call has one target; tests
 * bring a fabric of their own.
 *
 * <p>Messages of one pair and tag do not overtake each other. Ranks are ranks of the communicator.
 *
 * <p>All that an operation does to data goes through this interface, its copies and combinations included: so that the text
 * of an algorithm can be run, or recorded and run later, step by step.
 */
public interface CollPort {
    /** This process's rank in the communicator. */
    int rank();

    /** Number of ranks in the communicator. */
    int size();

    /** Number of ranks in the first group of an intercommunicator; 0 where the communicator has one group. */
    default int collFirstGroup() {
        return 0;
    }

    /** The ranks of both groups of an intercommunicator, those of the first group first; else this port. */
    default CollPort collWhole() {
        return this;
    }

    /** The ranks of this rank's group of an intercommunicator; else this port. */
    default CollPort collLocal() {
        return this;
    }

    /** Where the calling thread describes the buffers of a call. */
    default CallData callData() {
        return new CallData();
    }

    /** True if the job's ranks on this rank's node outnumber the processors that they may use. */
    boolean collIsCrowded();

    /** The object set by {@link #collState(Object)}, or null. */
    Object collState();

    /** Keeps an object that belongs to the collective operations of this communicator. */
    void collState(Object state);

    /** Sends in the collective context and returns when the buffer may be reused. */
    void collSend(Data data, int dest, int tag);

    /** Receives in the collective context, from one source. A longer message is an error, a shorter one too. */
    void collRecv(Data data, int source, int tag);

    /** Posts a receive in the collective context. Await it with {@link #collAwait}. */
    Object collPostRecv(Data data, int source, int tag);

    /** Posts a send in the collective context. Await it with {@link #collAwait}. */
    Object collPostSend(Data data, int dest, int tag);

    /** Waits for what collPostRecv or collPostSend returned, and ends its life. */
    void collAwait(Object handle);

    /** True if {@link #collAwait} returns at once. */
    boolean collIsDone(Object handle);

    /** Withdraws a posted operation that has not begun and will not be awaited; otherwise it ends by itself. */
    void collAbandon(Object handle);

    /** Copies elements between arrays of one type, which may be the same array. */
    default void collCopy(Object from, int fromStart, Object to, int toStart, int elements) {
        System.arraycopy(from, fromStart, to, toStart, elements);
    }

    /** Combines array elements: right = left op right. */
    default void collCombine(Combination op, Object left, int leftStart, Object right, int rightStart, int elements) {
        op.apply(left, leftStart, right, rightStart, elements);
    }

    /** Copies bytes between segments of packed data. */
    default void collMove(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
        MemorySegment.copy(from, fromOffset, to, toOffset, bytes);
    }

    /** Sends to one rank and receives from another at the same time; a short message costs no posting. */
    default void collExchange(Data sent, int dest, Data received, int source, int tag) {
        Object handle = collPostRecv(received, source, tag);
        collSend(sent, dest, tag);
        collAwait(handle);
    }

    /** True where messages carry the signatures of their data, and receives compare them with their own. */
    default boolean collChecksTypes() {
        return false;
    }

    /** How the ranks of this communicator come to share memory; null where they cannot. */
    default CommSharing collSharing() {
        return null;
    }

    /** Copies within this rank, as a message would. */
    void localCopy(Data from, Data to);
}
