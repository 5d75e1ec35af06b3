package org.bipj.core.channel;

import org.jspecify.annotations.Nullable;

/** A long message, announced or as a train, without a destination so far. Recycled once accepted. */
public final class Arrival {
    int peer;
    long envelope;
    long length;
    long sendHandle;
    long key;
    /** The train that the message arrives in; null for a message that was only announced. */
    Trains.@Nullable Train train;

    @Nullable
    Arrival nextFree;

    Arrival() {}

    /** The rank that sends the message. */
    public int peer() {
        return peer;
    }

    /** The envelope that the sender has given to the message. */
    public long envelope() {
        return envelope;
    }

    /** True if the sender waits until the message is accepted or refused; false if its bytes come by themselves. */
    public boolean isAwaited() {
        return train == null;
    }

    /** True if a {@linkplain ChannelClient#withdraw withdrawal} concerns this message. */
    public boolean is(int sender, long announcement) {
        return train == null && peer == sender && sendHandle == announcement;
    }

    /** How many bytes the message has. */
    public long length() {
        return length;
    }
}
