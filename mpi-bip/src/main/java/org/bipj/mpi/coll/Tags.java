package org.bipj.mpi.coll;

/**
 * One tag per operation. Messages of a pair and tag do not overtake, and all ranks call the collective operations of a
 * communicator in the same order, so that one tag per operation is enough; ranks that call different operations then wait
 * for each other instead of mistaking each other's data.
 */
final class Tags {
    static final int BARRIER = 1;
    static final int BCAST = 2;
    static final int GATHER = 3;
    static final int SCATTER = 4;
    static final int ALLGATHER = 5;
    static final int ALLTOALL = 6;
    static final int REDUCE = 7;
    static final int ALLREDUCE = 8;
    static final int REDUCE_SCATTER = 9;
    static final int SCAN = 10;
    static final int EXSCAN = 11;

    private Tags() {}
}
