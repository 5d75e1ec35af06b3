package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketImpl;

/** Takes the place of {@link ServerSocket}, as {@link RankSocket} does of a socket. */
public class RankServerSocket extends ServerSocket {
    private static final int BACKLOG = 50;
    private static final int MOST_PORTS = 0xffff;

    /** Null if the program supplies one of its own. */
    private final RankSocketImpl impl;

    /** As the JDK's. */
    public RankServerSocket() throws IOException {
        this(new RankSocketImpl(true));
    }

    /** As the JDK's. */
    public RankServerSocket(int port) throws IOException {
        this(port, BACKLOG, null);
    }

    /** As the JDK's. */
    public RankServerSocket(int port, int backlog) throws IOException {
        this(port, backlog, null);
    }

    /** As the JDK's. */
    @SuppressWarnings("this-escape")
    public RankServerSocket(int port, int backlog, InetAddress bindAddr) throws IOException {
        if (port < 0 || port > MOST_PORTS) {
            throw new IllegalArgumentException("Port value out of range: " + port);
        }
        this(new RankSocketImpl(true));
        try {
            bind(new InetSocketAddress(bindAddr, port), backlog);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** As the JDK's. */
    protected RankServerSocket(SocketImpl given) {
        impl = given instanceof RankSocketImpl own ? own : null;
        super(given);
    }

    @Override
    public Socket accept() throws IOException {
        if (isClosed()) {
            throw new SocketException("Socket is closed");
        }
        if (!isBound()) {
            throw new SocketException("Socket is not bound yet");
        }
        Socket socket = new RankSocket();
        implAccept(socket);
        return socket;
    }

    @Override
    public void close() throws IOException {
        super.close();
        if (impl != null) {
            impl.release();
        }
    }
}
