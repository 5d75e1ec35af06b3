package org.bipj.core.protocol.tcp;

import org.jspecify.annotations.Nullable;

/**
 * One side of a TCP connection (RFC 9293). Its owner brings time and segments, and takes segments out:
 *
 * <pre>{@code
 * connection.receive(segment, now);                      // a segment has come
 * connection.expire(now);                                // a deadline has passed
 * connection.write(bytes, 0, count, now);                // the program writes; then, and after each of the others:
 * while (connection.isOutputDue(now)) {
 *     send(connection.output(now));
 * }
 * ... call expire at waitsUntil() and dozesUntil() ...
 * }</pre>
 *
 * <p>Implemented: handshake, also of both sides at once; data in order exactly once; windows with both sides' parts
 * against silly ones; half-close, close, abort; TIME_WAIT; slow start, congestion avoidance, fast retransmit, fast
 * recovery, limited transmit; retransmission with measured timeout and backoff; delayed acknowledgements; Nagle's
 * algorithm; probes of a closed window. A segment that cannot belong to the connection is answered by an acknowledgement
 * (RFC 5961), so that a peer which has started anew ends it. Left out: urgent data, selective acknowledgements, time
 * stamps, scaled windows, keep-alive, none of which Linux 2.0 needs between two of its kind.
 */
public final class TcpConnection {
    /** The deadline of a timer that does not run. */
    public static final long NEVER = Long.MAX_VALUE;

    private final TcpSettings settings;
    private final TcpSender sender;
    /** Null before the peer's SYN has come. */
    private @Nullable TcpReceiver receiver;

    private TcpState state;
    private @Nullable TcpFailure failure;
    /** The program has closed both directions: it neither writes nor reads any more. */
    private boolean released;
    /** A RST is due, with this sequence number. */
    private boolean aborts;

    private int resetSequence;
    /** The answer to a segment of another connection, which the peer has forgotten or never had; null: none is due. */
    private @Nullable TcpSegment refused;

    private long forgottenAt = NEVER;
    private int peersLargest;

    private TcpConnection(TcpSettings settings, int initialSequence, TcpState state) {
        this.settings = settings;
        this.state = state;
        sender = new TcpSender(settings, initialSequence);
    }

    /** A connection of a program that connects. Its SYN is the first output. */
    public static TcpConnection connecting(TcpSettings settings, int initialSequence) {
        return new TcpConnection(settings, initialSequence, TcpState.SYN_SENT);
    }

    /** A connection of a listener, for a SYN that has come. Its answer is the first output. */
    public static TcpConnection accepting(TcpSettings settings, int initialSequence, TcpSegment syn) {
        TcpConnection connection = new TcpConnection(settings, initialSequence, TcpState.SYN_RECEIVED);
        connection.takeSyn(syn, 0);
        return connection;
    }

    private void takeSyn(TcpSegment syn, int announced) {
        receiver = new TcpReceiver(settings, syn.sequence(), announced);
        peersLargest = syn.largest();
        sender.window(syn);
    }

    // ---- for the program ---------------------------------------------------------------------------------------

    /** The state. */
    public TcpState state() {
        return state;
    }

    /** Why it has ended; null if it has not, or was closed by both sides or by {@link #abort}. */
    public @Nullable TcpFailure failure() {
        return failure;
    }

    /** How many bytes {@link #write} takes now. */
    public int room() {
        return canSend() ? sender.room() : 0;
    }

    /** True if the program may write: the connection is established, and it has not closed its side. */
    public boolean canSend() {
        return (state == TcpState.ESTABLISHED || state == TcpState.CLOSE_WAIT) && !sender.isFinished();
    }

    /** Takes bytes of the program, at most {@link #room}, and returns how many. */
    public int write(byte[] from, int offset, int length) {
        int count = Math.min(length, room());
        sender.write(from, offset, count);
        return count;
    }

    /** Number of bytes that the program can read at once. */
    public int available() {
        return receiver == null ? 0 : receiver.available();
    }

    /** True if all that the peer has sent has been read, and it has closed its side: nothing more will come. */
    public boolean isAtEnd() {
        return receiver != null && receiver.isFinished() && receiver.available() == 0;
    }

    /** Gives the program bytes that have come, as many as there are, and returns how many. */
    public int read(byte[] to, int offset, int length) {
        if (receiver == null) {
            return 0;
        }
        int count = receiver.read(to, offset, length);
        if (state.receives()) {
            receiver.mayAnnounce();
        }
        return count;
    }

    /** The program reads no more: what comes is acknowledged and discarded. */
    public void shutdownInput() {
        if (receiver != null) {
            receiver.discard();
        }
    }

    /** The program writes no more: a FIN follows its data. */
    public void shutdownOutput() {
        switch (state) {
            case SYN_RECEIVED, ESTABLISHED -> finish(TcpState.FIN_WAIT_1);
            case CLOSE_WAIT -> finish(TcpState.LAST_ACK);
            default -> {}
        }
    }

    private void finish(TcpState next) {
        sender.finish();
        state = next;
    }

    /**
     * The program has released the connection, which ends by itself: in order, or by a RST if data were not read (RFC 2525,
     * 2.17) or come later (RFC 1122, 4.2.2.13).
     *
     * @param now the present
     */
    public void close(long now) {
        released = true;
        if (state == TcpState.SYN_SENT) {
            end(null);
        } else if (available() > 0) {
            abort();
        } else {
            shutdownOutput();
            forgetOrphan(now);
        }
    }

    /** Ends the connection at once: its data are lost, and the peer gets a RST. */
    public void abort() {
        released = true;
        aborts = state != TcpState.CLOSED && state != TcpState.SYN_SENT && state != TcpState.TIME_WAIT;
        end(null);
    }

    /** Nagle's algorithm, which holds little data back while others are on their way; on at first. */
    public void nagle(boolean on) {
        sender.nagle(on);
    }

    /** True if all that was written has been acknowledged, and the FIN if there is one. */
    public boolean isAllAcknowledged() {
        return state == TcpState.CLOSED || sender.isAllAcknowledged();
    }

    /** Number of segments that were sent again. */
    public long repeated() {
        return sender.repeated();
    }

    /** True if the program has released the connection. */
    public boolean isReleased() {
        return released;
    }

    /** True if the peer may send: the window is open. */
    public boolean hasOpenWindow() {
        return receiver != null && receiver.hasRoom();
    }

    // ---- segments in -------------------------------------------------------------------------------------------

    /** A segment has come. */
    public void receive(TcpSegment segment, long now) {
        switch (state) {
            case CLOSED -> {}
            case SYN_SENT -> receiveAnswer(segment, now);
            default -> receiveInOrder(receiver(), segment, now);
        }
    }

    private TcpReceiver receiver() {
        if (receiver == null) {
            throw new IllegalStateException("no SYN of the peer has come in state " + state);
        }
        return receiver;
    }

    /** In SYN_SENT (RFC 9293, 3.10.7.3). */
    private void receiveAnswer(TcpSegment segment, long now) {
        boolean acknowledges = segment.has(TcpSegment.ACK);
        if (acknowledges && !sender.isNew(segment.acknowledgement())) {
            if (!segment.has(TcpSegment.RST)) {
                refused = TcpSegment.refusal(segment);
            }
            return;
        }
        if (segment.has(TcpSegment.RST)) {
            if (acknowledges) {
                end(TcpFailure.REFUSED);
            }
            return;
        }
        if (segment.has(TcpSegment.SYN)) {
            takeSyn(segment, TcpReceiver.firstWindow(settings));
            if (acknowledges) {
                sender.acknowledge(segment, false, now);
                establish();
                receiver().acknowledgeNow();
            } else {
                state = TcpState.SYN_RECEIVED;
                sender.repeatSyn();
            }
        }
    }

    private void establish() {
        sender.begin(peersLargest);
        if (state == TcpState.SYN_SENT || state == TcpState.SYN_RECEIVED) {
            state = TcpState.ESTABLISHED;
        }
    }

    /** In all other states (RFC 9293, 3.10.7.4), and RFC 5961 for a SYN. */
    private void receiveInOrder(TcpReceiver into, TcpSegment segment, long now) {
        boolean isRepeatedSyn = segment.has(TcpSegment.SYN);
        if (isRepeatedSyn || !into.isAcceptable(segment)) {
            if (!segment.has(TcpSegment.RST)) {
                into.acknowledgeNow();
                answerAgain(isRepeatedSyn, segment, now);
            }
            return;
        }
        if (segment.has(TcpSegment.RST)) {
            reset();
            return;
        }
        if (!segment.has(TcpSegment.ACK) || !acknowledge(into, segment, now)) {
            return;
        }
        if (state.receives()) {
            receiveData(into, segment, now);
        }
    }

    /** The peer has not heard the last answer. */
    private void answerAgain(boolean isSyn, TcpSegment segment, long now) {
        if (state == TcpState.TIME_WAIT) {
            forgottenAt = now + settings.timeWait();
        } else if (isSyn && !sender.isSynAcknowledged()) {
            boolean isOfBoth = segment.has(TcpSegment.ACK) && sender.isNew(segment.acknowledgement());
            if (isOfBoth) {
                sender.acknowledge(segment, false, now);
                establish();
            } else {
                sender.repeatSyn();
            }
        }
    }

    private void reset() {
        switch (state) {
            case SYN_RECEIVED -> end(TcpFailure.REFUSED);
            case CLOSING, LAST_ACK, TIME_WAIT -> end(null);
            default -> end(TcpFailure.RESET);
        }
    }

    /** Takes the acknowledgement and the window of a segment. Returns false if the rest is to be ignored. */
    private boolean acknowledge(TcpReceiver into, TcpSegment segment, long now) {
        if (!sender.isSynAcknowledged()) {
            if (!sender.isNew(segment.acknowledgement())) {
                refused = TcpSegment.refusal(segment);
                return false;
            }
            sender.acknowledge(segment, false, now);
            establish();
        } else if (sender.isOfUnsent(segment.acknowledgement())) {
            into.acknowledgeNow();
            return false;
        } else {
            sender.acknowledge(segment, segment.length() == 0, now);
        }
        sender.window(segment);
        if (sender.isFinishAcknowledged()) {
            finishAcknowledged(now);
        }
        return state != TcpState.CLOSED;
    }

    private void finishAcknowledged(long now) {
        switch (state) {
            case FIN_WAIT_1 -> {
                state = TcpState.FIN_WAIT_2;
                forgetOrphan(now);
            }
            case CLOSING -> waitForLateSegments(now);
            case LAST_ACK -> end(null);
            default -> {}
        }
    }

    /** A connection that no program has any more does not wait for ever for the peer's FIN. */
    private void forgetOrphan(long now) {
        if (released && state == TcpState.FIN_WAIT_2) {
            forgottenAt = now + settings.timeWait();
        }
    }

    private void waitForLateSegments(long now) {
        state = TcpState.TIME_WAIT;
        forgottenAt = now + settings.timeWait();
    }

    private void receiveData(TcpReceiver into, TcpSegment segment, long now) {
        boolean isNew =
                into.positionOf(segment.sequence()) + segment.dataLength() > into.positionOf(into.acknowledgement());
        if (released && segment.dataLength() > 0 && isNew) {
            aborts = true;
            end(TcpFailure.RESET);
            return;
        }
        into.take(segment, now);
        if (into.isFinished()) {
            switch (state) {
                case ESTABLISHED -> state = TcpState.CLOSE_WAIT;
                case FIN_WAIT_1 -> state = TcpState.CLOSING;
                case FIN_WAIT_2 -> waitForLateSegments(now);
                default -> {}
            }
        }
    }

    private void end(@Nullable TcpFailure why) {
        state = TcpState.CLOSED;
        failure = why;
        forgottenAt = NEVER;
        resetSequence = sender.nextSequence();
        sender.stop();
        if (receiver != null) {
            receiver.stop();
        }
    }

    // ---- segments out ------------------------------------------------------------------------------------------

    /** True if a segment is to leave now. */
    public boolean isOutputDue(long now) {
        if (aborts || refused != null) {
            return true;
        }
        boolean due = switch (state) {
            case CLOSED -> false;
            case SYN_SENT -> sender.isSynNext();
            case SYN_RECEIVED -> sender.isSynNext() || receiver().isAcknowledgementDue();
            default -> isDueWhenEstablished();
        };
        if (!due && state.isSynchronized()) {
            sender.settle(now);
        }
        return due;
    }

    private boolean isDueWhenEstablished() {
        return sender.isSynAcknowledged() && sender.isDue()
                || sender.isSynNext()
                || receiver().isAcknowledgementDue()
                || sender.isProbeDue();
    }

    /** The next segment. To be called if one {@linkplain #isOutputDue is due}. */
    public TcpSegment output(long now) {
        if (refused != null) {
            TcpSegment refusal = refused;
            refused = null;
            return refusal;
        }
        if (aborts) {
            aborts = false;
            return TcpSegment.control(
                    resetSequence,
                    receiver == null ? 0 : receiver.acknowledgement(),
                    TcpSegment.RST | TcpSegment.ACK,
                    0);
        }
        if (sender.isSynNext()) {
            return syn(now);
        }
        if (sender.isSynAcknowledged() && sender.isDue()) {
            int sequence = sender.dueSequence();
            int flags = TcpSegment.ACK | (sender.isFinishNext() ? TcpSegment.FIN : 0);
            byte[] data = sender.take(now);
            return new TcpSegment(
                    sequence, receiver().acknowledgement(), flags, receiver().announce(), 0, data);
        }
        int sequence = sender.takeProbe() ? sender.probeSequence() : sender.nextSequence();
        return TcpSegment.control(
                sequence,
                receiver().acknowledgement(),
                TcpSegment.ACK,
                receiver().announce());
    }

    private TcpSegment syn(long now) {
        int sequence = sender.dueSequence();
        byte[] data = sender.take(now);
        boolean answers = receiver != null;
        int window = receiver == null ? TcpReceiver.firstWindow(settings) : receiver.announce();
        return new TcpSegment(
                sequence,
                receiver == null ? 0 : receiver.acknowledgement(),
                TcpSegment.SYN | (answers ? TcpSegment.ACK : 0),
                window,
                settings.segment(),
                data);
    }

    // ---- timers ------------------------------------------------------------------------------------------------

    /**
     * When {@link #expire} is to be called because this side waits for the peer's acknowledgement or window; {@link #NEVER} if
     * it does not.
     */
    public long waitsUntil() {
        return Math.min(sender.repeatAt(), sender.probeAt());
    }

    /** True if the peer's window is closed, and the next of its probes is what this side waits for. */
    public boolean isProbing() {
        return sender.probeAt() != NEVER && sender.probeAt() < sender.repeatAt();
    }

    /**
     * When {@link #expire} is to be called for what changes nothing for this side's program: an acknowledgement that was delayed,
     * the end of TIME_WAIT; {@link #NEVER} if there is nothing.
     */
    public long dozesUntil() {
        return Math.min(forgottenAt, receiver == null ? NEVER : receiver.delayedTo());
    }

    /** Lets timers end whose time has come. */
    public void expire(long now) {
        if (forgottenAt <= now) {
            end(null);
            return;
        }
        if (receiver != null) {
            receiver.expire(now);
        }
        if (!sender.expire(now)) {
            end(TcpFailure.TIMED_OUT);
        }
    }

    @Override
    public String toString() {
        return state + (failure == null ? "" : " (" + failure + ")") + ", sends: " + sender + ", receives: " + receiver;
    }
}
