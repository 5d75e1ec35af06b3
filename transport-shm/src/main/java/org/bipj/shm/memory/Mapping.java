package org.bipj.shm.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Shared memory mapped here.
 *
 * @param memory the bytes
 * @param arena its lifetime here; null where the memory belongs to the store
 */
public record Mapping(MemorySegment memory, Arena arena) implements AutoCloseable {
    /** Unmaps it. The caller ensures that no thread uses it any more. */
    @Override
    public void close() {
        if (arena != null) {
            arena.close();
        }
    }
}
