package org.bipj.core.protocol;

/**
 * Decides when a receiver acknowledges (LCI paper, sections 3.1 and 3.2), for each flow of packets that arrives:
 *
 * <ul>
 *   <li><b>piggybacked</b>: whatever leaves for the sender takes along what is owed;
 *   <li><b>half-window</b>: once half a window is owed, in a packet of its own;
 *   <li><b>delayed</b>: one timer per flow, started by a data packet if it does not run, stopped by any acknowledgement that
 *       leaves; when it ends, in a packet of its own.
 * </ul>
 *
 * <p>A protocol without retransmission has no need for the delayed ones: it does not call {@link #arrived}. Times are in
 * the caller's unit.
 */
public final class AcknowledgementPolicy {
    private final int half;
    private final long delay;
    private final int[] owed;
    private final Deadlines timers;

    /**
     * A receiver that owes nothing.
     *
     * @param window packets that the sender of a flow sends without an acknowledgement, at least 1
     * @param delay until a delayed acknowledgement
     */
    public AcknowledgementPolicy(int flows, int window, long delay) {
        if (window < 1) {
            throw new IllegalArgumentException("a window of " + window + " packets; expected 1 or more");
        }
        half = Math.max(1, window / 2);
        this.delay = delay;
        owed = new int[flows];
        timers = new Deadlines(flows);
    }

    /** A data packet has arrived, whether it is accepted or not. Starts the flow's timer if it does not run. */
    public void arrived(int flow, long now) {
        if (!timers.isRunning(flow)) {
            timers.start(flow, now + delay);
        }
    }

    /**
     * One more packet is to be acknowledged.
     *
     * @return true if half a window is owed: send the acknowledgement now
     */
    public boolean owe(int flow) {
        return ++owed[flow] >= half;
    }

    /** Number of packets of a flow that are not acknowledged. */
    public int owed(int flow) {
        return owed[flow];
    }

    /** True if an acknowledgement of a flow would be of use to its sender. */
    public boolean isPending(int flow) {
        return owed[flow] > 0 || timers.isRunning(flow);
    }

    /** An acknowledgement leaves. Stops the flow's timer, and returns the number of packets that were owed. */
    public int take(int flow) {
        timers.cancel(flow);
        int taken = owed[flow];
        owed[flow] = 0;
        return taken;
    }

    /** Returns a flow whose delayed acknowledgement is due, each once, or {@link Deadlines#NONE}: send it now. */
    public int due(long now) {
        return timers.take(now);
    }

    /** When the next delayed acknowledgement is due, or {@link Deadlines#NEVER}. */
    public long deadline() {
        return timers.earliest();
    }
}
