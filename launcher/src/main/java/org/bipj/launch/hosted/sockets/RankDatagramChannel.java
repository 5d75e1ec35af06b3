package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.MembershipKey;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SelectionKey;
import java.nio.channels.spi.SelectorProvider;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.bipj.launch.hosted.threads.JdkCopies;
import org.bipj.sim.ip.UdpPacket;
import org.bipj.sim.ip.UdpSocket;

/** The channel of a socket for datagrams of a simulated host. */
final class RankDatagramChannel extends DatagramChannel implements Selectable {
    private static final int MOST_TRAFFIC_CLASS = 255;

    private final UdpSocket socket = RankHost.current().datagrams();
    private final ReentrantLock reading = JdkCopies.lock();
    private final ReentrantLock writing = JdkCopies.lock();
    /** Values of options that change nothing here, by option. */
    private final Map<SocketOption<?>, Object> kept = new HashMap<>(Map.of(
            StandardSocketOptions.SO_REUSEADDR,
            false,
            StandardSocketOptions.SO_BROADCAST,
            false,
            StandardSocketOptions.IP_TOS,
            0));

    private RankDatagramSocket adaptor;

    RankDatagramChannel(SelectorProvider provider) throws IOException {
        super(provider);
        kept.put(StandardSocketOptions.SO_SNDBUF, socket.receiveBuffer());
    }

    private void checkOpen() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    UdpSocket socketOfHost() {
        return socket;
    }

    // ---- addresses ---------------------------------------------------------------------------------------------

    @Override
    public DatagramChannel bind(SocketAddress local) throws IOException {
        checkOpen();
        if (socket.local() != null) {
            throw new AlreadyBoundException();
        }
        InetSocketAddress to = local == null ? new InetSocketAddress(0) : ChannelWaits.checked(local);
        socket.bind(to.getAddress(), to.getPort());
        return this;
    }

    @Override
    public DatagramChannel connect(SocketAddress remote) throws IOException {
        InetSocketAddress to = ChannelWaits.checked(remote);
        checkOpen();
        if (socket.remote() != null) {
            throw new AlreadyConnectedException();
        }
        connect(to);
        return this;
    }

    /** Connects, also again. */
    void connect(InetSocketAddress to) throws IOException {
        if (to.getPort() == 0) {
            throw new SocketException("Can't connect to port 0");
        }
        socket.connect(new InetSocketAddress(RankAddresses.getAddress(to), to.getPort()));
    }

    @Override
    public DatagramChannel disconnect() throws IOException {
        if (isOpen() && socket.remote() != null) {
            socket.disconnect();
        }
        return this;
    }

    @Override
    public boolean isConnected() {
        return socket.remote() != null;
    }

    @Override
    public SocketAddress getLocalAddress() throws IOException {
        checkOpen();
        return socket.local();
    }

    @Override
    public SocketAddress getRemoteAddress() throws IOException {
        checkOpen();
        return socket.remote();
    }

    // ---- data --------------------------------------------------------------------------------------------------

    @Override
    public SocketAddress receive(ByteBuffer into) throws IOException {
        if (into.isReadOnly()) {
            throw new IllegalArgumentException("Read-only buffer");
        }
        UdpPacket packet = take(0);
        if (packet == null) {
            return null;
        }
        put(packet, into);
        return packet.from();
    }

    /**
     * Takes a datagram.
     *
     * @param timeoutMs 0: there is no limit
     * @return null if there is none in time, or at all where the channel does not block
     */
    UdpPacket take(int timeoutMs) throws IOException {
        reading.lock();
        try {
            checkOpen();
            ChannelWaits.checkInterrupt(this);
            UdpPacket packet = receive();
            while (packet == null && isBlocking()) {
                if (!ChannelWaits.await(
                        this,
                        socket::isReadable,
                        timeoutMs,
                        "a datagram to port " + socket.local().getPort())) {
                    return null;
                }
                packet = receive();
            }
            return packet;
        } finally {
            reading.unlock();
        }
    }

    private UdpPacket receive() throws IOException {
        try {
            return socket.receive(0, true);
        } catch (PortUnreachableException e) {
            throw e;
        } catch (SocketException e) {
            throw isOpen() ? e : new AsynchronousCloseException();
        }
    }

    private static int put(UdpPacket packet, ByteBuffer into) {
        int count = Math.min(packet.data().length, into.remaining());
        into.put(packet.data(), 0, count);
        return count;
    }

    @Override
    public int send(ByteBuffer from, SocketAddress target) throws IOException {
        Objects.requireNonNull(from);
        InetSocketAddress to = ChannelWaits.checked(target);
        writing.lock();
        try {
            checkOpen();
            ChannelWaits.checkInterrupt(this);
            boolean isConnected = socket.remote() != null;
            InetSocketAddress address = new InetSocketAddress(RankAddresses.getAddress(to), to.getPort());
            if (isConnected && !address.equals(socket.remote())) {
                throw new AlreadyConnectedException();
            }
            if (to.getPort() == 0) {
                throw new SocketException("Can't send to port 0");
            }
            return send(from, isConnected ? null : address);
        } finally {
            writing.unlock();
        }
    }

    private int send(ByteBuffer from, InetSocketAddress to) throws IOException {
        byte[] data = new byte[from.remaining()];
        from.get(from.position(), data);
        socket.send(data, to);
        from.position(from.limit());
        return data.length;
    }

    private void checkConnected() throws ClosedChannelException {
        checkOpen();
        if (socket.remote() == null) {
            throw new NotYetConnectedException();
        }
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        if (into.isReadOnly()) {
            throw new IllegalArgumentException("Read-only buffer");
        }
        checkConnected();
        UdpPacket packet = take(0);
        return packet == null ? 0 : put(packet, into);
    }

    @Override
    public long read(ByteBuffer[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        checkConnected();
        UdpPacket packet = take(0);
        if (packet == null) {
            return 0;
        }
        ByteBuffer data = ByteBuffer.wrap(packet.data());
        for (int i = offset; i < offset + length && data.hasRemaining(); i++) {
            int count = Math.min(data.remaining(), into[i].remaining());
            into[i].put(data.slice(data.position(), count));
            data.position(data.position() + count);
        }
        return data.position();
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        writing.lock();
        try {
            checkConnected();
            ChannelWaits.checkInterrupt(this);
            return send(from, (InetSocketAddress) null);
        } finally {
            writing.unlock();
        }
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, from.length);
        int all = 0;
        for (int i = offset; i < offset + length; i++) {
            all += from[i].remaining();
        }
        ByteBuffer one = ByteBuffer.allocate(all);
        for (int i = offset; i < offset + length; i++) {
            one.put(from[i]);
        }
        return write(one.flip());
    }

    // ---- state and options -------------------------------------------------------------------------------------

    @Override
    public int readyOps() {
        return (socket.isReadable() ? SelectionKey.OP_READ : 0) | SelectionKey.OP_WRITE;
    }

    @Override
    public DatagramSocket socket() {
        if (adaptor == null) {
            adaptor = new RankDatagramSocket(this);
        }
        return adaptor;
    }

    @Override
    public <T> DatagramChannel setOption(SocketOption<T> name, T value) throws IOException {
        check(name);
        if (!name.type().isInstance(value)) {
            throw new IllegalArgumentException("Invalid value '" + value + "'");
        }
        if (value instanceof Integer number) {
            boolean isTos = name == StandardSocketOptions.IP_TOS;
            if (number < 0 || isTos && number > MOST_TRAFFIC_CLASS) {
                throw new IllegalArgumentException(isTos ? "Invalid IP_TOS value" : "Invalid send/receive buffer size");
            }
        }
        if (name == StandardSocketOptions.SO_RCVBUF) {
            socket.receiveBuffer(Math.max(1, (int) value));
        } else {
            kept.put(name, value);
        }
        return this;
    }

    private void check(SocketOption<?> name) throws ClosedChannelException {
        Objects.requireNonNull(name);
        if (!supportedOptions().contains(name)) {
            throw new UnsupportedOperationException("'" + name + "' not supported");
        }
        checkOpen();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T getOption(SocketOption<T> name) throws IOException {
        check(name);
        return (T) (name == StandardSocketOptions.SO_RCVBUF ? socket.receiveBuffer() : kept.get(name));
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return Set.of(
                StandardSocketOptions.SO_SNDBUF,
                StandardSocketOptions.SO_RCVBUF,
                StandardSocketOptions.SO_REUSEADDR,
                StandardSocketOptions.SO_BROADCAST,
                StandardSocketOptions.IP_TOS);
    }

    @Override
    public MembershipKey join(InetAddress group, NetworkInterface on) {
        throw RefusedNetwork.because("a multicast group", RefusedNetwork.UNICAST);
    }

    @Override
    public MembershipKey join(InetAddress group, NetworkInterface on, InetAddress source) {
        throw RefusedNetwork.because("a multicast group", RefusedNetwork.UNICAST);
    }

    @Override
    protected void implCloseSelectableChannel() {
        socket.close();
    }

    @Override
    protected void implConfigureBlocking(boolean block) {
        // Each call asks for the mode.
    }
}
