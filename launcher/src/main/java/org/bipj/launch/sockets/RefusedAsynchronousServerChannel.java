package org.bipj.launch.sockets;

import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;

/** Instead of {@link AsynchronousServerSocketChannel}'s static methods, which a simulated host does not have. Public because the programs' classes call it. */
public final class RefusedAsynchronousServerChannel {
    private RefusedAsynchronousServerChannel() {}

    private static UnsupportedOperationException refused() {
        return RefusedNetwork.because("AsynchronousServerSocketChannel", "use Socket and ServerSocket");
    }

    /** Instead of {@code open()}. */
    public static AsynchronousServerSocketChannel open() {
        throw refused();
    }

    /** Instead of {@code open(group)}. */
    public static AsynchronousServerSocketChannel open(AsynchronousChannelGroup group) {
        throw refused();
    }
}
