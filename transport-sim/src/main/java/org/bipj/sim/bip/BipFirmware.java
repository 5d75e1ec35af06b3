package org.bipj.sim.bip;

import org.bipj.sim.hardware.Firmware;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.net.Worm;

/**
 * BIP's firmware (BIP paper, sections 4.1 to 4.4).
 *
 * <p>Modelled: a short message is sent from a slot as one worm, and stored in the receiving host's queue by one host
 * DMA. A long message is one worm in several DMA operations, as in the published measurements: while a piece is on the
 * wire the next is fetched, and while a piece arrives the one before is stored. In the mode {@code request-go} it is
 * sent in several worms, after its receiver, which assembles one such message at a time, has replied to a request.
 * There is one host DMA engine for both directions: data for the host's queue comes first, and then fetches and stores
 * take turns. Sequence numbers and CRC detect loss and corruption at the receiver, and a reset notifies the sender of a
 * worm that the network breaks up; nothing is repaired. The receiving firmware acknowledges the end of a long message,
 * so that a send without a receive is a defined error; the paper leaves this open.
 *
 * <p>Left out: the board memory of the program itself, of descriptors and of lists of pages; lists of many pages in
 * parts, as the host writes them before it rings the doorbell.
 *
 * <p>The cost of each step is one of the platform's {@code mcp.} constants. On the path of a short message they add up
 * to the 1.9 us that the boards take of the published 4.3 us. See docs/architecture/firmware.md.
 */
final class BipFirmware extends HostDeliveryQueue implements Firmware {
    /** The doorbell command of a host whose queue has room again, for a packet that the board holds. */
    static final Object ROOM = new Object();

    private final FirmwareSender sender;
    private final FirmwareReceiver receiver;
    private final FirmwareHost port;
    private final PostedReceiveTable posted;
    private final FirmwareSettings mcp;
    private int ranks;
    private boolean storedLast;

    /**
     * The host DMA engine was started, and the firmware has not handled its end. The engine may already be idle while
     * other events are handled first.
     */
    private boolean dmaStarted;

    BipFirmware(FirmwareHost port, Lanai lanai, FirmwareSettings mcp, int ranks) {
        super(lanai, mcp, port.queue());
        this.port = port;
        this.mcp = mcp;
        this.ranks = ranks;
        sender = new FirmwareSender(this, lanai, mcp, ranks);
        receiver = new FirmwareReceiver(this, lanai, mcp, ranks);
        posted = new PostedReceiveTable();
    }

    /**
     * Allocates board memory and starts the firmware.
     *
     * @throws IllegalArgumentException if the board's memory is too small
     */
    void start() {
        long bytes = mcp.boardBytes(ranks);
        if (!lanai.allocate(bytes)) {
            throw new IllegalArgumentException(
                    "the board's slots and buffers (bip.slots.data, bip.slots.control, bip.buffers.send,"
                            + " bip.buffers.receive; each as large as bip.short, host.page and bip.packet say)"
                            + " and its tables for " + ranks + " ranks (bip.route) take " + bytes
                            + " bytes; its memory (sram.size) has "
                            + lanai.available());
        }
        lanai.load(this);
        receiver.arm();
    }

    /**
     * The run has more processes from now on.
     *
     * @return false if the board's memory is too small for the larger tables: nothing has changed
     */
    boolean grow(int more) {
        if (!lanai.allocate(mcp.boardBytes(more) - mcp.boardBytes(ranks))) {
            return false;
        }
        ranks = more;
        sender.grow(more);
        receiver.grow(more);
        return true;
    }

    FirmwareHost port() {
        return port;
    }

    PostedReceiveTable posted() {
        return posted;
    }

    byte[] route(int to) {
        return port.network().route(port.place(), to);
    }

    HostNotice newNotice(HostNotice.Kind kind, int peer) {
        return port.network().newNotice(kind, peer);
    }

    ControlMessage control(ControlMessage.Kind kind, LongMessage message, int to) {
        ControlMessage control = port.network().newControl();
        control.kind = kind;
        control.subject = message;
        control.from = port.place();
        control.to = to;
        return control;
    }

    void recycle(ControlMessage control) {
        port.network().recycle(control);
    }

    void send(ControlMessage control) {
        sender.submit(control);
    }

    void go(LongMessage message) {
        sender.go(message);
    }

    /** Reports to the host that a message from a peer, or to it, was lost or corrupted. */
    void reportDamage(int peer, String what) {
        HostNotice notice = newNotice(HostNotice.Kind.DAMAGED, peer);
        notice.damage = what;
        add(notice);
    }

    /** True if the board of a process has died, of which the others are told. */
    boolean isDead(int place) {
        return port.network().isDead(place);
    }

    /** A process has died: nothing of it is waited for. */
    void abandon(int from) {
        receiver.abandon(from);
    }

    @Override
    public void onDoorbell(Object command) {
        if (command != ROOM) {
            mcp.notice.charge(lanai);
            if (command instanceof ShortMessage message) {
                sender.submit(message);
            } else {
                sender.submit((LongMessage) command);
            }
        }
        work();
    }

    @Override
    public void onHostDma(Object cookie) {
        dmaStarted = false;
        if (cookie == FirmwareSender.FETCH) {
            if (sender.fetched()) {
                sender.advance();
            }
        } else if (cookie == STORE) {
            receiver.stored();
        } else {
            receiver.delivered();
        }
        work();
        receiver.giveRoom();
    }

    @Override
    public void onSent(Worm worm) {
        sender.sent();
        sender.advance();
        work();
    }

    @Override
    public void onSendReset(Worm worm) {
        sender.broken();
        work();
    }

    @Override
    public void onHead(Worm worm) {
        receiver.arm();
    }

    @Override
    public void onBufferFull(Worm worm, int chars) {
        receiver.full(worm, chars);
        work();
    }

    @Override
    public void onTail(Worm worm, int chars) {
        receiver.tail(worm, chars);
        work();
    }

    @Override
    public void onTimer(int timer) {
        throw new IllegalStateException("timer " + timer + ": BIP uses no timers");
    }

    /** Starts the next work of each engine; the host DMA engine first, as it limits long messages. */
    private void work() {
        if (!dmaStarted) {
            dmaStarted = startDelivery() || fetchOrStore();
        }
        sender.advance();
    }

    /** Starts the next fetch or store of a long message; if both are possible, they take turns. */
    private boolean fetchOrStore() {
        if (storedLast && sender.startFetch()) {
            storedLast = false;
            return true;
        }
        if (startStore()) {
            storedLast = true;
            return true;
        }
        return !storedLast && sender.startFetch();
    }

    /** True if the board has nothing left to do and all its slots and buffers are free. */
    boolean isIdle() {
        return sender.isIdle() && receiver.isIdle();
    }

    @Override
    public String toString() {
        return sender + ", " + receiver;
    }
}
