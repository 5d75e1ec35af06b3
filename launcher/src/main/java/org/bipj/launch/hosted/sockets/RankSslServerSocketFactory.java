package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocketFactory;

/** Makes servers of TLS on a simulated host. */
final class RankSslServerSocketFactory extends SSLServerSocketFactory {
    private final SSLContext context;

    RankSslServerSocketFactory(SSLContext context) {
        this.context = context;
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return context.getServerSocketFactory().getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return context.getServerSocketFactory().getSupportedCipherSuites();
    }

    @Override
    public ServerSocket createServerSocket() throws IOException {
        return new RankSslServerSocket(context);
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return createServerSocket(port, 0, null);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) throws IOException {
        return createServerSocket(port, backlog, null);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress local) throws IOException {
        ServerSocket server = createServerSocket();
        server.bind(new InetSocketAddress(local, port), backlog);
        return server;
    }
}
