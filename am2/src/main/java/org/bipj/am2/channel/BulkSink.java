package org.bipj.am2.channel;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.EndpointSink;

/**
 * A sink that takes bulk data into a segment. When they are there, {@link #onMessage} hands the message over, with the
 * segment as the memory of its data.
 */
public interface BulkSink extends EndpointSink {
    /**
     * True if {@link #onBulk} would accept a message now. Called in any round of progress of the rank, so that data need not
     * wait for a poll. Changes nothing.
     */
    boolean takesBulk(long header, long offset, long bytes);

    /**
     * Decides about a bulk message that was announced, in a poll. Not called for one that was {@linkplain #takesBulk taken}
     * before.
     *
     * @param kind {@code REQUEST} or {@code REPLY}
     * @param from name of the sending endpoint, packed
     * @param header the sender's library's own 64 bits
     * @param offset where its data are to go in the segment, unchecked
     * @param bytes length of its data
     * @return {@link #DONE} to accept it, or the complement of a reason, as {@link #onMessage}
     */
    int onBulk(int kind, long from, long header, long offset, long bytes);

    /** The segment into which data of accepted messages are received. */
    MemorySegment segment();
}
