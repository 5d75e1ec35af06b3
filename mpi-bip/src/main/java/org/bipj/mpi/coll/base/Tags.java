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

    private Tags() {}
}
