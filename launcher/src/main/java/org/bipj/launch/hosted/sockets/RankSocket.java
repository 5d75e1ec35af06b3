package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.util.Objects;

/**
 * Takes the place of {@link Socket}. The JDK's class keeps the state and makes the checks. It holds a monitor while it closes, so
 * {@link #close} does what takes time after that.
 */
public class RankSocket extends Socket {
    /** Null if the program supplies one of its own. */
    private final RankSocketImpl impl;

    /** As the JDK's. */
    public RankSocket() throws SocketException {
        this(new RankSocketImpl(false), true);
    }

    /** As the JDK's; a proxy is refused. */
    public RankSocket(Proxy proxy) throws SocketException {
        this(withoutProxy(proxy), true);
    }

    /** As the JDK's. */
    protected RankSocket(SocketImpl impl) throws SocketException {
        this(impl == null ? new RankSocketImpl(false) : impl, true);
    }

    /** As the JDK's. */
    public RankSocket(String host, int port) throws IOException {
        this(address(host, port), null, true);
    }

    /** As the JDK's. */
    public RankSocket(InetAddress address, int port) throws IOException {
        this(address(address, port), null, true);
    }

    /** As the JDK's. */
    public RankSocket(String host, int port, InetAddress localAddr, int localPort) throws IOException {
        this(address(host, port), new InetSocketAddress(localAddr, localPort), true);
    }

    /** As the JDK's. */
    public RankSocket(InetAddress address, int port, InetAddress localAddr, int localPort) throws IOException {
        this(address(address, port), new InetSocketAddress(localAddr, localPort), true);
    }

    /** As the JDK's. */
    public RankSocket(String host, int port, boolean stream) throws IOException {
        this(address(host, port), null, stream);
    }

    /** As the JDK's. */
    public RankSocket(InetAddress host, int port, boolean stream) throws IOException {
        this(address(host, port), new InetSocketAddress(0), stream);
    }

    @SuppressWarnings("this-escape")
    private RankSocket(SocketAddress to, SocketAddress local, boolean stream) throws IOException {
        Objects.requireNonNull(to);
        if (!stream) {
            throw new IllegalArgumentException("Socket constructor does not support creation of datagram sockets");
        }
        this(new RankSocketImpl(false), true);
        try {
            if (local != null) {
                bind(local);
            }
            connect(to);
        } catch (Throwable failure) {
            try {
                close();
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
            throw failure;
        }
    }

    /** The second argument only makes this constructor another one. */
    private RankSocket(SocketImpl used, boolean isComplete) throws SocketException {
        impl = used instanceof RankSocketImpl own ? own : null;
        super(used);
    }

    private static SocketImpl withoutProxy(Proxy proxy) {
        if (proxy == null) {
            throw new IllegalArgumentException("Invalid Proxy");
        }
        if (proxy.type() != Proxy.Type.DIRECT) {
            throw RefusedNetwork.because("a socket over a proxy (" + proxy + ")", "connect to the host itself");
        }
        return new RankSocketImpl(false);
    }

    private static InetSocketAddress address(String host, int port) {
        return host == null
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                : new RankSocketAddress(host, port);
    }

    private static InetSocketAddress address(InetAddress address, int port) {
        return address == null ? null : new InetSocketAddress(address, port);
    }

    @Override
    public void close() throws IOException {
        super.close();
        if (impl != null) {
            impl.release();
        }
    }
}
