package org.bipj.sim.gam;

import java.lang.foreign.MemorySegment;
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
import org.bipj.sim.kernel.FiberLock;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Processor;

/**
 * The host driver of Generic Active Messages: a rank's port, which offers one endpoint and carries no packets.
 *
 * <p>Descriptors lie in the board's memory, and the host writes and reads them word by word. Data of bulk packets lies in a
 * pinned area of host memory. The library above fills it and charges that copy ({@link #chargeCopy}).
 */
public final class GamPort implements BoardPort, Endpoints, VirtualTime, WaitReports {
    private static final long PS_PER_NS = 1000;

    private final int rank;
    private final GamNetwork network;
    private final GamSettings settings;
    private final ClusterNode node;
    private final Host host;
    private final GamFirmware firmware;
    private GamEndpoint endpoint;

    /** Of the rank's program; null before it has opened the port. */
    private Processor cpu;

    private Supplier<String> outstanding = () -> "";
    private boolean closed;
    /** A claim has found no descriptor. */
    private boolean starved;
    /** Since then one has become free. */
    private boolean freed;

    GamPort(GamNetwork network, int rank, ClusterNode node) {
        this.network = network;
        this.rank = rank;
        this.node = node;
        host = node.host();
        settings = network.settings();
        firmware = new GamFirmware(this, node.lanai(), settings);
        firmware.start();
    }

    @Override
    public void open(Processor program) {
        cpu = program;
    }

    // ---- for endpoint and firmware -----------------------------------------------------------------------------

    GamNetwork network() {
        return network;
    }

    Kernel kernel() {
        return network.kernel();
    }

    /** The rank in messages. */
    String who() {
        return "rank " + rank;
    }

    /** Schedules a change by the host, which takes effect on the board at the host's time. */
    void atClock(Event change) {
        kernel().at(cpu.clock(), change);
    }

    void sync() {
        cpu.sync();
    }

    void charge(String what, long ps) {
        node.worked(cpu.current(), what, cpu.clock(), ps);
        cpu.charge(ps);
    }

    long pioReadPs() {
        return host.pioReadPs(cpu.clock());
    }

    /** The host's work for a message: its descriptor, and one poll behind a request. */
    void chargeSend(GamPacket packet) {
        cpu.news();
        long writes = host.pioWritePs(Integer.BYTES * (GamSettings.HEAD_WORDS + packet.wordCount), cpu.clock());
        charge("send", settings.hostSendPs + writes + (packet.kind == REQUEST ? pioReadPs() : 0));
    }

    /** The host's work to read a descriptor word by word, and to clear it. */
    void chargeReceive(GamPacket packet) {
        cpu.news();
        long reads = (GamSettings.HEAD_WORDS + packet.wordCount) * pioReadPs();
        charge("receive", settings.hostReceivePs + reads + host.pioWritePs(Integer.BYTES, cpu.clock()));
    }

    /** The program begins to look for messages. */
    void looks() {
        cpu.looks();
    }

    /** The program has looked for messages in vain. */
    void looksInVain() {
        cpu.called(true);
    }

    /** A descriptor is published to the board. */
    void ring(GamPacket packet) {
        node.lanai().ring(packet);
    }

    /** The board has sent a packet. */
    void sent(long at) {
        kernel().at(at, new Event() {
            @Override
            protected void fire() {
                endpoint.sent();
                freed();
            }
        });
    }

    /** The host has read a descriptor, and clears it. */
    void clear() {
        atClock(new Event() {
            @Override
            protected void fire() {
                firmware.receiver().cleared();
            }
        });
    }

    /** A descriptor is complete in the ring. */
    void published(GamPacket packet) {
        boolean wasReady = endpoint != null && endpoint.isReady();
        packet.isPublished = true;
        if (endpoint != null) {
            endpoint.published(wasReady);
        }
        if (cpu != null) {
            cpu.wake(kernel().now());
        }
    }

    void starve() {
        starved = true;
        freed = false;
    }

    void freed() {
        freed = true;
        if (starved) {
            cpu.wake(kernel().now());
        }
    }

    void checkCaller() {
        cpu.check();
        if (closed) {
            throw new IllegalStateException(who() + ": its port is closed");
        }
    }

    // ---- the endpoint ------------------------------------------------------------------------------------------

    @Override
    public Endpoints endpoints() {
        return this;
    }

    @Override
    public Limits limits() {
        return settings.limits();
    }

    @Override
    public Restriction restriction() {
        return new Restriction("GAM (nic.firmware = gam)", settings.depth);
    }

    @Override
    public EndpointGroup group() {
        return new GamGroup(this);
    }

    @Override
    public Endpoint open(EndpointGroup group, EndpointSink sink) {
        checkCaller();
        if (endpoint != null) {
            throw new PortException(who() + ": a second endpoint; GAM (nic.firmware = gam) has one for each board");
        }
        cpu.sync();
        endpoint = new GamEndpoint(this, sink, firmware.receiver().ring());
        group.add(endpoint);
        return endpoint;
    }

    // ---- waiting and time --------------------------------------------------------------------------------------

    private boolean isReady() {
        return starved && freed || endpoint != null && endpoint.isReady();
    }

    @Override
    public void idle(int fruitless) {
        checkCaller();
        if (isReady()) {
            // What waits may be what the rank cannot take now: let the rest go on.
            cpu.sync();
        } else {
            cpu.block(this);
        }
        starved = false;
    }

    @Override
    public ReentrantLock newLock() {
        return new FiberLock(cpu);
    }

    @Override
    public void pause() {
        checkCaller();
        if (isReady()) {
            cpu.sync();
            cpu.giveWay();
        } else {
            cpu.pause(this);
        }
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
        closed = true;
    }

    @Override
    public boolean isIdle() {
        return firmware.isIdle() && (endpoint == null || endpoint.isIdle());
    }

    @Override
    public String state() {
        String open = endpoint == null ? "" : endpoint.openRequests();
        return who() + ": " + firmware + (open.isEmpty() ? "" : "; requests without an answer: " + open);
    }

    /** Describes what the rank waits for, and what its board has lost, for the report of a deadlock. */
    @Override
    public String toString() {
        String known = outstanding.get();
        String lost = firmware.receiver().losses();
        return (known.isEmpty() ? "an active message" : known) + (lost.isEmpty() ? "" : "; on its board " + lost);
    }

    // ---- packets, which this firmware does not carry -----------------------------------------------------------

    private PortException noPackets() {
        return new PortException(who() + ": the boards of platform " + network.platform()
                + " run Generic Active Messages (nic.firmware = gam), which carry no messages of MPI or BIP; expected"
                + " nic.firmware = bip");
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
