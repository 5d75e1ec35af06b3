package org.bipj.mpi.coll;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.engine.CommCore;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;

/**
 * What the facade calls. Offsets are in bytes, counts in elements, displacements in extents; a null send buffer stands for
 * MPI_IN_PLACE.
 */
public final class Collectives {
    private Collectives() {}

    private static UnsupportedOperationException inWork() {
        return new UnsupportedOperationException("collectives: in work");
    }

    /** MPI_Barrier. */
    public static void barrier(CommCore c) {
        throw inWork();
    }

    /** MPI_Bcast. */
    public static void bcast(CommCore c, Object buf, long off, long count, TypeLayout t, int root) {
        throw inWork();
    }

    /** MPI_Gather. */
    public static void gather(
            CommCore c,
            Object sbuf,
            long soff,
            long scount,
            TypeLayout st,
            Object rbuf,
            long roff,
            long rcount,
            TypeLayout rt,
            int root) {
        throw inWork();
    }

    /** MPI_Gatherv. */
    public static void gatherv(
            CommCore c,
            Object sbuf,
            long soff,
            long scount,
            TypeLayout st,
            Object rbuf,
            long roff,
            int[] rcounts,
            int[] displs,
            TypeLayout rt,
            int root) {
        throw inWork();
    }

    /** MPI_Scatter. */
    public static void scatter(
            CommCore c,
            Object sbuf,
            long soff,
            long scount,
            TypeLayout st,
            Object rbuf,
            long roff,
            long rcount,
            TypeLayout rt,
            int root) {
        throw inWork();
    }

    /** MPI_Scatterv. */
    public static void scatterv(
            CommCore c,
            Object sbuf,
            long soff,
            int[] scounts,
            int[] displs,
            TypeLayout st,
            Object rbuf,
            long roff,
            long rcount,
            TypeLayout rt,
            int root) {
        throw inWork();
    }

    /** MPI_Allgather. */
    public static void allGather(
            CommCore c,
            Object sbuf,
            long soff,
            long scount,
            TypeLayout st,
            Object rbuf,
            long roff,
            long rcount,
            TypeLayout rt) {
        throw inWork();
    }

    /** MPI_Allgatherv. */
    public static void allGatherv(
            CommCore c,
            Object sbuf,
            long soff,
            long scount,
            TypeLayout st,
            Object rbuf,
            long roff,
            int[] rcounts,
            int[] displs,
            TypeLayout rt) {
        throw inWork();
    }

    /** MPI_Alltoall. */
    public static void allToAll(
            CommCore c,
            Object sbuf,
            long soff,
            long scount,
            TypeLayout st,
            Object rbuf,
            long roff,
            long rcount,
            TypeLayout rt) {
        throw inWork();
    }

    /** MPI_Alltoallv. */
    public static void allToAllv(
            CommCore c,
            Object sbuf,
            long soff,
            int[] scounts,
            int[] sdispls,
            TypeLayout st,
            Object rbuf,
            long roff,
            int[] rcounts,
            int[] rdispls,
            TypeLayout rt) {
        throw inWork();
    }

    /** MPI_Alltoallw. */
    public static void allToAllw(
            CommCore c,
            Object sbuf,
            long soff,
            int[] scounts,
            int[] sByteDispls,
            TypeLayout[] sts,
            Object rbuf,
            long roff,
            int[] rcounts,
            int[] rByteDispls,
            TypeLayout[] rts) {
        throw inWork();
    }

    /** MPI_Reduce. */
    public static void reduce(
            CommCore c,
            Object sbuf,
            long soff,
            Object rbuf,
            long roff,
            int count,
            ReduceType t,
            Reduction op,
            int root) {
        throw inWork();
    }

    /** MPI_Allreduce. */
    public static void allReduce(
            CommCore c,
            Object sbuf,
            long soff,
            Object rbuf,
            long roff,
            int count,
            ReduceType t,
            Reduction op) {
        throw inWork();
    }

    /** MPI_Reducescatter. */
    public static void reduceScatter(
            CommCore c,
            Object sbuf,
            long soff,
            Object rbuf,
            long roff,
            int[] counts,
            ReduceType t,
            Reduction op) {
        throw inWork();
    }

    /** MPI_Reducescatterblock. */
    public static void reduceScatterBlock(
            CommCore c,
            Object sbuf,
            long soff,
            Object rbuf,
            long roff,
            int count,
            ReduceType t,
            Reduction op) {
        throw inWork();
    }

    /** MPI_Scan. */
    public static void scan(
            CommCore c,
            Object sbuf,
            long soff,
            Object rbuf,
            long roff,
            int count,
            ReduceType t,
            Reduction op) {
        throw inWork();
    }

    /** MPI_Exscan. */
    public static void exScan(
            CommCore c,
            Object sbuf,
            long soff,
            Object rbuf,
            long roff,
            int count,
            ReduceType t,
            Reduction op) {
        throw inWork();
    }
}
