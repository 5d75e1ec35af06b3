package org.bipj.mpi.coll;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.allreduce.Allreduce;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.CollectiveChecks;
import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.ScratchPool;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.coll.base.Vectors;
import org.bipj.mpi.coll.reduce.Reduce;
import org.bipj.mpi.coll.reducescatter.ReduceScatter;
import org.bipj.mpi.coll.scan.Scan;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;
import org.jspecify.annotations.Nullable;

/**
 * Brings user buffers and algorithms of reductions together. An algorithm works on arrays of the base type: on the
 * user's own where the buffer is such an array and the layout dense, else on packed copies. Vectors are reduced in
 * blocks of at most {@value #BLOCK_BYTES} bytes, so that copies are of bounded size and stay pooled; all ranks cut the
 * same blocks.
 */
final class ReductionDriver {
    private static final int BLOCK_BYTES = 4 << 20;

    /** The operations that reduce. */
    enum Kind {
        ALLREDUCE,
        REDUCE,
        SCAN,
        EXSCAN
    }

    private final CollState state;
    private final ReductionContext r;
    private @Nullable Object source;
    private long sourceOffset;
    private boolean sourceDirect;
    private @Nullable Object target;
    private long targetOffset;
    private boolean targetDirect;
    /** That of the operation that is under way. */
    @SuppressWarnings("NullAway.Init")
    private TypeLayout layout;

    private final Data user = new Data();
    private final Data packed = new Data();

    ReductionDriver(CollState state, ReductionContext reducing) {
        this.state = state;
        this.r = reducing;
    }

    /**
     * Reduces {@code count} elements.
     *
     * @param from own data; IN_PLACE where they are in {@code to}
     * @param to where the result goes; null on ranks that get none
     */
    void run(
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
        layout = type.layout();
        long bytes = count * layout.size();
        if (bytes == 0) {
            return;
        }
        r.begin(type, op, tag);
        @Nullable Object own = from == CollState.IN_PLACE ? null : from;
        sourceDirect = own != null && direct("send buffer", own, fromOffset, count);
        targetDirect = to != null && direct("receive buffer", to, toOffset, count);
        if (bytes <= BLOCK_BYTES && sourceDirect == (own != null) && targetDirect == (to != null)) {
            int inStart = (int) (fromOffset >> r.shift());
            int outStart = (int) (toOffset >> r.shift());
            run(kind, r.vectors.set(own, inStart, to, outStart, (int) count * r.width()), bytes, root);
        } else {
            source = own;
            sourceOffset = fromOffset;
            target = to;
            targetOffset = toOffset;
            blocks(kind, bytes, count, root);
            source = null;
            target = null;
        }
        end();
    }

    private void blocks(Kind kind, long bytes, long count, int root) {
        int most = (int) Math.max(1, BLOCK_BYTES / layout.size());
        for (long at = 0; at < count; ) {
            int n = (int) Math.min(most, count - at);
            block(kind, bytes, at, n, root);
            at += n;
        }
    }

    /** True for an array of the base type whose elements follow each other: algorithms work on it as it is. */
    private boolean direct(String name, Object buffer, long offset, long count) {
        boolean direct =
                layout.isDense() && ScratchPool.isArray(r.kind(), buffer) && (offset & ((1L << r.shift()) - 1)) == 0;
        if (direct) {
            CollectiveChecks.range(state.port, name, Array.getLength(buffer), offset >> r.shift(), count * r.width());
        }
        return direct;
    }

    @SuppressWarnings("NullAway") // What is unpacked and packed again is there.
    private void block(Kind kind, long bytes, long at, int count, int root) {
        int elements = count * r.width();
        long skip = at * layout.extent();
        Object in = source;
        int inStart = (int) ((sourceOffset + skip) >> r.shift());
        if (in != null && !sourceDirect) {
            in = unpack(source, sourceOffset + skip, count, elements);
            inStart = 0;
        }
        Object out = target;
        int outStart = (int) ((targetOffset + skip) >> r.shift());
        if (out != null && !targetDirect) {
            out = in == null ? unpack(target, targetOffset + skip, count, elements) : r.take(elements);
            outStart = 0;
        }
        run(kind, r.vectors.set(in, inStart, out, outStart, elements), bytes, root);
        if (target != null && !targetDirect) {
            repack(out, elements, target, targetOffset + skip, count);
            r.give(out, elements);
        }
        if (source != null && !sourceDirect) {
            r.give(in, elements);
        }
    }

    private Object unpack(Object buffer, long offset, int count, int elements) {
        Object array = r.take(elements);
        long bytes = (long) elements << r.shift();
        state.port.localCopy(user.set(buffer, offset, count, layout), packed.set(array, 0, bytes, TypeLayout.BYTE));
        return array;
    }

    private void repack(Object array, int elements, Object buffer, long offset, int count) {
        long bytes = (long) elements << r.shift();
        state.port.localCopy(packed.set(array, 0, bytes, TypeLayout.BYTE), user.set(buffer, offset, count, layout));
    }

    private void run(Kind kind, Vectors v, long bytes, int root) {
        boolean alone = state.size == 1;
        switch (kind) {
            case ALLREDUCE -> {
                if (alone) {
                    r.copyOwn(v);
                } else {
                    Allreduce.run(r, v, bytes);
                }
            }
            case REDUCE -> {
                if (alone) {
                    r.copyOwn(v);
                } else {
                    Reduce.run(r, v, bytes, root);
                }
            }
            case SCAN -> Scan.inclusive(r, v);
            case EXSCAN -> {
                if (!alone) {
                    Scan.exclusive(r, v);
                }
            }
            default -> throw new IllegalStateException("no algorithm");
        }
    }

    /**
     * Reduce-scatter: all counts together are one vector in {@code from} (or in {@code to}, in place), this rank's part
     * of the result goes to the beginning of {@code to}.
     */
    @SuppressWarnings("NullAway") // Where there are data there are buffers.
    void reduceScatter(
            @Nullable Object from,
            long fromOffset,
            @Nullable Object to,
            long toOffset,
            int @Nullable [] counts,
            long equalCount,
            ReduceType type,
            Reduction op) {
        layout = type.layout();
        if (layout.size() == 0) {
            return;
        }
        int[] starts = state.starts();
        r.begin(type, op, Tags.REDUCE_SCATTER);
        long all = 0;
        for (int rank = 0; rank < state.size; rank++) {
            starts[rank] = (int) all;
            long count = counts == null ? equalCount : counts[rank];
            all += count * r.width();
            if (count > ReductionContext.ELEMENTS_MAX || all > ReductionContext.ELEMENTS_MAX) {
                r.end();
                // An array cannot hold them, so that they begin where the buffers do.
                reduceScatter(from, to, all(counts, equalCount), type, op);
                return;
            }
        }
        starts[state.size] = (int) all;
        if (all == 0) {
            return;
        }
        boolean inPlace = from == CollState.IN_PLACE;
        scatterArrays(inPlace ? to : from, inPlace ? toOffset : fromOffset, to, toOffset, starts, inPlace);
        end();
    }

    private long[] all(int @Nullable [] counts, long equalCount) {
        long[] all = new long[state.size];
        Arrays.setAll(all, rank -> counts == null ? equalCount : counts[rank]);
        return all;
    }

    /**
     * The same for more elements than an array holds, from and to the beginnings of buffers: one reduction to each rank, in their
     * order. So in place no part of the vector is overwritten before it is reduced.
     */
    @SuppressWarnings("NullAway") // Where there are data there are buffers.
    void reduceScatter(@Nullable Object from, @Nullable Object to, long[] counts, ReduceType type, Reduction op) {
        boolean inPlace = from == CollState.IN_PLACE;
        Object vector = inPlace ? to : from;
        layout = type.layout();
        r.begin(type, op, Tags.REDUCE_SCATTER);
        long start = 0;
        for (int rank = 0; rank < state.size; rank++) {
            long bytes = counts[rank] * layout.size();
            source = vector;
            sourceOffset = start;
            sourceDirect = !inPlace && bytes > 0 && direct("send buffer", vector, start, counts[rank]);
            target = rank == state.rank ? to : null;
            targetOffset = 0;
            targetDirect = target != null && bytes > 0 && direct("receive buffer", to, 0, counts[rank]);
            if (bytes > 0) {
                blocks(Kind.REDUCE, bytes, counts[rank], rank);
            }
            start += counts[rank] * layout.extent();
        }
        source = null;
        target = null;
        end();
    }

    /** Forgets the user's memory and operation, so that they can be collected. */
    private void end() {
        user.clear();
        packed.clear();
        r.end();
    }

    private void scatterArrays(Object from, long fromOffset, Object to, long toOffset, int[] starts, boolean inPlace) {
        int all = starts[state.size];
        int mine = starts[state.rank + 1] - starts[state.rank];
        int allCount = all / r.width();
        boolean fromDirect = direct("send buffer", from, fromOffset, allCount);
        boolean toDirect = !inPlace && direct("receive buffer", to, toOffset, mine / r.width());
        Object in = fromDirect ? from : unpack(from, fromOffset, allCount, all);
        int inStart = fromDirect ? (int) (fromOffset >> r.shift()) : 0;
        Object out = toDirect ? to : r.take(mine);
        int outStart = toDirect ? (int) (toOffset >> r.shift()) : 0;
        ReduceScatter.run(r, in, inStart, starts, out, outStart);
        if (!toDirect) {
            repack(out, mine, to, toOffset, mine / r.width());
            r.give(out, mine);
        }
        if (!fromDirect) {
            r.give(in, all);
        }
    }
}
