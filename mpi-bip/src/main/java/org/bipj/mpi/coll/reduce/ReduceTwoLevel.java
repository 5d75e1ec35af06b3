package org.bipj.mpi.coll.reduce;

import org.bipj.mpi.coll.base.Levels;
import org.bipj.mpi.coll.base.ReductionContext;
import org.jspecify.annotations.Nullable;

/**
 * Reduce of several hosts: the ranks of each host to their leader, then the leaders to the root, which leads its own host.
 * Operations that do not commute need hosts whose ranks follow each other.
 */
final class ReduceTwoLevel {
    private ReduceTwoLevel() {}

    /** {@code out} is null on ranks other than the root. */
    @SuppressWarnings("NullAway") // Called where there are two levels.
    static void run(
            ReductionContext r,
            long bytes,
            @Nullable Object in,
            int inStart,
            @Nullable Object out,
            int outStart,
            int elements,
            int root) {
        Levels levels = r.levels();
        boolean leads = levels.lead(root);
        Object from = in;
        int fromStart = inStart;
        Object scratch = null;
        if (levels.local.size > 1) {
            scratch = leads && out == null ? r.take(elements) : null;
            Object to = scratch == null ? out : scratch;
            int toStart = scratch == null ? outStart : 0;
            ReductionContext local = levels.beginLocal(r);
            Reduce.run(local, bytes, in, inStart, to, toStart, elements, levels.leaderPlace());
            local.end();
            from = scratch;
            fromStart = 0;
        }
        if (leads) {
            ReductionContext between = levels.beginBetween(r);
            Reduce.run(between, bytes, from, fromStart, out, outStart, elements, levels.hostOf(root));
            between.end();
        }
        if (scratch != null) {
            r.give(scratch, elements);
        }
    }
}
