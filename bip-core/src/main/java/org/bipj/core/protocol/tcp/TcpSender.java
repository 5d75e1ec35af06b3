package org.bipj.core.protocol.tcp;

/**
 * The sending half of a connection. Positions count everything that takes a sequence number: the SYN is 0, bytes follow
 * from 1 on, and the FIN is behind the last byte.
 *
 * <pre>
 *   ... acknowledged | on its way | to be repeated | never sent |      room     |
 *                  una          next            highest        end      una + send buffer
 * </pre>
 *
 * <p>After a timeout everything from {@code una} on is sent again; what the peer has is skipped when it says so.
 */
final class TcpSender {
    static final long NEVER = Long.MAX_VALUE;

    private static final int OPEN = -1;
    /** How much of the largest window that the peer ever announced is worth a segment: Fs (RFC 1122, 4.2.3.4). */
    private static final int WORTH = 2;

    private final TcpSettings settings;
    private final int initialSequence;
    private final ByteRing buffer;
    private final RetransmissionTimeout timeout;
    private final CongestionWindow congestion;

    private int segment;
    private long una;
    private long next;
    private long highest;
    private long end = 1;
    /** Position of the FIN; {@link #OPEN} before the program has closed. */
    private long finish = OPEN;

    /** The end of the peer's window. */
    private long edge = 1;
    /** The window that the peer has announced last. */
    private long window;

    private long largestWindow;

    private boolean nagle = true;
    /** The oldest segment is to be repeated at once. */
    private boolean repeat;
    /** Send what fits although it is little: the override timeout has passed. */
    private boolean override;
    /** A probe of the closed window is due. */
    private boolean probe;

    private long repeatAt = NEVER;
    private long probeAt = NEVER;
    private int timeouts;
    private int probes;
    /** Probes since the peer was heard. */
    private int unanswered;

    /** End of the segment whose round trip is measured; {@link #OPEN} if none is. */
    private long measuredTo = OPEN;

    private long measuredFrom;
    private long lastSent;

    private long repeated;

    TcpSender(TcpSettings settings, int initialSequence) {
        this.settings = settings;
        this.initialSequence = initialSequence;
        buffer = new ByteRing(settings.sendBuffer(), 1);
        timeout = new RetransmissionTimeout(settings);
        congestion = new CongestionWindow(settings.initialSegments());
        segment = settings.segment();
    }

    // ---- for the program ---------------------------------------------------------------------------------------

    /** Room for bytes of the program. */
    int room() {
        return (int) (buffer.capacity() - (end - Math.max(una, 1)));
    }

    void write(byte[] from, int offset, int length) {
        buffer.put(end, from, offset, length);
        end += length;
    }

    void finish() {
        if (finish == OPEN) {
            finish = end;
        }
    }

    boolean isFinished() {
        return finish != OPEN;
    }

    /** True if the FIN has been acknowledged. */
    boolean isFinishAcknowledged() {
        return isFinished() && una > finish;
    }

    boolean isSynAcknowledged() {
        return una > 0;
    }

    /** True if all that was written, and the FIN, have been acknowledged. */
    boolean isAllAcknowledged() {
        return una >= (isFinished() ? finish + 1 : end);
    }

    void nagle(boolean on) {
        nagle = on;
    }

    // ---- sequence numbers --------------------------------------------------------------------------------------

    int sequenceOf(long position) {
        return initialSequence + (int) position;
    }

    private long positionOf(int acknowledgement) {
        return una + (acknowledgement - sequenceOf(una));
    }

    /** The next sequence number, for segments without data. */
    int nextSequence() {
        return sequenceOf(Math.max(next, highest));
    }

    /** True if an acknowledgement is of something that has been sent and was not acknowledged before. */
    boolean isNew(int acknowledgement) {
        long position = positionOf(acknowledgement);
        return position > una && position <= highest;
    }

    /** True if an acknowledgement is of something that was never sent. */
    boolean isOfUnsent(int acknowledgement) {
        return positionOf(acknowledgement) > highest;
    }

    /** The peer has not heard the SYN, or not as an answer to its own: it is the next segment again. */
    void repeatSyn() {
        next = 0;
        measuredTo = OPEN;
    }

    // ---- the peer answers --------------------------------------------------------------------------------------

    /** The connection is established. */
    void begin(int peersLargest) {
        if (peersLargest > 0) {
            segment = Math.min(segment, peersLargest);
        }
        if (timeouts > 0) {
            timeout.begunLate();
        }
        timeouts = 0;
        congestion.begin(segment);
    }

    /**
     * Takes the window of a segment. A peer never takes back what it has announced (RFC 9293, 3.8.6.2.1: it must not shrink the
     * window): a segment that says less was overtaken by another one.
     */
    void window(TcpSegment from) {
        long begin = from.has(TcpSegment.ACK) ? positionOf(from.acknowledgement()) : 1;
        edge = Math.max(edge, begin + from.window());
        window = from.window();
        largestWindow = Math.max(largestWindow, window);
        if (edge > una && probeAt != NEVER) {
            endProbing();
        }
    }

    private void endProbing() {
        probeAt = NEVER;
        probes = 0;
        probe = false;
        override = false;
    }

    /**
     * Takes an acknowledgement that is not of unsent data.
     *
     * @param isPure the segment has neither data nor SYN nor FIN
     */
    void acknowledge(TcpSegment by, boolean isPure, long now) {
        unanswered = 0;
        long position = positionOf(by.acknowledgement());
        if (position > una) {
            advance(position, now);
        } else if (position == una && isPure && una < highest && by.window() == window && edge > una) {
            repeat |= congestion.isLoss(highest - una);
        }
    }

    private void advance(long position, long now) {
        if (measuredTo != OPEN && position >= measuredTo) {
            timeout.measured(now - measuredFrom);
            measuredTo = OPEN;
        }
        if (una > 0) {
            congestion.acknowledged(position - una);
        }
        una = position;
        buffer.dropTo(Math.min(Math.max(una, 1), end));
        next = Math.max(next, una);
        repeat = false;
        if (una > 1) {
            timeouts = 0;
        }
        repeatAt = una == highest ? NEVER : now + timeout.current();
    }

    // ---- segments ----------------------------------------------------------------------------------------------

    /** Where the next segment begins. */
    private long from() {
        return repeat ? una : next;
    }

    /** How many bytes the next segment may have: 0 if there are none, or no room at the peer or in the network. */
    private int fitting() {
        long from = Math.max(from(), 1);
        long room = repeat ? highest - from : Math.min(edge, una + congestion.bytes()) - from;
        return Math.clamp(Math.min(end - from, room), 0, segment);
    }

    /** True if the next segment is the SYN. */
    boolean isSynNext() {
        return from() == 0;
    }

    /** True if the FIN belongs to the next segment. */
    boolean isFinishNext() {
        return isFinished() && !isSynNext() && from() <= finish && from() + fitting() == finish;
    }

    /** True if a segment with data, a SYN or a FIN is to leave now. */
    boolean isDue() {
        if (isSynNext()) {
            return next == 0;
        }
        int length = fitting();
        if (isFinishNext()) {
            return true;
        }
        return length > 0
                && (repeat
                        || next < highest
                        || length == segment
                        || override
                        // Nagle, and the sender's part against silly windows (RFC 1122, 4.2.3.4).
                        || next + length == end && (!nagle || una == next)
                        || (!nagle || una == next) && (long) length * WORTH >= largestWindow);
    }

    /** Takes the bytes of the next segment, which is {@linkplain #isDue due}. */
    byte[] take(long now) {
        if (una == highest && una > 0 && now - lastSent > timeout.current()) {
            congestion.restart();
        }
        long from = from();
        byte[] data = new byte[isSynNext() ? 0 : fitting()];
        long to = from + data.length + (isSynNext() || isFinishNext() ? 1 : 0);
        buffer.get(Math.max(from, 1), data, 0, data.length);
        if (from < highest) {
            repeated++;
            // Karn's rule: it is unknown which of them is acknowledged.
            measuredTo = OPEN;
        } else if (measuredTo == OPEN) {
            measuredTo = to;
            measuredFrom = now;
        }
        highest = Math.max(highest, to);
        next = Math.max(next, to);
        repeat = false;
        override = false;
        lastSent = now;
        if (repeatAt == NEVER) {
            repeatAt = now + timeout.current();
        }
        probeAt = NEVER;
        return data;
    }

    /** The sequence number of the next segment. */
    int dueSequence() {
        return sequenceOf(from());
    }

    /** True once if a probe of the peer's window is due: an old sequence number without data, which it has to answer. */
    boolean takeProbe() {
        boolean due = probe;
        probe = false;
        return due;
    }

    boolean isProbeDue() {
        return probe;
    }

    int probeSequence() {
        return sequenceOf(una - 1);
    }

    /** Nothing is due: starts the timer that ends a wait for the peer's window, if there is something to send. */
    void settle(long now) {
        boolean waits = una > 0 && una == highest && end > next;
        if (!waits) {
            probeAt = NEVER;
        } else if (probeAt == NEVER) {
            probeAt = now + timeout.doubled(probes);
        }
    }

    // ---- timers ------------------------------------------------------------------------------------------------

    /** When what is on its way is sent again; {@link #NEVER} if nothing is. */
    long repeatAt() {
        return repeatAt;
    }

    /** When the peer's closed window is probed; {@link #NEVER} if it is open. */
    long probeAt() {
        return probeAt;
    }

    /**
     * Lets timers end whose time has come.
     *
     * @return false if the peer has not answered for too long
     */
    boolean expire(long now) {
        if (probeAt <= now) {
            probeAt = NEVER;
            if (unanswered >= settings.tries()) {
                return false;
            }
            probes++;
            unanswered++;
            override = fitting() > 0;
            probe = !override;
        }
        if (repeatAt <= now) {
            if (timeouts >= (una == 0 ? settings.connectTries() : settings.tries())) {
                return false;
            }
            timeouts++;
            timeout.backOff();
            if (una > 0) {
                congestion.timedOut(highest - una, timeouts == 1);
            }
            next = una;
            repeat = false;
            measuredTo = OPEN;
            repeatAt = now + timeout.current();
        }
        return true;
    }

    /** Nothing is sent any more. */
    void stop() {
        repeatAt = NEVER;
        probeAt = NEVER;
        repeat = false;
        probe = false;
        next = Math.max(highest, end + 1);
        finish = OPEN;
        buffer.dropTo(end);
    }

    /** Segments that were sent again. */
    long repeated() {
        return repeated;
    }

    /** Bytes of the program that are not acknowledged. */
    long pending() {
        return Math.max(0, end - Math.max(una, 1));
    }

    @Override
    public String toString() {
        return "una " + una + ", next " + next + ", highest " + highest + ", end " + end
                + (isFinished() ? " (FIN)" : "") + ", edge " + edge + ", congestion " + congestion.bytes();
    }
}
