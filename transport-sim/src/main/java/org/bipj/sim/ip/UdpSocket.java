package org.bipj.sim.ip;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketException;
import java.util.ArrayDeque;

/** A socket for datagrams, as the program of a rank sees it. Its calls are made by fibers of the rank; times are as in {@link TcpSocket}. */
public final class UdpSocket {
    private final IpHost host;
    private final ArrayDeque<UdpPacket> arrived = new ArrayDeque<>();
    private int arrivedBytes;
    private int receiveBuffer;
    private InetSocketAddress local;
    private InetSocketAddress remote;
    private boolean isUnreachable;
    private boolean closed;

    UdpSocket(IpHost host) {
        this.host = host;
        receiveBuffer = host.settings().datagramBuffer;
    }

    /** Its own address; null before it has one. */
    public InetSocketAddress local() {
        return local;
    }

    /** The only address that it exchanges datagrams with; null if there is none. */
    public InetSocketAddress remote() {
        return remote;
    }

    /** The size of the receive buffer in bytes: what comes while it is full is dropped. */
    public int receiveBuffer() {
        return receiveBuffer;
    }

    /** Sets the size of the receive buffer, at least 1. */
    public void receiveBuffer(int bytes) {
        receiveBuffer = bytes;
    }

    /** True if a receive would not wait. */
    public boolean isReadable() {
        return !arrived.isEmpty() || isUnreachable;
    }

    /**
     * Binds the socket.
     *
     * @param port 0 for one that the host chooses
     * @throws SocketException if the address cannot be used, or the port is in use
     */
    public void bind(InetAddress address, int port) throws SocketException {
        enter();
        local = new InetSocketAddress(address, host.bindableDatagrams(address, port));
        host.add(this);
    }

    private void bindIfNeeded() throws SocketException {
        if (local == null) {
            bind(new InetSocketAddress(0).getAddress(), 0);
        }
    }

    /** Exchanges datagrams with one address alone from now on. */
    public void connect(InetSocketAddress to) throws IOException {
        enter();
        bindIfNeeded();
        host.work("system call", host.settings().callPs);
        InetSocketAddress peer = destination(to);
        remote = peer;
        if (local.getAddress().isAnyLocalAddress()) {
            local = new InetSocketAddress(
                    peer.getAddress().isLoopbackAddress() ? peer.getAddress() : host.address(), local.getPort());
        }
        // As the JDK does: whoever has sent them.
        arrived.clear();
        arrivedBytes = 0;
    }

    /** Exchanges datagrams with all again. */
    public void disconnect() throws SocketException {
        enter();
        host.work("system call", host.settings().callPs);
        remote = null;
        isUnreachable = false;
    }

    private InetSocketAddress destination(InetSocketAddress to) throws IOException {
        InetAddress address = to.getAddress();
        IpHost.checkFamily(address);
        if (address.isAnyLocalAddress()) {
            address = host.names().loopback();
        }
        if (to.getPort() != NameServer.PORT
                && !host.isOwn(address)
                && host.names().rank(address) < 0) {
            throw new ConnectException("Network is unreachable");
        }
        return new InetSocketAddress(address, to.getPort());
    }

    /**
     * Sends a datagram, which may be lost.
     *
     * @param to null: the peer that it is connected with
     * @throws PortUnreachableException if an earlier one to the connected peer has reached no socket
     */
    public void send(byte[] data, InetSocketAddress to) throws IOException {
        enter();
        bindIfNeeded();
        host.work("system call", host.settings().callPs);
        checkReachable();
        if (data.length > UdpPacket.MOST) {
            throw new SocketException("Message too long");
        }
        InetSocketAddress peer = to == null ? remote : destination(to);
        InetAddress own = local.getAddress();
        if (own.isAnyLocalAddress()) {
            own = peer.getAddress().isLoopbackAddress() ? peer.getAddress() : host.address();
        }
        host.work("copy out", host.copyPs(data.length));
        host.transmit(new UdpPacket(new InetSocketAddress(own, local.getPort()), peer, data));
    }

    private void checkReachable() throws PortUnreachableException {
        if (isUnreachable) {
            isUnreachable = false;
            throw new PortUnreachableException();
        }
    }

    /**
     * Takes the next datagram.
     *
     * @param takes false: it stays there
     * @return null if none has come in time
     * @throws SocketException if the socket is closed, now or meanwhile
     * @throws PortUnreachableException if a datagram to the connected peer has reached no socket
     * @throws InterruptedIOException if the caller is a virtual thread of the program, and is interrupted while it waits
     */
    public UdpPacket receive(long timeoutNs, boolean takes) throws IOException {
        enter();
        bindIfNeeded();
        host.work("system call", host.settings().callPs);
        Deadline deadline = Deadline.after(timeoutNs);
        while (!closed && !isReadable()) {
            if (!deadline.await(() -> closed || isReadable(), "a datagram to " + TcpSocket.text(local))) {
                return null;
            }
        }
        enter();
        checkReachable();
        UdpPacket first = arrived.peek();
        host.work("copy in", host.copyPs(first.data().length));
        if (takes && arrived.peek() == first) {
            arrived.remove();
            arrivedBytes -= first.data().length;
        }
        return first;
    }

    private void enter() throws SocketException {
        host.enter();
        if (closed) {
            throw new SocketException("Socket closed");
        }
    }

    /** Closes the socket. Fibers that wait in it get an error. */
    public void close() {
        closed = true;
        host.remove(this);
    }

    // ---- for the host ------------------------------------------------------------------------------------------

    /** A datagram has come, or the answer that one has reached no socket. */
    void take(UdpPacket packet) {
        if (packet.data() == null) {
            isUnreachable |= remote != null;
        } else if (arrivedBytes + packet.data().length <= receiveBuffer || arrived.isEmpty()) {
            arrived.add(packet);
            arrivedBytes += packet.data().length;
        }
    }

    @Override
    public String toString() {
        return "datagrams of " + (local == null ? "no port" : TcpSocket.text(local));
    }
}
