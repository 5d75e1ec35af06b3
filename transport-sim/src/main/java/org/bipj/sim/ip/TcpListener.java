package org.bipj.sim.ip;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.ArrayDeque;
import org.bipj.core.protocol.tcp.TcpConnection;
import org.bipj.core.protocol.tcp.TcpSettings;

/** A socket that listens. Its calls are made by fibers of its rank. */
public final class TcpListener {
    private static final int USUAL_BACKLOG = 50;

    private final IpHost host;
    private final InetSocketAddress local;
    private final int backlog;
    private final ArrayDeque<TcpSocket> ready = new ArrayDeque<>();
    /** Connections whose handshake has not ended. */
    private int pending;

    private TcpSettings settings;
    private boolean closed;

    TcpListener(IpHost host, InetSocketAddress local, int backlog) {
        this.host = host;
        this.local = local;
        this.backlog = backlog > 0 ? backlog : USUAL_BACKLOG;
        settings = host.settings().tcp;
    }

    /** Where it listens. */
    public InetSocketAddress local() {
        return local;
    }

    /** True if a connection can be accepted without waiting. */
    public boolean isAcceptable() {
        return !ready.isEmpty();
    }

    /** Sets the size of the receive buffer of connections that come from now on, in bytes, at least 1 (SO_RCVBUF). */
    public void receiveBuffer(int bytes) {
        settings = settings.withBuffers(settings.sendBuffer(), bytes);
    }

    /** The size of that buffer. */
    public int receiveBuffer() {
        return settings.receiveBuffer();
    }

    /** True if the program has closed it. */
    public boolean isClosed() {
        return closed;
    }

    /**
     * Accepts the next connection.
     *
     * @param timeoutNs how long to wait: negative for ever, 0 not at all
     * @return null if none has come in time
     * @throws SocketException if it is closed, now or meanwhile
     * @throws InterruptedIOException if the caller is a virtual thread of the program, and is interrupted while it waits
     */
    public TcpSocket accept(long timeoutNs) throws IOException {
        host.enter();
        host.work("system call", host.settings().callPs);
        Deadline deadline = Deadline.after(timeoutNs);
        while (!closed && ready.isEmpty()) {
            if (!deadline.await(() -> closed || !ready.isEmpty(), "a connection to " + TcpSocket.text(local))) {
                return null;
            }
        }
        if (closed) {
            throw new SocketException("Socket closed");
        }
        return ready.remove();
    }

    /** Closes it: connections that were not accepted are reset, and fibers that wait for one get an error. */
    public void close() {
        host.enter();
        host.work("system call", host.settings().callPs);
        release();
    }

    /** Ends the listening at once, without a wait: {@link #close} follows. */
    public void stop() {
        closed = true;
        host.remove(this);
    }

    void release() {
        stop();
        while (!ready.isEmpty()) {
            ready.remove().reset();
        }
    }

    // ---- for the host ------------------------------------------------------------------------------------------

    /** A SYN has come. If more than the backlog wait, as on Linux, it is dropped, and its sender tries again. */
    void take(IpPacket syn) {
        if (pending + ready.size() <= backlog) {
            pending++;
            TcpConnection connection = TcpConnection.accepting(settings, host.newSequence(), syn.segment());
            new TcpSocket(host, settings, this, syn.flow(), connection).flush();
        }
    }

    /** The handshake of a connection has ended. */
    void established(TcpSocket socket) {
        pending--;
        if (closed) {
            socket.reset();
        } else {
            ready.add(socket);
        }
    }

    /** The handshake of a connection has failed. */
    void failed() {
        pending--;
    }

    @Override
    public String toString() {
        return "listener at " + TcpSocket.text(local);
    }
}
