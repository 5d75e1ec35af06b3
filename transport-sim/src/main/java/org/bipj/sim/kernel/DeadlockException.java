package org.bipj.sim.kernel;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Nothing can happen any more: no event is left and fibers wait, or fibers only poll for conditions that will never be
 * met.
 */
public final class DeadlockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A fiber that has not ended.
     *
     * @param index position of its rank among the run's ranks, in the order in which they were added
     * @param thread the fiber's name if it is a thread of the rank; null: it is the rank's main program
     * @param name the fiber's name, with that of its rank
     * @param waitsFor what it waits for; null if it polls
     * @param clock its time in picoseconds
     * @param stack its calls, innermost first
     */
    public record Waiter(
            int index, String thread, String name, String waitsFor, long clock, List<StackTraceElement> stack) {}

    private final transient List<Waiter> waiters;
    private final long now;
    private final boolean polling;
    private final int fibers;

    DeadlockException(long now, boolean polling, List<Waiter> waiters, int fibers) {
        super((polling ? "deadlock of polling programs at " : "deadlock at ") + now
                + " ps: nothing happens any more, and these wait: "
                + waiters.stream()
                        .map(waiter ->
                                waiter.name() + (waiter.waitsFor() == null ? "" : " (" + waiter.waitsFor() + ")"))
                        .toList());
        this.now = waiters.stream().mapToLong(Waiter::clock).reduce(now, Math::max);
        this.polling = polling;
        this.fibers = fibers;
        this.waiters = List.copyOf(waiters);
    }

    /** The moment of the deadlock in picoseconds: the latest one that a fiber has reached. */
    public long atPs() {
        return now;
    }

    /** True if some fibers poll instead of waiting. */
    public boolean isPolling() {
        return polling;
    }

    /** The fibers that have not ended, with what each waits for. */
    public List<Waiter> waiters() {
        return waiters;
    }

    /** Positions of the ranks whose main programs have ended, in ascending order. */
    public List<Integer> ended() {
        Set<Integer> waiting = waiters.stream().map(Waiter::index).collect(Collectors.toSet());
        return IntStream.range(0, fibers)
                .filter(index -> !waiting.contains(index))
                .boxed()
                .toList();
    }
}
