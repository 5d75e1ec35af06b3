package org.bipj.sim.kernel;

import java.util.List;

/** The run has reached the moment at which it was to be ended. */
public final class TimeLimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<DeadlockException.Waiter> waiters;
    private final long now;

    TimeLimitException(long now, List<DeadlockException.Waiter> waiters) {
        super("the run has reached " + VirtualTimeText.text(now) + ", the end that was set for it");
        this.now = now;
        this.waiters = List.copyOf(waiters);
    }

    /** The moment in picoseconds. */
    public long atPs() {
        return now;
    }

    /** The fibers that have not ended. */
    public List<DeadlockException.Waiter> waiters() {
        return waiters;
    }
}
