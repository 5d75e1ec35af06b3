package org.bipj.launch.sockets;

import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousSocketChannel;

/** Instead of {@link AsynchronousSocketChannel}'s static methods, which a simulated host does not have. Public because the programs' classes call it. */
public final class RefusedAsynchronousChannel {
    private RefusedAsynchronousChannel() {}

    private static UnsupportedOperationException refused() {
        return RefusedNetwork.because("AsynchronousSocketChannel", "use Socket and ServerSocket");
    }

    /** Instead of {@code open()}. */
    public static AsynchronousSocketChannel open() {
        throw refused();
    }

    /** Instead of {@code open(group)}. */
    public static AsynchronousSocketChannel open(AsynchronousChannelGroup group) {
        throw refused();
    }
}
