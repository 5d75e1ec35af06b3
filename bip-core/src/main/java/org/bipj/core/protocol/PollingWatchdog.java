package org.bipj.core.protocol;

/**
 * Decides when a board interrupts its host (LCI paper, section 3.6, after Maquelin et al. 1996): not if the host polls
 * within a delay, else exactly once until the host polls again.
 *
 * <pre>
 *          packet                    delay is over
 *   quiet --------&gt; armed(deadline) --------------&gt; raised
 *     ^                  |                             |
 *     +----- poll -------+--------------- poll --------+      a poll that leaves packets behind arms again
 * </pre>
 *
 * <p>While interrupts are off it stays quiet. Times are in the caller's unit.
 */
public final class PollingWatchdog {
    /** The deadline of a watchdog that is not set. */
    public static final long NEVER = Long.MAX_VALUE;

    private final long delay;
    private boolean on;
    private boolean raised;
    private int unread;
    private long deadline = NEVER;

    /**
     * A watchdog that is off.
     *
     * @param delay between a packet's arrival and the interrupt; with 0 the interrupt is due at once
     */
    public PollingWatchdog(long delay) {
        if (delay < 0) {
            throw new IllegalArgumentException("a polling watchdog of " + delay + "; expected 0 or more");
        }
        this.delay = delay;
    }

    /** Switches interrupts on or off. Packets that lie unread count from now on. */
    public void enable(boolean enabled, long now) {
        on = enabled;
        raised = false;
        arm(now);
    }

    /** A packet lies where the host can poll it. */
    public void arrived(long now) {
        unread++;
        if (deadline == NEVER && !raised) {
            arm(now);
        }
    }

    /**
     * The host has polled.
     *
     * @param taken how many packets it took
     */
    public void polled(int taken, long now) {
        unread -= taken;
        assert unread >= 0 : "the host took " + -unread + " packets that had not arrived";
        raised = false;
        arm(now);
    }

    /** The moment at which {@link #expired} is to be called, or {@link #NEVER}. */
    public long deadline() {
        return deadline;
    }

    /** Returns whether to interrupt the host now. True at most once between two polls. */
    public boolean expired(long now) {
        if (now < deadline) {
            return false;
        }
        deadline = NEVER;
        raised = true;
        return true;
    }

    private void arm(long now) {
        deadline = on && unread > 0 ? now + delay : NEVER;
    }
}
