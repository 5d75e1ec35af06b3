package org.bipj.core.nic;

import java.lang.foreign.MemorySegment;

/**
 * Takes what an {@linkplain Endpoint endpoint} receives, in place. Called from inside {@link EndpointGroup#poll} only, on
 * the polling thread; it may claim and commit entries, but must not poll.
 */
public interface EndpointSink {
    /** The sink is done with the message: its entry may be used again at once. */
    int DONE = 0;

    /**
     * The sink cannot take the message now, because it lacks what an answer needs: the message stays in the receive
     * queue. A later poll delivers it again.
     */
    int NOT_NOW = 1;

    /**
     * One message has come.
     *
     * @param kind {@link Endpoints#REQUEST} or {@link Endpoints#REPLY}
     * @param from name of the sending endpoint, packed; the network vouches for it
     * @param tag the tag that the sender has given
     * @param header the sender's library's own 64 bits
     * @param words memory of the argument words, valid only during the call
     * @param wordsAt first byte of the words
     * @param wordCount number of words
     * @param data memory of the data, valid only during the call
     * @param dataAt first byte of the data
     * @param bytes bytes of data, perhaps 0
     * @return {@link #DONE}, {@link #NOT_NOW}, or the complement ({@code ~reason}) of a reason from {@link
     *     Endpoints#FIRST_OWN_REASON} on: the message was not delivered, and goes back to its sender
     */
    int onMessage(
            int kind,
            long from,
            long tag,
            long header,
            MemorySegment words,
            long wordsAt,
            int wordCount,
            MemorySegment data,
            long dataAt,
            int bytes);

    /**
     * A message of this endpoint came back. Its words and data are as they were sent, in the same manner as for {@link
     * #onMessage}.
     *
     * @param to name that it was sent to, packed
     * @param reason one of {@link Endpoints}, or the receiving library's own
     */
    void onReturned(
            int kind,
            long to,
            long tag,
            int reason,
            long header,
            MemorySegment words,
            long wordsAt,
            int wordCount,
            MemorySegment data,
            long dataAt,
            int bytes);
}
