package org.bipj.launch.sockets;

import java.net.DatagramSocket;
import java.net.DatagramSocketImpl;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.SocketException;

/** Takes the place of {@link DatagramSocket}, which a simulated host does not have. */
public class RefusedDatagramSocket extends DatagramSocket {
    /** Refuses it. */
    public RefusedDatagramSocket() throws SocketException {
        super(refused());
    }

    /** Refuses it. */
    public RefusedDatagramSocket(int port) throws SocketException {
        super(refused());
    }

    /** Refuses it. */
    public RefusedDatagramSocket(int port, InetAddress address) throws SocketException {
        super(refused());
    }

    /** Refuses it. */
    public RefusedDatagramSocket(SocketAddress address) throws SocketException {
        super(refused());
    }

    /** Refuses it. */
    protected RefusedDatagramSocket(DatagramSocketImpl impl) {
        super(refusedImpl());
    }

    private static SocketAddress refused() {
        throw RefusedNetwork.because("DatagramSocket", "use Socket and ServerSocket");
    }

    private static DatagramSocketImpl refusedImpl() {
        throw RefusedNetwork.because("DatagramSocket", "use Socket and ServerSocket");
    }
}
