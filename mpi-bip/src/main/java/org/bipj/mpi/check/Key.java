package org.bipj.mpi.check;

import mpi.MpiProcess;
import org.jspecify.annotations.Nullable;

/**
 * What ranks that compare something call it: two independent numbers. A table is searched by the first one, and what is found there is
 * compared only if the second one is the same as well.
 *
 * @param first not 0
 */
record Key(long first, long second) {
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    /**
     * What all members call a communicator or window, which a later one of the same members may have again; null for a null one.
     * Contexts and ranks are small numbers, so that each of them is mixed before the next one is added.
     */
    static @Nullable Key of(MpiProcess process, Object handle) {
        int context = process.context(handle);
        if (context < 0) {
            return null;
        }
        Key key = new Key(1, 1).with(context);
        for (int member : process.members(handle)) {
            key = key.with(member);
        }
        return key;
    }

    /** The key of a part of this one. */
    Key with(long part) {
        return new Key(mix(first + part), mix(second * FACTOR + part));
    }

    /** Spreads numbers; never 0. */
    static long mix(long number) {
        long mixed = (number ^ number >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        mixed ^= mixed >>> 31;
        return mixed == 0 ? 1 : mixed;
    }
}
