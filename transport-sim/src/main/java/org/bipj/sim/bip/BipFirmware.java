package org.bipj.sim.bip;

import org.bipj.sim.hardware.Firmware;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.net.Worm;

/**
 * BIP's control program of the board (BIP paper, sections 4.1 to 4.4).
 *
 * <p>Modelled: short messages go from a slot into one worm, and on the other side by one host DMA into the host's
 * queue. A long message is one worm in several DMA operations, as in the published measurements: while a piece is on
 * the wire the next is fetched, and while a piece arrives the one before is scattered. In the other mode it is sent in
 * several worms, and its receiver, which puts one such message together at a time, has to say go. There is one host DMA
 * engine for both directions: it takes what is for the host's queue first, and then fetches and stores in turn.
 * Sequence numbers and CRC tell the receiver of loss and corruption, and a reset tells the sender of a worm that the
 * network breaks up; nothing is repaired. The end of a long message is acknowledged by the receiving firmware, so that
 * a send without a receive is an error that can be told; the paper leaves that open.
 *
 * <p>Left out: that the program itself, descriptors and lists of pages take board memory, and that lists of many pages
 * come in parts: they are written by the host before it rings.
 *
 * <p>Steps cost what the platform's {@code mcp.} constants say; their sum on the short path is the 1.9 us that the 4.3
 * us leave to the boards.
 */
final class BipFirmware extends HostDeliveryQueue implements Firmware {
    /** Rung by the host when its queue has room again for what the board holds. */
    static final Object ROOM = new Object();

    private final FirmwareSender out;
    private final FirmwareReceiver in;
    private final SimPort port;
    private final PostedReceives posted;
    private boolean storedLast;

    /**
     * The host DMA engine was started, and its end has not been noticed: it may be idle already while other events come
     * first.
     */
    private boolean dmaStarted;

    BipFirmware(SimPort port, Lanai lanai, FirmwareSettings mcp, int ranks) {
        super(lanai, mcp, port.queue());
        this.port = port;
        out = new FirmwareSender(this, lanai, mcp, ranks);
        in = new FirmwareReceiver(this, lanai, mcp, ranks);
        posted = new PostedReceives();
    }

    /** Takes board memory and begins. */
    void start(int ranks) {
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
        in.arm();
    }

    SimPort port() {
        return port;
    }

    PostedReceives posted() {
        return posted;
    }

    byte[] route(int to) {
        return port.network().route(port.rank(), to);
    }

    HostNotice newNotice(HostNotice.Kind kind, int peer) {
        return port.network().newNotice(kind, peer);
    }

    ControlMessage word(ControlMessage.Kind kind, LongMessage transfer, int to) {
        ControlMessage word = port.network().newControl();
        word.kind = kind;
        word.transfer = transfer;
        word.from = port.rank();
        word.to = to;
        return word;
    }

    void recycle(ControlMessage word) {
        port.network().recycle(word);
    }

    void send(ControlMessage word) {
        out.submit(word);
    }

    void go(LongMessage transfer) {
        out.go(transfer);
    }

    /** Has the host told that something from a peer, or to it, was lost or corrupted. */
    void damaged(int peer, String what) {
        HostNotice notice = newNotice(HostNotice.Kind.DAMAGED, peer);
        notice.what = what;
        add(notice);
    }

    @Override
    public void onDoorbell(Object command) {
        if (command != ROOM) {
            mcp.notice.charge(lanai);
            if (command instanceof ShortMessage packet) {
                out.submit(packet);
            } else {
                out.submit((LongMessage) command);
            }
        }
        work();
    }

    @Override
    public void onHostDma(Object cookie) {
        dmaStarted = false;
        if (cookie == FirmwareSender.FETCH) {
            if (out.fetched()) {
                out.advance();
            }
        } else if (cookie == STORE) {
            in.stored();
        } else {
            in.delivered();
        }
        work();
        in.giveRoom();
    }

    @Override
    public void onSent(Worm worm) {
        out.sent();
        out.advance();
        work();
    }

    @Override
    public void onSendReset(Worm worm) {
        out.broken();
        work();
    }

    @Override
    public void onHead(Worm worm) {
        in.arm();
    }

    @Override
    public void onBufferFull(Worm worm, int chars) {
        in.full(worm, chars);
        work();
    }

    @Override
    public void onTail(Worm worm, int chars) {
        in.tail(worm, chars);
        work();
    }

    @Override
    public void onTimer(int timer) {
        throw new IllegalStateException("timer " + timer + ": BIP sets none");
    }

    /** Starts what the engines can do next; the host DMA engine first, as it is what long messages wait for. */
    private void work() {
        if (!dmaStarted) {
            dmaStarted = startDelivery() || fetchOrStore();
        }
        out.advance();
    }

    /** Fetches and stores take turns. */
    private boolean fetchOrStore() {
        if (storedLast && out.startFetch()) {
            storedLast = false;
            return true;
        }
        if (startStore()) {
            storedLast = true;
            return true;
        }
        return !storedLast && out.startFetch();
    }

    /** True if the board has nothing left to do and all its memory is free: what tests look at when all is at rest. */
    boolean isIdle() {
        return out.isIdle() && in.isIdle();
    }

    @Override
    public String toString() {
        return out + ", " + in;
    }
}
