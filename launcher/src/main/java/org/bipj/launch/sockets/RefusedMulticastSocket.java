package org.bipj.launch.sockets;

import java.io.IOException;
import java.net.MulticastSocket;
import java.net.SocketAddress;

/** Takes the place of {@link MulticastSocket}, which a simulated host does not have. */
public class RefusedMulticastSocket extends MulticastSocket {
    /** Refuses it. */
    public RefusedMulticastSocket() throws IOException {
        super(refused());
    }

    /** Refuses it. */
    public RefusedMulticastSocket(int port) throws IOException {
        super(refused());
    }

    /** Refuses it. */
    public RefusedMulticastSocket(SocketAddress address) throws IOException {
        super(refused());
    }

    private static SocketAddress refused() {
        throw RefusedNetwork.because("MulticastSocket", "use Socket and ServerSocket");
    }
}
