package org.bipj.shm;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.Region;
import org.bipj.core.payload.Payload;

/** How ranks reach each other's memory without packets: the methods of {@link org.bipj.core.nic.RemoteMemory} of the same names. */
interface DirectAccess {
    Region register(long bytes);

    long expose(Payload payload);

    void conceal(long key);

    int get(int peer, long key, Payload into, long bytes);

    int put(int peer, long key, Payload from, long bytes);

    MemorySegment view(int peer, long key, long bytes);

    /** True if what a rank exposes under this key can be reached here; a late caller may ask for a key that has ended. */
    boolean reaches(int peer, long key);

    /** Copies a range of an exposed payload of one rank to the same range of one of another. */
    void copyRange(int source, long sourceKey, int target, long targetKey, long at, long bytes);

    /** Drops mappings of memory that its owner has given up. */
    void sweep();

    void close();
}
