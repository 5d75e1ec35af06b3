package org.bipj.sim.gam;

import org.bipj.core.nic.Endpoint;
import org.bipj.core.nic.EndpointGroup;
import org.bipj.core.nic.EndpointSink;
import org.bipj.core.nic.PortException;
import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.hardware.EndpointPort;
import org.bipj.sim.kernel.Event;

/**
 * The host driver of Generic Active Messages: a rank's port, which offers one endpoint and carries no packets.
 *
 * <p>Descriptors lie in the board's memory, and the host writes and reads them word by word. Data of bulk packets lies in a
 * pinned area of host memory. The library above fills it and charges that copy ({@link #chargeCopy}).
 */
public final class GamPort extends EndpointPort {
    private final GamNetwork network;
    private final GamSettings settings;
    private final ClusterNode node;
    private final GamFirmware firmware;
    private GamEndpoint endpoint;

    GamPort(GamNetwork network, int rank, ClusterNode node) {
        super(rank, network.ranks(), network.kernel(), node);
        this.network = network;
        this.node = node;
        settings = network.settings();
        firmware = new GamFirmware(this, node.lanai(), settings);
        firmware.start();
    }

    // ---- for endpoint and firmware -----------------------------------------------------------------------------

    GamNetwork network() {
        return network;
    }

    /** The host's work for a message: its descriptor, and one poll behind a request. */
    void chargeSend(GamPacket packet) {
        cpu().news();
        long writes = host.pioWritePs(Integer.BYTES * (GamSettings.HEAD_WORDS + packet.wordCount), cpu().clock());
        charge("send", settings.hostSendPs + writes + (packet.kind == REQUEST ? pioReadPs() : 0));
    }

    /** The host's work to read a descriptor word by word, and to clear it. */
    void chargeReceive(GamPacket packet) {
        cpu().news();
        long reads = (GamSettings.HEAD_WORDS + packet.wordCount) * pioReadPs();
        charge("receive", settings.hostReceivePs + reads + host.pioWritePs(Integer.BYTES, cpu().clock()));
    }

    /** A descriptor is published to the board. */
    void ring(GamPacket packet) {
        node.lanai().ring(packet);
    }

    /** Frees the descriptor of a packet that the board has sent, at the moment at which the host can see it. */
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
        if (cpu() != null) {
            cpu().wake(kernel().now());
        }
    }

    @Override
    public void freed() {
        super.freed();
        if (isStarved()) {
            cpu().wake(kernel().now());
        }
    }

    // ---- the endpoint ------------------------------------------------------------------------------------------

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
        cpu().sync();
        endpoint = new GamEndpoint(this, sink, firmware.receiver().ring());
        group.add(endpoint);
        return endpoint;
    }

    // ---- waiting and time --------------------------------------------------------------------------------------

    private boolean isReady() {
        return isFed() || endpoint != null && endpoint.isReady();
    }

    @Override
    public void idle(int fruitless) {
        checkCaller();
        if (isReady()) {
            // What waits may be what the rank cannot take now: let the rest go on.
            cpu().sync();
        } else {
            cpu().block(this);
        }
        endWait();
    }

    @Override
    public void pause() {
        checkCaller();
        if (isReady()) {
            cpu().sync();
            cpu().giveWay();
        } else {
            cpu().pause(this);
        }
        endWait();
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
        String lost = firmware.receiver().losses();
        return super.toString() + (lost.isEmpty() ? "" : "; on its board " + lost);
    }

    // ---- packets, which this firmware does not carry -----------------------------------------------------------

    @Override
    protected PortException noPackets() {
        return new PortException(who() + ": the boards of platform " + network.platform()
                + " run Generic Active Messages (nic.firmware = gam), which carry no messages of MPI or BIP; expected"
                + " nic.firmware = bip");
    }
}
