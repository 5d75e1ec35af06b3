package org.bipj.shm.regions;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Payload;
import org.bipj.shm.memory.Distance;
import org.bipj.shm.memory.Mapping;

/** How one rank reaches the memory of others without packets: {@link RemoteMemory}, where every copy ends before the call returns. */
public interface DirectAccess {
    /**
     * Memory that peers can reach; see {@link RemoteMemory#register}.
     *
     * @param isRequired as in {@link RemoteMemory#registerRequired}
     */
    Region register(long bytes, Arena arena, boolean isRequired);

    /**
     * Makes shared memory that the rank cannot do without. Where there is no room, it takes memory back that nobody refers to any more, and
     * tries again.
     *
     * @throws org.bipj.core.nic.PortException of the last attempt
     */
    Mapping makeRequired(long bytes, Supplier<Mapping> maker);

    /** Takes back what the program of this rank does not refer to any more, for ranks that have no room. By any thread. */
    void reclaim();

    /** A key under which peers reach a payload of this rank; see {@link RemoteMemory#expose}. */
    long expose(Payload payload);

    /** Takes back a key: peers cannot access its memory any more. */
    void conceal(long key);

    /**
     * Copies the first bytes of a peer's exposed payload.
     *
     * @return {@link RemoteMemory#COMPLETE} or {@link RemoteMemory#UNREACHABLE}
     */
    int get(int peer, long key, Payload into, long bytes);

    /**
     * Copies bytes to the start of a peer's exposed payload.
     *
     * @param distance to the peer; null where it is not known
     * @return {@link RemoteMemory#COMPLETE} or {@link RemoteMemory#UNREACHABLE}
     */
    int put(int peer, long key, Payload from, long bytes, Distance distance);

    /** As {@link org.bipj.core.nic.RemoteMemory#view}. */
    MemorySegment view(int peer, long key, long bytes, Arena arena);

    /** True if this rank can reach what another exposes under this key. The key may have ended. */
    boolean reaches(int peer, long key);

    /**
     * Copies a range of an exposed payload of one rank to the same range of one of another.
     *
     * @param distance to the target; null where it is not known, or is this rank
     */
    void copyRange(int source, long sourceKey, int target, long targetKey, long at, long bytes, Distance distance);

    /** Ranks of another job are peers from now on, by the numbers from the first one on. */
    void attach(int first, PeerMemory job);

    /** Unmaps the memory of the job with this first number, whose ranks are no peers any more. */
    void detach(int first);

    /** Unmaps memory whose owner has released it. */
    void sweep();

    /** Unmaps the memory of all peers. */
    void close();
}
