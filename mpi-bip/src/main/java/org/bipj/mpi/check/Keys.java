package org.bipj.mpi.check;

/** Keys of tables. */
final class Keys {
    private Keys() {}

    /** Spreads keys; never 0. */
    static long mix(long key) {
        long mixed = (key ^ key >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        mixed ^= mixed >>> 31;
        return mixed == 0 ? 1 : mixed;
    }
}
