package org.bipj.mpi.coll;

/** The operations for which there is a choice of algorithms. */
enum Collective {
    BARRIER,
    BCAST,
    GATHER,
    SCATTER,
    ALLGATHER,
    ALLTOALL,
    REDUCE,
    ALLREDUCE,
    REDUCE_SCATTER,
    SCAN,
    EXSCAN
}
