package org.bipj.mpi.coll;

import org.bipj.mpi.coll.allgather.AllgatherAlgorithm;
import org.bipj.mpi.coll.allreduce.AllreduceAlgorithm;
import org.bipj.mpi.coll.alltoall.AlltoallAlgorithm;
import org.bipj.mpi.coll.barrier.BarrierAlgorithm;
import org.bipj.mpi.coll.base.CollectiveTuning;
import org.bipj.mpi.coll.bcast.BcastAlgorithm;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.coll.port.Turns;
import org.bipj.mpi.coll.reduce.ReduceAlgorithm;

/** Collective operations over shared memory, whatever the sizes and the number of cores. */
public final class SharedMemory {
    private SharedMemory() {}

    /** Makes a communicator, and those that are made of it, use shared memory where there is an algorithm for it. */
    public static void force(CollPort port) {
        CollectiveTuning tuning = CommState.of(port).moving.tuning();
        tuning.force(BarrierAlgorithm.class, BarrierAlgorithm.SHARED);
        tuning.force(BcastAlgorithm.class, BcastAlgorithm.SHARED);
        tuning.force(ReduceAlgorithm.class, ReduceAlgorithm.SHARED);
        tuning.force(AllreduceAlgorithm.class, AllreduceAlgorithm.SHARED);
        tuning.force(AllgatherAlgorithm.class, AllgatherAlgorithm.SHARED);
        tuning.force(AlltoallAlgorithm.class, AlltoallAlgorithm.SHARED);
    }

    /** Turns that a communicator has taken in shared memory so far; negative if it has none. All ranks call it. */
    public static long turns(CollPort port) {
        Turns turns = CommState.of(port).moving.shared(0);
        return turns == null ? -1 : turns.count();
    }

    /** Turns that the ranks of this host have taken in memory of theirs so far; negative if they have none. */
    public static long turnsOnHost(CollPort port) {
        Turns turns = CommState.of(port).moving.levels().local.shared(0);
        return turns == null ? -1 : turns.count();
    }

    /** True if it has memory for long turns. All ranks call it. */
    public static boolean hasRoom(CollPort port) {
        return CommState.of(port).moving.shared(Long.MAX_VALUE) != null;
    }
}
