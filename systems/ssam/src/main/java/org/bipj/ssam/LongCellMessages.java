package org.bipj.ssam;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.nic.CellDevice;
import org.bipj.core.nic.CellTraps;

/**
 * Long messages of one rank (SSAM paper, section 3.5). A request opens the message and asks for a larger window. Cells with
 * {@link Format#LONG_DATA} bytes of data follow at once, within the usual window, and go straight to the memory that the
 * receiver has exposed. The reply to the request grants the larger window, to one sender at a time; another one keeps the
 * usual window. The cells have numbers and acknowledgements of their own, go-back-N.
 *
 * <pre>
 *  request:  0 offset 8 | 8 bytes 8 | 16 exposed 4 | 20 handler 4 | 24 first cell 8
 *  reply:    0 window 4, or the reason of a refusal | 8 first cell 8 | 16 bytes that are exposed 8
 * </pre>
 */
final class LongCellMessages {
    private static final int NOT_EXPOSED = -1;
    private static final int OUTSIDE = -2;
    private static final int NO_HANDLER = -3;

    private static final int OFFSET = 0;
    private static final int BYTES = 8;
    private static final int EXPOSED = 16;
    private static final int HANDLER = 20;
    private static final int FIRST = 24;
    private static final int REPLY_WINDOW = 0;
    private static final int REPLY_FIRST = 8;
    private static final int REPLY_SIZE = 16;
    /** How many acknowledgements are sent for a full window. */
    private static final int IN_WINDOW = 4;
    /** One trap of so many that send data also looks for cells. */
    private static final int LOOK_EVERY = 16;

    /** What this rank receives on one connection. */
    private static final class Arriving {
        private final LongIncoming in = new LongIncoming();
        private MemorySegment memory = MemorySegment.NULL;
        private long first;
        private int handler;
    }

    private final Ssam ssam;
    private final CellDevice device;
    private final CellTraps traps;
    private final int window;
    private final int largeWindow;
    private final int buffer;
    private final MemorySegment[] exposed = new MemorySegment[Ssam.HANDLERS];
    private final LongHandler[] handlers = new LongHandler[Ssam.HANDLERS];
    /** By sending rank: what arrives from it. */
    private final Arriving[] arriving;
    /** By receiving rank: the window of cells to it. */
    private final OutgoingRequests[] leaving;
    /** Connections on which an acknowledgement is owed. */
    private final List<Connection> owing = new ArrayList<>();
    /** The sender that has the larger window; null: none. */
    private Arriving granted;

    /** Destination of the message that this rank sends; null: none. */
    private Connection to;

    private OutgoingRequests out;
    private MemorySegment source = MemorySegment.NULL;
    private long first;
    private int tries;
    /** What the receiver has replied; 0: nothing so far. */
    private int reply;

    private long exposedThere;

    LongCellMessages(Ssam ssam, CellDevice device, CellTraps traps, int window, int buffer) {
        this.ssam = ssam;
        this.device = device;
        this.traps = traps;
        this.window = window;
        this.buffer = buffer;
        largeWindow = Math.max(window, traps.settings().longWindow());
        arriving = new Arriving[ssam.size()];
        leaving = new OutgoingRequests[ssam.size()];
        for (int i = 0; i < arriving.length; i++) {
            arriving[i] = new Arriving();
            leaving[i] = new OutgoingRequests(window);
        }
    }

    void expose(int number, MemorySegment memory) {
        exposed[number] = memory;
    }

    void handler(int number, LongHandler handler) {
        handlers[number] = handler;
    }

    // ---- the sender --------------------------------------------------------------------------------------------

    /** Returns when the receiver has all data, and its handler has run. */
    void send(Connection peer, int handler, int number, long offset, MemorySegment data) {
        MemorySegment request = ssam.data(peer.peer);
        out = leaving[peer.peer];
        first = out.next();
        request.set(JAVA_LONG_UNALIGNED, OFFSET, offset);
        request.set(JAVA_LONG_UNALIGNED, BYTES, data.byteSize());
        request.set(JAVA_INT_UNALIGNED, EXPOSED, number);
        request.set(JAVA_INT_UNALIGNED, HANDLER, handler);
        request.set(JAVA_LONG_UNALIGNED, FIRST, first);
        source = data;
        reply = 0;
        tries = 0;
        out.window(window);
        to = peer;
        try {
            ssam.open(peer);
            long end = first + cells(data.byteSize());
            while (out.answered() < end && reply >= 0) {
                if (out.next() < end && !out.isFull()) {
                    sendCell(out.send(ssam.now()));
                } else {
                    ssam.pollOrWait();
                }
            }
        } finally {
            to = null;
            source = MemorySegment.NULL;
        }
        if (reply < 0) {
            out.withdraw();
            throw new SsamException("rank " + ssam.rank() + ": a long message of " + data.byteSize() + " bytes to rank "
                    + peer.peer + refusal(handler, number, offset));
        }
    }

    private String refusal(int handler, int number, long offset) {
        return switch (reply) {
            case NOT_EXPOSED -> ": it has exposed no memory " + number;
            case OUTSIDE ->
                ", offset " + offset + " of memory " + number + ": expected a part of the " + exposedThere
                        + " bytes that it has exposed";
            default -> ": it has set no handler " + handler + " of long messages";
        };
    }

    /** Cells of a message; one of no bytes has one. */
    private static int cells(long bytes) {
        return Math.toIntExact(Math.max(1, Math.ceilDiv(bytes, Format.LONG_DATA)));
    }

    private void sendCell(long number) {
        traps.charge(CellTraps.Work.FORMAT);
        format(number);
        if (number % LOOK_EVERY == 0) {
            ssam.writeRead(to, buffer);
        } else {
            device.write(to.circuit, buffer);
        }
    }

    /** Writes the data of a cell into the transmit buffer. */
    private void format(long number) {
        traps.charge(CellTraps.Work.STORE);
        MemorySegment cell = device.transmit(buffer);
        long at = (number - first) * Format.LONG_DATA;
        Format.writeLong(cell, number);
        MemorySegment.copy(source, at, cell, Format.LONG_AT, Math.min(Format.LONG_DATA, source.byteSize() - at));
    }

    void onReply(int from, MemorySegment data) {
        if (to == null || to.peer != from || data.get(JAVA_LONG_UNALIGNED, REPLY_FIRST) != first) {
            return;
        }
        reply = data.get(JAVA_INT_UNALIGNED, REPLY_WINDOW);
        if (reply > 0) {
            out.window(reply);
        } else {
            exposedThere = data.get(JAVA_LONG_UNALIGNED, REPLY_SIZE);
        }
    }

    /** The receiver has all cells before one; perhaps others behind it, which it drops. */
    void onAcknowledgement(Connection from, int number, boolean isGap, long now) {
        OutgoingRequests cells = leaving[from.peer];
        long next = Format.near(number, cells.answered());
        boolean isNew = cells.answer(cells.answered(), next, now) == OutgoingRequests.NEW;
        tries = isNew ? 0 : tries;
        if (isGap && to == from && next == cells.answered()) {
            sendAllAgain(now);
        }
    }

    long dueAt(long timeoutNs) {
        return to == null ? Long.MAX_VALUE : out.dueAt(timeoutNs);
    }

    /** The time-out of the first cell without acknowledgement may have passed. */
    void sendAgain(long now, long timeoutNs, int triesMax) {
        if (dueAt(timeoutNs) > now) {
            return;
        }
        if (++tries > triesMax) {
            throw new SsamException("rank " + ssam.rank() + ": rank " + to.peer + " has not acknowledged "
                    + out.outstanding() + " cells of a long message, which were sent " + triesMax + " times more");
        }
        sendAllAgain(now);
    }

    private void sendAllAgain(long now) {
        for (long number = out.answered(); number < out.next(); number++) {
            ssam.countAgain();
            format(number);
            device.write(to.circuit, buffer);
        }
        out.again(now);
    }

    /** What this rank waits for, for a report; empty if nothing. */
    String waitsFor() {
        return to == null ? "" : "the acknowledgement of a long message to rank " + to.peer;
    }

    // ---- the receiver ------------------------------------------------------------------------------------------

    /** A request opens a message. Writes the reply. */
    void onOpen(Connection from, MemorySegment data, MemorySegment answer) {
        Arriving one = arriving[from.peer];
        one.first = data.get(JAVA_LONG_UNALIGNED, FIRST);
        answer.set(JAVA_INT_UNALIGNED, REPLY_WINDOW, open(one, data, answer));
        answer.set(JAVA_LONG_UNALIGNED, REPLY_FIRST, one.first);
    }

    /** Returns the window that the sender gets, or the reason why the message is refused. */
    private int open(Arriving one, MemorySegment data, MemorySegment answer) {
        int number = data.get(JAVA_INT_UNALIGNED, EXPOSED);
        long offset = data.get(JAVA_LONG_UNALIGNED, OFFSET);
        long bytes = data.get(JAVA_LONG_UNALIGNED, BYTES);
        one.handler = data.get(JAVA_INT_UNALIGNED, HANDLER);
        MemorySegment memory = exposed[number];
        if (memory == null) {
            return NOT_EXPOSED;
        }
        if (offset < 0 || offset > memory.byteSize() - bytes) {
            answer.set(JAVA_LONG_UNALIGNED, REPLY_SIZE, memory.byteSize());
            return OUTSIDE;
        }
        if (handlers[one.handler] == null) {
            return NO_HANDLER;
        }
        one.memory = memory.asSlice(offset, bytes);
        if (granted == null) {
            granted = one;
        }
        int large = granted == one ? largeWindow : window;
        one.in.open(cells(bytes), Math.max(1, large / IN_WINDOW));
        return large;
    }

    /** Takes in a cell of a long message. */
    void onCell(Connection from, MemorySegment cell) {
        Arriving one = arriving[from.peer];
        LongIncoming in = one.in;
        long number = Format.near(Format.number(cell), in.expected());
        switch (in.arrived(number)) {
            case LongIncoming.NEXT -> store(from, one, number, cell);
            case LongIncoming.GAP -> {
                ssam.countGap();
                if (in.isNewGap()) {
                    acknowledge(from, Format.LONG_GAP);
                }
            }
            case LongIncoming.OLD -> ssam.countDuplicate();
            default -> ssam.countGap();
        }
        if (in.isDue()) {
            acknowledge(from, Format.LONG_ACKNOWLEDGE);
        } else if (in.isOwed() && !owing.contains(from)) {
            owing.add(from);
        }
    }

    private void store(Connection from, Arriving one, long number, MemorySegment cell) {
        traps.charge(CellTraps.Work.STORE);
        MemorySegment memory = one.memory;
        long at = (number - one.first) * Format.LONG_DATA;
        MemorySegment.copy(cell, Format.LONG_AT, memory, at, Math.min(Format.LONG_DATA, memory.byteSize() - at));
        if (!one.in.isOpen()) {
            granted = granted == one ? null : granted;
            one.memory = MemorySegment.NULL;
            traps.charge(CellTraps.Work.DISPATCH);
            ssam.call(handlers[one.handler], from.peer, memory);
            acknowledge(from, Format.LONG_ACKNOWLEDGE);
        }
    }

    private void acknowledge(Connection connection, int what) {
        LongIncoming in = arriving[connection.peer].in;
        owing.remove(connection);
        in.acknowledged();
        ssam.acknowledgeLong(connection, in.expected(), what);
    }

    void acknowledgeAll() {
        while (!owing.isEmpty()) {
            acknowledge(owing.getLast(), Format.LONG_ACKNOWLEDGE);
        }
    }
}
