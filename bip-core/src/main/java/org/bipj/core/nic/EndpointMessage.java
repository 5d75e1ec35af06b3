package org.bipj.core.nic;

import java.lang.foreign.MemorySegment;

/**
 * What an {@link EndpointSink} is called with: one message, in place. It is a cursor: the network interface sets one object
 * for each call of a sink, and its values are valid until that call returns.
 */
public final class EndpointMessage {
    private int kind;
    private long peer;
    private long tag;
    private long header;
    private MemorySegment words = MemorySegment.NULL;
    private long wordsAt;
    private int wordCount;
    private MemorySegment data = MemorySegment.NULL;
    private long dataAt;
    private int bytes;

    /** Creates a cursor that describes no message yet. */
    public EndpointMessage() {}

    // ---- for sinks ---------------------------------------------------------------------------------------------

    /** Whether the message is an {@link Endpoints#REQUEST} or an {@link Endpoints#REPLY}. */
    public int kind() {
        return kind;
    }

    /**
     * Name of the other endpoint, packed: of the sender, for which the network vouches, or where the message comes back, the
     * one that it was sent to.
     */
    public long peer() {
        return peer;
    }

    /** The tag that the sender has given. */
    public long tag() {
        return tag;
    }

    /** The 64 bits that the sender's library has put beside the arguments. */
    public long header() {
        return header;
    }

    /** The memory that the argument words are in. */
    public MemorySegment words() {
        return words;
    }

    /** The offset of the first argument word in {@link #words}. */
    public long wordsAt() {
        return wordsAt;
    }

    /** The number of argument words. */
    public int wordCount() {
        return wordCount;
    }

    /** The memory that the data are in. */
    public MemorySegment data() {
        return data;
    }

    /** The offset of the first byte of data in {@link #data}. */
    public long dataAt() {
        return dataAt;
    }

    /** The number of bytes of data, which may be 0. */
    public int bytes() {
        return bytes;
    }

    // ---- for network interfaces --------------------------------------------------------------------------------

    /** Sets what a message carries beside words and data, which are set next. */
    public void set(int messageKind, long peerName, long messageTag, long messageHeader) {
        kind = messageKind;
        peer = peerName;
        tag = messageTag;
        header = messageHeader;
    }

    /** Sets where the argument words are. */
    public void setWords(MemorySegment memory, long at, int count) {
        words = memory;
        wordsAt = at;
        wordCount = count;
    }

    /** Sets where the data are. */
    public void setData(MemorySegment memory, long at, int count) {
        data = memory;
        dataAt = at;
        bytes = count;
    }
}
