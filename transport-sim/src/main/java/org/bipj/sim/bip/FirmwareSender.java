package org.bipj.sim.bip;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import org.bipj.core.nic.NicPort;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.net.Worm;

/**
 * The sending half of the firmware. Messages leave in the order of their lanes, control before data, one worm at a
 * time. A long message is fetched from the host piece by piece into the free buffers, while earlier pieces are on the
 * wire. Its worm begins when the first piece has been fetched, and the fetch of the next message when its own has
 * ended.
 *
 * <p>A message that is sent in several worms is fetched in the same way. Its worms end where the receiver's pieces do,
 * so that the receiver stores each by one host DMA, whatever the two buffers' offsets in their pages; one worm may be
 * fed from two of the sender's buffers. Other messages may leave between them.
 */
final class FirmwareSender extends MessageQueue {
    /** Cookie of the host DMA that fetches. */
    static final Object FETCH = new Object();

    /** The kind of slot that a message occupies while it is sent. */
    private enum Slot {
        NONE,
        CONTROL,
        DATA
    }

    // Each step of the firmware reads the queue and some of these fields, and many read nothing else.
    /** The message that the send engine works on. */
    private BoardMessage current;

    /** Its slot. The message itself may be the receiver's before the firmware is notified that it has left. */
    private Slot slot = Slot.NONE;

    /** The long message whose worm it is; null for a short message. */
    private LongMessage streamed;

    /** The first of {@link #fetching}; null if there is none. */
    private LongMessage toFetch;

    /** The last message of the control lane in the queue; all behind it are data. */
    private BoardMessage lastControl;

    private final BipFirmware board;
    private final Lanai lanai;
    private final FirmwareSettings mcp;
    /** By rank: its route; null before the first message to it. */
    private byte[][] routes;
    /** By rank: the number of the next worm. */
    private int[] numbers;

    /** Long messages that are not completely in the board's memory. */
    private final ArrayDeque<LongMessage> fetching = new ArrayDeque<>();

    /** Peers for which a broken-up worm was reported to the host; null if there are none. */
    private BitSet damaged;

    private int freeBuffers;
    /** The message of the piece that the host DMA engine fetches. */
    private LongMessage fetched;

    FirmwareSender(BipFirmware board, Lanai lanai, FirmwareSettings mcp, int ranks) {
        this.board = board;
        this.lanai = lanai;
        this.mcp = mcp;
        routes = new byte[ranks][];
        numbers = new int[ranks];
        freeBuffers = mcp.sendBuffers;
    }

    void grow(int ranks) {
        routes = Arrays.copyOf(routes, ranks);
        numbers = Arrays.copyOf(numbers, ranks);
    }

    // ---- the queue ---------------------------------------------------------------------------------------------

    void submit(ShortMessage message) {
        if (message.lane == NicPort.CONTROL) {
            addControl(message);
        } else {
            add(message);
        }
    }

    void submit(ControlMessage control) {
        addControl(control);
    }

    private void addControl(BoardMessage message) {
        addBehind(lastControl, message);
        lastControl = message;
    }

    /** Submits a ready send whose descriptor the host has written. */
    void submit(LongMessage message) {
        if (mcp.requestGo) {
            submit(board.control(ControlMessage.Kind.REQUEST, message, message.to));
        } else {
            add(message);
            fetch(message);
        }
    }

    /** The receiver is ready for all worms of a message, which has to be found. */
    void go(LongMessage message) {
        mcp.match.charge(lanai);
        fetch(message);
    }

    // ---- fetching ----------------------------------------------------------------------------------------------

    private void fetch(LongMessage message) {
        fetching.add(message);
        toFetch = fetching.peek();
    }

    private void endFetch(LongMessage message) {
        fetching.remove(message);
        toFetch = fetching.peek();
    }

    /** Starts the next fetch, if there is one and a buffer is free. The host DMA engine must be free. */
    boolean startFetch() {
        LongMessage message = toFetch;
        if (message == null || freeBuffers == 0) {
            return false;
        }
        fetched = message;
        freeBuffers--;
        mcp.dma.charge(lanai);
        int bytes = message.pieceToSend(message.fetched, mcp.page);
        lanai.hostDma(false, message.address + message.fetched, bytes, FETCH);
        return true;
    }

    /** The last fetch has ended. Returns true if its piece begins a worm. */
    boolean fetched() {
        LongMessage message = fetched;
        if (message.dropped) {
            freeBuffers++;
            return false;
        }
        int bytes = message.pieceToSend(message.fetched, mcp.page);
        boolean first = message.fetched == 0;
        message.fetched += bytes;
        if (message.fetched == message.bytes) {
            endFetch(message);
        }
        if (mcp.requestGo) {
            queuePart(message);
        }
        return first;
    }

    /** Queues the next worm of a message that is sent in several, if there is anything to send. */
    private void queuePart(LongMessage message) {
        if (!message.partQueued && message.fetched > message.fed) {
            message.partQueued = true;
            add(new LongMessagePart(message, message.partAt(message.fed, mcp.page)));
        }
    }

    // ---- sending -----------------------------------------------------------------------------------------------

    /** Gives the send engine its next work, if it is idle and there is any. */
    void advance() {
        if (streamed != null) {
            if (!streamed.feeding && streamed.fetched > streamed.fed) {
                mcp.send.charge(lanai);
                feed(0);
            }
        } else if (current == null) {
            BoardMessage first = first();
            if (first != null && !(first instanceof LongMessage message && message.fetched == 0)) {
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
            case LongMessage whole -> stream(whole, whole.bytes, LongMessage.HEADER);
            case LongMessagePart part -> stream(part.whole, part.whole.fed + part.bytes, LongMessagePart.HEADER);
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

    private void stream(LongMessage message, long end, int header) {
        streamed = message;
        message.wormEnd = end;
        feed(header);
    }

    /** Feeds the worm with the rest of a buffer. */
    private void feed(int header) {
        LongMessage message = streamed;
        message.feeding = true;
        int piece = (int) Math.min(message.pieceToSend(message.fed, mcp.page), message.wormEnd - message.fed);
        message.piece = piece;
        lanai.feed(header + piece, message.fed + piece == message.wormEnd);
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

    // ---- damage ------------------------------------------------------------------------------------------------

    /**
     * The network has broken up the worm while it was leaving: the rest of the message is dropped, and the damage is
     * reported to the host, once for each peer, or each time with {@code bip.errors = interrupt}. A board sees no more than a status bit (NRES), and which of its worms
     * has not ended (LANai 4.X documents). A worm whose tail has left is no longer the sender's.
     */
    void broken() {
        mcp.end.charge(lanai);
        if (damaged == null) {
            damaged = new BitSet();
        }
        if (mcp.goesOn || !damaged.get(current.to)) {
            damaged.set(current.to);
            board.reportDamage(current.to, brokenWorm());
        }
        if (streamed != null) {
            freeBuffers += pieces(streamed);
            streamed.dropped = true;
            streamed.feeding = false;
            endFetch(streamed);
        } else {
            leaveSlot();
        }
        current = null;
        streamed = null;
    }

    private String brokenWorm() {
        String message = "a control message about a long message";
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

    /** Number of buffers that hold pieces of a message which have not left. */
    private int pieces(LongMessage message) {
        int count = 0;
        for (long at = message.fed; at < message.fetched; at += message.pieceToSend(at, mcp.page)) {
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
