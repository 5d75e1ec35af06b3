package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.DatagramSocketImpl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.IllegalBlockingModeException;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.bipj.sim.ip.UdpPacket;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link DatagramSocket}, and is the socket of a {@link RankDatagramChannel}. As in the JDK, one is over the other. */
public class RankDatagramSocket extends DatagramSocket {
    private static final long NANOS_PER_MS = 1_000_000;

    private final RankDatagramChannel channel;
    /** True if the program has the channel, which an interrupt closes. */
    private final boolean isOfChannel;
    /** Packets and how much they can take, while their lengths are those of the datagrams that they have taken. */
    private final Map<DatagramPacket, int[]> rooms = new WeakHashMap<>();

    private int timeoutMs;

    /** As the JDK's. */
    public RankDatagramSocket() throws SocketException {
        this(new InetSocketAddress(0));
    }

    /** As the JDK's. */
    public RankDatagramSocket(int port) throws SocketException {
        this(port, null);
    }

    /** As the JDK's. */
    public RankDatagramSocket(int port, InetAddress local) throws SocketException {
        this(new InetSocketAddress(local, port));
    }

    /** As the JDK's; one of the program's own is refused. */
    protected RankDatagramSocket(DatagramSocketImpl impl) throws SocketException {
        throw RefusedNetwork.because("a DatagramSocketImpl of the program's own", "use a DatagramSocket");
    }

    /** As the JDK's. */
    @SuppressWarnings("this-escape")
    public RankDatagramSocket(SocketAddress local) throws SocketException {
        channel = open();
        isOfChannel = false;
        super(new NoImpl());
        setOptionOf(StandardSocketOptions.SO_BROADCAST, true);
        if (local != null) {
            try {
                bind(local);
            } catch (SocketException | RuntimeException e) {
                close();
                throw e;
            }
        }
    }

    RankDatagramSocket(RankDatagramChannel channel) {
        this.channel = channel;
        isOfChannel = true;
        super(new NoImpl());
    }

    private static RankDatagramChannel open() throws SocketException {
        try {
            // Nobody sees this channel, nor asks for its provider.
            return new RankDatagramChannel(null);
        } catch (IOException e) {
            throw new SocketException(e.getMessage(), e);
        }
    }

    // ---- addresses ---------------------------------------------------------------------------------------------

    private static InetSocketAddress checked(SocketAddress address) throws SocketException {
        if (!(address instanceof InetSocketAddress to)) {
            throw new IllegalArgumentException("Unsupported address type");
        }
        if (to.isUnresolved()) {
            throw new SocketException("Unresolved address");
        }
        return to;
    }

    @Override
    public void bind(SocketAddress local) throws SocketException {
        InetSocketAddress to = local == null ? new InetSocketAddress(0) : checkedOfBind(local);
        try {
            channel.bind(to);
        } catch (AlreadyBoundException e) {
            throw new SocketException("Already bound", e);
        } catch (ClosedChannelException e) {
            throw new SocketException("Socket is closed", e);
        } catch (SocketException e) {
            throw e;
        } catch (IOException e) {
            throw new SocketException(e.getMessage(), e);
        }
    }

    private static InetSocketAddress checkedOfBind(SocketAddress local) throws SocketException {
        if (!(local instanceof InetSocketAddress)) {
            throw new IllegalArgumentException("Unsupported address type");
        }
        return checked(local);
    }

    @Override
    public void connect(InetAddress address, int port) {
        if (address == null) {
            throw new IllegalArgumentException("Address can't be null");
        }
        try {
            connect(new InetSocketAddress(address, port));
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void connect(SocketAddress remote) throws SocketException {
        if (remote == null) {
            throw new IllegalArgumentException("Address can't be null");
        }
        InetSocketAddress to = checked(remote);
        if (isClosed()) {
            return;
        }
        try {
            channel.connect(to);
        } catch (SocketException e) {
            throw e;
        } catch (IOException e) {
            throw new SocketException(e.getMessage(), e);
        }
    }

    @Override
    public void disconnect() {
        try {
            channel.disconnect();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean isBound() {
        return channel.socketOfHost().local() != null;
    }

    @Override
    public boolean isConnected() {
        return channel.isConnected();
    }

    @Override
    public InetAddress getInetAddress() {
        InetSocketAddress remote = channel.socketOfHost().remote();
        return remote == null ? null : remote.getAddress();
    }

    @Override
    public int getPort() {
        InetSocketAddress remote = channel.socketOfHost().remote();
        return remote == null ? -1 : remote.getPort();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return channel.socketOfHost().remote();
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return isClosed() ? null : channel.socketOfHost().local();
    }

    @Override
    public InetAddress getLocalAddress() {
        if (isClosed()) {
            return null;
        }
        InetSocketAddress local = channel.socketOfHost().local();
        return (local == null ? new InetSocketAddress(0) : local).getAddress();
    }

    @Override
    public int getLocalPort() {
        if (isClosed()) {
            return -1;
        }
        InetSocketAddress local = channel.socketOfHost().local();
        return local == null ? 0 : local.getPort();
    }

    // ---- data --------------------------------------------------------------------------------------------------

    @Override
    public void send(DatagramPacket packet) throws IOException {
        checkBlocking();
        InetSocketAddress to = channel.socketOfHost().remote();
        if (packet.getAddress() != null) {
            to = new InetSocketAddress(packet.getAddress(), packet.getPort());
        } else if (to == null) {
            throw new IllegalArgumentException("Address not set");
        } else {
            packet.setSocketAddress(to);
        }
        try {
            channel.send(ByteBuffer.wrap(packet.getData(), packet.getOffset(), packet.getLength()), to);
        } catch (AlreadyConnectedException e) {
            throw new IllegalArgumentException("Connected and packet address differ");
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (ClosedChannelException e) {
            throw new SocketException("Socket closed", e);
        }
    }

    private void checkBlocking() {
        if (channel.isOpen() && !channel.isBlocking()) {
            throw new IllegalBlockingModeException();
        }
    }

    @Override
    public void receive(DatagramPacket packet) throws IOException {
        checkBlocking();
        UdpPacket taken;
        try {
            taken = isOfChannel ? channel.take(timeoutMs) : takeUninterrupted();
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (ClosedChannelException e) {
            throw new SocketException("Socket closed", e);
        }
        if (taken == null) {
            throw new SocketTimeoutException("Receive timed out");
        }
        int room = room(packet);
        int count = Math.min(room, taken.data().length);
        System.arraycopy(taken.data(), 0, packet.getData(), packet.getOffset(), count);
        packet.setLength(count);
        packet.setSocketAddress(taken.from());
        synchronized (rooms) {
            rooms.put(packet, new int[] {room, count});
        }
    }

    /** An interrupt ends the wait of a virtual thread, and closes the socket. */
    private UdpPacket takeUninterrupted() throws IOException {
        if (!channel.isOpen()) {
            throw new ClosedChannelException();
        }
        try {
            return channel.socketOfHost().receive(timeoutMs == 0 ? -1 : timeoutMs * NANOS_PER_MS, true);
        } catch (InterruptedIOException e) {
            if (Fiber.current().isVirtual() && Thread.currentThread().isInterrupted()) {
                close();
                throw new SocketException("Closed by interrupt");
            }
            throw e;
        }
    }

    /** How much a packet takes: its length as the program has set it, which is not that of the datagram it has taken before. */
    private int room(DatagramPacket packet) {
        synchronized (rooms) {
            int[] before = rooms.get(packet);
            return before != null && before[1] == packet.getLength() ? before[0] : packet.getLength();
        }
    }

    // ---- options -----------------------------------------------------------------------------------------------

    private void checkOpen() throws SocketException {
        if (isClosed()) {
            throw new SocketException("Socket is closed");
        }
    }

    @Override
    public void setSoTimeout(int timeout) throws SocketException {
        checkOpen();
        if (timeout < 0) {
            throw new IllegalArgumentException("timeout < 0");
        }
        timeoutMs = timeout;
    }

    @Override
    public int getSoTimeout() throws SocketException {
        checkOpen();
        return timeoutMs;
    }

    private <T> void setOptionOf(SocketOption<T> name, T value) throws SocketException {
        checkOpen();
        try {
            channel.setOption(name, value);
        } catch (IOException e) {
            throw new SocketException(e.getMessage(), e);
        }
    }

    private <T> T optionOf(SocketOption<T> name) throws SocketException {
        checkOpen();
        try {
            return channel.getOption(name);
        } catch (IOException e) {
            throw new SocketException(e.getMessage(), e);
        }
    }

    @Override
    public void setSendBufferSize(int size) throws SocketException {
        if (size <= 0) {
            throw new IllegalArgumentException("Invalid send size");
        }
        setOptionOf(StandardSocketOptions.SO_SNDBUF, size);
    }

    @Override
    public int getSendBufferSize() throws SocketException {
        return optionOf(StandardSocketOptions.SO_SNDBUF);
    }

    @Override
    public void setReceiveBufferSize(int size) throws SocketException {
        if (size <= 0) {
            throw new IllegalArgumentException("Invalid receive size");
        }
        setOptionOf(StandardSocketOptions.SO_RCVBUF, size);
    }

    @Override
    public int getReceiveBufferSize() throws SocketException {
        return optionOf(StandardSocketOptions.SO_RCVBUF);
    }

    @Override
    public void setReuseAddress(boolean on) throws SocketException {
        setOptionOf(StandardSocketOptions.SO_REUSEADDR, on);
    }

    @Override
    public boolean getReuseAddress() throws SocketException {
        return optionOf(StandardSocketOptions.SO_REUSEADDR);
    }

    @Override
    public void setBroadcast(boolean on) throws SocketException {
        setOptionOf(StandardSocketOptions.SO_BROADCAST, on);
    }

    @Override
    public boolean getBroadcast() throws SocketException {
        return optionOf(StandardSocketOptions.SO_BROADCAST);
    }

    @Override
    public void setTrafficClass(int tc) throws SocketException {
        setOptionOf(StandardSocketOptions.IP_TOS, tc);
    }

    @Override
    public int getTrafficClass() throws SocketException {
        return optionOf(StandardSocketOptions.IP_TOS);
    }

    @Override
    public <T> DatagramSocket setOption(SocketOption<T> name, T value) throws IOException {
        channel.setOption(name, value);
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) throws IOException {
        return channel.getOption(name);
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return channel.supportedOptions();
    }

    @Override
    public void joinGroup(SocketAddress group, NetworkInterface on) {
        throw RefusedNetwork.because("a multicast group", RefusedNetwork.UNICAST);
    }

    @Override
    public void leaveGroup(SocketAddress group, NetworkInterface on) {
        throw RefusedNetwork.because("a multicast group", RefusedNetwork.UNICAST);
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean isClosed() {
        return !channel.isOpen();
    }

    @Override
    public DatagramChannel getChannel() {
        return isOfChannel ? channel : null;
    }

    /** What the JDK's constructor asks for, and nobody calls: all methods are overridden. */
    private static final class NoImpl extends DatagramSocketImpl {
        private static UnsupportedOperationException unused() {
            return new UnsupportedOperationException("expected a call of the socket");
        }

        @Override
        protected void create() {
            throw unused();
        }

        @Override
        protected void bind(int port, InetAddress local) {
            throw unused();
        }

        @Override
        protected void send(DatagramPacket packet) {
            throw unused();
        }

        @Override
        protected int peek(InetAddress from) {
            throw unused();
        }

        @Override
        protected int peekData(DatagramPacket packet) {
            throw unused();
        }

        @Override
        protected void receive(DatagramPacket packet) {
            throw unused();
        }

        @Override
        @Deprecated
        @SuppressWarnings("removal")
        protected void setTTL(byte ttl) {
            throw unused();
        }

        @Override
        @Deprecated
        @SuppressWarnings("removal")
        protected byte getTTL() {
            throw unused();
        }

        @Override
        protected void setTimeToLive(int ttl) {
            throw unused();
        }

        @Override
        protected int getTimeToLive() {
            throw unused();
        }

        @Override
        protected void join(InetAddress group) {
            throw unused();
        }

        @Override
        protected void leave(InetAddress group) {
            throw unused();
        }

        @Override
        protected void joinGroup(SocketAddress group, NetworkInterface on) {
            throw unused();
        }

        @Override
        protected void leaveGroup(SocketAddress group, NetworkInterface on) {
            throw unused();
        }

        @Override
        protected void close() {
            throw unused();
        }

        @Override
        public void setOption(int number, Object value) {
            throw unused();
        }

        @Override
        public Object getOption(int number) {
            throw unused();
        }
    }
}
