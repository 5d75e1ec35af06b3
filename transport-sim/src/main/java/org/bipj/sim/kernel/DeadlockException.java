package org.bipj.sim.kernel;

import java.util.List;

/** No event is left and fibers wait: nothing can ever wake them. */
public final class DeadlockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A fiber that waits.
     *
     * @param name the fiber's name
     * @param waitsFor what it waits for
     * @param clock its time in picoseconds
     * @param stack its calls, innermost first
     */
    public record Waiter(String name, String waitsFor, long clock, List<StackTraceElement> stack) {}

    private final transient List<Waiter> waiters;
    private final long now;

    DeadlockException(long now, List<Waiter> waiters) {
        super("deadlock at " + now + " ps: no event is left, and these wait: "
                + waiters.stream()
                        .map(waiter -> waiter.name() + " (" + waiter.waitsFor() + ")")
                        .toList());
        this.now = now;
        this.waiters = List.copyOf(waiters);
    }

    /** When, in picoseconds. */
    public long atPs() {
        return now;
    }

    /** All fibers that wait. */
    public List<Waiter> waiters() {
        return waiters;
    }
}
