package org.bipj.am2.channel;

import org.bipj.core.nic.Endpoint;

/** An endpoint whose network moves bulk data without mediums: straight from their source into the destination's segment. */
public interface BulkEndpoint extends Endpoint {
    /** True if a bulk message of this length to this endpoint can be {@linkplain #trySend sent} so. */
    boolean carries(long to, long bytes);

    /**
     * Sends a bulk message. The receiver checks it when it is announced: it comes back before any byte has moved, or its
     * data go into the segment, whatever call makes the receiver's progress, and its handler's message is queued then.
     *
     * @param data the data, which must not change until they are {@linkplain BulkSend#isOver over}
     * @param kind {@code REQUEST} or {@code REPLY}
     * @param to name of the destination, packed
     * @param words argument words, of which the first {@code count} are sent
     * @param offset where the data go, in bytes from the start of the segment
     * @return false if nothing was sent, as with {@link #claim}
     */
    boolean trySend(BulkSend data, int kind, long to, long tag, long header, int[] words, int count, long offset);

    /** True while data of accepted bulk messages come into the segment. */
    boolean isReceiving();
}
