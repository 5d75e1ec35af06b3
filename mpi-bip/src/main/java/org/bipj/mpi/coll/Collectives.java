package org.bipj.mpi.coll;

import org.bipj.core.payload.Data;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.ReductionDriver.Kind;
import org.bipj.mpi.coll.allgather.Allgather;
import org.bipj.mpi.coll.alltoall.Alltoall;
import org.bipj.mpi.coll.barrier.Barrier;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.CollectiveChecks;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.coll.bcast.Bcast;
import org.bipj.mpi.coll.gather.Gather;
import org.bipj.mpi.coll.gather.GatherLinear;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.coll.scatter.Scatter;
import org.bipj.mpi.coll.scatter.ScatterLinear;
import org.bipj.mpi.match.CallWord;
import org.bipj.mpi.op.Operation;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;
import org.jspecify.annotations.Nullable;

/**
 * Blocking collective operations (MPI 4.1 chapter 6). All ranks of the communicator call the same operations in the
 * same order, with the same root, and with counts and datatypes that give each message the same bytes at both ends;
 * reductions need the same count, datatype and operation on all ranks.
 *
 * <p>{@link #IN_PLACE} stands for the send buffer, and for the receive buffer at the root of a scatter. A null buffer has no
 * data. Buffers that are not significant on a rank are ignored. Offsets are in bytes from a buffer's first element.
 *
 * <p>Wrong arguments are an {@link org.bipj.mpi.call.EngineException} before the first message.
 */
public final class Collectives {
    /** The rank's own data are where the result goes (MPI_IN_PLACE). */
    public static final Object IN_PLACE = CollState.IN_PLACE;

    private Collectives() {}

    /** Returns when all ranks have called it (MPI_Barrier). */
    public static void barrier(CollPort c) {
        c.begin(Tags.BARRIER, CallWord.NO_OP, CallWord.NO_ROOT, true);
        try {
            Barrier.run(CommState.of(c).moving);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw c.failed(e);
        }
        c.end();
    }

    /** Copies the root's elements to all ranks (MPI_Bcast). */
    public static void bcast(CollPort c, Data data, int root) {
        CollectiveChecks.root(c, root);
        CollectiveChecks.count(c, "count", data.count());
        c.begin(Tags.BCAST, CallWord.NO_OP, root, true);
        try {
            CollState s = CommState.of(c).moving;
            if (s.size > 1 && data.bytes() > 0) {
                Bcast.run(s, data, root);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw c.failed(e);
        }
        c.end();
    }

    /** Collects one block of every rank at the root, in the order of ranks (MPI_Gather); {@code received} is block 0. */
    @SuppressWarnings("NullAway") // The root alone uses what it receives.
    public static void gather(CollPort c, Data sent, @Nullable Data received, int root) {
        CollectiveChecks.root(c, root);
        Data block = c.rank() == root ? received : sent;
        CollectiveChecks.block(c, c.rank() == root ? "receive" : "send", block, c.rank() == root);
        c.begin(Tags.GATHER, CallWord.NO_OP, root, true);
        try {
            CollState s = CommState.of(c).moving;
            if (block.bytes() > 0 && s.rank != root) {
                Gather.send(s, sent, root);
            } else if (block.bytes() > 0) {
                Gather.receive(s, sent, received, s.receive.equal(received));
                s.receive.clear();
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw c.failed(e);
        }
        c.end();
    }

    /** Gather with a count and a displacement for each rank, significant at the root (MPI_Gatherv). */
    @SuppressWarnings("NullAway") // The root alone uses what it receives.
    public static void gatherv(CollPort c, Data sent, @Nullable Blocks received, int root) {
        CollectiveChecks.root(c, root);
        if (c.rank() != root) {
            CollectiveChecks.count(c, "send count", sent.count());
        } else {
            CollectiveChecks.blocks(c, "receive counts", "receive types", received);
        }
        c.begin(Tags.GATHER, CallWord.NO_OP, root, true);
        try {
            if (c.rank() != root) {
                GatherLinear.send(CommState.of(c).moving, sent, root, Tags.GATHER);
            } else {
                GatherLinear.receive(CommState.of(c).moving, sent, received, Tags.GATHER);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw c.failed(e);
        }
        c.end();
    }

    /** Gives every rank one block of the root's, in the order of ranks (MPI_Scatter); {@code sent} is block 0. */
    @SuppressWarnings("NullAway") // The root alone uses what it sends.
    public static void scatter(CollPort c, @Nullable Data sent, Data received, int root) {
        CollectiveChecks.root(c, root);
        Data block = c.rank() == root ? sent : received;
        CollectiveChecks.block(c, c.rank() == root ? "send" : "receive", block, c.rank() == root);
        c.begin(Tags.SCATTER, CallWord.NO_OP, root, true);
        try {
            CollState s = CommState.of(c).moving;
            if (block.bytes() > 0 && s.rank != root) {
                Scatter.receive(s, received, root);
            } else if (block.bytes() > 0) {
                Scatter.send(s, received, sent, s.send.equal(sent));
                s.send.clear();
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw c.failed(e);
        }
        c.end();
    }

    /** Scatter with a count and a displacement for each rank, significant at the root (MPI_Scatterv). */
    @SuppressWarnings("NullAway") // The root alone uses what it sends.
    public static void scatterv(CollPort c, @Nullable Blocks sent, Data received, int root) {
        CollectiveChecks.root(c, root);
        if (c.rank() != root) {
            CollectiveChecks.count(c, "receive count", received.count());
        } else {
            CollectiveChecks.blocks(c, "send counts", "send types", sent);
        }
        c.begin(Tags.SCATTER, CallWord.NO_OP, root, true);
        try {
            if (c.rank() != root) {
                ScatterLinear.receive(CommState.of(c).moving, received, root, Tags.SCATTER);
            } else {
                ScatterLinear.send(CommState.of(c).moving, received, sent, Tags.SCATTER);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw c.failed(e);
        }
        c.end();
    }

    /** Gather whose result every rank gets (MPI_Allgather); {@code received} is block 0. */
    public static void allGather(CollPort c, Data sent, Data received) {
        CollectiveChecks.count(c, "receive count", received.count());
        c.begin(Tags.ALLGATHER, CallWord.NO_OP, CallWord.NO_ROOT, true);
        try {
            CollState s = CommState.of(c).moving;
            if (received.bytes() > 0) {
                s.receive.equal(received);
                if (s.size > 1) {
                    Allgather.run(s, sent, received);
                } else {
                    s.copyOwn(sent, s.receive);
                }
                s.receive.clear();
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw c.failed(e);
        }
        c.end();
    }

    /** Allgather with a count and a displacement for each rank, the same on all ranks (MPI_Allgatherv). */
    public static void allGatherv(CollPort c, Data sent, Blocks received) {
        CollectiveChecks.blocks(c, "receive counts", "receive types", received);
        c.begin(Tags.ALLGATHER, CallWord.NO_OP, CallWord.NO_ROOT, true);
        try {
            CollState s = CommState.of(c).moving;
            s.copyOwn(sent, received);
            if (s.size > 1) {
                Allgather.run(s, received);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw c.failed(e);
        }
        c.end();
    }

    /** Every rank sends its block i to rank i (MPI_Alltoall); {@code sent} and {@code received} are blocks 0. */
    public static void allToAll(CollPort c, Data sent, Data received) {
        CollectiveChecks.count(c, "receive count", received.count());
        boolean isInPlace = sent.buffer() == IN_PLACE;
        if (!isInPlace && received.bytes() > 0) {
            CollectiveChecks.count(c, "send count", sent.count());
            CollectiveChecks.sameBytes(c, sent.bytes(), received.bytes());
        }
        c.begin(Tags.ALLTOALL, CallWord.NO_OP, CallWord.NO_ROOT, true);
        try {
            CollState s = CommState.of(c).moving;
            s.receive.equal(received);
            if (isInPlace && received.bytes() > 0) {
                Alltoall.inPlace(s, s.receive);
            } else if (received.bytes() > 0) {
                Alltoall.equal(s, s.send.equal(sent), s.receive);
                s.send.clear();
            }
            s.receive.clear();
        } catch (RuntimeException | OutOfMemoryError e) {
            throw c.failed(e);
        }
        c.end();
    }

    /**
     * Alltoall with a count and a displacement for each block, or with a datatype too (MPI_Alltoallv, MPI_Alltoallw).
     */
    public static void allToAllv(CollPort c, Blocks sent, Blocks received) {
        CollectiveChecks.blocks(c, "receive counts", "receive types", received);
        boolean isInPlace = sent.buffer() == IN_PLACE;
        if (!isInPlace) {
            CollectiveChecks.blocks(c, "send counts", "send types", sent);
            CollectiveChecks.disjoint(c, sent, received);
        }
        c.begin(Tags.ALLTOALL, CallWord.NO_OP, CallWord.NO_ROOT, true);
        try {
            CollState s = CommState.of(c).moving;
            if (isInPlace) {
                Alltoall.inPlace(s, received);
            } else {
                Alltoall.unequal(s, sent, received);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw c.failed(e);
        }
        c.end();
    }

    /** Combines all ranks' vectors into one at the root (MPI_Reduce). */
    public static void reduce(
            CollPort c,
            @Nullable Object from,
            long fromOffset,
            @Nullable Object to,
            long toOffset,
            long count,
            ReduceType type,
            Reduction op,
            int root) {
        CollectiveChecks.root(c, root);
        CollectiveChecks.count(c, "count", count);
        boolean result = c.rank() == root;
        if (!result && count > 0) {
            CollectiveChecks.present(c, "send buffer", from);
        }
        run(c, Kind.REDUCE, from, fromOffset, result ? to : null, toOffset, count, type, op, root, Tags.REDUCE);
    }

    private static void run(
            CollPort c,
            Kind kind,
            @Nullable Object from,
            long fromOffset,
            @Nullable Object to,
            long toOffset,
            long count,
            ReduceType type,
            Reduction op,
            int root,
            int tag) {
        c.begin(tag, number(op), root, true);
        try {
            CommState.of(c)
                    .reductions
                    .run(kind, from, fromOffset, to, toOffset, count, type, op, Math.max(root, 0), tag);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw c.failed(e);
        }
        c.end();
    }

    /** The number by which ranks compare their reductions. */
    static int number(Reduction op) {
        Operation predefined = op.operation();
        return predefined == null ? CallWord.USERS_OP : 1 + predefined.ordinal();
    }

    /** Combines all ranks' vectors into one that every rank gets, equal to the last bit (MPI_Allreduce). */
    public static void allReduce(
            CollPort c,
            @Nullable Object from,
            long fromOffset,
            @Nullable Object to,
            long toOffset,
            long count,
            ReduceType type,
            Reduction op) {
        CollectiveChecks.count(c, "count", count);
        run(c, Kind.ALLREDUCE, from, fromOffset, to, toOffset, count, type, op, CallWord.NO_ROOT, Tags.ALLREDUCE);
    }

    /** Combines all ranks' vectors and gives rank i the next {@code counts[i]} elements (MPI_Reduce_scatter). */
    public static void reduceScatter(
            CollPort c,
            @Nullable Object sendBuffer,
            long sendOffset,
            @Nullable Object recvBuffer,
            long recvOffset,
            int[] counts,
            ReduceType type,
            Reduction op) {
        CollectiveChecks.counts(c, "counts", counts);
        reduceScatter(c, sendBuffer, sendOffset, recvBuffer, recvOffset, counts, 0, type, op);
    }

    /** The same with counts that may be no ints, from and to the beginnings of buffers. */
    public static void reduceScatter(
            CollPort c,
            @Nullable Object sendBuffer,
            @Nullable Object recvBuffer,
            long[] counts,
            ReduceType type,
            Reduction op) {
        c.begin(Tags.REDUCE_SCATTER, number(op), CallWord.NO_ROOT, true);
        try {
            CommState.of(c).reductions.reduceScatter(sendBuffer, recvBuffer, counts, type, op);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw c.failed(e);
        }
        c.end();
    }

    private static void reduceScatter(
            CollPort c,
            @Nullable Object from,
            long fromOffset,
            @Nullable Object to,
            long toOffset,
            int @Nullable [] counts,
            long equalCount,
            ReduceType type,
            Reduction op) {
        c.begin(Tags.REDUCE_SCATTER, number(op), CallWord.NO_ROOT, true);
        try {
            CommState.of(c).reductions.reduceScatter(from, fromOffset, to, toOffset, counts, equalCount, type, op);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw c.failed(e);
        }
        c.end();
    }

    /** Combines all ranks' vectors and gives every rank {@code count} elements (MPI_Reduce_scatter_block). */
    public static void reduceScatterBlock(
            CollPort c,
            @Nullable Object sendBuffer,
            long sendOffset,
            @Nullable Object recvBuffer,
            long recvOffset,
            long count,
            ReduceType type,
            Reduction op) {
        CollectiveChecks.count(c, "count", count);
        reduceScatter(c, sendBuffer, sendOffset, recvBuffer, recvOffset, null, count, type, op);
    }

    /** Gives rank i the combination of the vectors of ranks 0 to i (MPI_Scan). */
    public static void scan(
            CollPort c,
            @Nullable Object from,
            long fromOffset,
            @Nullable Object to,
            long toOffset,
            long count,
            ReduceType type,
            Reduction op) {
        CollectiveChecks.count(c, "count", count);
        run(c, Kind.SCAN, from, fromOffset, to, toOffset, count, type, op, CallWord.NO_ROOT, Tags.SCAN);
    }

    /** Gives rank i the combination of the vectors of ranks 0 to i - 1; rank 0's buffer stays (MPI_Exscan). */
    public static void exScan(
            CollPort c,
            @Nullable Object from,
            long fromOffset,
            @Nullable Object to,
            long toOffset,
            long count,
            ReduceType type,
            Reduction op) {
        CollectiveChecks.count(c, "count", count);
        boolean first = c.rank() == 0;
        boolean inPlace = first && from == IN_PLACE;
        Object in = inPlace ? to : from;
        long at = inPlace ? toOffset : fromOffset;
        Object out = first ? null : to;
        run(c, Kind.EXSCAN, in, at, out, toOffset, count, type, op, CallWord.NO_ROOT, Tags.EXSCAN);
    }
}
