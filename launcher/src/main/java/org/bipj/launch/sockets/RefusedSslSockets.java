package org.bipj.launch.sockets;

import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSocketFactory;

/** Instead of {@link SSLSocketFactory}'s static method, and the factories of {@link SSLContext}, which a simulated host does not have. Public because the programs' classes call it. */
public final class RefusedSslSockets {
    private RefusedSslSockets() {}

    private static UnsupportedOperationException refused() {
        return RefusedNetwork.because("SSLSocket", "use SSLEngine, or connections without TLS");
    }

    /** Instead of {@code getDefault()}. */
    public static SocketFactory getDefault() {
        throw refused();
    }

    /** Instead of {@code getSocketFactory(context)}. */
    public static SSLSocketFactory getSocketFactory(SSLContext context) {
        throw refused();
    }

    /** Instead of {@code getServerSocketFactory(context)}. */
    public static SSLServerSocketFactory getServerSocketFactory(SSLContext context) {
        throw refused();
    }
}
