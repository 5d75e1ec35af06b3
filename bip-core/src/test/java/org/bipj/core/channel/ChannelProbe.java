package org.bipj.core.channel;

import org.bipj.core.protocol.CreditWindow;

/** What tests look at inside a channel. */
public final class ChannelProbe {
    private ChannelProbe() {}

    /** Flow control with a peer, in both roles. */
    public static CreditWindow credits(Channel channel, int peer) {
        return channel.credits(peer);
    }

    /** The announcement of a message that no channel has delivered, for tests of what keeps such messages. */
    public static Arrival announcement(int peer, long handle, long length) {
        Arrival arrival = new Arrival();
        arrival.peer = peer;
        arrival.sendHandle = handle;
        arrival.length = length;
        return arrival;
    }

    /** By what its sender names an announcement. */
    public static long handle(Arrival announcement) {
        return announcement.sendHandle;
    }

    /** Long messages under way, in both directions. */
    public static int operations(Channel channel) {
        return channel.operations();
    }
}
