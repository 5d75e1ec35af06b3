package org.bipj.ssam;

import java.lang.foreign.MemorySegment;

/** Code that a long message runs at its destination, once, inside a poll there, when all its data are in memory. It sends nothing. */
@FunctionalInterface
public interface LongHandler {
    /**
     * Handles a long message.
     *
     * @param from the rank that has sent it
     * @param data the part of the {@linkplain Ssam#expose exposed} memory that it has written
     */
    void handle(int from, MemorySegment data);
}
