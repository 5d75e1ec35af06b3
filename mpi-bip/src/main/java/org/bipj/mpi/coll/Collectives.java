package org.bipj.mpi.coll;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.allgather.Allgather;
import org.bipj.mpi.coll.alltoall.Alltoall;
import org.bipj.mpi.coll.barrier.Barrier;
import org.bipj.mpi.coll.base.Arguments;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.coll.bcast.Bcast;
import org.bipj.mpi.coll.gather.Gather;
import org.bipj.mpi.coll.gather.GatherLinear;
import org.bipj.mpi.coll.scatter.Scatter;
import org.bipj.mpi.coll.scatter.ScatterLinear;
import org.bipj.mpi.engine.CollPort;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;

/**
 * Blocking collective operations (MPI 4.1 chapter 6). All ranks of the communicator call the same operations in the
 * same order, with the same root, and with counts and datatypes that give each message the same bytes at both ends;
 * reductions need the same count, datatype and operation on all ranks.
 *
 * <p>Offsets are in bytes from a buffer's first element to the origin of its first datatype element, displacements in
 * multiples of the datatype's extent unless said. {@link #IN_PLACE} stands for the send buffer, and for the receive buffer
 * at the root of a scatter. A null buffer has no data. Buffers that are not significant on a rank are ignored.
 *
 * <p>Wrong arguments are an {@link org.bipj.mpi.engine.EngineException} before the first message.
 */
public final class Collectives {
    /** The rank's own data are where the result goes (MPI_IN_PLACE). */
    public static final Object IN_PLACE = CollState.IN_PLACE;

    private Collectives() {}

    /** Returns when all ranks have called it (MPI_Barrier). */
    public static void barrier(CollPort c) {
        Barrier.run(CommState.of(c).moving);
    }

    /** Copies the root's {@code count} elements to all ranks (MPI_Bcast). */
    public static void bcast(CollPort c, Object buffer, long offset, long count, TypeLayout type, int root) {
        Arguments.root(c, root);
        Arguments.count(c, "count", count);
        CollState s = CommState.of(c).moving;
        if (s.size == 1 || count * type.size() == 0) {
            return;
        }
        Bcast.run(s, buffer, offset, count, type, root);
    }

    /** Collects one block of every rank at the root, in the order of ranks (MPI_Gather). */
    public static void gather(
            CollPort c,
            Object sendBuffer,
            long sendOffset,
            long sendCount,
            TypeLayout sendType,
            Object recvBuffer,
            long recvOffset,
            long recvCount,
            TypeLayout recvType,
            int root) {
        Arguments.root(c, root);
        CollState s = CommState.of(c).moving;
        if (s.rank != root) {
            Gather.send(s, sendBuffer, sendOffset, sendCount, sendType, root);
            return;
        }
        Arguments.count(c, "receive count", recvCount);
        if (recvCount * recvType.size() > 0) {
            s.receive.equal(recvBuffer, recvOffset, recvCount, recvType);
            Gather.receive(s, sendBuffer, sendOffset, sendCount, sendType, s.receive);
            s.receive.clear();
        }
    }

    /** Gather with a count and a displacement for each rank, significant at the root (MPI_Gatherv). */
    public static void gatherv(
            CollPort c,
            Object sendBuffer,
            long sendOffset,
            long sendCount,
            TypeLayout sendType,
            Object recvBuffer,
            long recvOffset,
            int[] recvCounts,
            int[] displs,
            TypeLayout recvType,
            int root) {
        Arguments.root(c, root);
        if (c.rank() != root) {
            Arguments.count(c, "send count", sendCount);
            CollState s = CommState.of(c).moving;
            GatherLinear.send(s, sendBuffer, sendOffset, sendCount, sendType, root, Tags.GATHER);
            return;
        }
        Arguments.counts(c, "receive counts", recvCounts, displs);
        CollState s = CommState.of(c).moving;
        s.receive.vector(recvBuffer, recvOffset, recvCounts, displs, recvType);
        GatherLinear.receive(s, sendBuffer, sendOffset, sendCount, sendType, s.receive, Tags.GATHER);
        s.receive.clear();
    }

    /** Gives every rank one block of the root's, in the order of ranks (MPI_Scatter). */
    public static void scatter(
            CollPort c,
            Object sendBuffer,
            long sendOffset,
            long sendCount,
            TypeLayout sendType,
            Object recvBuffer,
            long recvOffset,
            long recvCount,
            TypeLayout recvType,
            int root) {
        Arguments.root(c, root);
        CollState s = CommState.of(c).moving;
        if (s.rank != root) {
            Scatter.receive(s, recvBuffer, recvOffset, recvCount, recvType, root);
            return;
        }
        Arguments.count(c, "send count", sendCount);
        if (sendCount * sendType.size() > 0) {
            s.send.equal(sendBuffer, sendOffset, sendCount, sendType);
            Scatter.send(s, recvBuffer, recvOffset, recvCount, recvType, s.send);
            s.send.clear();
        }
    }

    /** Scatter with a count and a displacement for each rank, significant at the root (MPI_Scatterv). */
    public static void scatterv(
            CollPort c,
            Object sendBuffer,
            long sendOffset,
            int[] sendCounts,
            int[] displs,
            TypeLayout sendType,
            Object recvBuffer,
            long recvOffset,
            long recvCount,
            TypeLayout recvType,
            int root) {
        Arguments.root(c, root);
        if (c.rank() != root) {
            Arguments.count(c, "receive count", recvCount);
            CollState s = CommState.of(c).moving;
            ScatterLinear.receive(s, recvBuffer, recvOffset, recvCount, recvType, root, Tags.SCATTER);
            return;
        }
        Arguments.counts(c, "send counts", sendCounts, displs);
        CollState s = CommState.of(c).moving;
        s.send.vector(sendBuffer, sendOffset, sendCounts, displs, sendType);
        ScatterLinear.send(s, recvBuffer, recvOffset, recvCount, recvType, s.send, Tags.SCATTER);
        s.send.clear();
    }

    /** Gather whose result every rank gets (MPI_Allgather). */
    public static void allGather(
            CollPort c,
            Object sendBuffer,
            long sendOffset,
            long sendCount,
            TypeLayout sendType,
            Object recvBuffer,
            long recvOffset,
            long recvCount,
            TypeLayout recvType) {
        Arguments.count(c, "receive count", recvCount);
        CollState s = CommState.of(c).moving;
        if (recvCount * recvType.size() == 0) {
            return;
        }
        s.receive.equal(recvBuffer, recvOffset, recvCount, recvType);
        s.copyOwn(sendBuffer, sendOffset, sendCount, sendType, s.receive);
        if (s.size > 1) {
            Allgather.run(s, recvBuffer, recvOffset, recvCount, recvType);
        }
        s.receive.clear();
    }

    /** Allgather with a count and a displacement for each rank, the same on all ranks (MPI_Allgatherv). */
    public static void allGatherv(
            CollPort c,
            Object sendBuffer,
            long sendOffset,
            long sendCount,
            TypeLayout sendType,
            Object recvBuffer,
            long recvOffset,
            int[] recvCounts,
            int[] displs,
            TypeLayout recvType) {
        Arguments.counts(c, "receive counts", recvCounts, displs);
        CollState s = CommState.of(c).moving;
        s.receive.vector(recvBuffer, recvOffset, recvCounts, displs, recvType);
        s.copyOwn(sendBuffer, sendOffset, sendCount, sendType, s.receive);
        if (s.size > 1) {
            Allgather.run(s, s.receive);
        }
        s.receive.clear();
    }

    /** Every rank sends its block i to rank i (MPI_Alltoall). */
    public static void allToAll(
            CollPort c,
            Object sendBuffer,
            long sendOffset,
            long sendCount,
            TypeLayout sendType,
            Object recvBuffer,
            long recvOffset,
            long recvCount,
            TypeLayout recvType) {
        Arguments.count(c, "receive count", recvCount);
        CollState s = CommState.of(c).moving;
        long bytes = recvCount * recvType.size();
        if (bytes == 0) {
            return;
        }
        s.receive.equal(recvBuffer, recvOffset, recvCount, recvType);
        if (sendBuffer == IN_PLACE) {
            Alltoall.inPlace(s, s.receive);
        } else {
            Arguments.count(c, "send count", sendCount);
            Arguments.sameBytes(c, sendCount * sendType.size(), bytes);
            s.send.equal(sendBuffer, sendOffset, sendCount, sendType);
            Alltoall.equal(s, s.send, s.receive);
            s.send.clear();
        }
        s.receive.clear();
    }

    /** Alltoall with a count and a displacement for each block (MPI_Alltoallv). */
    public static void allToAllv(
            CollPort c,
            Object sendBuffer,
            long sendOffset,
            int[] sendCounts,
            int[] sendDispls,
            TypeLayout sendType,
            Object recvBuffer,
            long recvOffset,
            int[] recvCounts,
            int[] recvDispls,
            TypeLayout recvType) {
        Arguments.counts(c, "receive counts", recvCounts, recvDispls);
        CollState s = CommState.of(c).moving;
        s.receive.vector(recvBuffer, recvOffset, recvCounts, recvDispls, recvType);
        if (sendBuffer == IN_PLACE) {
            Alltoall.inPlace(s, s.receive);
        } else {
            Arguments.counts(c, "send counts", sendCounts, sendDispls);
            s.send.vector(sendBuffer, sendOffset, sendCounts, sendDispls, sendType);
            Arguments.disjoint(c, s.send, s.receive);
            Alltoall.unequal(s, s.send, s.receive);
            s.send.clear();
        }
        s.receive.clear();
    }

    /** Alltoall with a count, a displacement in bytes and a datatype for each block (MPI_Alltoallw). */
    public static void allToAllw(
            CollPort c,
            Object sendBuffer,
            long sendOffset,
            int[] sendCounts,
            int[] sendByteDispls,
            TypeLayout[] sendTypes,
            Object recvBuffer,
            long recvOffset,
            int[] recvCounts,
            int[] recvByteDispls,
            TypeLayout[] recvTypes) {
        Arguments.counts(c, "receive counts", recvCounts, recvByteDispls);
        Arguments.types(c, "receive types", recvTypes);
        CollState s = CommState.of(c).moving;
        s.receive.typed(recvBuffer, recvOffset, recvCounts, recvByteDispls, recvTypes);
        if (sendBuffer == IN_PLACE) {
            Alltoall.inPlace(s, s.receive);
        } else {
            Arguments.counts(c, "send counts", sendCounts, sendByteDispls);
            Arguments.types(c, "send types", sendTypes);
            s.send.typed(sendBuffer, sendOffset, sendCounts, sendByteDispls, sendTypes);
            Arguments.disjoint(c, s.send, s.receive);
            Alltoall.unequal(s, s.send, s.receive);
            s.send.clear();
        }
        s.receive.clear();
    }

    /** Combines all ranks' vectors into one at the root (MPI_Reduce). */
    public static void reduce(
            CollPort c,
            Object sendBuffer,
            long sendOffset,
            Object recvBuffer,
            long recvOffset,
            int count,
            ReduceType type,
            Reduction op,
            int root) {
        Arguments.root(c, root);
        Arguments.count(c, "count", count);
        CommState s = CommState.of(c);
        boolean result = c.rank() == root;
        if (!result && count > 0) {
            Arguments.present(c, "send buffer", sendBuffer);
        }
        Object target = result ? recvBuffer : null;
        s.reductions.run(
                Blockwise.Kind.REDUCE, sendBuffer, sendOffset, target, recvOffset, count, type, op, root, Tags.REDUCE);
    }

    /** Combines all ranks' vectors into one that every rank gets, equal to the last bit (MPI_Allreduce). */
    public static void allReduce(
            CollPort c,
            Object sendBuffer,
            long sendOffset,
            Object recvBuffer,
            long recvOffset,
            int count,
            ReduceType type,
            Reduction op) {
        Arguments.count(c, "count", count);
        CommState s = CommState.of(c);
        s.reductions.run(
                Blockwise.Kind.ALLREDUCE,
                sendBuffer,
                sendOffset,
                recvBuffer,
                recvOffset,
                count,
                type,
                op,
                0,
                Tags.ALLREDUCE);
    }

    /** Combines all ranks' vectors and gives rank i the next {@code counts[i]} elements (MPI_Reduce_scatter). */
    public static void reduceScatter(
            CollPort c,
            Object sendBuffer,
            long sendOffset,
            Object recvBuffer,
            long recvOffset,
            int[] counts,
            ReduceType type,
            Reduction op) {
        Arguments.counts(c, "counts", counts);
        CommState s = CommState.of(c);
        s.reductions.reduceScatter(sendBuffer, sendOffset, recvBuffer, recvOffset, counts, 0, type, op);
    }

    /** Combines all ranks' vectors and gives every rank {@code count} elements (MPI_Reduce_scatter_block). */
    public static void reduceScatterBlock(
            CollPort c,
            Object sendBuffer,
            long sendOffset,
            Object recvBuffer,
            long recvOffset,
            int count,
            ReduceType type,
            Reduction op) {
        Arguments.count(c, "count", count);
        CommState s = CommState.of(c);
        s.reductions.reduceScatter(sendBuffer, sendOffset, recvBuffer, recvOffset, null, count, type, op);
    }

    /** Gives rank i the combination of the vectors of ranks 0 to i (MPI_Scan). */
    public static void scan(
            CollPort c,
            Object sendBuffer,
            long sendOffset,
            Object recvBuffer,
            long recvOffset,
            int count,
            ReduceType type,
            Reduction op) {
        Arguments.count(c, "count", count);
        CommState s = CommState.of(c);
        s.reductions.run(
                Blockwise.Kind.SCAN, sendBuffer, sendOffset, recvBuffer, recvOffset, count, type, op, 0, Tags.SCAN);
    }

    /** Gives rank i the combination of the vectors of ranks 0 to i - 1; rank 0's buffer stays (MPI_Exscan). */
    public static void exScan(
            CollPort c,
            Object sendBuffer,
            long sendOffset,
            Object recvBuffer,
            long recvOffset,
            int count,
            ReduceType type,
            Reduction op) {
        Arguments.count(c, "count", count);
        CommState s = CommState.of(c);
        boolean first = c.rank() == 0;
        boolean inPlace = sendBuffer == IN_PLACE;
        s.reductions.run(
                Blockwise.Kind.EXSCAN,
                first && inPlace ? recvBuffer : sendBuffer,
                first && inPlace ? recvOffset : sendOffset,
                first ? null : recvBuffer,
                recvOffset,
                count,
                type,
                op,
                0,
                Tags.EXSCAN);
    }
}
