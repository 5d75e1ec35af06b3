package org.bipj.crl;

/** Regions of other ranks by id: open addressing, linear probing. No id is 0. */
final class RegionTable {
    private static final int INITIAL = 64;
    private static final long SPREAD = 0x9e3779b97f4a7c15L;

    private long[] ids = new long[INITIAL];
    private Region[] regions = new Region[INITIAL];
    private int mask = INITIAL - 1;
    private int size;

    private int slot(long id) {
        long hash = id * SPREAD;
        return (int) (hash ^ hash >>> Integer.SIZE) & mask;
    }

    /** The region; null if it is not contained. */
    Region get(long id) {
        for (int at = slot(id); ids[at] != 0; at = at + 1 & mask) {
            if (ids[at] == id) {
                return regions[at];
            }
        }
        return null;
    }

    /** Adds a region that is not contained. */
    void add(Region region) {
        if (2 * ++size > mask) {
            grow();
        }
        insert(region);
    }

    private void insert(Region region) {
        int at = slot(region.id);
        while (ids[at] != 0) {
            at = at + 1 & mask;
        }
        ids[at] = region.id;
        regions[at] = region;
    }

    private void grow() {
        Region[] before = regions;
        ids = new long[2 * before.length];
        regions = new Region[2 * before.length];
        mask = regions.length - 1;
        for (Region region : before) {
            if (region != null) {
                insert(region);
            }
        }
    }

    /** Removes a region that is contained. Those behind it in its run move up. */
    void remove(Region region) {
        int hole = slot(region.id);
        while (ids[hole] != region.id) {
            hole = hole + 1 & mask;
        }
        size--;
        for (int at = hole + 1 & mask; ids[at] != 0; at = at + 1 & mask) {
            if ((at - slot(ids[at]) & mask) >= (at - hole & mask)) {
                ids[hole] = ids[at];
                regions[hole] = regions[at];
                hole = at;
            }
        }
        ids[hole] = 0;
        regions[hole] = null;
    }

    int size() {
        return size;
    }
}
