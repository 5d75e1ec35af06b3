package org.bipj.sim.am;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.bipj.core.nic.Endpoint;
import org.bipj.core.nic.EndpointGroup;
import org.bipj.core.nic.EndpointSink;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.nic.PortException;
import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.hardware.EndpointPort;
import org.bipj.sim.hardware.Host;
import org.bipj.sim.kernel.Fiber;

/**
 * The host driver of Active Messages II's firmware: a rank's port, which offers endpoints and carries no packets.
 *
 * <p>Entries of endpoints lie in the board's memory, and the host writes and reads them by programmed I/O. Data lies in
 * a staging area in host memory. The library above fills it, by one copy at the sender and none at the receiver (virtual
 * networks paper, section 3), and charges that copy ({@link #chargeCopy}).
 */
public final class AmPort extends EndpointPort {
    private static final int WORD = 4;

    private final AmNetwork network;
    private final AmSettings settings;
    private final ClusterNode node;
    private final AmFirmware firmware;
    private final SegmentDriver driver;
    private final Suspension suspension;
    private final BoardEndpoint[] endpoints;
    private final int[] generations;
    /** Closed endpoints with messages that have not gone, or not gone back. */
    private final List<BoardEndpoint> ending = new ArrayList<>();
    /** Endpoints have smaller numbers. */
    private int numbers;

    /** Threads that are inside a poll. */
    private final Set<Fiber> polling = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The rank has given an endpoint a tag, or polled. */
    private boolean serves;
    /** What the segment driver and the daemon have taken of the host's time while the program ran. */
    private long tookPs;
    /** Until when the daemon uses the host's processor while the program waits. */
    private long workedUntilPs;

    AmPort(AmNetwork network, int rank, ClusterNode node) {
        super(rank, network.ranks(), network.kernel(), node);
        this.network = network;
        this.node = node;
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

    Host host() {
        return host;
    }

    /**
     * True until the rank has given an endpoint a tag, has polled, or has ended: it is a moment late, and the messages that
     * come for it wait at their senders.
     */
    boolean isLate() {
        return !serves && !isClosed();
    }

    /** Why a message is refused whose endpoint does not exist. */
    int reasonWithoutEndpoint() {
        return isClosed() && !serves ? Endpoints.UNREACHABLE : Endpoints.NO_ENDPOINT;
    }

    /** The rank has set up an endpoint. */
    void serves() {
        serves = true;
    }

    /** The endpoint with a number; null if there is none. */
    BoardEndpoint endpoint(int number) {
        return number < endpoints.length ? endpoints[number] : null;
    }

    long clock() {
        return cpu().clock();
    }

    /** The thread that calls. */
    Fiber current() {
        return cpu().current();
    }

    /** True if the calling thread is inside a poll. */
    boolean isPolling() {
        return !polling.isEmpty() && polling.contains(cpu().current());
    }

    void polling(boolean on) {
        if (on) {
            polling.add(cpu().current());
        } else {
            polling.remove(cpu().current());
        }
    }

    @Override
    public void charge(String what, long ps) {
        node.worked(cpu().current(), what, cpu().clock(), ps);
        cpu().charge(ps + tookPs + Math.max(0, workedUntilPs - cpu().clock()));
        tookPs = 0;
    }

    /** The cost of a look at an endpoint in host memory. */
    long pollPs() {
        return host.pollPs();
    }

    long pioWritePs(int bytes) {
        return host.pioWritePs(bytes, cpu().clock());
    }

    /** The host's work for a message: its entry by programmed I/O. */
    void chargeSend(int words) {
        cpu().news();
        charge("send", settings.hostSendPs + pioWritePs(AmSettings.ENTRY_HEADER + WORD * words));
    }

    /** The host's work to read an entry: on the board two words by each access. */
    void chargeReceive(int words, boolean onBoard) {
        cpu().news();
        if (!onBoard) {
            charge("receive", settings.hostReceivePs + pollPs());
            return;
        }
        long reads = (AmSettings.ENTRY_HEADER / 2 + WORD * words + Long.BYTES - 1) / Long.BYTES;
        charge("receive", settings.hostReceivePs + reads * pioReadPs());
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
        if (cpu() != null && cpu().isShared()) {
            tookPs += ps;
        }
    }

    /** The daemon uses the host's processor. A program that computes meanwhile goes on later. */
    void works(long at, long ps) {
        if (cpu() != null && cpu().clock() > at) {
            tookPs += ps;
        } else {
            workedUntilPs = Math.max(workedUntilPs, at + ps);
        }
    }

    /** A thread has written to an endpoint that is not mapped. Within a poll it is suspended before the next message. */
    void fault(BoardEndpoint endpoint) {
        suspension.fault(endpoint, cpu().current());
        if (!isPolling()) {
            suspend();
        }
    }

    /** Suspends the calling thread as long as faults demand. */
    void suspend() {
        suspension.await(cpu());
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
        if (cpu() != null) {
            cpu().news();
            cpu().wake(kernel().now());
        }
    }

    @Override
    public void freed() {
        super.freed();
        // Another thread than the one that has found no entry may have paused since.
        if (isStarved() || cpu() != null && cpu().isShared()) {
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

    // ---- endpoints ---------------------------------------------------------------------------------------------

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
        cpu().sync();
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
            cpu().sync();
        } else {
            cpu().block(this);
        }
        endWait();
    }

    /** True if something waits, as far as the simulation has come. */
    private boolean isReady() {
        boolean ready = isFed();
        for (int number = 0; number < numbers; number++) {
            ready |= endpoints[number] != null && endpoints[number].isReady();
        }
        return ready;
    }

    @Override
    public void pause() {
        checkCaller();
        // What has come since this thread has polled is news. What came before may be for other threads.
        cpu().pause(this);
        endWait();
    }

    @Override
    public void close() {
        if (isClosed()) {
            return;
        }
        for (BoardEndpoint endpoint : endpoints) {
            if (endpoint != null) {
                endpoint.close();
            }
        }
        super.close();
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

    // ---- packets, which this firmware does not carry -----------------------------------------------------------

    @Override
    protected PortException noPackets() {
        return new PortException(who() + ": the boards of platform " + network.platform()
                + " run Active Messages II's firmware (nic.firmware = am2), which carries no messages of MPI or BIP;"
                + " expected nic.firmware = bip");
    }
}
