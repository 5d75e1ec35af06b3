package org.bipj.core.nic;

import java.lang.foreign.MemorySegment;

/**
 * The facet of ports whose packets can be looked at without cost before they are taken: the short way for a caller who
 * waits for just one packet, and may find that it is another. {@link NicPort#poll} always serves.
 */
public interface LookAhead {
    /**
     * Looks at the next DATA packet of one peer without taking it.
     *
     * @return the packet's immediate in the high half and its length plus 1 in the low half; 0 if none is shown
     */
    long peek(int peer);

    /** Memory in which the packet lies that the latest {@link #peek} showed. */
    MemorySegment peekMemory(int peer);

    /** First byte of the packet that the latest {@link #peek} showed. */
    long peekOffset(int peer);

    /** Ends the life of the packet that the latest {@link #peek} showed. Nothing was polled since. */
    void take(int peer);

    /**
     * As {@link NicPort#poll}, but not of the peer that is expected: for those who {@link #peek} at that one. Where
     * there are many others each call looks at some, in turn.
     */
    int pollOthers(PacketSink sink, int limit);
}
