package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.NoConnectionPendingException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.bipj.launch.hosted.threads.JdkCopies;
import org.bipj.sim.ip.IpHost;
import org.bipj.sim.ip.TcpSocket;

/** The channel of a connection of a simulated host. Public because the programs' classes call its static methods. */
public final class RankSocketChannel extends SocketChannel implements Selectable {
    private static final int COPIED_MOST = 1 << 16;

    private final RankSocketImpl impl = new RankSocketImpl(false);
    private final ReentrantLock reading = JdkCopies.lock();
    private final ReentrantLock writing = JdkCopies.lock();
    private ChannelSocket adaptor;
    private boolean isConnecting;
    private boolean isConnected;
    private boolean outputIsShut;

    RankSocketChannel(RankSelectorProvider provider) throws IOException {
        super(provider);
        impl.create(true);
    }

    /** A connection that a listener has accepted. */
    RankSocketChannel(RankSelectorProvider provider, IpHost host, TcpSocket connection) throws IOException {
        super(provider);
        impl.accepted(host, connection);
        isConnected = true;
    }

    /** Instead of {@code SocketChannel.open()}. */
    public static SocketChannel open() throws IOException {
        return RankSelectorProvider.ONLY.openSocketChannel();
    }

    /** Instead of {@code SocketChannel.open(family)}. */
    public static SocketChannel open(ProtocolFamily family) throws IOException {
        return RankSelectorProvider.ONLY.openSocketChannel(Objects.requireNonNull(family));
    }

    /** Instead of {@code SocketChannel.open(remote)}. */
    public static SocketChannel open(SocketAddress remote) throws IOException {
        SocketChannel channel = open();
        try {
            channel.connect(remote);
            return channel;
        } catch (Throwable e) {
            channel.close();
            throw e;
        }
    }

    private void checkOpen() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    private TcpSocket connection() throws ClosedChannelException {
        checkOpen();
        if (!isConnected) {
            throw new NotYetConnectedException();
        }
        return impl.socket();
    }

    // ---- connecting --------------------------------------------------------------------------------------------

    @Override
    public SocketChannel bind(SocketAddress local) throws IOException {
        checkOpen();
        if (isConnecting) {
            throw new ConnectionPendingException();
        }
        if (impl.socket().local() != null) {
            throw new AlreadyBoundException();
        }
        InetSocketAddress to = local == null ? new InetSocketAddress(0) : ChannelWaits.checked(local);
        impl.bind(to.getAddress(), to.getPort());
        return this;
    }

    @Override
    public boolean connect(SocketAddress remote) throws IOException {
        InetSocketAddress to = ChannelWaits.checked(remote);
        checkOpen();
        if (isConnected) {
            throw new AlreadyConnectedException();
        }
        if (isConnecting) {
            throw new ConnectionPendingException();
        }
        isConnecting = true;
        try {
            impl.socket().connect(new InetSocketAddress(RankAddresses.getAddress(to), to.getPort()), 0);
        } catch (IOException e) {
            close();
            throw e;
        }
        impl.noteAddresses();
        return finishConnect();
    }

    /** Connects within some milliseconds, as the socket of a channel does; the channel is closed if it fails. */
    void connect(SocketAddress remote, int timeoutMs) throws IOException {
        InetSocketAddress to = ChannelWaits.checkedOfSocket(remote);
        if (isConnected) {
            throw new SocketException("already connected");
        }
        if (isConnecting) {
            throw new IllegalStateException("Connection already in progress");
        }
        isConnecting = true;
        try {
            TcpSocket socket = impl.socket();
            socket.connect(new InetSocketAddress(RankAddresses.getAddress(to), to.getPort()), 0);
            impl.noteAddresses();
            if (!ChannelWaits.await(this, socket::isConnectDone, timeoutMs, "an answer of " + socket.peerText())) {
                throw new SocketTimeoutException("Connect timed out");
            }
            finishConnect();
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    @Override
    public boolean finishConnect() throws IOException {
        checkOpen();
        if (isConnected) {
            return true;
        }
        if (!isConnecting) {
            throw new NoConnectionPendingException();
        }
        TcpSocket socket = impl.socket();
        if (isBlocking()) {
            ChannelWaits.await(this, socket::isConnectDone, "an answer of " + socket.peerText());
        }
        if (!isOpen()) {
            throw new AsynchronousCloseException();
        }
        try {
            isConnected = socket.finishConnect();
        } catch (ConnectException e) {
            close();
            throw e;
        }
        isConnecting = !isConnected;
        return isConnected;
    }

    @Override
    public boolean isConnected() {
        return isConnected;
    }

    @Override
    public boolean isConnectionPending() {
        return isConnecting;
    }

    // ---- data --------------------------------------------------------------------------------------------------

    @Override
    public int read(ByteBuffer into) throws IOException {
        if (into.isReadOnly()) {
            throw new IllegalArgumentException("Read-only buffer");
        }
        reading.lock();
        try {
            TcpSocket socket = connection();
            ChannelWaits.checkInterrupt(this);
            if (impl.isInputShut()) {
                return TcpSocket.END;
            }
            if (!into.hasRemaining()) {
                return 0;
            }
            byte[] bytes = new byte[Math.min(into.remaining(), COPIED_MOST)];
            int count = receive(socket, bytes);
            while (count == TcpSocket.NOTHING && isBlocking()) {
                ChannelWaits.await(this, socket::isReadable, "data from " + socket.peerText());
                count = receive(socket, bytes);
            }
            if (count > 0) {
                into.put(bytes, 0, count);
            }
            return count == TcpSocket.NOTHING ? 0 : count;
        } finally {
            reading.unlock();
        }
    }

    private int receive(TcpSocket socket, byte[] bytes) throws IOException {
        try {
            return socket.receive(bytes, 0, bytes.length, 0);
        } catch (SocketException e) {
            throw failure(e);
        }
    }

    /** The exception of a channel for one of a socket. */
    private IOException failure(SocketException e) {
        if (!isOpen()) {
            return new AsynchronousCloseException();
        }
        return "Connection reset".equals(e.getMessage()) ? e : new IOException(e.getMessage());
    }

    @Override
    public long read(ByteBuffer[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        long all = 0;
        for (int i = offset; i < offset + length; i++) {
            // Only the first may wait.
            if (all > 0 && impl.socket().available() == 0) {
                break;
            }
            int count = into[i].hasRemaining() || all == 0 && i == offset + length - 1 ? read(into[i]) : 0;
            if (count < 0) {
                return all > 0 ? all : count;
            }
            all += count;
        }
        return all;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        writing.lock();
        try {
            TcpSocket socket = connection();
            ChannelWaits.checkInterrupt(this);
            if (outputIsShut) {
                // As the JDK's.
                throw new AsynchronousCloseException();
            }
            int all = 0;
            while (from.hasRemaining()) {
                byte[] bytes = new byte[Math.min(from.remaining(), COPIED_MOST)];
                from.get(from.position(), bytes);
                int count = send(socket, bytes);
                from.position(from.position() + count);
                all += count;
                if (count < bytes.length) {
                    if (!isBlocking()) {
                        break;
                    }
                    ChannelWaits.await(this, socket::isWritable, "room for data to " + socket.peerText());
                }
            }
            return all;
        } finally {
            writing.unlock();
        }
    }

    private int send(TcpSocket socket, byte[] bytes) throws IOException {
        try {
            return socket.send(bytes, 0, bytes.length, 0);
        } catch (SocketException e) {
            throw isOpen() ? new IOException(e.getMessage()) : new AsynchronousCloseException();
        }
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) throws IOException {
        return ChannelWaits.write(this, from, offset, length);
    }

    @Override
    public SocketChannel shutdownInput() throws IOException {
        connection();
        impl.shutdownInput();
        return this;
    }

    @Override
    public SocketChannel shutdownOutput() throws IOException {
        connection();
        if (!outputIsShut) {
            outputIsShut = true;
            impl.shutdownOutput();
        }
        return this;
    }

    // ---- state and options -------------------------------------------------------------------------------------

    @Override
    public int readyOps() {
        TcpSocket socket = impl.socket();
        if (isConnecting) {
            return socket.isConnectDone() ? SelectionKey.OP_CONNECT : 0;
        }
        return isConnected
                ? (socket.isReadable() ? SelectionKey.OP_READ : 0) | (socket.isWritable() ? SelectionKey.OP_WRITE : 0)
                : 0;
    }

    @Override
    public Socket socket() {
        if (adaptor == null) {
            adaptor = ChannelSocket.of(this, impl);
        }
        return adaptor;
    }

    @Override
    public SocketAddress getLocalAddress() throws IOException {
        checkOpen();
        return impl.socket().local();
    }

    @Override
    public SocketAddress getRemoteAddress() throws IOException {
        checkOpen();
        return impl.socket().remote();
    }

    @Override
    public <T> SocketChannel setOption(SocketOption<T> name, T value) throws IOException {
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
        return impl.supportedOptions();
    }

    @Override
    protected void implCloseSelectableChannel() {
        // As in the JDK: others than those that a selector watches are closed at once.
        ChannelWaits.closeLater(impl, isRegistered() && !isBlocking());
    }

    @Override
    protected void implConfigureBlocking(boolean block) {
        // Each call asks for the mode.
    }
}
