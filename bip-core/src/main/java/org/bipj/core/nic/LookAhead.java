package org.bipj.core.nic;

import java.lang.foreign.MemorySegment;

/**
 * The facet of ports whose packets can be looked at without cost before they are taken: the short path of a caller that
 * waits for one packet. The next packet may be another one; then the caller uses {@link NicPort#poll}.
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
     * As {@link NicPort#poll}, except of the expected peer: for a caller that {@link #peek peeks} at that one. Where
     * there are many others each call looks at some, in turn.
     */
    int pollOthers(PacketSink sink, int limit);
}
