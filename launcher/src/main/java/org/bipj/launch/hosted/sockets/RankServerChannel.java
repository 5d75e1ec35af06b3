package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NotYetBoundException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.bipj.launch.hosted.threads.JdkCopies;
import org.bipj.sim.ip.TcpListener;
import org.bipj.sim.ip.TcpSocket;

/** The channel of a socket of a simulated host that listens. Public because the programs' classes call its static methods. */
public final class RankServerChannel extends ServerSocketChannel implements Selectable {
    private final RankSocketImpl impl = new RankSocketImpl(true);
    private final ReentrantLock accepting = JdkCopies.lock();
    private final RankSelectorProvider provider;
    private ChannelServerSocket adaptor;

    RankServerChannel(RankSelectorProvider provider) throws IOException {
        super(provider);
        this.provider = provider;
        impl.create(true);
    }

    /** Instead of {@code ServerSocketChannel.open()}. */
    public static ServerSocketChannel open() throws IOException {
        return RankSelectorProvider.ONLY.openServerSocketChannel();
    }

    /** Instead of {@code ServerSocketChannel.open(family)}. */
    public static ServerSocketChannel open(ProtocolFamily family) throws IOException {
        return RankSelectorProvider.ONLY.openServerSocketChannel(Objects.requireNonNull(family));
    }

    private void checkOpen() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public ServerSocketChannel bind(SocketAddress local, int backlog) throws IOException {
        checkOpen();
        if (impl.listener() != null) {
            throw new AlreadyBoundException();
        }
        InetSocketAddress to = local == null ? new InetSocketAddress(0) : ChannelWaits.checked(local);
        impl.bind(to.getAddress(), to.getPort());
        impl.listen(backlog);
        return this;
    }

    @Override
    public SocketChannel accept() throws IOException {
        accepting.lock();
        try {
            checkOpen();
            TcpListener listener = impl.listener();
            if (listener == null) {
                throw new NotYetBoundException();
            }
            ChannelWaits.checkInterrupt(this);
            TcpSocket connection = accept(listener);
            while (connection == null && isBlocking()) {
                ChannelWaits.await(
                        this,
                        listener::isAcceptable,
                        "a connection to port " + listener.local().getPort());
                connection = accept(listener);
            }
            return connection == null ? null : new RankSocketChannel(provider, impl.host(), connection);
        } finally {
            accepting.unlock();
        }
    }

    private TcpSocket accept(TcpListener listener) throws IOException {
        try {
            return listener.accept(0);
        } catch (SocketException e) {
            throw isOpen() ? e : new AsynchronousCloseException();
        }
    }

    @Override
    public int readyOps() {
        TcpListener listener = impl.listener();
        return listener != null && listener.isAcceptable() ? SelectionKey.OP_ACCEPT : 0;
    }

    @Override
    public ServerSocket socket() {
        if (adaptor == null) {
            adaptor = new ChannelServerSocket(this, impl);
        }
        return adaptor;
    }

    @Override
    public SocketAddress getLocalAddress() throws IOException {
        checkOpen();
        return impl.listener() == null ? null : impl.listener().local();
    }

    @Override
    public <T> ServerSocketChannel setOption(SocketOption<T> name, T value) throws IOException {
        Objects.requireNonNull(name);
        checkOpen();
        impl.setOption(name, value);
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) throws IOException {
        Objects.requireNonNull(name);
        checkOpen();
        return impl.getOption(name);
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return Set.of(StandardSocketOptions.SO_RCVBUF, StandardSocketOptions.SO_REUSEADDR);
    }

    @Override
    protected void implCloseSelectableChannel() {
        ChannelWaits.closeLater(impl, false);
    }

    @Override
    protected void implConfigureBlocking(boolean block) {
        // Each call asks for the mode.
    }
}
