package org.bipj.core.nic;

import java.lang.foreign.MemorySegment;

/**
 * One endpoint of a rank. Like its port it is called by one thread at a time; {@link #hasArrived} may be asked by any.
 *
 * <p>An entry is written in place, words and data apart, as a network interface may keep the words in its own memory and
 * the data in the host's (virtual networks paper, section 3):
 *
 * <pre>{@code
 * long entry = endpoint.claim(Endpoints.REQUEST, to, bytes);
 * if (entry < 0) { ... BACK_PRESSURED: poll, then try again ... }
 * endpoint.words().set(JAVA_INT, endpoint.wordsAt(entry), argument);
 * MemorySegment.copy(source, 0, endpoint.data(), endpoint.dataAt(entry), bytes);
 * endpoint.commit(entry, tag, header, 1, bytes);
 * }</pre>
 */
public interface Endpoint extends AutoCloseable {
    /** {@link #claim}: no entry of this kind is free now, because earlier messages have not gone. */
    long BACK_PRESSURED = NicPort.BACK_PRESSURED;

    /** The name under which others reach it, {@linkplain EndpointName#packed packed}. */
    long name();

    /** Sets the tag that messages must carry to be accepted. Those that are in the receive queue stay. */
    void setTag(long tag);

    /**
     * An entry for one message. Several may be claimed at a time.
     *
     * @param kind {@link Endpoints#REQUEST} or {@link Endpoints#REPLY}
     * @param to name of the destination, packed; it may be an endpoint of the same rank
     * @param bytes bytes of data, 0 to {@link Endpoints.Limits#dataBytes}
     * @return the entry, or {@link #BACK_PRESSURED}
     */
    long claim(int kind, long to, int bytes);

    /** Memory of the argument words of the latest claim. */
    MemorySegment words();

    /** First byte of an entry's words in {@link #words}, a multiple of 8. */
    long wordsAt(long entry);

    /** Memory of the data of the latest claim. */
    MemorySegment data();

    /** First byte of an entry's data in {@link #data}, a multiple of 8. */
    long dataAt(long entry);

    /**
     * Sends a claimed entry.
     *
     * @param tag the destination's tag, as far as the sender knows
     * @param header the library's own 64 bits, such as handler and token
     * @param words argument words, up to {@link Endpoints.Limits#words}
     * @param bytes bytes of data: what was claimed, or less
     */
    void commit(long entry, long tag, long header, int words, int bytes);

    /** Gives a claimed entry back unsent. */
    void abort(long entry);

    /**
     * Hands over messages that have come for this endpoint, and those of its own that came back. Other endpoints'
     * messages stay where they are; the network goes on for all.
     *
     * @param limit at most about this many
     * @return number of messages handed over
     */
    int poll(EndpointSink sink, int limit);

    /** Ends the sink's hold of a message that it has kept. */
    void release(long entry);

    /**
     * True if a poll would find a message. It costs little: one who waits for many endpoints asks each. A rank that
     * sleeps in {@link NicPort#idle} is woken when this becomes true for one of its endpoints.
     */
    boolean hasArrived();

    /**
     * Ends the endpoint: what comes for it goes back to its senders, once what it has sent itself has been accepted or
     * has come back, which goes unheard.
     */
    @Override
    void close();
}
