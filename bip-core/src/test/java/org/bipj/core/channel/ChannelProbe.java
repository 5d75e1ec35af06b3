package org.bipj.core.channel;

import org.bipj.core.protocol.CreditWindow;

/** What tests look at inside a channel. */
public final class ChannelProbe {
    private ChannelProbe() {}

    /** Flow control with a peer, in both roles. */
    public static CreditWindow credits(Channel channel, int peer) {
        return channel.credits(peer);
    }

    /** Long messages under way, in both directions. */
    public static int operations(Channel channel) {
        return channel.operations();
    }
}
