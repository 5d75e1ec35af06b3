package org.bipj.sim.ip;

import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.random.RandomGenerator;
import org.bipj.core.protocol.tcp.TcpSegment;
import org.bipj.sim.bip.BipNetwork;
import org.bipj.sim.bip.DatagramDriver;
import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.KernelSemaphore;
import org.bipj.sim.kernel.Processor;
import org.bipj.sim.kernel.Seeds;

/**
 * The TCP/IP stack of a rank's host, and what a program of the rank asks it for. Fibers of the rank call it, one of which is
 * the handler of the board's interrupts and of timers. Each step is charged to the fiber that does it; then virtual time
 * reaches its clock, so that an interrupt which comes earlier is served earlier; and then the state changes.
 *
 * <p>When the rank's program has ended, events do the same work. It takes no time then: nothing else needs the processor.
 */
public final class IpHost {
    private static final int FIRST_EPHEMERAL = 32_768;
    /** Datagrams of which parts are missing that a host keeps. */
    private static final int MOST_INCOMPLETE = 64;

    private static final int LAST_EPHEMERAL = 60_999;
    private static final int MOST_PORTS = 65_535;

    private final IpNetwork network;
    private final int rank;
    private final ClusterNode node;
    private final DatagramDriver driver;
    private final IpSettings settings;
    private final RandomGenerator random;
    /** What becomes of datagrams. */
    private final RandomGenerator fate;

    private final Map<IpPacket.Flow, TcpSocket> connections = new LinkedHashMap<>();
    /** By local port, the number of these. */
    private final Map<Integer, Integer> ports = new HashMap<>();

    private final List<TcpListener> listeners = new ArrayList<>();
    /** Sockets for datagrams that are bound. */
    private final List<UdpSocket> datagrams = new ArrayList<>();
    /** Datagrams of which parts are missing, the oldest first, and how many. */
    private final Map<UdpPacket, Integer> incomplete = new LinkedHashMap<>();
    /** Addresses that sockets without a connection, or with one that they made, have bound. */
    private final List<InetSocketAddress> bound = new ArrayList<>();
    /** Packets of this host for itself. */
    private final ArrayDeque<Object> looped = new ArrayDeque<>();
    /** Connections whose timers have ended. */
    private final ArrayDeque<TcpSocket> due = new ArrayDeque<>();

    /** Null before {@link #attach}. */
    private Processor processor;

    private KernelSemaphore line = new KernelSemaphore("an interrupt of the network");

    private int nextEphemeral = FIRST_EPHEMERAL;
    private boolean raised;
    /** For how long the processor has to do nothing. */
    private long pausePs;
    /** Packets that have come and were not taken. */
    private int waiting;
    /** The end of the board's patience for more packets. */
    private final Event patience;

    private boolean programEnded;
    private boolean crashed;
    /** An event does the work, not a fiber. */
    private boolean byEvent;

    private long segmentsIn;
    private long segmentsOut;

    IpHost(IpNetwork network, BipNetwork boards, int rank, ClusterNode node) {
        this.network = network;
        this.rank = rank;
        this.node = node;
        settings = network.settings();
        driver = new DatagramDriver(boards, rank, node, settings.mtu, settings.ring);
        driver.onArrival(this::packetArrived);
        patience = timer(false, this::interrupt);
        random = Seeds.of(network.seed(), "IP of rank " + rank);
        fate = Seeds.of(network.seed(), "datagrams of rank " + rank);
    }

    /** Starts the handler of interrupts on the rank's processor; before the run. */
    public void attach(Processor ofRank) {
        processor = ofRank;
        KernelSemaphore own = new KernelSemaphore("an interrupt of the network");
        line = own;
        ofRank.spawn("network", Processor.Priority.INTERRUPT, () -> serve(own)).hide();
    }

    /** The rank whose host this is. */
    public int rank() {
        return rank;
    }

    // ---- for programs ------------------------------------------------------------------------------------------

    /** Names and addresses of all hosts. */
    public IpNames names() {
        return network.names();
    }

    /** The address of this host. */
    public InetAddress address() {
        return names().address(rank);
    }

    /** The longest packet, in bytes. */
    public int mtu() {
        return settings.mtu;
    }

    /** A socket that is not connected. */
    public TcpSocket socket() {
        return new TcpSocket(this, settings.tcp);
    }

    /**
     * Listens for connections.
     *
     * @param address one of this host, or the wildcard address
     * @param port 0 for one that the host chooses
     * @param backlog connections that may wait until they are accepted; 50 if it is not positive
     * @throws BindException if the port is in use, or the address is not this host's
     */
    public TcpListener listen(InetAddress address, int port, int backlog) throws SocketException {
        enter();
        work("system call", settings.callPs);
        InetSocketAddress local = new InetSocketAddress(address, bindable(address, port));
        TcpListener listener = new TcpListener(this, local, backlog);
        listeners.add(listener);
        return listener;
    }

    /** A socket for datagrams that is not bound. */
    public UdpSocket datagrams() {
        return new UdpSocket(this);
    }

    /** A program makes a system call that does nothing else here, such as one that looks what is ready. */
    public void systemCall() {
        enter();
        work("system call", settings.callPs);
    }

    /**
     * The port for a socket that binds.
     *
     * @throws BindException if it is in use, or the address is not this host's
     */
    int bindable(InetAddress address, int port) throws SocketException {
        return bindable(address, port, this::isInUse);
    }

    /** As {@link #bindable}, of the ports of datagrams. */
    int bindableDatagrams(InetAddress address, int port) throws SocketException {
        return bindable(
                address,
                port,
                (at, number) -> datagrams.stream().anyMatch(other -> overlaps(other.local(), at, number)));
    }

    private int bindable(InetAddress address, int port, BiPredicate<InetAddress, Integer> isInUse)
            throws SocketException {
        checkFamily(address);
        if (!isOwn(address) && !address.isAnyLocalAddress()) {
            throw new BindException("Cannot assign requested address");
        }
        if (port < 0 || port > MOST_PORTS) {
            throw new IllegalArgumentException("port out of range: " + port);
        }
        if (port != 0) {
            if (isInUse.test(address, port)) {
                throw new BindException("Address already in use");
            }
            return port;
        }
        for (int tries = FIRST_EPHEMERAL; tries <= LAST_EPHEMERAL; tries++) {
            int chosen = nextEphemeral;
            nextEphemeral = chosen == LAST_EPHEMERAL ? FIRST_EPHEMERAL : chosen + 1;
            if (!isInUse.test(address, chosen) && !ports.containsKey(chosen)) {
                return chosen;
            }
        }
        throw new BindException("Address already in use: no port is free");
    }

    /** Addresses of IPv6 are parsed, and used by no socket. */
    static void checkFamily(InetAddress address) throws SocketException {
        if (!(address instanceof Inet4Address) && !address.isAnyLocalAddress()) {
            throw new SocketException("Protocol family unavailable: " + address.getHostAddress()
                    + " is an address of IPv6; a simulated host has IPv4");
        }
    }

    private boolean isInUse(InetAddress address, int port) {
        return listeners.stream().map(TcpListener::local).anyMatch(other -> overlaps(other, address, port))
                || bound.stream().anyMatch(other -> overlaps(other, address, port));
    }

    private static boolean overlaps(InetSocketAddress other, InetAddress address, int port) {
        return other.getPort() == port
                && (address.isAnyLocalAddress()
                        || other.getAddress().isAnyLocalAddress()
                        || other.getAddress().equals(address));
    }

    void add(UdpSocket socket) {
        datagrams.add(socket);
    }

    void remove(UdpSocket socket) {
        datagrams.remove(socket);
    }

    void bind(InetSocketAddress address) {
        bound.add(address);
    }

    void unbind(InetSocketAddress address) {
        bound.remove(address);
    }

    boolean isOwn(InetAddress address) {
        return address.isLoopbackAddress() || names().rank(address) == rank;
    }

    // ---- time --------------------------------------------------------------------------------------------------

    IpSettings settings() {
        return settings;
    }

    /** A program calls. It has to be a fiber of the rank. */
    void enter() {
        processor.check();
        if (programEnded || crashed) {
            throw new IllegalStateException("rank " + rank + ": its "
                    + (crashed ? "host has crashed" : "program has ended") + ", and its sockets are gone");
        }
    }

    /** The present of whoever works. */
    long now() {
        return byEvent ? network.kernel().now() : processor.clock();
    }

    /** Charges a step of the host's software, and lets everything happen that happens before its end. */
    void work(String what, long ps) {
        if (byEvent) {
            return;
        }
        spend(what, ps);
        processor.sync();
    }

    private void spend(String what, long ps) {
        if (!byEvent) {
            node.worked(processor.current(), what, processor.clock(), ps);
            processor.charge(ps + node.host().delayPs());
        }
    }

    /** The cost of a copy. */
    long copyPs(int bytes) {
        return node.host().copyPs(bytes);
    }

    int newSequence() {
        return random.nextInt();
    }

    // ---- packets -----------------------------------------------------------------------------------------------

    /** Sends a packet of this host: to its driver, or back to itself. */
    void transmit(IpPacket packet, int to) {
        if (crashed) {
            // A fiber was about to send when the power went.
            return;
        }
        segmentsOut++;
        if (to == rank) {
            loop(packet);
        } else if (connects(to)) {
            spend("driver", driver.send(to, packet.bytes(), packet, now()));
        }
    }

    /** Sends a datagram of this host. On the way to others it may be lost, come twice, or be overtaken. */
    void transmit(UdpPacket packet) {
        InetAddress address = packet.to().getAddress();
        // A server of names is at all addresses that are no host's.
        int to = isOwn(address) || names().rank(address) < 0 ? rank : names().rank(address);
        int most = settings.mtu - IpSettings.HEADER;
        int parts = Math.max(1, (packet.payload() + most - 1) / most);
        for (int part = 0; part < parts; part++) {
            work("segment out", settings.segmentPs);
            segmentsOut++;
            UdpPacket.Part one = new UdpPacket.Part(packet, parts);
            if (to == rank) {
                loop(one);
            } else if (connects(to) && !(settings.loss > 0 && fate.nextDouble() < settings.loss)) {
                int bytes = IpSettings.HEADER + Math.min(most, packet.payload() - part * most);
                int copies = parts == 1 && settings.duplicates > 0 && fate.nextDouble() < settings.duplicates ? 2 : 1;
                for (int i = 0; i < copies; i++) {
                    send(to, bytes, one);
                }
            }
        }
    }

    private void send(int to, int bytes, UdpPacket.Part part) {
        if (settings.reordered > 0 && fate.nextDouble() < settings.reordered) {
            long late = 1 + fate.nextLong(settings.reorderedPs);
            network.kernel().at(now() + late, new Event() {
                @Override
                protected void fire() {
                    if (!crashed) {
                        driver.send(to, bytes, part, network.kernel().now());
                    }
                }
            });
        } else {
            spend("driver", driver.send(to, bytes, part, now()));
        }
    }

    private void loop(Object packet) {
        network.kernel().at(now(), new Event() {
            @Override
            protected void fire() {
                looped.add(packet);
                interrupt();
            }
        });
    }

    private void arrived(UdpPacket.Part part) {
        work("segment in", settings.segmentPs);
        segmentsIn++;
        UdpPacket packet = part.whole();
        if (part.parts() > 1) {
            if (incomplete.size() > MOST_INCOMPLETE) {
                incomplete.remove(incomplete.keySet().iterator().next());
            }
            int missing = incomplete.merge(packet, part.parts() - 1, (left, all) -> left - 1);
            if (missing > 0) {
                return;
            }
            incomplete.remove(packet);
        }
        UdpSocket socket = datagrams(packet);
        if (socket != null) {
            socket.take(packet);
        } else if (packet.data() != null) {
            boolean isQuery = packet.to().getPort() == NameServer.PORT;
            byte[] answer = isQuery ? NameServer.answer(names(), packet.data()) : null;
            transmit(new UdpPacket(packet.to(), packet.from(), answer));
        }
    }

    /** The socket that a datagram is for: that of its sender before one that takes all. */
    private UdpSocket datagrams(UdpPacket packet) {
        UdpSocket found = null;
        for (UdpSocket socket : datagrams) {
            if (overlaps(socket.local(), packet.to().getAddress(), packet.to().getPort())) {
                if (packet.from().equals(socket.remote())) {
                    return socket;
                } else if (socket.remote() == null) {
                    found = socket;
                }
            }
        }
        return found;
    }

    /** True if packets of this host reach that of a rank; those that do not are dropped. */
    boolean connects(int to) {
        return network.connects(rank, to);
    }

    /** The connection of a flow; null if there is none. */
    TcpSocket find(IpPacket.Flow flow) {
        return connections.get(flow);
    }

    void add(IpPacket.Flow flow, TcpSocket socket) {
        connections.put(flow, socket);
        ports.merge(flow.local().getPort(), 1, Integer::sum);
    }

    void remove(IpPacket.Flow flow, TcpSocket socket) {
        if (connections.remove(flow, socket)) {
            ports.merge(flow.local().getPort(), -1, (count, less) -> count + less == 0 ? null : count + less);
        }
    }

    void remove(TcpListener listener) {
        listeners.remove(listener);
    }

    /** The other end of a connection, which only the simulator can see; null if there is none any more. */
    TcpSocket peerOf(IpPacket.Flow flow, int peer) {
        IpHost host = network.host(peer);
        return host == null ? null : host.find(flow.reversed());
    }

    boolean hasProgram(int ofRank) {
        IpHost host = network.host(ofRank);
        return host != null && !host.programEnded && !host.crashed;
    }

    // ---- interrupts and timers ---------------------------------------------------------------------------------

    /** The board has stored a packet. It interrupts at once, or waits for so many packets, or for some time. */
    private void packetArrived() {
        if (++waiting >= settings.coalesce) {
            network.kernel().cancel(patience);
            interrupt();
        } else if (!patience.isScheduled()) {
            network.kernel().after(settings.coalescePs, patience);
        }
    }

    /** An event has something for this host. */
    private void interrupt() {
        if (programEnded || crashed) {
            serveByEvent();
        } else if (!raised) {
            raised = true;
            line.release(network.kernel().now());
        }
    }

    /** The timers of a connection have ended. */
    void timerEnded(TcpSocket socket) {
        due.add(socket);
        interrupt();
    }

    /** The program of the interrupt's fiber, which ends when the host has crashed. */
    private void serve(KernelSemaphore own) {
        while (own == line) {
            own.acquire();
            raised = false;
            handle();
            if (!programEnded && !crashed && hasWork() && !raised) {
                raised = true;
                own.release(now());
            }
        }
    }

    private void serveByEvent() {
        byEvent = true;
        try {
            while (hasWork()) {
                handle();
            }
        } finally {
            byEvent = false;
        }
    }

    /** The host's processor does nothing for so long, from the event that calls this on: neither programs nor the network. */
    public void pause(long ps) {
        if (!crashed) {
            pausePs += ps;
            interrupt();
        }
    }

    private boolean hasWork() {
        return driver.hasArrived() || !looped.isEmpty() || !due.isEmpty();
    }

    /** One interrupt: a number of packets, and what else there is. */
    private void handle() {
        if (pausePs > 0) {
            long ps = pausePs;
            pausePs = 0;
            work("pause", ps);
        }
        if (driver.hasArrived()) {
            work("interrupt", settings.interruptPs);
            for (int i = 0; i < settings.coalesce && driver.hasArrived(); i++) {
                take();
            }
        }
        if (!looped.isEmpty()) {
            arrived(looped.remove());
        }
        if (!due.isEmpty()) {
            due.remove().expire();
        }
    }

    private void take() {
        spend("poll", node.host().pollPs());
        waiting--;
        DatagramDriver.Arrival arrival = driver.take();
        if (arrival.usesRing()) {
            spend("driver", driver.post(now()));
        }
        if (!crashed && arrival.content() != null) {
            arrived(arrival.content());
        }
    }

    private void arrived(Object content) {
        switch (content) {
            case IpPacket packet -> arrived(packet);
            case UdpPacket.Part part -> arrived(part);
            default -> throw new IllegalStateException("no packet of IP: " + content);
        }
    }

    private void arrived(IpPacket packet) {
        work("segment in", settings.segmentPs);
        segmentsIn++;
        TcpSocket socket = find(packet.flow());
        TcpSegment segment = packet.segment();
        if (socket != null) {
            socket.take(segment);
            return;
        }
        boolean isFirst = segment.has(TcpSegment.SYN) && !segment.has(TcpSegment.ACK | TcpSegment.RST);
        TcpListener listener = isFirst ? listener(packet.to()) : null;
        if (listener != null) {
            listener.take(packet);
        } else if (!segment.has(TcpSegment.RST)) {
            work("segment out", settings.segmentPs);
            InetAddress from = packet.from().getAddress();
            transmit(
                    new IpPacket(packet.to(), packet.from(), TcpSegment.refusal(segment)),
                    isOwn(from) ? rank : names().rank(from));
        }
    }

    private TcpListener listener(InetSocketAddress to) {
        for (TcpListener listener : listeners) {
            if (overlaps(listener.local(), to.getAddress(), to.getPort())) {
                return listener;
            }
        }
        return null;
    }

    /** An event of the kernel, at which a timer of a connection ends. */
    Event timer(boolean inBackground, Runnable ended) {
        return new Event(inBackground) {
            @Override
            protected void fire() {
                ended.run();
            }
        };
    }

    void schedule(Event timer, long at) {
        if (at == Long.MAX_VALUE || crashed) {
            network.kernel().cancel(timer);
        } else if (!timer.isScheduled() || timer.time() > at) {
            network.kernel().move(Math.max(at, network.kernel().now()), timer);
        }
    }

    long kernelNow() {
        return network.kernel().now();
    }

    // ---- ends --------------------------------------------------------------------------------------------------

    /** The program of the rank has ended, or left: its sockets are closed as Linux does. The host lives on. */
    void programEnded() {
        if (programEnded || crashed || processor == null) {
            return;
        }
        processor.sync();
        programEnded = true;
        byEvent = true;
        try {
            List.copyOf(datagrams).forEach(UdpSocket::close);
            List.copyOf(listeners).forEach(TcpListener::release);
            List.copyOf(connections.values()).forEach(TcpSocket::release);
        } finally {
            byEvent = false;
        }
    }

    /**
     * The host loses its power, its sockets and its program's fibers, which the caller ends. Nothing is sent: peers learn it by
     * their time-outs. What comes is lost, until {@link #recover}. By a fiber or an event.
     */
    public void crash() {
        crashed = true;
        raised = false;
        pausePs = 0;
        line = new KernelSemaphore("nothing");
        listeners.clear();
        bound.clear();
        looped.clear();
        List.copyOf(datagrams).forEach(UdpSocket::close);
        incomplete.clear();
        due.clear();
        connections.values().forEach(TcpSocket::vanish);
        connections.clear();
        ports.clear();
    }

    /** The host is there again after {@link #crash}, and remembers nothing: old connections' segments are answered by a RST. */
    public void recover(Processor ofRank) {
        if (!crashed) {
            throw new IllegalStateException("rank " + rank + ": its host has not crashed");
        }
        crashed = false;
        programEnded = false;
        attach(ofRank);
    }

    boolean isIdle() {
        return driver.isIdle() && connections.isEmpty();
    }

    /** What the stack has done, for the summary of a run. */
    public String summary() {
        return "IP of rank " + rank + ": " + segmentsOut + " segments out, " + segmentsIn + " in, " + driver.dropped()
                + " dropped for want of a receive, " + driver.damaged() + " damages";
    }

    /** Packets that the board has dropped for want of a receive. */
    public long dropped() {
        return driver.dropped();
    }

    /** Damages that the board has reported. */
    public long damaged() {
        return driver.damaged();
    }

    @Override
    public String toString() {
        return "host of rank " + rank + ": " + connections.size() + " connections, " + listeners.size() + " listeners, "
                + driver;
    }
}
