package org.bipj.sim.am;

import java.util.ArrayList;
import java.util.List;
import org.bipj.core.nic.Endpoint;
import org.bipj.core.nic.EndpointGroup;
import org.bipj.core.nic.EndpointSink;
import org.bipj.core.nic.PortException;
import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.hardware.Lanai;

/**
 * The host driver of Active Messages II's firmware: a rank's port, which offers endpoints and carries no packets.
 *
 * <p>Entries of endpoints lie in the board's memory, and the host writes and reads them by programmed I/O. Data lies in
 * a staging area in host memory. The library above fills it, by one copy at the sender and none at the receiver (virtual
 * networks paper, section 3), and charges that copy ({@link #chargeCopy}).
 */
public final class AmPort extends AmDriver {
    private final Lanai lanai;
    private final AmSettings settings;
    private final AmFirmware firmware;
    private final SegmentDriver driver;
    private final Suspension suspension;
    private final BoardEndpoint[] endpoints;
    private final int[] generations;
    /** Closed endpoints with messages that have not gone, or not gone back. */
    private final List<BoardEndpoint> ending = new ArrayList<>();
    /** One more than the largest number of an endpoint so far. */
    private int numbers;

    /** Loads the firmware into the board of a rank's node, and creates the rank's port. */
    public AmPort(AmNetwork network, int rank, ClusterNode node) {
        super(network, rank, node);
        lanai = node.lanai();
        settings = network.settings();
        endpoints = new BoardEndpoint[settings.endpoints];
        generations = new int[settings.endpoints];
        firmware = new AmFirmware(this, lanai, settings);
        firmware.start();
        driver = new SegmentDriver(this, settings);
        suspension = new Suspension(this, driver);
        host.onInterrupt(() -> {
            driver.onInterrupt(firmware.takeFaults());
            firmware.privileged().onInterrupt();
        });
    }

    // ---- for endpoints and firmware ----------------------------------------------------------------------------

    AmFirmware firmware() {
        return firmware;
    }

    /** The endpoint of the host's network management daemon. */
    public PrivilegedEndpoint privileged() {
        return firmware.privileged();
    }

    @Override
    BoardEndpoint endpoint(int number) {
        return number < endpoints.length ? endpoints[number] : null;
    }

    @Override
    void ring(BoardEndpoint endpoint) {
        lanai.ring(endpoint);
    }

    /** The segment driver has a command for the board. */
    void command(PageMove move) {
        lanai.ring(move);
    }

    @Override
    void want(BoardEndpoint endpoint) {
        driver.onWanted(endpoint);
    }

    /** True if no answer can arrive that would matter to a packet of an endpoint. */
    boolean isSettled(BoardEndpoint endpoint) {
        return firmware.isSettled(endpoint);
    }

    @Override
    void fault(BoardEndpoint endpoint) {
        suspension.fault(endpoint, cpu().current());
        if (!isPolling()) {
            suspend();
        }
    }

    @Override
    void suspend() {
        suspension.await(cpu());
    }

    /** An endpoint is mapped, or has ended: threads that have written to it go on. */
    void resume(BoardEndpoint endpoint) {
        suspension.resume(endpoint);
    }

    @Override
    public void freed() {
        super.freed();
        // Another thread than the one that has found no entry may have paused since.
        if (isStarved() || cpu() != null && cpu().isShared()) {
            wake();
        }
    }

    @Override
    void closing(BoardEndpoint endpoint) {
        endpoints[endpoint.number()] = null;
        ending.add(endpoint);
    }

    @Override
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
        return new PortException(who() + ": the boards of platform " + network().platform()
                + " run Active Messages II's firmware (nic.firmware = am2), which carries no messages of MPI or BIP;"
                + " expected nic.firmware = bip");
    }
}
