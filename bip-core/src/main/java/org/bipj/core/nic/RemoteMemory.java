package org.bipj.core.nic;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.Payload;
import org.jspecify.annotations.Nullable;

/**
 * The facet of ports that reach the memory of peers without packets, as DMA does. Long messages are then copied from one
 * registered region to another.
 */
public interface RemoteMemory {
    /** {@link #expose}: peers cannot reach this memory. The caller sends packets instead. */
    long NOT_EXPOSED = -1;

    /** {@link #get}, {@link #put}: the copy is complete on return. */
    int COMPLETE = 0;

    /** {@link #get}, {@link #put}: the copy has started; {@link PacketSink#onCompletion} reports its end. */
    int PENDING = 1;

    /** {@link #get}, {@link #put}: the peer's region cannot be attached here. The caller falls back to packets. */
    int UNREACHABLE = 2;

    /**
     * Allocates memory that peers can reach by {@link #get} and {@link #put}.
     *
     * @param bytes its length, positive
     * @param arena an arena for this memory alone. Where it is one that is closed, its owner closes the region before
     * @return the region; null if this fails. The caller then uses private memory, and messages go in packets
     */
    Region register(long bytes, Arena arena);

    /**
     * The same for memory that private memory cannot replace: what nobody refers to any more is searched for also where that has
     * been in vain a moment ago.
     */
    default Region registerRequired(long bytes, Arena arena) {
        return register(bytes, arena);
    }

    /** A region that lives as long as its memory is reachable. */
    default Region register(long bytes) {
        return register(bytes, Arena.ofAuto());
    }

    /**
     * Lets peers reach this payload's memory until {@link #conceal}.
     *
     * @return a key to send to peers, or {@link #NOT_EXPOSED}
     */
    long expose(Payload payload);

    /** Takes back a key, and with it the access that {@link #expose} has granted. */
    void conceal(long key);

    /**
     * As {@link #expose}, for one peer that may {@link #get} the payload. Ports override this method where not all peers can
     * reach the same memory, or only by put.
     */
    default long exposeSource(int peer, Payload payload) {
        return expose(payload);
    }

    /**
     * As {@link #expose}, for one peer that may {@link #put} once, exactly the first {@code bytes} bytes of the payload. The
     * payload must not be used before the put is complete or the peer has failed.
     */
    default long exposeTarget(int peer, Payload payload, long bytes) {
        return expose(payload);
    }

    /** Ends what {@link #exposeSource} or {@link #exposeTarget} began for this peer. */
    default void conceal(int peer, long key) {
        conceal(key);
    }

    /**
     * Copies the first {@code bytes} bytes of a peer's exposed payload into {@code into}.
     *
     * @param cookie identifies the copy to {@link PacketSink#onCompletion} if it is {@link #PENDING}
     * @return {@link #COMPLETE}, {@link #PENDING} or {@link #UNREACHABLE}
     */
    int get(int peer, long key, Payload into, long bytes, long cookie);

    /**
     * Copies the first {@code bytes} bytes of {@code from} into a peer's exposed payload.
     *
     * @param cookie identifies the copy to {@link PacketSink#onCompletion} if it is {@link #PENDING}
     * @return {@link #COMPLETE}, {@link #PENDING} or {@link #UNREACHABLE}
     */
    int put(int peer, long key, Payload from, long bytes, long cookie);

    /**
     * The memory of a peer's exposed payload, which this rank's processor can load from and store to. The segment remains
     * valid after {@link #conceal}, as long as the arena and, between threads, the peer's memory.
     *
     * @param bytes length of the payload, which has no gaps
     * @param arena of the mapping, where one is made. It must not be that of a region
     * @return the memory; null if this port supports copies only
     */
    default @Nullable MemorySegment view(int peer, long key, long bytes, Arena arena) {
        return null;
    }
}
