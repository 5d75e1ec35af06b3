package org.bipj.mpi.coll.base;

/**
 * One tag per operation. Messages of a pair and tag do not overtake, and all ranks call the collective operations of a
 * communicator in the same order, so that one tag per operation is enough; ranks that call different operations then wait
 * for each other instead of mistaking each other's data.
 */
public final class Tags {
    public static final int BARRIER = 1;
    public static final int BCAST = 2;
    public static final int GATHER = 3;
    public static final int SCATTER = 4;
    public static final int ALLGATHER = 5;
    public static final int ALLTOALL = 6;
    public static final int REDUCE = 7;
    public static final int ALLREDUCE = 8;
    public static final int REDUCE_SCATTER = 9;
    public static final int SCAN = 10;
    public static final int EXSCAN = 11;
    public static final int NEIGHBOUR_ALLGATHER = 12;
    public static final int NEIGHBOUR_ALLTOALL = 13;
    /** The tag of messages that agree on shared memory. */
    static final int SHARING = 14;

    /** Bits of an operation's own tag, below those of {@link #ofSequence}. */
    private static final int OPERATION_BITS = 5;

    private static final int SEQUENCE_BITS = 24;
    private static final int PERSISTENT = 1 << OPERATION_BITS + SEQUENCE_BITS;

    private Tags() {}

    /**
     * Added to the tags of one non-blocking or persistent operation, so that several of them, and a blocking one, may be
     * under way at once. Numbers count the operations of a communicator, on all its ranks alike, from 1; they come again after
     * 16 million operations of the kind.
     */
    public static int ofSequence(int number, boolean persistent) {
        int sequence = 1 + Integer.remainderUnsigned(number - 1, (1 << SEQUENCE_BITS) - 1);
        return sequence << OPERATION_BITS | (persistent ? PERSISTENT : 0);
    }
}
