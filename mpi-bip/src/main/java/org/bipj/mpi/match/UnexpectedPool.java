package org.bipj.mpi.match;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.SendOp;
import org.jspecify.annotations.Nullable;

/**
 * Memory of unexpected messages, by powers of two, used again and again. Its size is bounded by the credits that senders
 * have: what was needed once is kept.
 */
public final class UnexpectedPool {
    private static final int SMALLEST_LOG = 6;
    private static final int NO_BYTES = 0;

    /** Free entries by binary logarithm of their memory; class 0 has no memory. Chained by nextOfAll. */
    private final @Nullable Unexpected[] free = new Unexpected[32];

    private final HeapReserve reserve;

    /** Creates a pool without entries. */
    public UnexpectedPool(HeapReserve reserve) {
        this.reserve = reserve;
    }

    /** An entry that holds a copy of a short message. */
    public Unexpected copyOf(int source, int tag, int signature, MemorySegment memory, long at, int length) {
        Unexpected entry = ofBytes(source, tag, signature, length);
        MemorySegment.copy(memory, at, entry.bytes, 0, length);
        return entry;
    }

    /** An entry with room for the bytes of a short message, which the caller writes. */
    public Unexpected ofBytes(int source, int tag, int signature, int length) {
        int sizeClass = Math.max(SMALLEST_LOG, 32 - Integer.numberOfLeadingZeros(Math.max(length, 1) - 1));
        Unexpected entry = take(sizeClass, source, tag, signature, length);
        if (entry.bytes == null) {
            entry.bytes = Arena.ofAuto().allocate(1L << sizeClass, 64);
        }
        return entry;
    }

    /** Takes an entry for a message that was announced, and whose bytes come later. */
    public Unexpected of(Arrival arrival, int tag, int signature) {
        Unexpected entry = take(NO_BYTES, arrival.peer(), tag, signature, arrival.length());
        entry.arrival = arrival;
        return entry;
    }

    /** An entry for a send to oneself. */
    public Unexpected of(SendOp local, int source, int tag, int signature) {
        Unexpected entry = take(NO_BYTES, source, tag, signature, local.size());
        entry.local = local;
        return entry;
    }

    private Unexpected take(int sizeClass, int source, int tag, int signature, long length) {
        Unexpected entry = free[sizeClass];
        if (entry == null) {
            reserve.made();
            entry = new Unexpected();
            entry.sizeClass = sizeClass;
        } else {
            free[sizeClass] = entry.nextOfAll;
            entry.nextOfAll = null;
        }
        entry.source = source;
        entry.tag = tag;
        entry.signature = signature;
        entry.length = length;
        return entry;
    }

    /** Gives an entry back that is in no list. */
    public void give(Unexpected entry) {
        entry.arrival = null;
        entry.local = null;
        entry.nextOfAll = free[entry.sizeClass];
        free[entry.sizeClass] = entry;
    }
}
