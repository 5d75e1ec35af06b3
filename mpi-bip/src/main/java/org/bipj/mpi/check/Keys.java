package org.bipj.mpi.check;

import mpi.MpiProcess;

/** Keys of tables. */
final class Keys {
    private Keys() {}

    /** What all members call a communicator or window, which a later one of the same members may have again; 0 for a null one. */
    static long of(MpiProcess process, Object handle) {
        int context = process.context(handle);
        if (context < 0) {
            return 0;
        }
        long seed = context;
        for (int member : process.members(handle)) {
            seed = mix(seed + member);
        }
        return seed;
    }

    /** Spreads keys; never 0. */
    static long mix(long key) {
        long mixed = (key ^ key >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        mixed ^= mixed >>> 31;
        return mixed == 0 ? 1 : mixed;
    }
}
