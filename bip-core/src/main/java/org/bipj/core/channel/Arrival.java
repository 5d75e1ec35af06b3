package org.bipj.core.channel;

/** An announced long message without a destination so far. Recycled once accepted. */
public final class Arrival {
    int peer;
    long envelope;
    long length;
    long sendHandle;
    long key;
    Arrival nextFree;

    Arrival() {}

    /** Rank that sends it. */
    public int peer() {
        return peer;
    }

    /** The sender's envelope. */
    public long envelope() {
        return envelope;
    }

    /** Bytes in the message. */
    public long length() {
        return length;
    }
}
