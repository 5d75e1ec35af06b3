package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.bipj.launch.hosted.threads.JdkCopies;
import org.bipj.sim.ip.IpHost;
import org.bipj.sim.ip.TcpListener;
import org.bipj.sim.ip.TcpSocket;

/**
 * A socket of the simulated host of a rank, as {@link java.net.Socket} and {@link java.net.ServerSocket} use it. Several threads may
 * call it: one of them reads at a time, and one writes, as in the JDK.
 */
final class RankSocketImpl extends SocketImpl {
    private static final long FOREVER = -1;
    private static final int NO_LINGER = -1;
    private static final int MOST_TRAFFIC_CLASS = 255;

    private final boolean isServer;
    private final ReentrantLock reading = JdkCopies.lock();
    private final ReentrantLock writing = JdkCopies.lock();
    /** Values of options that change nothing here, by option. */
    private final Map<SocketOption<?>, Object> kept =
            new HashMap<>(Map.of(StandardSocketOptions.SO_KEEPALIVE, false, StandardSocketOptions.IP_TOS, 0));

    private IpHost host;
    /** Null before it was created. A server's holds its options only. */
    private TcpSocket socket;
    /** Of a server that listens. */
    private TcpListener listener;

    private int receiveBuffer;
    private boolean noDelay;
    private boolean inlinesUrgentData;
    private int linger = NO_LINGER;
    private int timeoutMs;
    private boolean closed;
    private boolean released;
    private boolean inputIsShut;
    private boolean hasEnded;
    private boolean shutsFirst = true;

    RankSocketImpl(boolean isServer) {
        this.isServer = isServer;
        kept.put(StandardSocketOptions.SO_REUSEADDR, isServer);
    }

    // ---- a connection ------------------------------------------------------------------------------------------

    @Override
    protected void create(boolean stream) throws IOException {
        if (!stream) {
            throw new IOException("Datagram socket creation not supported");
        }
        if (host != null) {
            // A channel has created it before its socket does.
            return;
        }
        host = RankHost.current();
        socket = host.socket();
    }

    @Override
    protected void connect(String name, int toPort) throws IOException {
        connect(new RankSocketAddress(name, toPort), 0);
    }

    @Override
    protected void connect(InetAddress to, int toPort) throws IOException {
        connect(new InetSocketAddress(to, toPort), 0);
    }

    @Override
    protected void connect(SocketAddress to, int millis) throws IOException {
        if (!(to instanceof InetSocketAddress remote)) {
            throw new IOException("Unsupported address type");
        }
        if (remote.isUnresolved()) {
            throw new UnknownHostException(RankAddresses.getHostString(remote));
        }
        address = RankAddresses.getAddress(remote);
        port = remote.getPort();
        reading.lock();
        try {
            checkOpen();
            if (socket.remote() != null) {
                throw new SocketException("Already connected");
            }
            socket.connect(new InetSocketAddress(address, port), nanos(millis));
            localport = socket.local().getPort();
        } catch (IOException e) {
            close();
            release();
            throw e;
        } finally {
            reading.unlock();
        }
    }

    /** A listener has accepted this connection. */
    void accepted(IpHost by, TcpSocket connection) throws SocketException {
        host = by;
        socket = connection;
        connection.noDelay(noDelay);
        address = connection.remote().getAddress();
        port = connection.remote().getPort();
        localport = connection.local().getPort();
    }

    /** The time limit of a call in the units of the stack: the JDK's 0 stands for none. */
    private static long nanos(int millis) {
        return millis == 0 ? FOREVER : TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private void checkOpen() throws SocketException {
        if (closed) {
            throw new SocketException("Socket closed");
        }
    }

    private TcpSocket connection() throws SocketException {
        checkOpen();
        if (socket == null || socket.remote() == null) {
            throw new SocketException("Not connected");
        }
        return socket;
    }

    // ---- for channels ------------------------------------------------------------------------------------------

    /** A channel has bound or connected it. */
    void noteAddresses() {
        if (socket.remote() != null) {
            address = socket.remote().getAddress();
            port = socket.remote().getPort();
        }
        localport = socket.local().getPort();
    }

    TcpSocket socket() {
        return socket;
    }

    /** Null before it listens. */
    TcpListener listener() {
        return listener;
    }

    IpHost host() {
        return host;
    }

    /**
     * As {@link #close}, of a channel.
     *
     * @param shuts the output is shut before, as a {@link java.net.Socket} does at its close
     */
    void close(boolean shuts) {
        close();
        shutsFirst = shuts;
        if (listener != null) {
            listener.stop();
        }
    }

    boolean isInputShut() {
        return inputIsShut;
    }

    // ---- a server ----------------------------------------------------------------------------------------------

    @Override
    protected void bind(InetAddress to, int toPort) throws IOException {
        checkOpen();
        address = to;
        localport = toPort;
        if (!isServer) {
            socket.bind(to, toPort);
            localport = socket.local().getPort();
        }
    }

    @Override
    protected void listen(int backlog) throws IOException {
        checkOpen();
        if (address == null) {
            throw new SocketException("Not bound");
        }
        listener = host.listen(address, localport, backlog);
        localport = listener.local().getPort();
        if (receiveBuffer > 0) {
            listener.receiveBuffer(receiveBuffer);
        }
    }

    @Override
    protected void accept(SocketImpl to) throws IOException {
        if (!(to instanceof RankSocketImpl other)) {
            throw RefusedNetwork.because("accept with a SocketImpl of the program's own", "accept a Socket");
        }
        lock(reading, "Accept timed out");
        try {
            checkOpen();
            if (listener == null) {
                throw new SocketException("Not listening");
            }
            TcpSocket connection = listener.accept(nanos(timeoutMs));
            if (connection == null) {
                throw new SocketTimeoutException("Accept timed out");
            }
            other.accepted(host, connection);
        } finally {
            reading.unlock();
        }
    }

    private void lock(ReentrantLock lock, String timedOut) throws SocketTimeoutException {
        if (timeoutMs == 0) {
            lock.lock();
            return;
        }
        boolean wasInterrupted = false;
        try {
            while (true) {
                try {
                    if (lock.tryLock(timeoutMs, TimeUnit.MILLISECONDS)) {
                        return;
                    }
                    throw new SocketTimeoutException(timedOut);
                } catch (InterruptedException e) {
                    wasInterrupted = true;
                }
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // ---- data --------------------------------------------------------------------------------------------------

    @Override
    protected InputStream getInputStream() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) > 0 ? one[0] & 0xff : -1;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return receive(bytes, offset, length);
            }

            @Override
            public int available() throws IOException {
                return RankSocketImpl.this.available();
            }

            @Override
            public void close() throws IOException {
                RankSocketImpl.this.close();
                release();
            }
        };
    }

    @Override
    protected OutputStream getOutputStream() {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                send(bytes, offset, length);
            }

            @Override
            public void close() throws IOException {
                RankSocketImpl.this.close();
                release();
            }
        };
    }

    private int receive(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        lock(reading, "Read timed out");
        try {
            if (hasEnded) {
                // As in the JDK, also if it has been closed since.
                return TcpSocket.END;
            }
            int count = receiveOf(connection(), bytes, offset, length);
            if (count <= 0) {
                // As in the JDK: whatever it was that came when another thread had begun to close the socket.
                checkOpen();
            }
            if (count == TcpSocket.NOTHING) {
                throw new SocketTimeoutException("Read timed out");
            }
            hasEnded = count == TcpSocket.END;
            return count;
        } finally {
            reading.unlock();
        }
    }

    private int receiveOf(TcpSocket of, byte[] bytes, int offset, int length) throws IOException {
        try {
            return of.receive(bytes, offset, length, nanos(timeoutMs));
        } catch (SocketException e) {
            checkOpen();
            throw e;
        }
    }

    private void send(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return;
        }
        writing.lock();
        try {
            connection().send(bytes, offset, length, FOREVER);
        } catch (SocketException e) {
            checkOpen();
            throw e;
        } finally {
            writing.unlock();
        }
    }

    @Override
    protected int available() throws IOException {
        return inputIsShut ? 0 : connection().available();
    }

    @Override
    protected void shutdownInput() throws IOException {
        TcpSocket of = connection();
        if (!inputIsShut) {
            inputIsShut = true;
            of.shutdownInput();
        }
    }

    @Override
    protected void shutdownOutput() throws IOException {
        connection().shutdownOutput();
    }

    @Override
    protected boolean supportsUrgentData() {
        return true;
    }

    @Override
    protected void sendUrgentData(int data) {
        throw RefusedNetwork.because("urgent data of TCP", "send it as other data");
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    /** Only notes it, since the caller holds a monitor: {@link #release} follows. */
    @Override
    protected void close() {
        closed = true;
    }

    /** Does what {@link #close} has announced, which takes time. Threads that wait in the socket get an error. */
    void release() {
        if (!closed || released) {
            return;
        }
        released = true;
        if (listener != null) {
            listener.close();
        } else if (socket != null) {
            if (shutsFirst && linger != 0 && socket.isConnected()) {
                shutOutput();
            }
            socket.close(linger < 0 ? FOREVER : TimeUnit.SECONDS.toNanos(linger));
        }
    }

    /** As the JDK does first: the peer reaches the end of the stream even if this side leaves data unread. */
    private void shutOutput() {
        try {
            socket.shutdownOutput();
        } catch (SocketException e) {
            // The connection has failed meanwhile.
        }
    }

    // ---- options -----------------------------------------------------------------------------------------------

    @Override
    protected Set<SocketOption<?>> supportedOptions() {
        return isServer
                ? Set.of(
                        StandardSocketOptions.SO_RCVBUF,
                        StandardSocketOptions.SO_REUSEADDR,
                        StandardSocketOptions.IP_TOS)
                : Set.of(
                        StandardSocketOptions.SO_RCVBUF,
                        StandardSocketOptions.SO_SNDBUF,
                        StandardSocketOptions.SO_REUSEADDR,
                        StandardSocketOptions.SO_KEEPALIVE,
                        StandardSocketOptions.SO_LINGER,
                        StandardSocketOptions.IP_TOS,
                        StandardSocketOptions.TCP_NODELAY);
    }

    private void check(SocketOption<?> option) throws SocketException {
        Objects.requireNonNull(option);
        if (!supportedOptions().contains(option)) {
            throw new UnsupportedOperationException("'" + option + "' not supported");
        }
        checkOpen();
    }

    @Override
    protected <T> void setOption(SocketOption<T> option, T value) throws IOException {
        check(option);
        if (!option.type().isInstance(value)) {
            throw new IllegalArgumentException("Invalid value '" + value + "'");
        }
        set(option, value);
    }

    private void set(SocketOption<?> option, Object value) {
        if (option == StandardSocketOptions.TCP_NODELAY) {
            noDelay = (boolean) value;
            if (socket != null) {
                socket.noDelay(noDelay);
            }
        } else if (option == StandardSocketOptions.SO_LINGER) {
            linger = Math.max(NO_LINGER, (int) value);
        } else if (option == StandardSocketOptions.SO_SNDBUF) {
            if (socket != null) {
                socket.sendBuffer(positive(option, (int) value));
            }
        } else if (option == StandardSocketOptions.SO_RCVBUF) {
            receiveBuffer = positive(option, (int) value);
            if (listener != null) {
                listener.receiveBuffer(receiveBuffer);
            } else if (socket != null) {
                socket.receiveBuffer(receiveBuffer);
            }
        } else {
            if (option == StandardSocketOptions.IP_TOS && ((int) value < 0 || (int) value > MOST_TRAFFIC_CLASS)) {
                throw new IllegalArgumentException("Invalid IP_TOS value");
            }
            kept.put(option, value);
        }
    }

    private static int positive(SocketOption<?> option, int value) {
        if (value <= 0) {
            throw new IllegalArgumentException("Invalid send/receive buffer size: " + option + " of " + value);
        }
        return value;
    }

    @Override
    @SuppressWarnings("unchecked")
    protected <T> T getOption(SocketOption<T> option) throws IOException {
        check(option);
        return (T) get(option);
    }

    private Object get(SocketOption<?> option) {
        if (option == StandardSocketOptions.TCP_NODELAY) {
            return noDelay;
        } else if (option == StandardSocketOptions.SO_LINGER) {
            return linger;
        } else if (option == StandardSocketOptions.SO_SNDBUF) {
            return socket.sendBuffer();
        } else if (option == StandardSocketOptions.SO_RCVBUF) {
            return listener == null ? socket.receiveBuffer() : listener.receiveBuffer();
        }
        return kept.get(option);
    }

    /** The option of a number in {@link java.net.SocketOptions} that has one. */
    private static SocketOption<?> option(int number) throws SocketException {
        return switch (number) {
            case TCP_NODELAY -> StandardSocketOptions.TCP_NODELAY;
            case SO_LINGER -> StandardSocketOptions.SO_LINGER;
            case SO_SNDBUF -> StandardSocketOptions.SO_SNDBUF;
            case SO_RCVBUF -> StandardSocketOptions.SO_RCVBUF;
            case SO_KEEPALIVE -> StandardSocketOptions.SO_KEEPALIVE;
            case SO_REUSEADDR -> StandardSocketOptions.SO_REUSEADDR;
            case IP_TOS -> StandardSocketOptions.IP_TOS;
            default -> throw new SocketException("Unknown option " + number);
        };
    }

    @Override
    public void setOption(int number, Object value) throws SocketException {
        checkOpen();
        switch (number) {
            case SO_TIMEOUT -> timeoutMs = (int) value;
            case SO_OOBINLINE -> inlinesUrgentData = (boolean) value;
            case SO_LINGER -> linger = value instanceof Integer seconds ? seconds : NO_LINGER;
            default -> set(option(number), value);
        }
    }

    @Override
    public Object getOption(int number) throws SocketException {
        checkOpen();
        return switch (number) {
            case SO_TIMEOUT -> timeoutMs;
            case SO_OOBINLINE -> inlinesUrgentData;
            case SO_LINGER -> linger < 0 ? (Object) false : (Object) linger;
            case SO_BINDADDR -> local();
            default -> get(option(number));
        };
    }

    private InetAddress local() {
        return listener != null ? listener.local().getAddress() : socket.local().getAddress();
    }
}
