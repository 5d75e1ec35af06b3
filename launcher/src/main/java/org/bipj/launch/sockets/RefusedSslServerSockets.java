package org.bipj.launch.sockets;

import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLServerSocketFactory;

/** Instead of {@link SSLServerSocketFactory}'s static method, which a simulated host does not have. Public because the programs' classes call it. */
public final class RefusedSslServerSockets {
    private RefusedSslServerSockets() {}

    private static UnsupportedOperationException refused() {
        return RefusedNetwork.because("SSLServerSocket", "use SSLEngine, or connections without TLS");
    }

    /** Instead of {@code getDefault()}. */
    public static ServerSocketFactory getDefault() {
        throw refused();
    }
}
