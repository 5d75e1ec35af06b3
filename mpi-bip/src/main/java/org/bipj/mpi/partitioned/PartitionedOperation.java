package org.bipj.mpi.partitioned;

import org.bipj.core.payload.Data;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.engine.Background;

/** One side of a partitioned operation, from its preparation on; a persistent request starts it, and again once it is complete. */
public abstract class PartitionedOperation extends Background {
    final Partitions all;
    /** That of the communicator. */
    final int context;
    /** World rank of the other side; PROC_NULL, which is negative, for none. */
    final int peer;
    /** The first partition. */
    final Data first;

    final int partitions;

    PartitionedOperation(Partitions all, int context, int peer, Data first, int partitions) {
        this.all = all;
        this.context = context;
        this.peer = peer;
        this.first = first;
        this.partitions = partitions;
    }

    @Override
    public final String kind() {
        return "partitioned operation";
    }

    @Override
    protected final boolean advance() {
        boolean isOver = peer < 0 || advanceAll();
        if (!isOver) {
            // Its messages have a context of their own, which does not end with the communicator's.
            all.receiving().checkSource(context, peer);
        }
        return isOver;
    }

    /** {@link #advance} with a peer. */
    abstract boolean advanceAll();

    /**
     * Some partitions may be sent (MPI_Pready_range).
     *
     * @param low the first of them
     * @param high the last of them
     * @param isActive true if the operation has been started
     * @throws EngineException of class REQUEST for a receive, for one that is not started and for a partition that is ready already; of
     *     class ARG for a number that no partition has
     */
    public void ready(int low, int high, boolean isActive) {
        throw new EngineException(
                ErrorClass.REQUEST, "the request is of a receive; expected one of a partitioned send");
    }

    /**
     * Whether a partition has come (MPI_Parrived).
     *
     * @param isActive false where the last start is complete, so that all have
     * @throws EngineException of class REQUEST for a send; of class ARG for a number that no partition has
     */
    public boolean hasArrived(int partition, boolean isActive) {
        throw new EngineException(
                ErrorClass.REQUEST, "the request is of a send; expected one of a partitioned receive");
    }

    /** Gives back what the operation holds. */
    public abstract void free();

    final void checkPartition(int partition) {
        if (partition < 0 || partition >= partitions) {
            String expected = partitions == 0 ? "none: there are no partitions" : "0 to " + (partitions - 1);
            throw new EngineException(ErrorClass.ARG, "the partition is " + partition + "; expected " + expected);
        }
    }
}
