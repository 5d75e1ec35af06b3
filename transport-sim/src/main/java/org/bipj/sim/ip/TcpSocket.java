package org.bipj.sim.ip;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import org.bipj.core.protocol.tcp.TcpConnection;
import org.bipj.core.protocol.tcp.TcpFailure;
import org.bipj.core.protocol.tcp.TcpSegment;
import org.bipj.core.protocol.tcp.TcpSettings;
import org.bipj.core.protocol.tcp.TcpState;
import org.bipj.sim.kernel.Event;

/**
 * A connection as the program of a rank sees it. Its calls are made by fibers of the rank. Times are in nanoseconds: negative
 * waits for ever, 0 does not wait. Errors have the words of the JDK on Linux.
 */
public final class TcpSocket {
    /** {@link #receive}: the peer has closed its side, and all that it has sent has been read. */
    public static final int END = -1;

    /** {@link #receive}: nothing has come in time. */
    public static final int NOTHING = -2;

    private static final String CLOSED = "Socket closed";

    private final IpHost host;
    private TcpSettings settings;
    private InetSocketAddress local;
    private boolean isBound;
    private boolean noDelay;
    private boolean closed;
    private boolean inputIsShut;
    /** The error that the next write reports, once. */
    private String error;
    /** What every read reports after all data. */
    private String readError;

    // Of a connection; null before.
    private TcpConnection connection;
    private IpPacket.Flow flow;
    private int peer;
    private Event waiting;
    private Event dozing;
    /** The listener that has not heard of the end of the handshake. */
    private TcpListener listener;

    TcpSocket(IpHost host, TcpSettings settings) {
        this.host = host;
        this.settings = settings;
    }

    /** A connection that a listener begins. */
    TcpSocket(IpHost host, TcpSettings settings, TcpListener listener, IpPacket.Flow flow, TcpConnection connection) {
        this(host, settings);
        this.listener = listener;
        local = flow.local();
        begin(flow, connection);
    }

    private void begin(IpPacket.Flow ofConnection, TcpConnection begun) {
        flow = ofConnection;
        connection = begun;
        InetAddress to = flow.remote().getAddress();
        peer = host.isOwn(to) ? host.rank() : host.names().rank(to);
        waiting = host.timer(false, this::timerEnded);
        dozing = host.timer(true, this::timerEnded);
        host.add(flow, this);
    }

    // ---- addresses and options ---------------------------------------------------------------------------------

    /**
     * Binds the socket.
     *
     * @param port 0 for one that the host chooses
     * @throws SocketException if it is bound or closed, or the address cannot be used
     */
    public void bind(InetAddress address, int port) throws SocketException {
        enter();
        if (local != null) {
            throw new SocketException("Already bound");
        }
        bindTo(address, port);
    }

    private void bindTo(InetAddress address, int port) throws SocketException {
        local = new InetSocketAddress(address, host.bindable(address, port));
        isBound = true;
        host.bind(local);
    }

    /** Its own address; null before it has one. */
    public InetSocketAddress local() {
        return local;
    }

    /** The address of its peer; null before it has one. */
    public InetSocketAddress remote() {
        return flow == null ? null : flow.remote();
    }

    /** Whether little data leave at once although others are on their way (TCP_NODELAY). */
    public void noDelay(boolean on) {
        noDelay = on;
        if (connection != null) {
            host.enter();
            connection.nagle(!on);
            flush();
        }
    }

    /** Sets the size of the send buffer in bytes, at least 1 (SO_SNDBUF); of a connection that there is, it stays as it is. */
    public void sendBuffer(int bytes) {
        if (connection == null) {
            settings = settings.withBuffers(bytes, settings.receiveBuffer());
        }
    }

    /** The size of the send buffer. */
    public int sendBuffer() {
        return settings.sendBuffer();
    }

    /** Sets the size of the receive buffer in bytes, at least 1 (SO_RCVBUF); of a connection that there is, it stays as it is. */
    public void receiveBuffer(int bytes) {
        if (connection == null) {
            settings = settings.withBuffers(settings.sendBuffer(), bytes);
        }
    }

    /** The size of the receive buffer. */
    public int receiveBuffer() {
        return settings.receiveBuffer();
    }

    /** True if both sides have agreed on a connection that is not over. */
    public boolean isConnected() {
        return connection != null && connection.state().isSynchronized();
    }

    /** True if the program has closed it. */
    public boolean isClosed() {
        return closed;
    }

    /** True if a read would not wait. */
    public boolean isReadable() {
        return connection != null
                && (connection.available() > 0
                        || connection.isAtEnd()
                        || connection.state() == TcpState.CLOSED
                        || inputIsShut);
    }

    /** True if a write would not wait. */
    public boolean isWritable() {
        return connection != null
                && (connection.room() > 0
                        || connection.state() != TcpState.SYN_SENT
                                && connection.state() != TcpState.SYN_RECEIVED
                                && !connection.canSend());
    }

    /** True if a connection that was begun has been made or has failed. */
    public boolean isConnectDone() {
        return connection != null
                && connection.state() != TcpState.SYN_SENT
                && connection.state() != TcpState.SYN_RECEIVED;
    }

    /** How many bytes a read returns without waiting. */
    public int available() {
        return connection == null || inputIsShut ? 0 : connection.available();
    }

    // ---- connecting --------------------------------------------------------------------------------------------

    /**
     * Connects.
     *
     * @param timeoutNs 0 does not wait: {@link #finishConnect} follows
     * @return true if it is connected; false only if the caller does not wait
     * @throws ConnectException if the peer refuses, or does not answer
     * @throws NoRouteToHostException if the cables do not lead there
     * @throws SocketTimeoutException if the time is over
     * @throws InterruptedIOException if the caller is a virtual thread of the program, and is interrupted while it waits
     */
    public boolean connect(InetSocketAddress to, long timeoutNs) throws IOException {
        enter();
        if (connection != null) {
            throw new SocketException("already connected");
        }
        host.work("system call", host.settings().callPs);
        if (to.isUnresolved()) {
            throw new UnknownHostException(to.getHostString());
        }
        InetAddress address = to.getAddress();
        IpHost.checkFamily(address);
        if (address.isAnyLocalAddress()) {
            address = host.names().loopback();
        }
        if (!host.isOwn(address) && host.names().rank(address) < 0) {
            throw new ConnectException("Network is unreachable");
        }
        if (!host.isOwn(address) && !host.connects(host.names().rank(address))) {
            throw new NoRouteToHostException("No route to host");
        }
        InetAddress own = address.isLoopbackAddress() ? address : host.address();
        if (local == null) {
            bindTo(own, 0);
        }
        host.unbind(local);
        local = new InetSocketAddress(own, local.getPort());
        host.bind(local);
        begin(
                new IpPacket.Flow(local, new InetSocketAddress(address, to.getPort())),
                TcpConnection.connecting(settings, host.newSequence()));
        connection.nagle(!noDelay);
        flush();
        Deadline deadline = Deadline.after(timeoutNs);
        while (!isConnectDone() && !closed) {
            if (!deadline.await(() -> isConnectDone() || closed, "an answer of " + peerText())) {
                if (timeoutNs == 0) {
                    return false;
                }
                giveUp();
                throw new SocketTimeoutException("Connect timed out");
            }
        }
        return finishConnect();
    }

    private void giveUp() {
        connection.abort();
        flush();
    }

    /**
     * The result of a connection that was begun.
     *
     * @return false if there is none yet
     * @throws ConnectException if it has failed
     */
    public boolean finishConnect() throws IOException {
        checkOpen();
        if (connection == null) {
            throw new SocketException("no connection was begun");
        }
        if (!isConnectDone()) {
            return false;
        }
        TcpFailure failure = connection.failure();
        if (failure == TcpFailure.REFUSED) {
            throw new ConnectException("Connection refused");
        } else if (failure == TcpFailure.TIMED_OUT && !connection.isAtEnd()) {
            throw new ConnectException("Connection timed out");
        }
        return true;
    }

    // ---- data --------------------------------------------------------------------------------------------------

    /**
     * Sends bytes.
     *
     * @return how many were taken: all, unless the time is over
     * @throws SocketException if the connection has failed, or this side is closed, now or meanwhile
     * @throws InterruptedIOException if the caller is a virtual thread of the program, and is interrupted while it waits
     */
    public int send(byte[] bytes, int offset, int length, long timeoutNs) throws IOException {
        enter();
        checkConnected();
        host.work("system call", host.settings().callPs);
        Deadline deadline = Deadline.after(timeoutNs);
        int most = Math.min(settings.segment(), Math.max(1, settings.sendBuffer() / 2));
        int sent = 0;
        do {
            checkOutput();
            int wanted = Math.min(length - sent, most);
            if (connection.room() < wanted
                    && !deadline.await(() -> closed || !connection.canSend() || connection.room() >= wanted, roomText())
                    && (timeoutNs != 0 || connection.room() == 0)) {
                return sent;
            }
            checkOutput();
            int count = Math.min(connection.room(), wanted);
            host.work("copy out", host.copyPs(count));
            checkOutput();
            sent += connection.write(bytes, offset + sent, count);
            flush();
        } while (sent < length);
        return sent;
    }

    private String roomText() {
        return "room for data to " + peerText();
    }

    private void checkOutput() throws SocketException {
        checkOpen();
        if (connection.canSend()) {
            return;
        }
        if (connection.state() == TcpState.CLOSED && error != null) {
            String why = error;
            error = null;
            throw new SocketException(why);
        }
        throw new SocketException("Broken pipe");
    }

    /**
     * Receives bytes, at least one unless {@code length} is 0.
     *
     * @return how many, {@link #END} or {@link #NOTHING}
     * @throws SocketException if the connection has failed, or the socket is closed, now or meanwhile
     * @throws InterruptedIOException if the caller is a virtual thread of the program, and is interrupted while it waits
     */
    public int receive(byte[] bytes, int offset, int length, long timeoutNs) throws IOException {
        enter();
        checkConnected();
        host.work("system call", host.settings().callPs);
        if (length == 0) {
            return 0;
        }
        Deadline deadline = Deadline.after(timeoutNs);
        while (true) {
            while (!closed && !isReadable()) {
                if (!deadline.await(() -> closed || isReadable(), "data from " + peerText())) {
                    return NOTHING;
                }
            }
            checkOpen();
            int ready = Math.min(available(), length);
            if (ready == 0) {
                return ended();
            }
            host.work("copy in", host.copyPs(ready));
            int count = read(bytes, offset, ready);
            if (count > 0) {
                return count;
            }
        }
    }

    private int ended() throws SocketException {
        if (!inputIsShut && readError != null) {
            error = null;
            throw new SocketException(readError);
        }
        return END;
    }

    private int read(byte[] bytes, int offset, int length) {
        boolean wasClosed = !connection.hasOpenWindow();
        int count = connection.read(bytes, offset, length);
        flush();
        if (wasClosed) {
            TcpSocket other = host.peerOf(flow, peer);
            if (other != null) {
                // Its probes count again: see isPending.
                other.schedule();
            }
        }
        return count;
    }

    /** Reads no more: what comes is discarded. */
    public void shutdownInput() throws SocketException {
        enter();
        checkConnected();
        inputIsShut = true;
        connection.shutdownInput();
        flush();
    }

    /** Writes no more: the peer reaches the end of the stream. */
    public void shutdownOutput() throws SocketException {
        enter();
        checkConnected();
        host.work("system call", host.settings().callPs);
        connection.shutdownOutput();
        flush();
    }

    /**
     * Closes the socket. Fibers that wait in it get an error.
     *
     * @param lingerNs how long to wait until the peer has acknowledged all; negative: not at all, the host goes on by itself;
     *     0: the connection is reset
     */
    public void close(long lingerNs) {
        if (closed) {
            return;
        }
        host.enter();
        host.work("system call", host.settings().callPs);
        if (closed) {
            return;
        }
        closed = true;
        unbind();
        if (connection == null) {
            return;
        }
        if (lingerNs == 0) {
            connection.abort();
        } else {
            connection.close(host.now());
        }
        flush();
        if (lingerNs > 0) {
            boolean isDone = Deadline.after(lingerNs)
                    .awaitAlways(connection::isAllAcknowledged, "the acknowledgement of all data by " + peerText());
            if (!isDone) {
                connection.abort();
                flush();
            }
        }
    }

    private void unbind() {
        if (isBound) {
            isBound = false;
            host.unbind(local);
        }
    }

    private void enter() throws SocketException {
        host.enter();
        checkOpen();
    }

    private void checkOpen() throws SocketException {
        if (closed) {
            throw new SocketException(CLOSED);
        }
    }

    private void checkConnected() throws SocketException {
        if (connection == null || !isConnectDone()) {
            throw new SocketException("Socket is not connected");
        }
    }

    // ---- for the host ------------------------------------------------------------------------------------------

    /** A segment has come. */
    void take(TcpSegment segment) {
        TcpState before = connection.state();
        connection.receive(segment, host.now());
        noteFailure(before);
        flush();
    }

    /** A timer has ended, and whoever works has been notified. */
    void expire() {
        TcpState before = connection.state();
        connection.expire(host.now());
        noteFailure(before);
        flush();
    }

    private void noteFailure(TcpState before) {
        if (listener != null && connection.state() != TcpState.SYN_RECEIVED) {
            TcpListener of = listener;
            listener = null;
            if (connection.state() == TcpState.CLOSED) {
                of.failed();
            } else {
                of.established(this);
            }
        }
        TcpFailure failure = before == TcpState.CLOSED ? null : connection.failure();
        // A read that has reached the end of the stream stays there, whatever comes later.
        boolean hasEnded = before == TcpState.CLOSE_WAIT || before == TcpState.LAST_ACK || before == TcpState.CLOSING;
        if (failure == TcpFailure.TIMED_OUT) {
            error = "Connection timed out";
            readError = hasEnded ? null : error;
        } else if (failure != null) {
            readError = hasEnded ? null : "Connection reset";
            error = before == TcpState.CLOSE_WAIT ? "Broken pipe" : "Connection reset by peer";
        }
    }

    /** Sends what is due, and sets the timers. */
    void flush() {
        while (connection.isOutputDue(host.now())) {
            host.work("segment out", host.settings().segmentPs);
            if (connection.isOutputDue(host.now())) {
                TcpSegment segment = connection.output(host.now());
                host.transmit(new IpPacket(flow.local(), flow.remote(), segment), peer);
            }
        }
        schedule();
        if (connection.state() == TcpState.CLOSED) {
            host.remove(flow, this);
        }
    }

    private void schedule() {
        long waits = connection.waitsUntil();
        long dozes = connection.dozesUntil();
        boolean counts = waits != TcpConnection.NEVER && isPending();
        host.schedule(waiting, counts ? waits : TcpConnection.NEVER);
        host.schedule(dozing, counts ? dozes : Math.min(waits, dozes));
    }

    /**
     * True if the end of the timer can still wake a program: one of this connection's two. A probe of a closed window can only
     * while the peer's window has in fact been opened, and the news of it was lost.
     */
    private boolean isPending() {
        if (connection.isProbing()) {
            TcpSocket other = host.peerOf(flow, peer);
            return other == null || other.connection.hasOpenWindow();
        }
        return !connection.isReleased() && host.hasProgram(host.rank()) || host.hasProgram(peer);
    }

    private void timerEnded() {
        long now = host.kernelNow();
        if (Math.min(connection.waitsUntil(), connection.dozesUntil()) <= now) {
            host.timerEnded(this);
        } else {
            schedule();
        }
    }

    /** The connection is reset, by a listener that does not accept it. */
    void reset() {
        closed = true;
        connection.abort();
        flush();
    }

    /** The host has crashed: nothing is sent. */
    void vanish() {
        closed = true;
        host.schedule(waiting, TcpConnection.NEVER);
        host.schedule(dozing, TcpConnection.NEVER);
    }

    /** The program has ended. */
    void release() {
        if (!closed) {
            closed = true;
            unbind();
            connection.close(host.now());
            flush();
        }
    }

    // ---- text --------------------------------------------------------------------------------------------------

    /** Its peer, for reports: {@code node1:8080 (rank 1)}; of a connection. */
    public String peerText() {
        return text(flow.remote()) + " (rank " + peer + ")";
    }

    static String text(InetSocketAddress address) {
        InetAddress of = address.getAddress();
        return (of.isAnyLocalAddress() ? "port " : address.getHostString() + ":") + address.getPort();
    }

    @Override
    public String toString() {
        return "socket "
                + (flow == null ? "without connection" : text(flow.local()) + " to " + peerText() + ": " + connection);
    }
}
