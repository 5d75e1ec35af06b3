package org.bipj.mpi.coll.reduce;

import org.bipj.mpi.coll.base.Reducing;
import org.bipj.mpi.engine.SharedTurns;

/** Combines what all ranks have published in a turn, in the order of ranks, with this rank's own data. */
public final class SharedFold {
    /** What is combined at a time stays in a core's first cache, with what it is combined into. */
    private static final int CHUNK_BYTES = 8 << 10;

    private SharedFold() {}

    /** Folds {@code elements} of every rank into {@code out}; own data are in {@code in}, or in {@code out} if that is null. */
    public static void run(
            Reducing r, SharedTurns turns, Object in, int inStart, Object out, int outStart, int elements) {
        int most = r.elementsOf(CHUNK_BYTES);
        Object arrived = r.take(Math.min(most, elements));
        Object saved = in == null && r.rank < r.size - 1 ? r.take(Math.min(most, elements)) : null;
        for (int at = 0; at < elements; at += most) {
            int n = Math.min(most, elements - at);
            Object own = in;
            int ownStart = inStart + at;
            if (saved != null) {
                r.copy(out, outStart + at, saved, 0, n);
                own = saved;
                ownStart = 0;
            }
            last(r, turns, own, ownStart, out, outStart, at, n);
            for (int rank = r.size - 2; rank >= 0; rank--) {
                if (rank == r.rank) {
                    r.combine(own, ownStart, out, outStart + at, n);
                } else {
                    r.read(turns, rank, at, arrived, 0, n);
                    r.combine(arrived, 0, out, outStart + at, n);
                }
            }
        }
        r.give(arrived, Math.min(most, elements));
        if (saved != null) {
            r.give(saved, Math.min(most, elements));
        }
    }

    /** What the last rank contributes is where the fold begins. */
    private static void last(
            Reducing r, SharedTurns turns, Object own, int ownStart, Object out, int outStart, int at, int n) {
        int last = r.size - 1;
        if (last != r.rank) {
            r.read(turns, last, at, out, outStart + at, n);
        } else if (own != null) {
            r.copy(own, ownStart, out, outStart + at, n);
        }
    }
}
