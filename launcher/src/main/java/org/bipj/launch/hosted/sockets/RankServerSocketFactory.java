package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import javax.net.ServerSocketFactory;

/** The factory of server sockets of a simulated host. Public because the programs' classes call it. */
public final class RankServerSocketFactory extends ServerSocketFactory {
    private static final RankServerSocketFactory ONLY = new RankServerSocketFactory();

    private RankServerSocketFactory() {}

    /** Instead of {@code ServerSocketFactory.getDefault()}. */
    public static ServerSocketFactory getDefault() {
        return ONLY;
    }

    @Override
    public ServerSocket createServerSocket() throws IOException {
        return new RankServerSocket();
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return new RankServerSocket(port);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) throws IOException {
        return new RankServerSocket(port, backlog);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress ifAddress) throws IOException {
        return new RankServerSocket(port, backlog, ifAddress);
    }
}
