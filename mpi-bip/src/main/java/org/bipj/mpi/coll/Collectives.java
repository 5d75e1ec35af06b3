package org.bipj.mpi.coll;

import org.bipj.core.payload.Data;
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
import org.bipj.mpi.engine.Blocks;
import org.bipj.mpi.engine.CollPort;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;

/**
 * Blocking collective operations (MPI 4.1 chapter 6). All ranks of the communicator call the same operations in the
 * same order, with the same root, and with counts and datatypes that give each message the same bytes at both ends;
 * reductions need the same count, datatype and operation on all ranks.
 *
 * <p>{@link #IN_PLACE} stands for the send buffer, and for the receive buffer at the root of a scatter. A null buffer has no
 * data. Buffers that are not significant on a rank are ignored. Offsets are in bytes from a buffer's first element.
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

    /** Copies the root's elements to all ranks (MPI_Bcast). */
    public static void bcast(CollPort c, Data data, int root) {
        Arguments.root(c, root);
        Arguments.count(c, "count", data.count());
        CollState s = CommState.of(c).moving;
        if (s.size == 1 || data.bytes() == 0) {
            return;
        }
        Bcast.run(s, data, root);
    }

    /** Collects one block of every rank at the root, in the order of ranks (MPI_Gather); {@code received} is block 0. */
    public static void gather(CollPort c, Data sent, Data received, int root) {
        Arguments.root(c, root);
        CollState s = CommState.of(c).moving;
        if (s.rank != root) {
            Gather.send(s, sent, root);
            return;
        }
        Arguments.count(c, "receive count", received.count());
        if (received.bytes() > 0) {
            Gather.receive(s, sent, received, s.receive.equal(received));
            s.receive.clear();
        }
    }

    /** Gather with a count and a displacement for each rank, significant at the root (MPI_Gatherv). */
    public static void gatherv(CollPort c, Data sent, Blocks received, int root) {
        Arguments.root(c, root);
        if (c.rank() != root) {
            Arguments.count(c, "send count", sent.count());
            GatherLinear.send(CommState.of(c).moving, sent, root, Tags.GATHER);
            return;
        }
        Arguments.blocks(c, "receive counts", "receive types", received);
        GatherLinear.receive(CommState.of(c).moving, sent, received, Tags.GATHER);
    }

    /** Gives every rank one block of the root's, in the order of ranks (MPI_Scatter); {@code sent} is block 0. */
    public static void scatter(CollPort c, Data sent, Data received, int root) {
        Arguments.root(c, root);
        CollState s = CommState.of(c).moving;
        if (s.rank != root) {
            Scatter.receive(s, received, root);
            return;
        }
        Arguments.count(c, "send count", sent.count());
        if (sent.bytes() > 0) {
            Scatter.send(s, received, sent, s.send.equal(sent));
            s.send.clear();
        }
    }

    /** Scatter with a count and a displacement for each rank, significant at the root (MPI_Scatterv). */
    public static void scatterv(CollPort c, Blocks sent, Data received, int root) {
        Arguments.root(c, root);
        if (c.rank() != root) {
            Arguments.count(c, "receive count", received.count());
            ScatterLinear.receive(CommState.of(c).moving, received, root, Tags.SCATTER);
            return;
        }
        Arguments.blocks(c, "send counts", "send types", sent);
        ScatterLinear.send(CommState.of(c).moving, received, sent, Tags.SCATTER);
    }

    /** Gather whose result every rank gets (MPI_Allgather); {@code received} is block 0. */
    public static void allGather(CollPort c, Data sent, Data received) {
        Arguments.count(c, "receive count", received.count());
        CollState s = CommState.of(c).moving;
        if (received.bytes() == 0) {
            return;
        }
        s.copyOwn(sent, s.receive.equal(received));
        if (s.size > 1) {
            Allgather.run(s, received);
        }
        s.receive.clear();
    }

    /** Allgather with a count and a displacement for each rank, the same on all ranks (MPI_Allgatherv). */
    public static void allGatherv(CollPort c, Data sent, Blocks received) {
        Arguments.blocks(c, "receive counts", "receive types", received);
        CollState s = CommState.of(c).moving;
        s.copyOwn(sent, received);
        if (s.size > 1) {
            Allgather.run(s, received);
        }
    }

    /** Every rank sends its block i to rank i (MPI_Alltoall); {@code sent} and {@code received} are blocks 0. */
    public static void allToAll(CollPort c, Data sent, Data received) {
        Arguments.count(c, "receive count", received.count());
        CollState s = CommState.of(c).moving;
        if (received.bytes() == 0) {
            return;
        }
        s.receive.equal(received);
        if (sent.buffer() == IN_PLACE) {
            Alltoall.inPlace(s, s.receive);
        } else {
            Arguments.count(c, "send count", sent.count());
            Arguments.sameBytes(c, sent.bytes(), received.bytes());
            Alltoall.equal(s, s.send.equal(sent), s.receive);
            s.send.clear();
        }
        s.receive.clear();
    }

    /**
     * Alltoall with a count and a displacement for each block, or with a datatype too (MPI_Alltoallv, MPI_Alltoallw).
     */
    public static void allToAllv(CollPort c, Blocks sent, Blocks received) {
        Arguments.blocks(c, "receive counts", "receive types", received);
        CollState s = CommState.of(c).moving;
        if (sent.buffer() == IN_PLACE) {
            Alltoall.inPlace(s, received);
        } else {
            Arguments.blocks(c, "send counts", "send types", sent);
            Arguments.disjoint(c, sent, received);
            Alltoall.unequal(s, sent, received);
        }
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
                ReductionDriver.Kind.REDUCE,
                sendBuffer,
                sendOffset,
                target,
                recvOffset,
                count,
                type,
                op,
                root,
                Tags.REDUCE);
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
                ReductionDriver.Kind.ALLREDUCE,
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
                ReductionDriver.Kind.SCAN,
                sendBuffer,
                sendOffset,
                recvBuffer,
                recvOffset,
                count,
                type,
                op,
                0,
                Tags.SCAN);
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
                ReductionDriver.Kind.EXSCAN,
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
