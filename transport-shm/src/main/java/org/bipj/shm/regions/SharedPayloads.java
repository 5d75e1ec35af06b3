package org.bipj.shm.regions;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Payload;
import org.bipj.shm.memory.Distance;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.Numbered;

/**
 * Between threads of one JVM: every payload, in arrays too, can be reached through a table of payloads per rank, except in
 * memory of a confined arena.
 */
public final class SharedPayloads implements DirectAccess {
    /** Payloads that one rank can expose at a time. More go in packets. */
    private static final int SLOTS = 1024;

    private final Numbered<Tables> jobs;
    private final AtomicReferenceArray<Payload> mine;
    private final int[] free = new int[SLOTS];
    private int frees;

    /** The tables of all ranks of a job. */
    public static final class Tables {
        private final ConcurrentHashMap<Integer, AtomicReferenceArray<Payload>> byRank = new ConcurrentHashMap<>();

        /** Creates the tables of a job that has not begun. */
        public Tables() {}
    }

    /**
     * Creates the table of one rank.
     *
     * @param ranks the number of them in the job
     */
    public SharedPayloads(Tables ofJob, int rank, int ranks) {
        jobs = new Numbered<>(ranks, ofJob);
        mine = new AtomicReferenceArray<>(SLOTS);
        ofJob.byRank.put(rank, mine);
        for (int slot = SLOTS - 1; slot >= 0; slot--) {
            free[frees++] = slot;
        }
    }

    @Override
    public void attach(int first, PeerMemory job) {
        jobs.add(first, job.memory().board().ranks(), job.payloads());
    }

    @Override
    public void detach(int first) {
        jobs.remove(first);
    }

    private AtomicReferenceArray<Payload> table(int peer) {
        return jobs.of(peer).byRank.get(jobs.place(peer));
    }

    /** Any memory can be reached here, so there is nothing to register. */
    @Override
    public Region register(long bytes, Arena arena, boolean isRequired) {
        return null;
    }

    @Override
    public Mapping makeRequired(long bytes, Supplier<Mapping> maker) {
        return maker.get();
    }

    @Override
    public void reclaim() {}

    @Override
    public long expose(Payload payload) {
        if (frees == 0 || !payload.isForAllThreads()) {
            return RemoteMemory.NOT_EXPOSED;
        }
        int slot = free[--frees];
        mine.setRelease(slot, payload);
        return slot;
    }

    @Override
    public void conceal(long key) {
        mine.setRelease((int) key, null);
        free[frees++] = (int) key;
    }

    @Override
    public int get(int peer, long key, Payload into, long bytes) {
        into.copyFrom(payload(peer, key), bytes);
        return RemoteMemory.COMPLETE;
    }

    /** Most of what ranks expose to the others of their JVM are arrays, which plain stores write. */
    @Override
    public int put(int peer, long key, Payload from, long bytes, Distance distance) {
        payload(peer, key).copyFrom(from, bytes);
        return RemoteMemory.COMPLETE;
    }

    /** Null for an array of booleans, which is no memory of numbers. */
    @Override
    public MemorySegment view(int peer, long key, long bytes, Arena arena) {
        MemorySegment memory = payload(peer, key).segmentFromOrigin();
        return memory == null ? null : memory.asSlice(0, bytes);
    }

    @Override
    public boolean reaches(int peer, long key) {
        return table(peer).getAcquire((int) key) != null;
    }

    @Override
    public void copyRange(
            int source, long sourceKey, int target, long targetKey, long at, long bytes, Distance distance) {
        payload(target, targetKey).copyFrom(payload(source, sourceKey), at, bytes);
    }

    private Payload payload(int peer, long key) {
        Payload payload = table(peer).getAcquire((int) key);
        if (payload == null) {
            throw new IllegalStateException("rank " + peer + " exposes nothing under key " + key);
        }
        return payload;
    }

    @Override
    public void sweep() {}

    @Override
    public void close() {}
}
