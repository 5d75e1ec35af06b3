package org.bipj.mpi.coll.reduce;

import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;
import org.bipj.mpi.coll.port.Turns;

/** Combines what all ranks have published in a turn, in the order of ranks, with this rank's own data. */
public final class SharedFold {
    /** What is combined at a time stays in a core's first cache, with what it is combined into. */
    private static final int CHUNK_BYTES = 8 << 10;

    private SharedFold() {}

    /**
     * Folds {@code elements} of every rank, those from {@code skip} on, into this rank's result. The fold is done in scratch: both operands then begin at index 0, and one index serves both, so that the JIT
     * vectorises the loop.
     */
    public static void run(ReductionContext r, Vectors v, Turns turns, int skip, int elements) {
        Object own = v.own();
        int ownStart = v.ownStart() + skip;
        int most = Math.min(r.elementsOf(CHUNK_BYTES), elements);
        Object arrived = r.take(most);
        Object folded = r.take(most);
        for (int at = 0; at < elements; at += most) {
            int n = Math.min(most, elements - at);
            contribution(r, turns, r.size - 1, own, ownStart, at, folded, n);
            for (int rank = r.size - 2; rank >= 0; rank--) {
                contribution(r, turns, rank, own, ownStart, at, arrived, n);
                r.combine(arrived, 0, folded, 0, n);
            }
            r.copy(folded, 0, v.result(), v.resultStart() + skip + at, n);
        }
        r.give(folded, most);
        r.give(arrived, most);
    }

    /** Copies elements {@code at} to {@code at + n} of one rank to {@code into}. */
    private static void contribution(
            ReductionContext r, Turns turns, int rank, Object own, int ownStart, int at, Object into, int n) {
        if (rank == r.rank) {
            r.copy(own, ownStart + at, into, 0, n);
        } else {
            r.read(turns, rank, at, into, 0, n);
        }
    }
}
