package org.bipj.mpi.coll;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.call.LargeBlocks;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.coll.neighbour.Neighbourhood;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.match.CallWord;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;
import org.jspecify.annotations.Nullable;

/**
 * Collective operations of intercommunicators (MPI 4.1 section 6.2.3), from one group to the other. What each process sends
 * to processes of the other group is a neighbourhood operation on a graph that has no edges within a group ({@link #toAll},
 * {@link #toRoot}, {@link #fromRoot}). Broadcasts and reductions work within the groups, whose first ranks exchange messages.
 *
 * <p>Texts are run on the port of an intercommunicator, or on a recorder over it. All ranks of both groups call them.
 */
public final class BetweenGroups {
    /** As root: the calling process is it (MPI_ROOT). */
    public static final int ROOT = -4;

    /** As root: another process of the calling process's group is it (MPI_PROC_NULL). */
    public static final int NOT_ROOT = -2;

    private static final int[] NOBODY = {};

    private final CollPort whole;
    private final CollPort local;
    /** Where the ranks of the other group begin. */
    private final int remoteStart;

    private final int remoteSize;

    private BetweenGroups(CollPort c) {
        whole = c.whole();
        local = whole.local();
        int first = whole.firstGroup();
        boolean isFirst = whole.rank() < first;
        remoteStart = isFirst ? first : 0;
        remoteSize = isFirst ? whole.size() - first : first;
    }

    /** The two groups of an intercommunicator, as the calling rank sees them. */
    public static BetweenGroups of(CollPort c) {
        return new BetweenGroups(c);
    }

    /** The port of the ranks of both groups. */
    public CollPort whole() {
        return whole;
    }

    /** The number of ranks in the calling rank's group. */
    public int localSize() {
        return local.size();
    }

    /** The calling rank's number in its group. */
    public int localRank() {
        return local.rank();
    }

    /** The number of ranks in the other group. */
    public int remoteSize() {
        return remoteSize;
    }

    private int[] remote() {
        int[] remote = new int[remoteSize];
        for (int i = 0; i < remoteSize; i++) {
            remote[i] = remoteStart + i;
        }
        return remote;
    }

    /** Edges between each rank and all of the other group. */
    public Neighbourhood toAll() {
        return Neighbourhood.between(remote());
    }

    /** Edges from all of the other group to the root. */
    public Neighbourhood toRoot(int root) {
        return Neighbourhood.ofRoot(Tags.GATHER, place(root), root == ROOT ? remote() : NOBODY, peer(root));
    }

    /** Edges from the root to all of the other group. */
    public Neighbourhood fromRoot(int root) {
        return Neighbourhood.ofRoot(Tags.SCATTER, place(root), peer(root), root == ROOT ? remote() : NOBODY);
    }

    /** The root in both groups together; only its own group's other processes do not know it. */
    private int place(int root) {
        return root == ROOT ? whole.rank() : root >= 0 ? remoteStart + root : CallWord.NO_ROOT;
    }

    /** Counts a call in which the calling process takes no part, since another one of its group is the root. */
    public void standAside(int operation) {
        whole.begin(operation, CallWord.NO_OP, CallWord.NO_ROOT, false);
        whole.end();
    }

    private int[] peer(int root) {
        return root >= 0 ? new int[] {remoteStart + root} : NOBODY;
    }

    /** Returns when all ranks of both groups have called it (MPI_Barrier). */
    public void barrier() {
        Collectives.barrier(whole);
    }

    /** Copies the root's elements to all ranks of the other group (MPI_Bcast). */
    public void bcast(Data data, int root) {
        whole.begin(Tags.BCAST, CallWord.NO_OP, place(root), false);
        try {
            if (data.bytes() > 0 && root == ROOT) {
                whole.send(data, remoteStart, Tags.BCAST);
            } else if (data.bytes() > 0 && root >= 0) {
                if (local.rank() == 0) {
                    whole.receive(data, remoteStart + root, Tags.BCAST);
                }
                Collectives.bcast(local, data, 0);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw whole.failed(e);
        }
        whole.end();
    }

    /** A vector of a group, at its first rank; without memory at the others. */
    private final class Partial {
        private final CollState state = CommState.of(whole).moving;
        private final long bytes;
        private final @Nullable MemorySegment memory;
        private final Data data;

        Partial(long count, TypeLayout layout) {
            long offset = -layout.lowest(count);
            bytes = offset + layout.highest(count);
            memory = local.rank() == 0 ? state.packed.take(bytes) : null;
            data = Data.of(memory, offset, count, layout);
        }

        void reduce(@Nullable Object sendBuffer, long count, ReduceType type, Reduction op) {
            Collectives.reduce(local, sendBuffer, 0, memory, data.offset(), count, type, op, 0);
        }

        void send(int dest) {
            if (memory != null) {
                whole.send(data, dest, Tags.REDUCE);
            }
        }

        void close() {
            if (memory != null) {
                state.packed.give(memory, bytes);
            }
        }
    }

    /** Combines the vectors of the other group's ranks at the root (MPI_Reduce). */
    public void reduce(
            @Nullable Object sendBuffer,
            @Nullable Object recvBuffer,
            long count,
            ReduceType type,
            Reduction op,
            int root) {
        // The other processes of the root's group need not name the reduction.
        whole.begin(Tags.REDUCE, CallWord.NO_OP, place(root), false);
        try {
            boolean isEmpty = count * type.layout().size() == 0;
            if (!isEmpty && root == ROOT) {
                whole.receive(Data.of(recvBuffer, 0, count, type.layout()), remoteStart, Tags.REDUCE);
            } else if (!isEmpty && root >= 0) {
                Partial mine = new Partial(count, type.layout());
                mine.reduce(sendBuffer, count, type, op);
                mine.send(remoteStart + root);
                mine.close();
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw whole.failed(e);
        }
        whole.end();
    }

    /** Combines the vectors of each group's ranks for all ranks of the other group (MPI_Allreduce). */
    public void allReduce(
            @Nullable Object sendBuffer, @Nullable Object recvBuffer, long count, ReduceType type, Reduction op) {
        whole.begin(Tags.ALLREDUCE, Collectives.number(op), CallWord.NO_ROOT, true);
        try {
            if (count * type.layout().size() > 0) {
                exchange(sendBuffer, recvBuffer, count, type, op);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw whole.failed(e);
        }
        whole.end();
    }

    private void exchange(
            @Nullable Object sendBuffer, @Nullable Object recvBuffer, long count, ReduceType type, Reduction op) {
        TypeLayout layout = type.layout();
        Data result = Data.of(recvBuffer, 0, count, layout);
        Partial mine = new Partial(count, layout);
        mine.reduce(sendBuffer, count, type, op);
        if (local.rank() == 0) {
            Object handle = whole.postReceive(result, remoteStart, Tags.REDUCE);
            mine.send(remoteStart);
            whole.await(handle);
        }
        mine.close();
        Collectives.bcast(local, result, 0);
    }

    /**
     * Combines the vectors of each group's ranks, and gives the ranks of the other group a part each (MPI_Reduce_scatter).
     *
     * @param counts elements of each rank of the calling rank's group
     * @param total their sum, the same in both groups
     */
    public void reduceScatter(
            @Nullable Object sendBuffer,
            @Nullable Object recvBuffer,
            long[] counts,
            long total,
            ReduceType type,
            Reduction op) {
        whole.begin(Tags.REDUCE_SCATTER, Collectives.number(op), CallWord.NO_ROOT, true);
        try {
            if (total * type.layout().size() > 0) {
                exchange(sendBuffer, recvBuffer, counts, total, type, op);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw whole.failed(e);
        }
        whole.end();
    }

    private void exchange(
            @Nullable Object sendBuffer,
            @Nullable Object recvBuffer,
            long[] counts,
            long total,
            ReduceType type,
            Reduction op) {
        TypeLayout layout = type.layout();
        long[] starts = new long[counts.length];
        for (int i = 1; i < counts.length; i++) {
            starts[i] = starts[i - 1] + counts[i - 1] * layout.extent();
        }
        Partial mine = new Partial(total, layout);
        mine.reduce(sendBuffer, total, type, op);
        Partial theirs = new Partial(total, layout);
        if (local.rank() == 0) {
            Object handle = whole.postReceive(theirs.data, remoteStart, Tags.REDUCE_SCATTER);
            whole.send(mine.data, remoteStart, Tags.REDUCE_SCATTER);
            whole.await(handle);
        }
        Arrays.setAll(starts, i -> starts[i] + theirs.data.offset());
        Blocks parts = LargeBlocks.vector(theirs.memory, counts, starts, layout);
        Collectives.scatterv(local, parts, Data.of(recvBuffer, 0, counts[local.rank()], layout), 0);
        mine.close();
        theirs.close();
    }
}
