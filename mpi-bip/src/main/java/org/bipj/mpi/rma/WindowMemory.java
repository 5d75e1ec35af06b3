package org.bipj.mpi.rma;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.jspecify.annotations.Nullable;

/**
 * Memory that the library allocates and maps for one window. It ends with the window: the garbage collector, to which it is
 * a few small objects, would leave gigabytes of windows that were freed.
 */
final class WindowMemory {
    private static final long LINE = 64;

    private final OneSided rma;
    /** Null if the port cannot reach peers' memory, or there are no peers. */
    private final @Nullable RemoteMemory remote;

    private final List<Region> regions = new ArrayList<>();
    private final List<Arena> arenas = new ArrayList<>();
    /** The lifetime of mappings of peers' memory; null if none is mapped. */
    private @Nullable Arena views;

    WindowMemory(OneSided rma, @Nullable RemoteMemory remote) {
        this.rma = rma;
        this.remote = remote;
    }

    /** Zeroed memory that peers can reach, if there is such memory; null if there is none at all. */
    @Nullable
    MemorySegment allocate(long bytes) {
        return allocate(bytes, false);
    }

    /**
     * The same.
     *
     * @param shared private memory is of no use
     */
    @Nullable
    MemorySegment allocate(long bytes, boolean shared) {
        Arena arena = newArena();
        rma.enter();
        try {
            Region region = remote == null || bytes <= 0
                    ? null
                    : shared ? remote.registerRequired(bytes, arena) : remote.register(bytes, arena);
            if (region == null) {
                return arena.allocate(bytes, LINE);
            }
            regions.add(region);
            return region.memory();
        } catch (OutOfMemoryError e) {
            return null;
        } finally {
            rma.exit();
        }
    }

    /** Memory of a world rank; null if this rank cannot reach it. */
    @Nullable
    MemorySegment view(int world, long key, long bytes) {
        if (remote == null || key == RemoteMemory.NOT_EXPOSED) {
            return null;
        }
        if (views == null) {
            views = newArena();
        }
        rma.enter();
        try {
            return remote.view(world, key, bytes, views);
        } finally {
            rma.exit();
        }
    }

    private Arena newArena() {
        Arena arena = Arena.ofShared();
        arenas.add(arena);
        return arena;
    }

    /** Ends all of it, here; no peer uses this rank's memory any more. */
    void free() {
        rma.enter();
        try {
            regions.forEach(Region::close);
            arenas.forEach(Arena::close);
        } finally {
            rma.exit();
        }
    }
}
