package org.bipj.core.protocol;

import java.util.Arrays;

/**
 * The sending half of go-back-N (LCI paper, sections 3.2 and 3.3); {@link GoBackReceiver} is the other one. Packets of a flow
 * wait in order, are transmitted while the window is open, and stay until they are acknowledged. If no acknowledgement
 * comes in time, or the receiver asks for it, transmission goes back to the oldest packet that is not acknowledged.
 *
 * <pre>
 *   per flow:     acknowledged &lt;= next &lt;= highest &lt;= end           next &lt; acknowledged + window, to transmit
 *
 *     ... released | transmitted | to be transmitted again | never transmitted |
 *              acknowledged    next                     highest               end
 * </pre>
 *
 * <p>One retransmission timer per flow runs while packets are transmitted and not acknowledged. Each acknowledgement that
 * releases a packet starts it from the beginning. The time doubles when it ends and the receiver was heard meanwhile, and is
 * halved by each acknowledgement that releases a packet, and when it ends in silence: receivers that are so late that they
 * acknowledge after the first timeout get no more repetitions the later they are. A peer from which nothing is heard for a
 * number of timeouts is unreachable.
 *
 * <p>Packets are numbers that the caller gives them. Sequence numbers count the packets of a flow, modulo 2<sup>32</sup>.
 * Nothing is allocated per packet once the queues have their size. Times are in the caller's unit.
 */
public final class GoBackSender {
    /** There is no packet, or no flow. */
    public static final int NONE = -1;

    /** Takes what becomes of packets. It must not call the sender. */
    public interface Outcome {
        /** A packet has been accepted by the receiver of a flow. */
        void acknowledged(int flow, int packet);

        /** A packet is abandoned because its receiver is unreachable. It may have been accepted. */
        void unreachable(int flow, int packet);
    }

    private static final int FIRST_SIZE = 8;
    /** A timeout is doubled so many times at most. */
    private static final int MOST_DOUBLED = 6;

    private final int window;
    private final int tries;
    private final long timeout;
    /** By flow: its packets, a ring by sequence number, made when the first one is posted. */
    private final int[][] packets;

    private final int[] acknowledged;
    private final int[] next;
    private final int[] highest;
    private final int[] end;
    /** By flow: timeouts since the receiver was heard; above {@code tries} if it is unreachable. */
    private final int[] silent;
    /** By flow: how often its timeout is doubled. */
    private final byte[] doubled;

    private final Deadlines timers;
    private final FlowQueue ready;
    private int pending;
    /** How many packets have never been transmitted. */
    private int waiting;

    private long transmissions;
    private long repeated;

    /**
     * A sender without packets.
     *
     * @param window packets of a flow that may be transmitted without an acknowledgement, at least 1
     * @param timeout until the oldest of them is transmitted again for the first time
     * @param tries timeouts in succession after which a silent receiver is unreachable, at least 1
     */
    public GoBackSender(int flows, int window, long timeout, int tries) {
        if (window < 1 || timeout < 1 || tries < 1) {
            throw new IllegalArgumentException("go-back-N with a window of " + window + " packets, a timeout of "
                    + timeout + " and " + tries + " tries; expected 1 or more of each");
        }
        this.window = window;
        this.timeout = timeout;
        this.tries = tries;
        packets = new int[flows][];
        acknowledged = new int[flows];
        next = new int[flows];
        highest = new int[flows];
        end = new int[flows];
        silent = new int[flows];
        doubled = new byte[flows];
        timers = new Deadlines(flows);
        ready = new FlowQueue(flows);
    }

    // ---- transmission ------------------------------------------------------------------------------------------

    /**
     * Adds a packet to a flow. It stays there until {@link Outcome} takes it.
     *
     * @return false, without effect, if the receiver is unreachable
     */
    public boolean post(int flow, int packet) {
        if (isUnreachable(flow)) {
            return false;
        }
        int[] ring = packets[flow];
        int count = end[flow] - acknowledged[flow];
        if (ring == null) {
            ring = new int[FIRST_SIZE];
            packets[flow] = ring;
        } else if (count == ring.length) {
            ring = grow(flow);
        }
        ring[end[flow]++ & ring.length - 1] = packet;
        pending++;
        waiting++;
        noteReady(flow);
        return true;
    }

    /** True if a packet that is added to a flow now may be transmitted at once. */
    public boolean hasRoom(int flow) {
        return end[flow] - acknowledged[flow] < window;
    }

    private int[] grow(int flow) {
        int[] old = packets[flow];
        int[] ring = Arrays.copyOf(old, 2 * old.length);
        for (int number = acknowledged[flow]; number != end[flow]; number++) {
            ring[number & ring.length - 1] = old[number & old.length - 1];
        }
        packets[flow] = ring;
        return ring;
    }

    /** A flow whose next packet may be transmitted now, by turns; {@link #NONE} if there is none. */
    public int ready() {
        int flow = ready.first();
        while (flow != NONE && !isReady(flow)) {
            ready.removeFirst();
            flow = ready.first();
        }
        return flow;
    }

    /** True if a flow has a packet to transmit, and its window is open. */
    public boolean isReady(int flow) {
        return next[flow] != end[flow] && next[flow] - acknowledged[flow] < window;
    }

    /** The packet that {@link #transmit} transmits. The flow must be ready. */
    public int next(int flow) {
        return packets[flow][next[flow] & packets[flow].length - 1];
    }

    /** True if the packet that {@link #transmit} transmits has been transmitted before. */
    public boolean isAgain(int flow) {
        return next[flow] != highest[flow];
    }

    /** The next packet of a flow leaves. Returns its sequence number. The flow must be ready. */
    public int transmit(int flow, long now) {
        assert isReady(flow) : "flow " + flow + " is not ready: " + this;
        int number = next[flow]++;
        transmissions++;
        if (number == highest[flow]) {
            highest[flow]++;
            waiting--;
        } else {
            repeated++;
        }
        if (!timers.isRunning(flow)) {
            startTimer(flow, now);
        }
        if (ready.first() == flow) {
            ready.removeFirst();
        }
        noteReady(flow);
        return number;
    }

    private void noteReady(int flow) {
        if (isReady(flow)) {
            ready.add(flow);
        }
    }

    // ---- acknowledgements --------------------------------------------------------------------------------------

    /**
     * An acknowledgement has arrived.
     *
     * @param expected the sequence number that the receiver expects next: all before it are accepted
     * @return false, without effect, if it says nothing: it is older than another one, or no receiver could have sent it
     */
    public boolean acknowledge(int flow, int expected, long now, Outcome outcome) {
        int count = expected - acknowledged[flow];
        if (count < 0 || count > highest[flow] - acknowledged[flow] || isUnreachable(flow)) {
            return false;
        }
        silent[flow] = 0;
        if (count == 0) {
            return true;
        }
        int[] ring = packets[flow];
        for (int number = acknowledged[flow]; number != expected; number++) {
            outcome.acknowledged(flow, ring[number & ring.length - 1]);
        }
        pending -= count;
        acknowledged[flow] = expected;
        if (next[flow] - expected < 0) {
            next[flow] = expected;
        }
        timers.cancel(flow);
        if (doubled[flow] > 0) {
            doubled[flow]--;
        }
        if (next[flow] != expected) {
            startTimer(flow, now);
        }
        noteReady(flow);
        return true;
    }

    /** The receiver acknowledges, and requests all other packets of the window again: it had dropped some. */
    public void again(int flow, int expected, long now, Outcome outcome) {
        if (acknowledge(flow, expected, now, outcome)) {
            goBack(flow);
        }
    }

    private void startTimer(int flow, long now) {
        timers.start(flow, now + (timeout << doubled[flow]));
    }

    private void goBack(int flow) {
        timers.cancel(flow);
        next[flow] = acknowledged[flow];
        noteReady(flow);
    }

    /** Lets the flows whose timer has ended go back to their oldest packet, or abandons their packets. */
    public void expire(long now, Outcome outcome) {
        for (int flow = timers.take(now); flow != Deadlines.NONE; flow = timers.take(now)) {
            silent[flow]++;
            if (isUnreachable(flow)) {
                abandon(flow, outcome);
            } else {
                // A receiver that was heard is late; one that was not may have lost all, and waits for the next try.
                int change = silent[flow] == 1 ? 1 : -1;
                doubled[flow] = (byte) Math.clamp(doubled[flow] + change, 0, MOST_DOUBLED);
                goBack(flow);
            }
        }
    }

    private void abandon(int flow, Outcome outcome) {
        int[] ring = packets[flow];
        for (int number = acknowledged[flow]; number != end[flow]; number++) {
            outcome.unreachable(flow, ring[number & ring.length - 1]);
        }
        pending -= end[flow] - acknowledged[flow];
        waiting -= end[flow] - highest[flow];
        acknowledged[flow] = end[flow];
        next[flow] = end[flow];
        highest[flow] = end[flow];
    }

    /** When {@link #expire} is to be called, or {@link Deadlines#NEVER}. */
    public long deadline() {
        return timers.earliest();
    }

    // ---- state -------------------------------------------------------------------------------------------------

    /** True once the receiver of a flow was silent for too long. It stays unreachable. */
    public boolean isUnreachable(int flow) {
        return silent[flow] >= tries;
    }

    /** True if a packet of a flow waits, or is transmitted and not acknowledged. */
    public boolean isPending(int flow) {
        return end[flow] != acknowledged[flow];
    }

    /** Packets of all flows that wait, or are transmitted and not acknowledged. */
    public int pending() {
        return pending;
    }

    /** Packets of all flows that have never been transmitted. */
    public int waiting() {
        return waiting;
    }

    /** Number of transmissions of packets so far. */
    public long transmissions() {
        return transmissions;
    }

    /** How many of them repeated an earlier one. */
    public long repeated() {
        return repeated;
    }

    @Override
    public String toString() {
        return pending + " packets not acknowledged, " + repeated + " of " + transmissions
                + " transmissions were repetitions";
    }
}
