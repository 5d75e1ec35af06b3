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
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.bipj.core.job.Application;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.core.nic.PortException;
import org.bipj.core.replay.ChoiceFolder;
import org.bipj.core.replay.Choices;
import org.bipj.core.report.Waiter;
import org.bipj.sim.hardware.ArrivalGate;
import org.bipj.sim.ip.IpHost;
import org.bipj.sim.kernel.DeadlockException;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.FiberScheduler;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Processor;
import org.bipj.sim.kernel.TimeLimitException;

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
        ABORTED,
        /** The rank has died, and the others go on. */
        DEAD
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

        /**
         * Ranks have asked for others, which have hosts and begin later. Called by the rank that asks.
         *
         * @return what each of them runs, called in its coroutine with its place
         * @throws PortException if there are no such programs; its message says what was expected
         */
        default IntConsumer spawned(SimWorld world, SpawnRequest request) {
            throw new PortException("this run starts no programs for its ranks: expected one of mpirun");
        }

        /** The ranks of another job have their hosts, and will begin. */
        default void placed(SimWorld world) {}

        /** The host of a rank has lost its power: the rank's program does not go on. Called by an event. */
        default void killed(int rank) {}

        /**
         * The host of a rank has its power again, and the rank's program will begin anew; {@link SimSession#job} has the rank's
         * place in the job for it. Called by an event.
         */
        default void restarts(int rank) {}

        /** A file of the run can no longer be written. The run continues; {@link SimSession#complete} fails. */
        default void lostFile(String what) {}
    }

    /** Constants without effect that a message names. */
    private static final int UNREAD_SHOWN = 8;

    private final Machine machine;
    private final Listener listener;
    private final FiberScheduler fibers;
    /** All processes, by their places; those of the first job are their ranks. */
    private final List<SimRankState> ranks = new CopyOnWriteArrayList<>();

    private final SpawnedWorlds worlds = new SpawnedWorlds(this);

    /** Memory that ranks share beside their messages, by name. */
    private final Map<String, MemorySegment> shared = new HashMap<>();

    private String checks;
    /** When the run was ended by {@link #endAt}; 0: it was not. */
    private long limitPs;

    private Choices choices;
    /** Null: all hear of a death as soon as it is detected. */
    private DeathDecisions deaths;

    /** Null: choices are neither recorded nor replayed. */
    private ChoiceFolder choiceFolder;

    private IntConsumer body;
    private boolean completed;
    private boolean servesThreads;

    SimSession(Machine machine, int ranks, Listener listener) {
        this(machine, ranks, false, listener);
    }

    private SimSession(Machine machine, int ranks, boolean ip, Listener listener) {
        if (ranks < 1 || ranks > machine.hosts()) {
            throw new IllegalArgumentException(ranks + " ranks on platform " + machine.name() + ", which has "
                    + machine.hosts() + " hosts: expected 1 to " + machine.hosts()
                    + " (one rank to a host: a rank owns its board)");
        }
        this.machine = machine;
        this.listener = listener;
        fibers = new FiberScheduler(machine.kernel());
        if (ip) {
            fibers.servePrograms();
        }
        machine.onLostFile(listener::lostFile);
        fibers.onWait(fiber -> listener.waits(
                fiber.processor().number(),
                fiber.isMain() ? null : fiber.name(),
                StandstillReport.place(fiber.stack())));
        fibers.onSpin(fiber -> listener.spins(
                fiber.processor().number(),
                fiber.isMain() ? null : fiber.name(),
                StandstillReport.place(fiber.stack())));
        SimWorld first = worlds.add(ranks, null);
        for (int rank = 0; rank < ranks; rank++) {
            add(first, rank, fibers::add, null);
        }
        for (Machine.PowerChange change : machine.powerChanges()) {
            machine.kernel().at(change.at(), new Event() {
                @Override
                protected void fire() {
                    if (change.on()) {
                        start(change.rank());
                    } else {
                        kill(change.rank(), comesBack(change));
                    }
                }
            });
        }
    }

    private boolean comesBack(Machine.PowerChange off) {
        return machine.powerChanges().stream()
                .anyMatch(other -> other.on() && other.rank() == off.rank() && other.at() >= off.at());
    }

    private void kill(int rank, boolean comesBack) {
        if (survivesDeaths()) {
            killWithBoard(rank);
            return;
        }
        ranks.get(rank).endedPs = machine.kernel().now();
        listener.killed(rank);
        machine.powerOff(rank);
        fibers.kill(rank, comesBack);
    }

    private void killWithBoard(int place) {
        if (!ranks.get(place).isOver) {
            listener.killed(place);
            dead(place, "was killed with its host");
            ranks.get(place).endedPs = machine.kernel().now();
            machine.dies(place);
            fibers.kill(place, false);
        } else {
            machine.dies(place);
        }
    }

    /** True if the run goes on when a rank dies. */
    public boolean survivesDeaths() {
        return machine.survivesDeaths();
    }

    /**
     * A rank has died by its program, in a run that {@linkplain #survivesDeaths survives that}. What it has sent leaves its board, which
     * dies when the others are told. Called by the rank, which then {@linkplain #leave leaves}; or when it has ended.
     *
     * @param how the end of a sentence that begins with the rank
     */
    public void died(int place, String how) {
        dead(place, how);
    }

    private void dead(int place, String how) {
        SimRankState one = ranks.get(place);
        one.state = State.DEAD;
        String why = "rank " + one.world.name(place - one.world.first()) + " " + how;
        long now = machine.kernel().now();
        machine.kernel().at(Math.max(now, one.fiber.clock()) + machine.detectPs(), new Event() {
            @Override
            protected void fire() {
                machine.dies(place);
                if (deaths == null) {
                    tell(place, why);
                } else {
                    deaths.died(place, why);
                }
            }
        });
        over(place);
        wakeIfAllHaveLeft(one.world);
    }

    private void tell(int dead, String why) {
        SimWorld world = ranks.get(dead).world;
        for (int place = 0; place < ranks.size(); place++) {
            SimRankState one = ranks.get(place);
            if (place != dead && (one.world == world || hasAttached(one.world, world))) {
                machine.tell(place, dead, why);
            }
        }
    }

    /** True if all ranks of a job that others have asked for have initialised the library. */
    public boolean hasStarted(SimWorld world) {
        return worlds.hasStarted(world);
    }

    /** True if each rank of a job has left, or is dead. */
    boolean haveAllLeft(SimWorld world) {
        return ranks.subList(world.first(), world.first() + world.size()).stream()
                .allMatch(one -> one.hasLeft);
    }

    private void wakeIfAllHaveLeft(SimWorld world) {
        if (haveAllLeft(world)) {
            for (int place = world.first(); place < world.first() + world.size(); place++) {
                machine.poke(place);
            }
        }
    }

    private void start(int rank) {
        SimRankState before = ranks.get(rank);
        Fiber main = fibers.restart(rank, "rank " + rank, () -> runRank(rank));
        ranks.set(rank, state(before.world, rank, main, before.body));
        machine.powerOn(rank, main.processor());
        listener.restarts(rank);
    }

    private SimRankState state(SimWorld world, int place, Fiber fiber, IntConsumer body) {
        fiber.processor().settings(machine.processor(place));
        return new SimRankState(world, fiber, new SimJob(this, world, place, fiber.processor()), body);
    }

    /**
     * Adds a process of a world, which has got a host.
     *
     * @param body null: what the run is given
     */
    void add(SimWorld world, int place, BiFunction<String, Runnable, Fiber> fiberOf, IntConsumer body) {
        int rank = place - world.first();
        Fiber fiber = fiberOf.apply("rank " + world.name(rank), () -> runRank(place));
        ranks.add(state(world, place, fiber, body));
        machine.attach(place, fiber.processor());
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
        return new SimSession(machine, ranks, options.ip(), listener);
    }

    /** The number of processes: the ranks of the run, and those that these have asked for. */
    public int ranks() {
        return ranks.size();
    }

    /**
     * The processes of a job do not start, for a reason.
     *
     * @return false if all have initialised the library before: the job has started
     */
    public boolean failStart(SimWorld world, String why) {
        return worlds.failStart(world, why);
    }

    /** Ends all processes of a job but the one that calls: their programs run no more. By a rank. */
    public void end(SimWorld world) {
        Fiber caller = Fiber.current();
        for (int place = world.first(); place < world.first() + world.size(); place++) {
            SimRankState one = ranks.get(place);
            if (one.fiber.processor() != caller.processor() && !one.isOver) {
                fibers.kill(place, false);
                over(place);
                machine.ended(place);
            }
        }
    }

    /** The jobs that a job is connected with, directly or not, itself among them. */
    public List<SimWorld> connected(SimWorld world) {
        return worlds.connected(world);
    }

    /** The job that a process is of. */
    public SimWorld world(int place) {
        return ranks.get(place).world;
    }

    /** The job as that rank sees it. */
    public Job job(int rank) {
        return ranks.get(rank).job;
    }

    /** Membership of a rank that runs a program of the job. */
    public Job job(int rank, Application application) {
        SimJob job = ranks.get(rank).job;
        job.run(application);
        return job;
    }

    /** How far that rank is with the library. */
    public State state(int rank) {
        return ranks.get(rank).state;
    }

    /** Number of the client of a rank that has been open the longest, or was closed last; of a rank that is not {@link State#ABSENT}. */
    public int opened(int rank) {
        return ranks.get(rank).opened;
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
     * @throws TimeLimitException at the moment set by {@link #endAt}
     * @throws org.bipj.sim.kernel.FiberException if a program has thrown an exception
     * @throws org.bipj.core.nic.PortException if a rank has sent to one to which its host has no route, or the boards trust a
     *     network that has lost something
     * @throws RuntimeException if a part of the cluster has failed
     */
    public void run(IntConsumer program) {
        body = program;
        try {
            fibers.run();
        } catch (TimeLimitException e) {
            limitPs = e.atPs();
            throw e;
        }
        machine.checkEnd();
    }

    private void runRank(int rank) {
        SimRankState own = ranks.get(rank);
        Jobs.enter(own.job);
        try {
            (own.body == null ? body : own.body).accept(rank);
            fibers.endThreads(own.fiber);
        } finally {
            // Otherwise this is an end of what was left of a killed rank, which has begun anew.
            if (own == ranks.get(rank)) {
                over(rank);
                machine.ended(rank);
            }
        }
    }

    /** Sets who is called where a rank's program goes on instead of another one's: with what its {@linkplain Processor#program processor keeps}. */
    public void onSwitch(Consumer<Object> listener) {
        fibers.onSwitch(processor -> listener.accept(processor.program()));
    }

    /**
     * Ends the calling rank within its program, as {@code System.exit} does. Does not return.
     */
    public void leave() {
        Fiber fiber = Fiber.current();
        if (fiber != null && fiber.isCurrent()) {
            fibers.endThreads(fiber);
            over(fiber.processor().number());
            machine.left(fiber.processor().number());
            fibers.leave(fiber);
        }
    }

    /** True if a thread is a rank's main one. */
    public boolean isMain(int rank, Thread thread) {
        return ranks.get(rank).fiber.thread() == thread;
    }

    /** The stack trace of a rank, innermost call first. */
    public List<StackTraceElement> stack(int rank) {
        return ranks.get(rank).fiber.stack();
    }

    /**
     * What a rank does while the run goes on, since its time in us of virtual time. By a thread that is none of the ranks'.
     *
     * @return it says what it waits for if it waits, and does not run just now; null: it has ended
     */
    public Waiter look(int rank) {
        DeadlockException.Waiter found = fibers.look(ranks.get(rank).fiber);
        return found.stack().isEmpty()
                ? null
                : StandstillReport.waiter(
                        found, rank, Objects.requireNonNullElse(found.waitsFor(), ""), found.clock() / PS_PER_US);
    }

    /** The clock of a rank, in picoseconds of virtual time. It may be ahead of the kernel's. */
    public long clockPs(int rank) {
        return ranks.get(rank).fiber.clock();
    }

    /** The clock of the calling thread of a rank, in picoseconds; if another one calls, that of the rank's main thread. */
    public long callerPs(int rank) {
        Fiber caller = Fiber.current();
        boolean isOwn = caller != null && caller.processor().number() == rank;
        return isOwn ? caller.clock() : clockPs(rank);
    }

    /** The computation that the program of a rank has charged so far, in picoseconds of virtual time. */
    public long computedPs(int rank) {
        return ranks.get(rank).job.computedPs();
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
        return machine.received(rank).stream()
                .map(one -> new Received(one.kind(), one.packets(), one.bytes()))
                .toList();
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
        return ranks.get(rank).fiber.processor();
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

    /**
     * Ends the run at a moment of virtual time, unless it ends before: {@link #run} throws a {@link TimeLimitException}. To be
     * called before the run.
     *
     * @param ps in picoseconds
     */
    public void endAt(long ps) {
        fibers.endAt(ps);
    }

    /**
     * A rank serves the others: the run ends when all others have ended, and does not wait for this one. To be called before
     * the run, and not for all ranks.
     */
    public void serves(int rank) {
        fibers.serves(fibers.all().get(rank));
    }

    boolean hasThreads() {
        return servesThreads;
    }

    /** Virtual time at which the last of the ranks that have ended did so, in picoseconds. */
    public long endedPs() {
        return ranks.stream().mapToLong(one -> one.endedPs).max().orElse(0);
    }

    /** A summary of the run, as text: virtual time, events, links, nodes. */
    public String summary() {
        int last = 0;
        for (int rank = 1; rank < ranks.size(); rank++) {
            last = ranks.get(rank).endedPs > ranks.get(last).endedPs ? rank : last;
        }
        return String.format(
                        Locale.ROOT,
                        "simulated: %d ranks on %s, %.3f us of virtual time (%s), %d events%n",
                        ranks(),
                        machine.name(),
                        (limitPs > 0 ? limitPs : ranks.get(last).endedPs) / PS_PER_US,
                        limitPs > 0
                                ? "the limit"
                                : "rank "
                                        + ranks.get(last)
                                                .world
                                                .name(last
                                                        - ranks.get(last).world.first()) + " ended last",
                        machine.kernel().fired())
                + machine.summary(Math.max(endedPs(), machine.kernel().now()));
    }

    /** The constants that the user has set and that nothing in the run has read, as one line without its end; empty if there are none. */
    public String unread() {
        List<String> keys = machine.unread();
        int more = keys.size() - UNREAD_SHOWN;
        return keys.isEmpty()
                ? ""
                : keys.stream().limit(UNREAD_SHOWN).collect(Collectors.joining(", "))
                        + (more > 0 ? " and " + more + " more" : "") + " had no effect in this run: nothing has read "
                        + (keys.size() == 1 ? "it" : "them");
    }

    /**
     * Explains a deadlock: {@link #describe}, the injected faults, and a call of the library that was refused because
     * its thread may not communicate.
     */
    public String explain(DeadlockException deadlock) {
        String faults = faults();
        String refused = fibers.rejected();
        return StandstillReport.of(deadlock, worlds.all())
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
    public String describeWaiters(DeadlockException standstill) {
        return StandstillReport.waiters(standstill.waiters(), worlds.all());
    }

    /** Describes the ranks that have not ended when the run reaches the end that was set for it. */
    public String explain(TimeLimitException limit) {
        return StandstillReport.of(limit, worlds.all());
    }

    /** Describes a deadlock: which ranks wait, in which call of the library, for what, and where in their programs. */
    public static String describe(DeadlockException deadlock) {
        return StandstillReport.of(deadlock, List.of());
    }

    /** Says what the ranks' calls are checked for, as {@link Job#checks} has it; before the run. Null: what the environment says. */
    public void check(String words) {
        checks = words;
    }

    /**
     * Has someone decide what MPI leaves open, before the run.
     *
     * @param decider hears of each rank when it initialises MPI
     * @param atStandstill called when nothing is scheduled and ranks wait; returns false if nothing is open either, which is a deadlock. It
     *     {@linkplain #poke pokes} the ranks that go on
     */
    public void decideBy(Choices decider, BooleanSupplier atStandstill) {
        choices = decider;
        fibers.atStandstill(atStandstill);
    }

    /** Has someone decide when ranks hear of a death, in a run that {@linkplain #survivesDeaths survives that}; before the run. */
    public void decideDeathsBy(DeathDecisions decisions) {
        deaths = decisions;
        for (int rank = 0; rank < ranks.size(); rank++) {
            machine.gate(rank, gate(rank, decisions));
        }
    }

    private static ArrivalGate gate(int rank, DeathDecisions decisions) {
        return new ArrivalGate() {
            @Override
            public boolean opensTo(int from) {
                return decisions.takes(rank, from);
            }

            @Override
            public boolean isShut() {
                return decisions.isShut(rank);
            }

            @Override
            public void sends() {
                decisions.sends(rank);
            }

            @Override
            public void told(int dead) {
                decisions.told(rank, dead);
            }
        };
    }

    /**
     * A rank hears that another one has died: its port reports it.
     *
     * @param why which rank, and how
     */
    public void tell(int rank, int dead, String why) {
        machine.tell(rank, dead, why);
    }

    /** How many packets and long messages a rank has sent. */
    public long sent(int rank) {
        return machine.sent(rank);
    }

    /** The calling rank waits, and takes nothing that comes, until something holds that an event or a decision brings about. */
    public void await(int rank, BooleanSupplier condition) {
        processor(rank).sync();
        while (!condition.getAsBoolean()) {
            processor(rank).block("a decision");
        }
    }

    /** Says where the ranks' choices are recorded, or replayed from; before the run. Null: neither. */
    public void record(ChoiceFolder folder) {
        choiceFolder = folder;
    }

    ChoiceFolder choiceFolder() {
        return choiceFolder;
    }

    Choices choices() {
        return choices;
    }

    /** Has a rank that waits in the library look once more. By the decider of this session, at a standstill. */
    public void poke(int rank) {
        machine.poke(rank);
    }

    /** Ends the run by an exception, unless it has ended. Does not return if a rank calls it. */
    public void stop(RuntimeException why) {
        fibers.stop(why);
    }

    String checks() {
        return checks;
    }

    /** Memory that all ranks of a job have under one name. Ranks share it beside their messages: it takes no virtual time. */
    synchronized MemorySegment shared(SimWorld of, String name, long bytes) {
        String whole = of.number() == 0 ? name : of.number() + "/" + name;
        return shared.computeIfAbsent(whole, missing -> Arena.ofAuto().allocate(bytes, Long.BYTES));
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

    FiberScheduler fibers() {
        return fibers;
    }

    /** Starts jobs that ranks ask for. */
    SpawnedWorlds worlds() {
        return worlds;
    }

    Listener listener() {
        return listener;
    }

    /** A rank has opened a client, and no other one before it that is open. */
    void start(int rank, int client) {
        SimRankState own = ranks.get(rank);
        own.opened = client;
        own.state = State.STARTED;
        own.hasLeft = false;
        listener.started(rank);
        worlds.started(own.world);
    }

    void finish(int rank) {
        ranks.get(rank).state = State.FINISHED;
        wakeWatchers(rank);
    }

    private void wakeWatchers(int rank) {
        SimRankState own = ranks.get(rank);
        if (own.watchers != null) {
            long now = own.fiber.processor().clock();
            own.watchers.stream().forEach(watcher -> processor(watcher).wake(now));
        }
    }

    /** The program of a rank is over. */
    private void over(int rank) {
        SimRankState own = ranks.get(rank);
        own.endedPs = own.fiber.clock();
        own.hasLeft = true;
        if (!own.isOver) {
            own.isOver = true;
            if (own.closed != null) {
                wakeWatchers(rank);
            }
            worlds.over(own.world, rank - own.world.first());
        }
    }

    /** True if a rank has finalised the library for good. */
    boolean isOver(int rank) {
        SimRankState one = ranks.get(rank);
        return one.state == State.DEAD || one.state == State.FINISHED && (one.closed == null || one.isOver);
    }

    /** True if the program of a process has ended. */
    boolean hasEnded(int place) {
        return ranks.get(place).isOver;
    }

    /** A rank needs nothing more from the others. */
    void leave(int rank) {
        ranks.get(rank).hasLeft = true;
        worlds.hasNews();
        if (survivesDeaths()) {
            wakeIfAllHaveLeft(ranks.get(rank).world);
        }
    }

    /** True if a rank needs nothing more from the others. */
    boolean hasLeft(int rank) {
        return ranks.get(rank).hasLeft;
    }

    /** True if a process of one job has attached another one. */
    boolean hasAttached(SimWorld one, SimWorld other) {
        return ranks.subList(one.first(), one.first() + one.size()).stream()
                .anyMatch(rank -> rank.job.hasAttached(other));
    }

    /** A rank that is about to finalise keeps its port. */
    void keep(int rank, int[] times) {
        ranks.get(rank).closed = times.clone();
    }

    /** How often a rank had closed a client when it became dormant last. */
    int closed(int rank, int client) {
        int[] closed = ranks.get(rank).closed;
        return closed == null ? 0 : closed[client];
    }

    /** A rank is woken when another one finishes, as no message will tell it. */
    void watch(int rank, int other, boolean on) {
        SimRankState watched = ranks.get(other);
        if (watched.watchers == null) {
            watched.watchers = new BitSet();
        }
        watched.watchers.set(rank, on);
    }

    void abort(int rank, int code, String reason) {
        ranks.get(rank).state = State.ABORTED;
        listener.abort(rank, code, reason);
        fibers.stop(new IllegalStateException("rank " + rank + " ended the job with code " + code + ": " + reason));
    }
}
