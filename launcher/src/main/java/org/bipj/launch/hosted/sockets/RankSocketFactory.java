package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** The socket factory of a simulated host. Public because the programs' classes call it. */
public final class RankSocketFactory extends SocketFactory {
    private static final RankSocketFactory ONLY = new RankSocketFactory();

    private RankSocketFactory() {}

    /** Instead of {@code SocketFactory.getDefault()}. */
    public static SocketFactory getDefault() {
        return ONLY;
    }

    @Override
    public Socket createSocket() throws IOException {
        return new RankSocket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return new RankSocket(host, port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return new RankSocket(host, port, localHost, localPort);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return new RankSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        return new RankSocket(host, port, localHost, localPort);
    }
}
