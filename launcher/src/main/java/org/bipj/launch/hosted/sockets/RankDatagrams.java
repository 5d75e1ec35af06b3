package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.util.Objects;

/** Replaces static methods of {@link DatagramChannel}. Public because the programs' classes call it. */
public final class RankDatagrams {
    private RankDatagrams() {}

    /** Instead of {@code DatagramChannel.open()}. */
    public static DatagramChannel open() throws IOException {
        return RankSelectorProvider.ONLY.openDatagramChannel();
    }

    /** Instead of {@code DatagramChannel.open(family)}. */
    public static DatagramChannel open(ProtocolFamily family) throws IOException {
        return RankSelectorProvider.ONLY.openDatagramChannel(Objects.requireNonNull(family));
    }
}
