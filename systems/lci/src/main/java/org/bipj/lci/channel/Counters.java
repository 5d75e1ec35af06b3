package org.bipj.lci.channel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;

/**
 * The counters of a rank, and the way to those of others: the processor's atomic addition where this rank reaches their
 * memory. The owner's first answer carries the key of that memory.
 */
final class Counters {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final long UNKNOWN = -2;

    private final long bytes;
    /** Null if the port reaches no memory of peers. */
    private final RemoteMemory remote;

    private final Region region;
    private final MemorySegment own;
    /** The exposed memory; kept, as the key is that of this object. */
    private final Payload exposed;

    private final long key;
    /** By owner: the key of its counters; {@link #UNKNOWN} before its first answer. */
    private final long[] keys;
    /** By owner: its counters; null where they are out of reach. */
    private final MemorySegment[] views;

    Counters(NicPort port, int counters) {
        bytes = (long) counters * Long.BYTES;
        remote = port.size() > 1 ? port.remoteMemory() : null;
        keys = new long[port.size()];
        Arrays.fill(keys, UNKNOWN);
        views = new MemorySegment[port.size()];
        region = remote == null ? null : remote.register(bytes);
        own = region == null ? Arena.ofAuto().allocate(bytes, Long.BYTES) : region.memory();
        exposed = new Payload(new SegmentCache());
        if (region == null) {
            key = RemoteMemory.NOT_EXPOSED;
        } else {
            exposed.set(own, 0, bytes, TypeLayout.bytes(1));
            key = remote.expose(exposed);
        }
        views[port.rank()] = own;
    }

    /** The key of this rank's counters for others; {@link RemoteMemory#NOT_EXPOSED}. */
    long key() {
        return key;
    }

    /** Adds to one of this rank's counters. Returns the value before. */
    long add(int counter, long n) {
        return (long) WORD.getAndAdd(own, (long) counter * Long.BYTES, n);
    }

    /** Keeps the key of a counter that its owner has answered. */
    void found(int owner, long ofOwner) {
        keys[owner] = ofOwner;
    }

    /** True if {@link #addAt} reaches the counters of a rank. */
    boolean reaches(int owner) {
        return views[owner] != null || keys[owner] != UNKNOWN && attach(owner);
    }

    private boolean attach(int owner) {
        if (keys[owner] == RemoteMemory.NOT_EXPOSED || remote == null) {
            return false;
        }
        views[owner] = remote.view(owner, keys[owner], bytes, Arena.ofAuto());
        if (views[owner] == null) {
            keys[owner] = RemoteMemory.NOT_EXPOSED;
        }
        return views[owner] != null;
    }

    /** Adds to a counter that this rank reaches. Returns the value before. */
    long addAt(int owner, int counter, long n) {
        return (long) WORD.getAndAdd(views[owner], (long) counter * Long.BYTES, n);
    }
}
