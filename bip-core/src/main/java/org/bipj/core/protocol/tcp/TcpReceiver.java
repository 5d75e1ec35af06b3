package org.bipj.core.protocol.tcp;

import java.util.ArrayList;
import java.util.List;

/**
 * The receiving half of a connection: puts data into their order, announces the window, and decides when to acknowledge.
 * Positions are as in {@link TcpSender}: the peer's SYN is 0.
 *
 * <pre>
 *   ... read | readable |  missing, with parts that came early  |
 *          read       next                                   announced
 * </pre>
 */
final class TcpReceiver {
    static final long NEVER = Long.MAX_VALUE;

    private static final int MOST_ANNOUNCED = 65_535;
    /** Segments that are acknowledged together, and by which the window grows before it is announced. */
    private static final int TWO = 2;

    /** Data that came early: from one position up to another. */
    private record Part(long from, long to) {}

    private final TcpSettings settings;
    private final ByteRing buffer;
    private final int initialSequence;
    /** The window grows by so much, or it is not announced: a segment, or half of the buffer (RFC 1122, 4.2.3.3). */
    private final int least;

    private final List<Part> early = new ArrayList<>();

    private long read = 1;
    private long next = 1;
    private long announced = 1;
    /** Position of the peer's FIN; negative: none has come. */
    private long finish = -1;

    private int quick;
    private boolean due;
    private boolean delayed;
    private long delayedTo = NEVER;
    private boolean discards;

    /**
     * The half of a connection whose peer has sent a SYN.
     *
     * @param window that the own SYN has announced already; 0: none was sent
     */
    TcpReceiver(TcpSettings settings, int initialSequence, int window) {
        this.settings = settings;
        this.initialSequence = initialSequence;
        least = Math.max(1, Math.min(settings.segment(), settings.receiveBuffer() / TWO));
        announced += window;
        buffer = new ByteRing(settings.receiveBuffer(), 1);
        quick = settings.quickAcknowledgements();
    }

    /** The window that the SYN of a new connection announces. */
    static int firstWindow(TcpSettings settings) {
        return Math.min(settings.receiveBuffer(), MOST_ANNOUNCED);
    }

    long positionOf(int sequence) {
        return next + (sequence - sequenceOf(next));
    }

    private int sequenceOf(long position) {
        return initialSequence + (int) position;
    }

    /** The acknowledgement of all that has come in order. */
    int acknowledgement() {
        return sequenceOf(next);
    }

    // ---- for the program ---------------------------------------------------------------------------------------

    int available() {
        return (int) (Math.min(next, dataEnd()) - read);
    }

    /** True if the peer's FIN has come, and all before it. */
    boolean isFinished() {
        return finish >= 0 && next > finish;
    }

    private long dataEnd() {
        return finish < 0 ? Long.MAX_VALUE : finish;
    }

    int read(byte[] to, int offset, int length) {
        int count = Math.min(length, available());
        buffer.get(read, to, offset, count);
        read += count;
        buffer.dropTo(read);
        return count;
    }

    /** The program reads no more: what comes is acknowledged and discarded. */
    void discard() {
        discards = true;
        read = Math.min(next, dataEnd());
        buffer.dropTo(read);
    }

    // ---- segments ----------------------------------------------------------------------------------------------

    /** True if a segment is in the window (RFC 9293, 3.4). */
    boolean isAcceptable(TcpSegment segment) {
        long from = positionOf(segment.sequence());
        long to = from + segment.length();
        if (announced == next) {
            // A closed window: what begins here may bring an acknowledgement, a FIN or a RST.
            return from == next;
        }
        // An acknowledgement alone may stand at the end of the window: its sender has filled it, and some of that is
        // lost.
        return from < announced ? to > next || from >= next : from == announced && segment.length() == 0;
    }

    /** Takes the data and the FIN of an acceptable segment. Returns how many bytes are new to the program. */
    int take(TcpSegment segment, long now) {
        long before = next;
        long from = positionOf(segment.sequence()) + (segment.has(TcpSegment.SYN) ? 1 : 0);
        long to = Math.min(from + segment.dataLength(), announced);
        boolean isWhole = to == from + segment.dataLength();
        if (segment.has(TcpSegment.FIN) && isWhole && finish < 0) {
            finish = to;
        }
        if (segment.dataLength() > 0) {
            boolean isInOrder = early.isEmpty() && from <= before && to > before && isWhole;
            put(from, to, segment);
            acknowledgeData(!isInOrder, now);
        }
        if (finish >= 0 && next == finish) {
            next++;
            due = true;
        } else if (segment.has(TcpSegment.FIN)) {
            due = true;
        }
        if (discards) {
            discard();
        }
        return (int) (next - before);
    }

    private void put(long from, long to, TcpSegment segment) {
        long first = Math.max(from, next);
        if (to <= first) {
            return;
        }
        buffer.put(first, segment.data(), (int) (first - from), (int) (to - first));
        addPart(first, to);
        while (!early.isEmpty() && early.getFirst().from <= next) {
            next = Math.max(next, early.removeFirst().to);
        }
    }

    /** Adds a part, and joins it with those that it touches. */
    private void addPart(long from, long to) {
        long joinedFrom = from;
        long joinedTo = to;
        int at = 0;
        while (at < early.size() && early.get(at).from <= joinedTo) {
            Part other = early.get(at);
            if (other.to < joinedFrom) {
                at++;
            } else {
                joinedFrom = Math.min(joinedFrom, other.from);
                joinedTo = Math.max(joinedTo, other.to);
                early.remove(at);
            }
        }
        early.add(at, new Part(joinedFrom, joinedTo));
    }

    // ---- acknowledgements --------------------------------------------------------------------------------------

    /**
     * Data have come. Those in order may wait for another segment, the others are acknowledged at once (RFC 5681, 4.2).
     *
     * @param atOnce there is a gap, or one has been filled, or the data had come before
     */
    private void acknowledgeData(boolean atOnce, long now) {
        if (atOnce || delayed || quick > 0) {
            quick = Math.max(0, quick - 1);
            due = true;
        } else {
            delayed = true;
            delayedTo = now + settings.delayedAcknowledgement();
        }
    }

    /** An acknowledgement has to leave at once. */
    void acknowledgeNow() {
        due = true;
    }

    /** True if an acknowledgement is to leave now, with data or without. */
    boolean isAcknowledgementDue() {
        return due;
    }

    /** When an acknowledgement that was delayed leaves; {@link #NEVER} if none was. */
    long delayedTo() {
        return delayedTo;
    }

    void expire(long now) {
        if (delayedTo <= now) {
            delayedTo = NEVER;
            due = true;
        }
    }

    /** The program has read: announces the window if that has grown enough. */
    void mayAnnounce() {
        long grown = edge() - announced;
        boolean wasClosed = announced - next < least;
        if (grown > 0 && (wasClosed || grown >= Math.min(TWO * (long) settings.segment(), TWO * (long) least))) {
            due = true;
        }
    }

    /** The end of the window that a segment announces now: it grows by a segment or half of the buffer, or not at all. */
    private long edge() {
        long room = Math.min(buffer.capacity() - (Math.min(next, dataEnd()) - read), MOST_ANNOUNCED);
        long edge = next + room;
        return edge - announced >= least ? edge : announced;
    }

    /** A segment leaves that acknowledges everything. Returns the window that it announces. */
    int announce() {
        due = false;
        delayed = false;
        delayedTo = NEVER;
        announced = Math.max(announced, edge());
        return (int) Math.max(0, announced - next);
    }

    /** Bytes that the peer may send; the window as it was announced last. */
    long announcedWindow() {
        return announced - next;
    }

    /** True if the window could be announced larger. */
    boolean hasRoom() {
        return edge() > next;
    }

    /** Nothing is acknowledged any more. */
    void stop() {
        due = false;
        delayed = false;
        delayedTo = NEVER;
    }

    @Override
    public String toString() {
        return "read " + read + ", next " + next + ", announced " + announced + (early.isEmpty() ? "" : ", " + early);
    }
}
