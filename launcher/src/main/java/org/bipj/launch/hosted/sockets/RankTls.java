package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ServerSocketFactory;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSocketFactory;

/** TLS over the sockets of a simulated host: the JDK's own, layered over them. Public because the programs' classes call it. */
public final class RankTls {
    private RankTls() {}

    /** Instead of {@code context.getSocketFactory()}. */
    public static SSLSocketFactory getSocketFactory(SSLContext context) {
        return new Clients(context.getSocketFactory());
    }

    /** The factory of the host's context, for connections that it layers TLS over. */
    static SSLSocketFactory getSocketFactory() {
        return RankHost.currentTls().getSocketFactory();
    }

    /** Instead of {@code context.getServerSocketFactory()}. */
    public static SSLServerSocketFactory getServerSocketFactory(SSLContext context) {
        return new RankSslServerSocketFactory(context);
    }

    /** Instead of {@code SSLSocketFactory.getDefault()}. */
    public static SocketFactory getDefault() {
        return getSocketFactory(RankHost.currentTls());
    }

    /** Instead of {@code SSLServerSocketFactory.getDefault()}. */
    public static ServerSocketFactory getDefaultOfServers() {
        return getServerSocketFactory(RankHost.currentTls());
    }

    /** Makes sockets that are connected before TLS is layered over them. */
    private static final class Clients extends SSLSocketFactory {
        private final SSLSocketFactory layers;

        Clients(SSLSocketFactory layers) {
            this.layers = layers;
        }

        @Override
        public String[] getDefaultCipherSuites() {
            return layers.getDefaultCipherSuites();
        }

        @Override
        public String[] getSupportedCipherSuites() {
            return layers.getSupportedCipherSuites();
        }

        @Override
        public Socket createSocket() {
            throw RefusedNetwork.because("an SSLSocket that is not connected", "use createSocket(host, port)");
        }

        private Socket over(Socket connected, String host, int port) throws IOException {
            try {
                return layers.createSocket(connected, host, port, true);
            } catch (IOException | RuntimeException e) {
                connected.close();
                throw e;
            }
        }

        @Override
        public Socket createSocket(Socket connected, String host, int port, boolean closes) throws IOException {
            return layers.createSocket(connected, host, port, closes);
        }

        @Override
        public Socket createSocket(Socket connected, InputStream consumed, boolean closes) throws IOException {
            return layers.createSocket(connected, consumed, closes);
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return over(new RankSocket(host, port), host, port);
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
            return over(new RankSocket(host, port, local, localPort), host, port);
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            return over(new RankSocket(host, port), RankAddresses.getHostName(host), port);
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
            return over(new RankSocket(host, port, local, localPort), RankAddresses.getHostName(host), port);
        }
    }
}
