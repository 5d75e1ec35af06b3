package org.bipj.sim.bip;

import org.bipj.core.nic.NicPort;
import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.hardware.Host;
import org.bipj.sim.kernel.Kernel;

/**
 * A host driver for a client in the kernel, such as IP: datagrams to other hosts, which arrive once or never. A datagram as
 * long as a short message is one, if a slot is free; any other is a ready send into a ring of receives that serves all
 * senders. Nobody acknowledges them. The board drops a datagram that finds no receive, or no slot in the host's queue.
 *
 * <p>The caller is a fiber or an event, says what time it is, and charges what methods return. Its buffers are those of the
 * kernel: each is whole pages, which are always pinned and need no translation.
 */
public final class DatagramDriver implements FirmwareHost {
    private static final int DESCRIPTOR = 32;
    private static final int LIST_ENTRY = 8;
    /** Where the buffers of the kernel are, in the addresses of the board: above those of programs. */
    private static final long KERNEL = 0xc000_0000L;

    private final BipNetwork network;
    private final int rank;
    private final ClusterNode node;
    private final Host host;
    private final FirmwareSettings mcp;
    private final HostQueue queue;
    private final BipFirmware firmware;
    private final int longest;
    private final int bufferBytes;
    private final int ring;
    private int freeSlots;
    private int buffer;
    /** When the last write to the board takes effect: a later one does not overtake it. */
    private long lastWritten;

    private long damaged;

    /**
     * Something that has come.
     *
     * @param from the rank that has sent it; of damage, the one it is about
     * @param content what was sent; null if this is damage
     * @param usesRing it has used a receive of the ring, which is to be {@linkplain #post posted} again
     * @param damage what was damaged; null if nothing was
     */
    public record Arrival(int from, Object content, boolean usesRing, String damage) {}

    /**
     * Loads the firmware into the board of a rank's node.
     *
     * @param longest bytes of the longest datagram
     * @param ring number of receives for all senders
     * @throws IllegalArgumentException if the firmware does not go on after damage ({@code bip.errors})
     */
    public DatagramDriver(BipNetwork network, int rank, ClusterNode node, int longest, int ring) {
        this.network = network;
        this.rank = rank;
        this.node = node;
        this.longest = longest;
        this.ring = ring;
        host = node.host();
        mcp = network.mcp();
        if (!mcp.goesOn) {
            throw new IllegalArgumentException("datagrams over BIP where bip.errors = end; expected interrupt");
        }
        bufferBytes = (longest + mcp.page - 1) / mcp.page * mcp.page;
        freeSlots = mcp.dataSlots;
        queue = new HostQueue(network, node.lanai(), mcp.queueSlots);
        host.onDelivery(queue);
        firmware = new BipFirmware(this, node.lanai(), mcp, network.ranks());
        firmware.start();
        for (int i = 0; i < ring; i++) {
            firmware.posted().add(newReceive());
        }
    }

    private PostedReceive newReceive() {
        PostedReceive receive = firmware.posted().take();
        receive.name = PostedReceive.RING;
        receive.bytes = longest;
        receive.address = nextBuffer();
        return receive;
    }

    /** Buffers are used in turn. Only their pages matter. */
    private long nextBuffer() {
        buffer = (buffer + 1) % (2 * ring);
        return KERNEL + (long) buffer * bufferBytes;
    }

    /** Sets the handler of interrupts, which an event calls whenever something has come. */
    public void onArrival(Runnable handler) {
        queue.onArrival(handler);
    }

    // ---- for the firmware --------------------------------------------------------------------------------------

    @Override
    public BipNetwork network() {
        return network;
    }

    @Override
    public int place() {
        return rank;
    }

    @Override
    public HostQueue queue() {
        return queue;
    }

    @Override
    public void slotFree(int lane) {
        freeSlots++;
    }

    // ---- for the client ----------------------------------------------------------------------------------------

    /**
     * Sends a datagram.
     *
     * @param bytes its length, at most the longest
     * @param content what it carries, which must not change
     * @param at the moment at which the host begins, which may be ahead of the kernel's
     * @return the host's cost in picoseconds
     */
    public long send(int to, int bytes, Object content, long at) {
        if (bytes < 1 || bytes > longest) {
            throw new IllegalArgumentException(
                    "rank " + rank + ": a datagram of " + bytes + " bytes; expected 1 to " + longest);
        }
        return bytes <= mcp.shortBytes && freeSlots > 0
                ? sendShort(to, bytes, content, at)
                : sendLong(to, bytes, content, at);
    }

    private long sendShort(int to, int bytes, Object content, long at) {
        freeSlots--;
        ShortMessage message = network.newPacket();
        message.board = node.lanai();
        message.from = rank;
        message.to = to;
        message.lane = NicPort.DATA;
        message.immediate = 0;
        message.length = bytes;
        message.content = content;
        return write(message, message.wireBytes(), at);
    }

    /** The message is not used again, as nobody says when both boards are done with it. */
    private long sendLong(int to, int bytes, Object content, long at) {
        LongMessage message = new LongMessage();
        message.board = node.lanai();
        message.from = rank;
        message.to = to;
        message.name = PostedReceive.RING;
        message.content = content;
        message.bytes = bytes;
        message.packet = mcp.packetSize(bytes);
        message.address = nextBuffer();
        return write(message, DESCRIPTOR + LIST_ENTRY * host.pagesOf(message.address, bytes), at);
    }

    private long write(BoardMessage message, int bytes, long at) {
        long cost = host.pioWritePs(bytes, at);
        network.kernel().at(effect(at + cost), message);
        return cost;
    }

    private long effect(long at) {
        Kernel kernel = network.kernel();
        lastWritten = Math.max(Math.max(lastWritten, at), kernel.now());
        return lastWritten;
    }

    /** Posts a receive again, for the next datagram. Returns the host's cost in picoseconds. */
    public long post(long at) {
        PostedReceive receive = newReceive();
        long cost = host.pioWritePs(DESCRIPTOR + LIST_ENTRY * host.pagesOf(receive.address, longest), at);
        network.kernel().at(effect(at + cost), receive);
        return cost;
    }

    /** True if something has come that was not taken. */
    public boolean hasArrived() {
        return !queue.isEmpty();
    }

    /** Takes the oldest of what has come. There has to be something. */
    public Arrival take() {
        BoardMessage message = queue.remove();
        if (message instanceof ShortMessage packet) {
            Arrival arrival = new Arrival(packet.from, packet.content, false, null);
            network.recycle(packet);
            queue.freeSlot();
            return arrival;
        }
        HostNotice notice = (HostNotice) message;
        boolean isDamage = notice.kind == HostNotice.Kind.DAMAGED;
        Arrival arrival = new Arrival(notice.from, isDamage ? null : notice.subject.content, !isDamage, notice.damage);
        damaged += isDamage ? 1 : 0;
        network.recycle(notice);
        return arrival;
    }

    /** How many datagrams the board has dropped for want of a receive or a slot. */
    public long dropped() {
        return firmware.posted().dropped();
    }

    /** How many damages the board has reported. */
    public long damaged() {
        return damaged;
    }

    /** True if nothing is under way or waits, in the host or in the board. */
    public boolean isIdle() {
        return firmware.isIdle() && queue.isEmpty() && freeSlots == mcp.dataSlots;
    }

    @Override
    public String toString() {
        return freeSlots + " free slots, " + queue + ", " + firmware;
    }
}
