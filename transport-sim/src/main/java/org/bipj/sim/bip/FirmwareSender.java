package org.bipj.sim.bip;

import java.util.ArrayDeque;
import java.util.BitSet;
import org.bipj.core.nic.NicPort;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.net.Worm;

/**
 * The sending half of the firmware. Messages leave in the order of their lane, control before data, one worm at a time.
 * A long message is fetched from the host piece by piece into as many buffers as there are, while earlier pieces are on
 * the wire; its worm begins when the first piece is there, and the fetch of the message behind it when its own has
 * ended.
 *
 * <p>A message that goes in several worms is fetched in the same way. Its worms end where the receiver's pieces do, so
 * that each is one host DMA there however the two buffers lie in their pages, and one may be fed out of two of the
 * sender's buffers. Between them other messages may leave.
 */
final class FirmwareSender extends MessageQueue {
    /** Cookie of the host DMA that fetches. */
    static final Object FETCH = new Object();

    /** Where a message lies while it is sent. */
    private enum Slot {
        NONE,
        CONTROL,
        DATA
    }

    // Each step of the firmware looks at the queue and at some of these, many at nothing else.
    /** What the send engine works on. */
    private BoardMessage current;

    /** Where that lies. The packet itself may be the receiver's before the firmware hears that it has left. */
    private Slot slot = Slot.NONE;

    /** The long message whose worm that is; null for a short message. */
    private LongMessage streamed;

    /** The first of {@link #fetching}. */
    private LongMessage toFetch;

    /** Of what waits to leave, the last on the control lane; all behind it are data. */
    private BoardMessage lastControl;

    private final BipFirmware board;
    private final Lanai lanai;
    private final FirmwareSettings mcp;
    /** By rank: its route, as soon as something was sent to it, and the number of the next worm. */
    private final byte[][] routes;

    private final int[] numbers;

    /** Long messages that are not in the board's memory yet. */
    private final ArrayDeque<LongMessage> fetching = new ArrayDeque<>();

    /** Peers of whom the host has been told that a worm to them was broken up; null if none ever was. */
    private BitSet lost;

    private int freeBuffers;
    /** What the host DMA engine fetches a piece of. */
    private LongMessage fetched;

    FirmwareSender(BipFirmware board, Lanai lanai, FirmwareSettings mcp, int ranks) {
        this.board = board;
        this.lanai = lanai;
        this.mcp = mcp;
        routes = new byte[ranks][];
        numbers = new int[ranks];
        freeBuffers = mcp.sendBuffers;
    }

    void submit(ShortMessage packet) {
        if (packet.lane == NicPort.CONTROL) {
            addControl(packet);
        } else {
            add(packet);
        }
    }

    void submit(ControlMessage word) {
        addControl(word);
    }

    private void addControl(BoardMessage message) {
        addBehind(lastControl, message);
        lastControl = message;
    }

    /** A ready send whose descriptor the host has written. */
    void submit(LongMessage transfer) {
        if (mcp.requestGo) {
            submit(board.word(ControlMessage.Kind.REQUEST, transfer, transfer.to));
        } else {
            add(transfer);
            fetch(transfer);
        }
    }

    /** The receiver is ready for all worms of a message, which has to be found. */
    void go(LongMessage transfer) {
        mcp.match.charge(lanai);
        fetch(transfer);
    }

    private void fetch(LongMessage transfer) {
        fetching.add(transfer);
        toFetch = fetching.peek();
    }

    private void fetchNoMore(LongMessage transfer) {
        fetching.remove(transfer);
        toFetch = fetching.peek();
    }

    /** Starts the next fetch if there is something to fetch and a buffer for it. The host DMA engine is free. */
    boolean startFetch() {
        LongMessage transfer = toFetch;
        if (transfer == null || freeBuffers == 0) {
            return false;
        }
        fetched = transfer;
        freeBuffers--;
        mcp.dma.charge(lanai);
        int bytes = transfer.pieceToSend(transfer.fetched, mcp.page);
        lanai.hostDma(false, transfer.address + transfer.fetched, bytes, FETCH);
        return true;
    }

    /** The fetch that was started last has ended. True if what it brought begins a worm. */
    boolean fetched() {
        LongMessage transfer = fetched;
        if (transfer.dropped) {
            freeBuffers++;
            return false;
        }
        int bytes = transfer.pieceToSend(transfer.fetched, mcp.page);
        boolean first = transfer.fetched == 0;
        transfer.fetched += bytes;
        if (transfer.fetched == transfer.bytes) {
            fetchNoMore(transfer);
        }
        if (mcp.requestGo) {
            queuePart(transfer);
        }
        return first;
    }

    /** The next worm of a message that goes in several waits its turn, if it has something to send. */
    private void queuePart(LongMessage transfer) {
        if (!transfer.partQueued && transfer.fetched > transfer.fed) {
            transfer.partQueued = true;
            add(new LongMessagePart(transfer, transfer.partAt(transfer.fed, mcp.page)));
        }
    }

    /** Gives the send engine something to do, if it has nothing and there is something. */
    void advance() {
        if (streamed != null) {
            if (!streamed.feeding && streamed.fetched > streamed.fed) {
                mcp.send.charge(lanai);
                feed(0);
            }
        } else if (current == null) {
            BoardMessage first = first();
            if (first != null && !(first instanceof LongMessage transfer && transfer.fetched == 0)) {
                remove();
                if (first == lastControl) {
                    lastControl = null;
                }
                begin(first);
            }
        }
    }

    private void begin(BoardMessage message) {
        mcp.send.charge(lanai);
        current = message;
        message.number = numbers[message.to]++;
        lanai.send(new Worm(route(message.to), message));
        switch (message) {
            case LongMessage transfer -> stream(transfer, transfer.bytes, LongMessage.HEADER);
            case LongMessagePart part -> stream(part.transfer, part.transfer.fed + part.bytes, LongMessagePart.HEADER);
            default -> {
                if (message instanceof ShortMessage packet) {
                    slot = packet.lane == NicPort.CONTROL ? Slot.CONTROL : Slot.DATA;
                }
                lanai.feed(message.wireBytes(), true);
            }
        }
    }

    private byte[] route(int to) {
        byte[] route = routes[to];
        if (route == null) {
            route = board.route(to);
            routes[to] = route;
        }
        return route;
    }

    private void stream(LongMessage transfer, long end, int header) {
        streamed = transfer;
        transfer.wormEnd = end;
        feed(header);
    }

    /** What a buffer holds of the worm. */
    private void feed(int header) {
        LongMessage transfer = streamed;
        transfer.feeding = true;
        int piece = (int) Math.min(transfer.pieceToSend(transfer.fed, mcp.page), transfer.wormEnd - transfer.fed);
        transfer.piece = piece;
        lanai.feed(header + piece, transfer.fed + piece == transfer.wormEnd);
    }

    /** The send engine has finished its range. */
    void sent() {
        if (streamed != null) {
            streamed.feeding = false;
            streamed.fed += streamed.piece;
            if (streamed.endsPiece(streamed.fed, mcp.page)) {
                freeBuffers++;
            }
            if (streamed.fed < streamed.wormEnd) {
                return;
            }
            if (mcp.requestGo) {
                streamed.partQueued = false;
                queuePart(streamed);
            }
        } else {
            leaveSlot();
        }
        current = null;
        streamed = null;
    }

    private void leaveSlot() {
        if (slot != Slot.NONE) {
            board.port().slotFree(slot == Slot.CONTROL ? NicPort.CONTROL : NicPort.DATA);
            slot = Slot.NONE;
        }
    }

    /**
     * The network has broken the worm up while it left: what is left of the message is dropped, and the host is told,
     * once for each peer. That is all that a board sees: a status bit (NRES), and which of its own worms has not ended
     * (LANai 4.X documents). A worm whose tail has left is no longer the sender's.
     */
    void broken() {
        mcp.end.charge(lanai);
        if (lost == null) {
            lost = new BitSet();
        }
        if (!lost.get(current.to)) {
            lost.set(current.to);
            board.damaged(current.to, brokenWorm());
        }
        if (streamed != null) {
            freeBuffers += pieces(streamed);
            streamed.dropped = true;
            streamed.feeding = false;
            fetchNoMore(streamed);
        } else {
            leaveSlot();
        }
        current = null;
        streamed = null;
    }

    private String brokenWorm() {
        String message = "a word about a long message";
        if (streamed != null) {
            message = "of a message of " + streamed.bytes + " bytes of which " + streamed.fed + " had left";
        } else if (current instanceof ShortMessage packet) {
            message = "a packet of " + packet.length + " bytes";
        }
        String died = "a cable under it has died";
        return "worm " + current.number + " to rank " + current.to + " (" + message
                + ") was broken up by the network: "
                + (mcp.blockedTimeout
                        ? "it had been blocked for longer than network.blocked-timeout, or " + died
                        : died);
    }

    /** Buffers that hold pieces of a transfer which have not left. */
    private int pieces(LongMessage transfer) {
        int count = 0;
        for (long at = transfer.fed; at < transfer.fetched; at += transfer.pieceToSend(at, mcp.page)) {
            count++;
        }
        return count;
    }

    /** True if nothing waits and every buffer is free. */
    boolean isIdle() {
        return current == null && isEmpty() && fetching.isEmpty() && freeBuffers == mcp.sendBuffers;
    }

    @Override
    public String toString() {
        return "sends " + current + ", " + freeBuffers + " send buffers free, " + fetching.size() + " to fetch";
    }
}
