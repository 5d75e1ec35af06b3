package org.bipj.sim;

import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;
import org.bipj.core.job.Application;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.sim.ip.IpHost;
import org.bipj.sim.kernel.DeadlockException;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.FiberScheduler;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Processor;

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
 * <p>The same options and programs give the same run, event for event, unless programs depend on their own threads, on
 * the wall clock, or on the order of identity hashes.
 */
public final class SimSession implements AutoCloseable {
    private static final double PS_PER_US = 1e6;
    private static final long PS_PER_NS = 1000;

    /** The state of a rank towards the library. */
    public enum State {
        /** The rank has not initialised the library. */
        ABSENT,
        /** The rank has initialised the library. */
        STARTED,
        /** The rank has finalised the library: it may end. */
        FINISHED,
        /** The rank has ended the job. */
        ABORTED
    }

    /** Receives notifications of a session. */
    public interface Listener {
        /** A rank that ends its job ends the run by an exception. */
        Listener NONE = (rank, code, reason) -> {};

        /**
         * A rank ends the job. If this returns, the run ends with an {@link IllegalStateException} whose message has
         * rank, code and reason.
         *
         * @param code exit code of the job, 1 to 255
         * @param reason one line
         */
        void abort(int rank, int code, String reason);

        /** A rank has initialised the library. Called by the rank. */
        default void started(int rank) {}

        /**
         * A rank has waited for {@linkplain SimSession#reportAfter some seconds} outside the library: for a lock, a notification or a thread. Virtual time
         * does not advance until it continues. Called by another thread.
         *
         * @param thread name of the thread of the rank that waits; null: it is the main one
         * @param where its stack trace, innermost call first, a line each
         */
        default void waits(int rank, String thread, String where) {}

        /**
         * A thread of a rank has run for as long as that without a call of the library, and the rank has other threads, which
         * cannot run meanwhile: it may wait for one of them by reading a variable. Called by another thread.
         *
         * @param thread as for {@link #waits}
         * @param where as for {@link #waits}
         */
        default void spins(int rank, String thread, String where) {}

        /** A file of the run can no longer be written. The run continues; {@link SimSession#complete} fails. */
        default void lostFile(String what) {}
    }

    private final Machine machine;
    private final Listener listener;
    private final FiberScheduler fibers;
    private final SimJob[] jobs;
    private final State[] states;
    /** By rank the number of the client that has been open the longest. */
    private final int[] opened;

    private final long[] endedPs;
    /** By rank how often it had closed each client when it became dormant last; null before. */
    private final int[][] closed;
    /** Ranks whose programs have ended. */
    private final BitSet over = new BitSet();
    /** By rank those that watch it; null: none has. */
    private final BitSet[] watchers;

    /** Memory that ranks share beside their messages, by name. */
    private final Map<String, MemorySegment> shared = new HashMap<>();

    private String checks;
    private IntConsumer body;
    private boolean completed;
    private boolean servesThreads;

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
        fibers.onWait(fiber -> listener.waits(
                fiber.processor().number(),
                fiber.isMain() ? null : fiber.name(),
                StandstillReport.place(fiber.stack())));
        fibers.onSpin(fiber -> listener.spins(
                fiber.processor().number(),
                fiber.isMain() ? null : fiber.name(),
                StandstillReport.place(fiber.stack())));
        jobs = new SimJob[ranks];
        states = new State[ranks];
        opened = new int[ranks];
        endedPs = new long[ranks];
        closed = new int[ranks][];
        watchers = new BitSet[ranks];
        for (int i = 0; i < ranks; i++) {
            int rank = i;
            Processor processor =
                    fibers.add("rank " + rank, () -> runRank(rank)).processor();
            processor.settings(machine.processor(rank));
            jobs[rank] = new SimJob(this, rank, processor);
            states[rank] = State.ABSENT;
            machine.attach(rank, processor);
        }
    }

    /**
     * Builds the cluster.
     *
     * @param ranks number of ranks, at most one for each of the platform's hosts
     * @throws IllegalArgumentException if there are too many, or an option is wrong; the message says what was expected
     */
    public static SimSession open(int ranks, SimOptions options, Listener listener) {
        Machine machine =
                AtmCluster.isOn(options.platform()) ? new AtmCluster(ranks, options) : new SimCluster(ranks, options);
        return new SimSession(machine, ranks, listener);
    }

    /** The number of ranks. */
    public int ranks() {
        return jobs.length;
    }

    /** The job as that rank sees it. */
    public Job job(int rank) {
        return jobs[rank];
    }

    /** Membership of a rank that runs a program of the job. */
    public Job job(int rank, Application application) {
        jobs[rank].run(application);
        return jobs[rank];
    }

    /** How far that rank is with the library. */
    public State state(int rank) {
        return states[rank];
    }

    /** Number of the client of a rank that has been open the longest, or was closed last; of a rank that is not {@link State#ABSENT}. */
    public int opened(int rank) {
        return opened[rank];
    }

    /** The kernel, for observers of events. */
    public Kernel kernel() {
        return machine.kernel();
    }

    /**
     * Runs a program in each rank's coroutine, until all have ended. To be called once, by a thread that is not a rank.
     *
     * @param program called with the rank
     * @throws DeadlockException if no event is left and ranks wait; {@link #describe} has the ranks and places
     * @throws org.bipj.sim.kernel.FiberException if a program has thrown an exception
     * @throws org.bipj.core.nic.PortException if a rank has sent to one to which its host has no route, or the boards trust a
     *     network that has lost something
     * @throws RuntimeException if a part of the cluster has failed
     */
    public void run(IntConsumer program) {
        body = program;
        fibers.run();
        machine.checkEnd();
    }

    private void runRank(int rank) {
        Jobs.enter(jobs[rank]);
        try {
            body.accept(rank);
        } finally {
            endedPs[rank] = fibers.all().get(rank).clock();
            isOver(rank, endedPs[rank]);
            machine.ended(rank);
        }
    }

    /**
     * Ends the calling rank within its program, as {@code System.exit} does. Does not return.
     */
    public void leave() {
        Fiber fiber = Fiber.current();
        if (fiber != null && fiber.isCurrent()) {
            endedPs[fiber.processor().number()] = fiber.clock();
            isOver(fiber.processor().number(), fiber.clock());
            machine.left(fiber.processor().number());
            fibers.leave(fiber);
        }
    }

    /** The stack trace of a rank, innermost call first. */
    public List<StackTraceElement> stack(int rank) {
        return fibers.all().get(rank).stack();
    }

    /** The clock of a rank, in picoseconds of virtual time. It may be ahead of the kernel's. */
    public long clockPs(int rank) {
        return fibers.all().get(rank).clock();
    }

    /** The computation that the program of a rank has charged so far, in picoseconds of virtual time. */
    public long computedPs(int rank) {
        return jobs[rank].computedPs();
    }

    /**
     * Packets of one kind that the board of a rank has received, up to now.
     *
     * @param kind their kind, as the firmware calls it
     * @param packets number of packets that arrived whole
     * @param bytes bytes of its clients in them, without headers
     */
    public record Received(String kind, long packets, long bytes) {}

    /** What the board of a rank has received; empty where its firmware does not count. */
    public List<Received> received(int rank) {
        return machine.received(rank);
    }

    /** The most worms that a cable between two switches has carried one way; 0 if there is no such cable. */
    public long mostWormsOfACable() {
        return machine.mostWormsOfACable();
    }

    /**
     * The clock as the program of a rank reads it, in nanoseconds of virtual time. It advances in a loop that only
     * reads it. To be called by a thread of the rank that may communicate.
     */
    public long nanoTime(int rank) {
        Processor fiber = processor(rank);
        fiber.check();
        return fiber.read(machine.readPs()) / PS_PER_NS;
    }

    /**
     * The calling rank sleeps in virtual time, while the other ranks continue. A sleep that would end beyond the 53
     * days of virtual time that a clock can count never ends. To be called by the rank's own main thread.
     *
     * @param ns how long, not negative
     */
    public void sleep(int rank, long ns) {
        if (ns < 0) {
            throw new IllegalArgumentException("rank " + rank + ": ns: a sleep of " + ns + " ns; expected 0 or more");
        }
        processor(rank).check();
        processor(rank).current().sleep(ns > Fiber.END_PS / PS_PER_NS ? Long.MAX_VALUE : ns * PS_PER_NS);
    }

    /** True if the caller is a thread of a rank that may communicate: its main one, or one that has become a fiber. */
    public boolean isCurrent(int rank) {
        Fiber fiber = Fiber.current();
        return fiber != null && fiber.processor() == processor(rank);
    }

    /**
     * The TCP/IP stack of a rank's host, for its program's sockets.
     *
     * @throws IllegalStateException if the run is one without IP
     */
    public IpHost ip(int rank) {
        return machine.ip(rank);
    }

    /** The processor of a rank, and the fibers on it. */
    public Processor processor(int rank) {
        return fibers.all().get(rank).processor();
    }

    /**
     * Threads of the ranks' programs may communicate: whoever loads the programs makes fibers of their threads
     * ({@link Processor#adopt}) once {@link Processor#isThreaded}. To be called before the run.
     */
    public void serveThreads() {
        servesThreads = true;
    }

    /**
     * After how much real time the listener hears of a rank that waits or runs outside the library: 10 s if not set. To be
     * called before the run.
     *
     * @param time at least a quarter of a second
     */
    public void reportAfter(Duration time) {
        fibers.reportAfter(time);
    }

    boolean hasThreads() {
        return servesThreads;
    }

    /** Virtual time at which the last of the ranks that have ended did so, in picoseconds. */
    public long endedPs() {
        long last = 0;
        for (long one : endedPs) {
            last = Math.max(last, one);
        }
        return last;
    }

    /** A summary of the run, as text: virtual time, events, links, nodes. */
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
     * Explains a deadlock: {@link #describe}, the injected faults, and a call of the library that was refused because
     * its thread may not communicate.
     */
    public String explain(DeadlockException deadlock) {
        String faults = faults();
        String refused = fibers.rejected();
        return describe(deadlock)
                + (faults.isEmpty() ? "" : faults + System.lineSeparator())
                + (refused == null ? "" : "before that: " + refused + System.lineSeparator());
    }

    /**
     * The first call of the library that was refused because its thread may not communicate; empty if none was. Its
     * exception may have been lost in that thread.
     */
    public String refused() {
        String refused = fibers.rejected();
        return refused == null ? "" : refused;
    }

    /** The injected faults, and worms that were lost, as one line without its end; empty if there are none. */
    public String faults() {
        return machine.faults();
    }

    /** Describes the ranks that wait when nothing can happen any more because others have failed. */
    public static String describeWaiters(DeadlockException standstill) {
        return StandstillReport.waiters(standstill);
    }

    /** Describes a deadlock: which ranks wait, in which call of the library, for what, and where in their programs. */
    public static String describe(DeadlockException deadlock) {
        return StandstillReport.of(deadlock);
    }

    /** Says what the ranks' calls are checked for, as {@link Job#checks} has it; before the run. Null: what the environment says. */
    public void check(String words) {
        checks = words;
    }

    String checks() {
        return checks;
    }

    /** Memory that all ranks have under one name. Ranks share it beside their messages: it takes no virtual time. */
    synchronized MemorySegment shared(String name, long bytes) {
        return shared.computeIfAbsent(name, missing -> Arena.ofAuto().allocate(bytes, Long.BYTES));
    }

    /**
     * Ends the session: stops programs that are left after a failure by an error, and completes files. A JVM that ends
     * anyway needs only {@link #complete}.
     */
    @Override
    public void close() {
        fibers.close();
        complete();
    }

    /**
     * Completes the files of the run. Later events are not written. Idempotent; may be called by any thread.
     *
     * @throws UncheckedIOException if a file could not be written; the message names it
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

    /** A rank has opened a client, and no other one before it that is open. */
    void start(int rank, int client) {
        opened[rank] = client;
        states[rank] = State.STARTED;
        listener.started(rank);
    }

    void finish(int rank) {
        states[rank] = State.FINISHED;
        wakeWatchers(rank, processor(rank).clock());
    }

    private void wakeWatchers(int rank, long now) {
        if (watchers[rank] != null) {
            watchers[rank].stream().forEach(watcher -> processor(watcher).wake(now));
        }
    }

    /** The program of a rank is over. */
    private void isOver(int rank, long now) {
        if (closed[rank] != null && !over.get(rank)) {
            over.set(rank);
            wakeWatchers(rank, now);
        }
    }

    /** True if a rank has finalised the library for good. */
    boolean isOver(int rank) {
        return states[rank] == State.FINISHED && (closed[rank] == null || over.get(rank));
    }

    /** A rank that is about to finalise keeps its port. */
    void keep(int rank, int[] times) {
        closed[rank] = times.clone();
    }

    /** How often a rank had closed a client when it became dormant last. */
    int closed(int rank, int client) {
        return closed[rank] == null ? 0 : closed[rank][client];
    }

    /** A rank is woken when another one finishes, as no message will tell it. */
    void watch(int rank, int other, boolean on) {
        if (watchers[other] == null) {
            watchers[other] = new BitSet();
        }
        watchers[other].set(rank, on);
    }

    void abort(int rank, int code, String reason) {
        states[rank] = State.ABORTED;
        listener.abort(rank, code, reason);
        fibers.stop(new IllegalStateException("rank " + rank + " ended the job with code " + code + ": " + reason));
    }
}
