package org.bipj.core.nic;

import java.lang.foreign.MemorySegment;

/**
 * One endpoint of a rank. Like its port it is called by one thread at a time.
 *
 * <p>An entry is written in place, words and data apart, as a network interface may keep the words in its own memory and
 * the data in the host's (virtual networks paper, section 3):
 *
 * <pre>{@code
 * long entry = endpoint.claim(Endpoints.REQUEST, to, 1, bytes);
 * if (entry < 0) { ... BACK_PRESSURED: poll, then try again ... }
 * endpoint.words().set(JAVA_INT, endpoint.wordsAt(entry), argument);
 * MemorySegment.copy(source, 0, endpoint.data(), endpoint.dataAt(entry), bytes);
 * endpoint.commit(entry, tag, header);
 * }</pre>
 */
public interface Endpoint extends AutoCloseable {
    /** {@link #claim}: no entry of this kind is free now, because earlier messages have not gone. */
    long BACK_PRESSURED = NicPort.BACK_PRESSURED;

    /** The name under which others reach it, {@linkplain EndpointName#packed packed}. */
    long name();

    /** Sets the tag that requests must carry to be accepted. Those that are in the receive queue stay. */
    void setTag(long tag);

    /**
     * An entry for one message. It is committed or aborted before the rank claims another one, on any endpoint.
     *
     * @param kind {@link Endpoints#REQUEST} or {@link Endpoints#REPLY}
     * @param to name of the destination, packed; it may be an endpoint of the same rank
     * @param words argument words, 0 to {@link Endpoints.Limits#words}
     * @param bytes bytes of data, 0 to {@link Endpoints.Limits#dataBytes}
     * @return the entry, or {@link #BACK_PRESSURED}
     */
    long claim(int kind, long to, int words, int bytes);

    /** True if a reply can be claimed now, whatever its destination: a library asks before it takes a request. */
    boolean canReply();

    /** Memory of the argument words of the claimed entry. */
    MemorySegment words();

    /** First byte of an entry's words in {@link #words}, a multiple of 8. */
    long wordsAt(long entry);

    /** The memory that the data of the claimed entry are written to. */
    MemorySegment data();

    /** First byte of an entry's data in {@link #data}, a multiple of 8. */
    long dataAt(long entry);

    /**
     * Sends a claimed entry.
     *
     * @param tag of a request, the destination's tag, as far as the sender knows; ignored for replies
     * @param header the library's own 64 bits, such as handler and credits
     */
    void commit(long entry, long tag, long header);

    /**
     * Transmissions of messages of this endpoint after the first one each, since it was opened: they were lost, damaged or
     * not answered in time, or the destination had no room.
     */
    long sentAgain();

    /** Gives a claimed send entry back without sending it. */
    void abort(long entry);

    /**
     * Ends the endpoint: what comes for it, and what waits in it, goes back to its senders. What it has sent itself is
     * still delivered, or comes back unheard.
     */
    @Override
    void close();
}
