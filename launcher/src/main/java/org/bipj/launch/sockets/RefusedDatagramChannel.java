package org.bipj.launch.sockets;

import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;

/** Instead of {@link DatagramChannel}'s static methods, which a simulated host does not have. Public because the programs' classes call it. */
public final class RefusedDatagramChannel {
    private RefusedDatagramChannel() {}

    private static UnsupportedOperationException refused() {
        return RefusedNetwork.because("DatagramChannel", "use Socket and ServerSocket");
    }

    /** Instead of {@code open()}. */
    public static DatagramChannel open() {
        throw refused();
    }

    /** Instead of {@code open(family)}. */
    public static DatagramChannel open(ProtocolFamily family) {
        throw refused();
    }
}
