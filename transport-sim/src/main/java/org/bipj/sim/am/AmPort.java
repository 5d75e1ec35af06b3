package org.bipj.sim.am;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.Endpoint;
import org.bipj.core.nic.EndpointGroup;
import org.bipj.core.nic.EndpointSink;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.VirtualTime;
import org.bipj.core.nic.WaitReports;
import org.bipj.sim.hardware.BoardPort;
import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.hardware.Host;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.FiberLock;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Processor;

/**
 * The host driver of Active Messages II's firmware: a rank's port, which offers endpoints and carries no packets.
 *
 * <p>Entries of endpoints lie in the board's memory, and the host writes and reads them by programmed I/O. Data lies in
 * a staging area in host memory. The library above fills it, by one copy at the sender and none at the receiver (virtual
 * networks paper, section 3), and charges that copy ({@link #chargeCopy}).
 */
public final class AmPort implements BoardPort, Endpoints, VirtualTime, WaitReports {
    private static final long PS_PER_NS = 1000;
    private static final int WORD = 4;

    private final int rank;
    private final AmNetwork network;
    private final AmSettings settings;
    private final ClusterNode node;
    private final Host host;
    private final AmFirmware firmware;
    private final SegmentDriver driver;
    private final Suspension suspension;
    private final BoardEndpoint[] endpoints;
    private final int[] generations;
    /** Closed endpoints with messages that have not gone, or not gone back. */
    private final List<BoardEndpoint> ending = new ArrayList<>();
    /** Endpoints have smaller numbers. */
    private int numbers;

    /** Of the rank's program; null before it has opened the port. */
    private Processor cpu;

    private Supplier<String> outstanding = () -> "";
    /** Threads that are inside a poll. */
    private final Set<Fiber> polling = Collections.newSetFromMap(new IdentityHashMap<>());

    private boolean closed;
    /** The rank has given an endpoint a tag, or polled. */
    private boolean serves;
    /** A claim has found no entry. */
    private boolean starved;
    /** Since then one has become free. */
    private boolean freed;
    /** What the segment driver and the daemon have taken of the host's time while the program ran. */
    private long tookPs;
    /** Until when the daemon uses the host's processor while the program waits. */
    private long workedUntilPs;

    AmPort(AmNetwork network, int rank, ClusterNode node) {
        this.network = network;
        this.rank = rank;
        this.node = node;
        host = node.host();
        settings = network.settings();
        endpoints = new BoardEndpoint[settings.endpoints];
        generations = new int[settings.endpoints];
        firmware = new AmFirmware(this, node.lanai(), settings);
        firmware.start();
        driver = new SegmentDriver(this, settings);
        suspension = new Suspension(this, driver);
        host.onInterrupt(() -> {
            driver.onInterrupt(firmware.takeFaults());
            firmware.privileged().onInterrupt();
        });
    }

    @Override
    public void open(Processor program) {
        cpu = program;
    }

    // ---- for endpoints and firmware ----------------------------------------------------------------------------

    AmNetwork network() {
        return network;
    }

    AmFirmware firmware() {
        return firmware;
    }

    /** The endpoint of the host's network management daemon. */
    public PrivilegedEndpoint privileged() {
        return firmware.privileged();
    }

    Kernel kernel() {
        return network.kernel();
    }

    Host host() {
        return host;
    }

    /**
     * True until the rank has given an endpoint a tag, has polled, or has ended: it is a moment late, and the messages that
     * come for it wait at their senders.
     */
    boolean isLate() {
        return !serves && !closed;
    }

    /** Why a message is refused whose endpoint does not exist. */
    int reasonWithoutEndpoint() {
        return closed && !serves ? Endpoints.UNREACHABLE : Endpoints.NO_ENDPOINT;
    }

    /** The rank has set up an endpoint. */
    void serves() {
        serves = true;
    }

    /** The endpoint with a number; null if there is none. */
    BoardEndpoint endpoint(int number) {
        return number < endpoints.length ? endpoints[number] : null;
    }

    /** The rank in messages. */
    String who() {
        return "rank " + rank;
    }

    long clock() {
        return cpu.clock();
    }

    /** Schedules a change by the host, which takes effect on the board at the host's time. */
    void atClock(Event change) {
        kernel().at(cpu.clock(), change);
    }

    void sync() {
        cpu.sync();
    }

    /** The thread that calls. */
    Fiber current() {
        return cpu.current();
    }

    /** True if the calling thread is inside a poll. */
    boolean isPolling() {
        return !polling.isEmpty() && polling.contains(cpu.current());
    }

    void polling(boolean on) {
        if (on) {
            polling.add(cpu.current());
        } else {
            polling.remove(cpu.current());
        }
    }

    void charge(String what, long ps) {
        node.worked(cpu.current(), what, cpu.clock(), ps);
        cpu.charge(ps + tookPs + Math.max(0, workedUntilPs - cpu.clock()));
        tookPs = 0;
    }

    long pioReadPs() {
        return host.pioReadPs(cpu.clock());
    }

    /** The cost of a look at an endpoint in host memory. */
    long pollPs() {
        return host.pollPs();
    }

    long pioWritePs(int bytes) {
        return host.pioWritePs(bytes, cpu.clock());
    }

    /** The host's work for a message: its entry by programmed I/O. */
    void chargeSend(int words) {
        cpu.news();
        charge("send", settings.hostSendPs + pioWritePs(AmSettings.ENTRY_HEADER + WORD * words));
    }

    /** The host's work to read an entry: on the board two words by each access. */
    void chargeReceive(int words, boolean onBoard) {
        cpu.news();
        if (!onBoard) {
            charge("receive", settings.hostReceivePs + pollPs());
            return;
        }
        long reads = (AmSettings.ENTRY_HEADER / 2 + WORD * words + Long.BYTES - 1) / Long.BYTES;
        charge("receive", settings.hostReceivePs + reads * pioReadPs());
    }

    /** The program begins to look for messages. */
    void looks() {
        cpu.looks();
    }

    /** The program has looked for messages in vain. */
    void looksInVain() {
        cpu.called(true);
    }

    /** An entry of an endpoint waits to be sent. */
    void ring(BoardEndpoint endpoint) {
        node.lanai().ring(endpoint);
    }

    /** The segment driver has a command for the board. */
    void command(PageMove move) {
        node.lanai().ring(move);
    }

    /** An endpoint needs its frame: it has a message to send. */
    void want(BoardEndpoint endpoint) {
        driver.onWanted(endpoint);
    }

    /** True if no answer can arrive that would matter to a packet of an endpoint. */
    boolean isSettled(BoardEndpoint endpoint) {
        return firmware.isSettled(endpoint);
    }

    /** The segment driver uses the host's processor. A program of one thread, which is suspended, does not notice. */
    void took(long ps) {
        if (cpu != null && cpu.isShared()) {
            tookPs += ps;
        }
    }

    /** The daemon uses the host's processor. A program that computes meanwhile goes on later. */
    void works(long at, long ps) {
        if (cpu != null && cpu.clock() > at) {
            tookPs += ps;
        } else {
            workedUntilPs = Math.max(workedUntilPs, at + ps);
        }
    }

    /** A thread has written to an endpoint that is not mapped. Within a poll it is suspended before the next message. */
    void fault(BoardEndpoint endpoint) {
        suspension.fault(endpoint, cpu.current());
        if (!isPolling()) {
            suspend();
        }
    }

    /** Suspends the calling thread as long as faults demand. */
    void suspend() {
        suspension.await(cpu);
    }

    /** An endpoint is mapped, or has ended: threads that have written to it go on. */
    void resume(BoardEndpoint endpoint) {
        suspension.resume(endpoint);
    }

    /** The calling thread was woken by a message. */
    void chargeEvent() {
        charge("event", settings.hostEventPs);
    }

    /** The rank can go on: a message has come, or one came back. */
    void wake() {
        if (cpu != null) {
            cpu.news();
            cpu.wake(kernel().now());
        }
    }

    void starve() {
        starved = true;
        freed = false;
    }

    void freed() {
        freed = true;
        // Another thread than the one that has found no entry may have paused since.
        if (starved || cpu != null && cpu.isShared()) {
            wake();
        }
    }

    /** The program closes an endpoint: messages no longer find it, and its number is free. */
    void closing(BoardEndpoint endpoint) {
        endpoints[endpoint.number()] = null;
        ending.add(endpoint);
    }

    /** A closed endpoint has no message left. */
    void ended(BoardEndpoint endpoint) {
        if (ending.remove(endpoint)) {
            firmware.removed(endpoint);
            driver.ended(endpoint);
        }
    }

    void checkCaller() {
        cpu.check();
        if (closed) {
            throw new IllegalStateException(who() + ": its port is closed");
        }
    }

    // ---- endpoints ---------------------------------------------------------------------------------------------

    @Override
    public Endpoints endpoints() {
        return this;
    }

    @Override
    public Limits limits() {
        return settings.limits();
    }

    @Override
    public EndpointGroup group() {
        return new BoardEndpointGroup(this);
    }

    @Override
    public Endpoint open(EndpointGroup group, EndpointSink sink) {
        checkCaller();
        cpu.sync();
        int number = 0;
        while (number < endpoints.length && endpoints[number] != null) {
            number++;
        }
        if (number == endpoints.length) {
            throw new PortException(who() + ": its host has room for " + endpoints.length
                    + " endpoints (am.endpoints), and all are in use");
        }
        BoardEndpoint endpoint = new BoardEndpoint(this, sink, number, ++generations[number]);
        group.add(endpoint);
        endpoints[number] = endpoint;
        numbers = Math.max(numbers, number + 1);
        driver.opened(endpoint);
        return endpoint;
    }

    // ---- waiting and time --------------------------------------------------------------------------------------

    @Override
    public void idle(int fruitless) {
        checkCaller();
        boolean ready = isReady();
        if (ready) {
            // What waits may be what the rank cannot take now: let the rest go on.
            cpu.sync();
        } else {
            cpu.block(this);
        }
        starved = false;
    }

    /** True if something waits, as far as the simulation has come. */
    private boolean isReady() {
        boolean ready = starved && freed;
        for (int number = 0; number < numbers; number++) {
            ready |= endpoints[number] != null && endpoints[number].isReady();
        }
        return ready;
    }

    @Override
    public ReentrantLock newLock() {
        return new FiberLock(cpu);
    }

    @Override
    public void pause() {
        checkCaller();
        // What has come since this thread has polled is news. What came before may be for other threads.
        cpu.pause(this);
        starved = false;
    }

    @Override
    public long now() {
        checkCaller();
        return cpu.read(host.pollPs()) / PS_PER_NS;
    }

    @Override
    public VirtualTime virtualTime() {
        return this;
    }

    @Override
    public void charge(HostWork work) {
        charge(work.name(), host.workPs(work));
        cpu.called(work == HostWork.FAILED_TEST);
    }

    @Override
    public void chargeCopy(long bytes) {
        charge("copy", host.copyPs(bytes));
        cpu.news();
    }

    @Override
    public WaitReports waitReports() {
        return this;
    }

    @Override
    public void reportBy(Supplier<String> report) {
        outstanding = report;
    }

    /** Does nothing: the simulation requests reports by {@link #toString}, and only when no rank can continue. */
    @Override
    public void reportIfAsked() {}

    @Override
    public void programEnded() {
        closed = true;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        for (BoardEndpoint endpoint : endpoints) {
            if (endpoint != null) {
                endpoint.close();
            }
        }
        closed = true;
    }

    @Override
    public boolean isIdle() {
        for (BoardEndpoint endpoint : endpoints) {
            if (endpoint != null && !endpoint.isIdle()) {
                return false;
            }
        }
        return ending.isEmpty() && firmware.isIdle() && driver.isIdle();
    }

    @Override
    public String state() {
        StringBuilder text = new StringBuilder(who() + ": " + firmware + "; " + driver);
        for (BoardEndpoint endpoint : endpoints) {
            if (endpoint != null) {
                text.append("; ").append(endpoint);
            }
        }
        ending.forEach(endpoint -> text.append("; ").append(endpoint));
        return text.toString();
    }

    /** Describes what the rank waits for, for the report of a deadlock. */
    @Override
    public String toString() {
        String known = outstanding.get();
        return known.isEmpty() ? "an active message" : known;
    }

    // ---- packets, which this firmware does not carry -----------------------------------------------------------

    private PortException noPackets() {
        return new PortException(who() + ": the boards of platform " + network.platform()
                + " run Active Messages II's firmware (nic.firmware = am2), which carries no messages of MPI or BIP;"
                + " expected nic.firmware = bip");
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return network.ranks();
    }

    @Override
    public Capabilities capabilities() {
        throw noPackets();
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        throw noPackets();
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        throw noPackets();
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        throw noPackets();
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        throw noPackets();
    }

    @Override
    public int poll(PacketSink sink, int limit) {
        throw noPackets();
    }

    @Override
    public void release(int peer, int lane, long offset) {
        throw noPackets();
    }
}
