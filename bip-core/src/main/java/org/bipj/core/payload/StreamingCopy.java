package org.bipj.core.payload;

import java.lang.foreign.MemorySegment;

/**
 * A copy whose stores pass the caches of the core that makes them. Plain stores fetch each line from where it was used last, a few at
 * a time; over a long distance, as between the dies or sockets of a server, that takes most of the time of a copy.
 */
public interface StreamingCopy {
    /**
     * Copies bytes. Later stores of the calling thread, by whatever instruction, come behind those of the copy.
     *
     * @param from a native segment, or one over a primitive array
     * @param to a native segment
     * @throws IndexOutOfBoundsException if a range is not inside its segment
     */
    void copy(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes);
}
