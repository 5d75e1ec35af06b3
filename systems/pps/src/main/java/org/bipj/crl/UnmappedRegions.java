package org.bipj.crl;

/**
 * Regions of other ranks that are not mapped, but whose copies are kept: a list in the order in which they were unmapped. The
 * one that was unmapped first is evicted first.
 */
final class UnmappedRegions {
    private final int capacity;
    private int size;
    private Region oldest;
    private Region newest;

    UnmappedRegions(int capacity) {
        this.capacity = capacity;
    }

    void add(Region region) {
        region.older = newest;
        if (newest == null) {
            oldest = region;
        } else {
            newest.newer = region;
        }
        newest = region;
        size++;
    }

    void remove(Region region) {
        if (region.older == null) {
            oldest = region.newer;
        } else {
            region.older.newer = region.newer;
        }
        if (region.newer == null) {
            newest = region.older;
        } else {
            region.newer.older = region.older;
        }
        region.older = null;
        region.newer = null;
        size--;
    }

    /** Removes the oldest one if there are more than the capacity; else null. */
    Region evict() {
        if (size <= capacity) {
            return null;
        }
        Region evicted = oldest;
        remove(evicted);
        return evicted;
    }
}
