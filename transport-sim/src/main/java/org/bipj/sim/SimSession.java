package org.bipj.sim;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.sim.kernel.DeadlockException;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.FiberScheduler;
import org.bipj.sim.kernel.Kernel;

/**
 * A job whose ranks are coroutines on a simulated cluster, in virtual time. One run:
 *
 * <pre>{@code
 * try (SimSession session = SimSession.open(4, SimOptions.of("das64"), SimSession.Listener.NONE)) {
 *     session.run(rank -> program(session.job(rank)));
 *     System.err.print(session.summary());
 * }
 * }</pre>
 *
 * <p>The same options and programs give the same run, event for event. What programs do with threads of their own, with
 * the wall clock or with the order of identity hashes is theirs to keep out.
 */
public final class SimSession implements AutoCloseable {
    private static final double PS_PER_US = 1e6;
    private static final long PS_PER_NS = 1000;

    /** How far a rank has got with the library. */
    public enum State {
        /** It has not initialised the library. */
        ABSENT,
        /** It has initialised the library. */
        STARTED,
        /** It has finalised the library: it may end. */
        FINISHED,
        /** It ends the job. */
        ABORTED
    }

    /** Who runs the session. */
    public interface Listener {
        /** A rank that ends its job ends the run, by an exception. */
        Listener NONE = (rank, code, reason) -> {};

        /**
         * A rank ends the job. If this returns, the run ends with an {@link IllegalStateException} that tells rank,
         * code and reason.
         *
         * @param code exit code of the job, 1 to 255
         * @param reason one line
         */
        void abort(int rank, int code, String reason);

        /** A rank has initialised the library. Called by the rank. */
        default void started(int rank) {}

        /**
         * A rank has waited by itself for some seconds: not in the library but for a lock, a notification or a thread,
         * or asleep. Until it goes on virtual time stands still. Called by another thread.
         *
         * @param where its calls, innermost first, as in a stack trace, a line each
         */
        default void waits(int rank, String where) {}

        /** A file of the run cannot be written on: which, and why. The run goes on; {@link SimSession#complete} fails. */
        default void lostFile(String what) {}
    }

    private final Machine machine;
    private final Listener listener;
    private final FiberScheduler fibers;
    private final Job[] jobs;
    private final State[] states;
    private final long[] endedPs;
    private IntConsumer body;
    private boolean completed;

    SimSession(Machine machine, int ranks, Listener listener) {
        if (ranks < 1 || ranks > machine.hosts()) {
            throw new IllegalArgumentException(ranks + " ranks on platform " + machine.name() + ", which has "
                    + machine.hosts() + " hosts: expected 1 to " + machine.hosts()
                    + " (one rank to a host: a rank owns its board)");
        }
        this.machine = machine;
        this.listener = listener;
        fibers = new FiberScheduler(machine.kernel());
        machine.onLostFile(listener::lostFile);
        fibers.onWait(fiber -> listener.waits(fibers.all().indexOf(fiber), StandstillReport.place(fiber.stack())));
        jobs = new Job[ranks];
        states = new State[ranks];
        endedPs = new long[ranks];
        for (int i = 0; i < ranks; i++) {
            int rank = i;
            jobs[rank] = new SimJob(this, rank, fibers.add("rank " + rank, () -> runRank(rank)));
            states[rank] = State.ABSENT;
        }
    }

    /**
     * Builds the cluster.
     *
     * @param ranks number of ranks, at most one for each of the platform's hosts
     * @throws IllegalArgumentException if there are too many, or the options are wrong; the message says what was expected
     */
    public static SimSession open(int ranks, SimOptions options, Listener listener) {
        return new SimSession(new BipCluster(ranks, options), ranks, listener);
    }

    /** Number of ranks. */
    public int ranks() {
        return jobs.length;
    }

    /** Membership of a rank. */
    public Job job(int rank) {
        return jobs[rank];
    }

    /** How far a rank has got. */
    public State state(int rank) {
        return states[rank];
    }

    /** The clock and queue, for those who watch events. */
    public Kernel kernel() {
        return machine.kernel();
    }

    /**
     * Runs a program in each rank's coroutine, until all have ended. Called once, by a thread that is no rank.
     *
     * @param program is given the rank
     * @throws DeadlockException if nothing can happen any more and ranks wait; {@link #describe} tells who and where
     * @throws org.bipj.sim.kernel.FiberException if a program has thrown an exception
     * @throws org.bipj.core.nic.PortException if a rank has sent to one that its host has no route to
     * @throws RuntimeException what else a part of the cluster has failed with
     */
    public void run(IntConsumer program) {
        body = program;
        fibers.run();
    }

    private void runRank(int rank) {
        Jobs.enter(jobs[rank]);
        try {
            body.accept(rank);
        } finally {
            endedPs[rank] = fibers.all().get(rank).clock();
        }
    }

    /**
     * The calling rank ends here and now, without leaving its program: what {@code System.exit} is. Does not return.
     */
    public void leave() {
        for (Fiber fiber : fibers.all()) {
            if (fiber.isCurrent()) {
                endedPs[fibers.all().indexOf(fiber)] = fiber.clock();
                fibers.leave(fiber);
            }
        }
    }

    /** Where a rank is: its calls, innermost first. */
    public List<StackTraceElement> stack(int rank) {
        return fibers.all().get(rank).stack();
    }

    /** The clock of a rank, in picoseconds of virtual time: how far its own calls and charges have taken it. */
    public long clockPs(int rank) {
        return fibers.all().get(rank).clock();
    }

    /**
     * The clock as the program of a rank reads it, in nanoseconds of virtual time. A loop that reads it again and again
     * sees it go on. For the rank's own main thread.
     */
    public long nanoTime(int rank) {
        Fiber fiber = fibers.all().get(rank);
        fiber.check();
        return fiber.read(machine.readPs()) / PS_PER_NS;
    }

    /**
     * The calling rank sleeps, in virtual time: that goes on, and the other ranks with it. A sleep that would end after
     * more than the 53 days of virtual time that can be counted never ends. For the rank's own main thread.
     *
     * @param ns how long, not negative
     */
    public void sleep(int rank, long ns) {
        if (ns < 0) {
            throw new IllegalArgumentException("rank " + rank + ": ns: a sleep of " + ns + " ns; expected 0 or more");
        }
        fibers.all().get(rank).sleep(ns > Fiber.END_PS / PS_PER_NS ? Long.MAX_VALUE : ns * PS_PER_NS);
    }

    /** True if the caller is a rank's own main thread. */
    public boolean isCurrent(int rank) {
        return fibers.all().get(rank).isCurrent();
    }

    /** Virtual time at which the last of the ranks that have ended did so, in picoseconds. */
    public long endedPs() {
        long last = 0;
        for (long one : endedPs) {
            last = Math.max(last, one);
        }
        return last;
    }

    /** What happened, as text: times of the ranks, messages, events, links. */
    public String summary() {
        int last = 0;
        for (int rank = 1; rank < endedPs.length; rank++) {
            last = endedPs[rank] > endedPs[last] ? rank : last;
        }
        return String.format(
                        Locale.ROOT,
                        "simulated: %d ranks on %s, %.3f us of virtual time (rank %d ended last), %d events%n",
                        ranks(),
                        machine.name(),
                        endedPs[last] / PS_PER_US,
                        last,
                        machine.kernel().fired())
                + machine.summary(Math.max(endedPs(), machine.kernel().now()));
    }

    /**
     * Why a run has come to a standstill: {@link #describe}, what was made to break, if anything was, and whether a
     * thread that may not communicate has tried to.
     */
    public String explain(DeadlockException deadlock) {
        String faults = faults();
        String refused = fibers.rejected();
        return describe(deadlock)
                + (faults.isEmpty() ? "" : faults + System.lineSeparator())
                + (refused == null ? "" : "before that: " + refused + System.lineSeparator());
    }

    /** What was made to break, and what the network has lost, as a line without its end; empty: nothing. */
    public String faults() {
        return machine.faults();
    }

    /** A deadlock as text: which ranks wait, in which call of the library, for what, and where in their programs. */
    public static String describe(DeadlockException deadlock) {
        return StandstillReport.of(deadlock);
    }

    /**
     * Ends the session: programs that are left over after a failure leave by an error, files are completed. A JVM that
     * ends anyway need not do the first.
     */
    @Override
    public void close() {
        fibers.close();
        complete();
    }

    /**
     * Completes what the run writes to files: what still happens in it is not written. Idempotent; for any thread.
     *
     * @throws UncheckedIOException if a file could not be written: which, and why
     */
    public synchronized void complete() {
        if (!completed) {
            completed = true;
            machine.close();
        }
    }

    Machine machine() {
        return machine;
    }

    void enter(int rank, State state) {
        states[rank] = state;
        if (state == State.STARTED) {
            listener.started(rank);
        }
    }

    void abort(int rank, int code, String reason) {
        states[rank] = State.ABORTED;
        listener.abort(rank, code, reason);
        fibers.stop(new IllegalStateException("rank " + rank + " ended the job with code " + code + ": " + reason));
    }
}
