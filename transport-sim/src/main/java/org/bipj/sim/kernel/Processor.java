package org.bipj.sim.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The processors of a rank, one by default, and the fibers that share them. A rank of one fiber has its processor for
 * itself: nothing here costs it time or an event. With the second fiber the processor becomes a resource: a fiber that
 * is ready waits in the run queue until one that has a processor waits or ends. docs/architecture/threads-of-a-rank.md
 * describes the states of a fiber and the costs.
 *
 * <p>The methods without a fiber as parameter act for the fiber of this rank that has the baton.
 */
public final class Processor {
    /** Which fiber runs first. A fiber of a higher priority preempts one of a lower priority. */
    public enum Priority {
        /** Runs at once when it is woken, unless interrupts are disabled or another one runs. */
        INTERRUPT,
        /** The priority of a program's threads. */
        NORMAL,
        /** Runs when no other fiber of the rank can. */
        IDLE
    }

    /**
     * What threads cost on a processor.
     *
     * @param processors number of fibers that run at the same virtual time
     * @param switchPs time between two fibers, in picoseconds
     * @param wakePs time to resume a fiber that has waited, in addition
     * @param quantumPs longest time that a fiber runs while others are ready; 0: as long as it wants
     * @param chooser chooses among ready fibers, and where a fiber yields; null: first come, first served
     */
    public record Settings(int processors, long switchPs, long wakePs, long quantumPs, RandomGenerator chooser) {
        /** One processor, no costs, no time slices. */
        public static final Settings FREE = new Settings(1, 0, 0, 0, null);
    }

    /** Calls after which a fiber that never waits lets others run: it may wait for one of them, by polling. */
    private static final int CALLS_UNTIL_YIELD = 64;

    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final String INITIALISER = "<clinit>";

    /** How often threads that are no fibers are waited for. */
    private static final long HELPER_POLL_NS = 1_000_000;

    /** With a chooser, one call in so many yields. */
    private static final int RANDOM_YIELD = 4;

    /** A fiber has a processor from its dispatch to its release. */
    private static final class Slot {
        private Fiber fiber;
        private Fiber last;
        private long since;
    }

    final FiberScheduler fibers;
    private final Kernel kernel;
    private final int number;
    private final Fiber main;
    /** All fibers of the rank that have not ended. Other threads read it for reports. */
    private final List<Fiber> all = new CopyOnWriteArrayList<>();

    private Settings settings = Settings.FREE;
    private Slot[] slots;

    /** The fiber of this rank that has the baton, or had it last. */
    private Fiber current;

    private final List<Fiber> interrupts = new ArrayList<>();
    private final List<Fiber> ready = new ArrayList<>();
    private final List<Fiber> idle = new ArrayList<>();
    /** Fibers that wait for a condition of the program's own memory, in the order in which they began to wait. */
    private final List<Fiber> conditional = new ArrayList<>();

    private final AtomicInteger helpers = new AtomicInteger();
    private Object program;
    private boolean threaded;
    private boolean stopped;
    private int masks;
    /** Counts what may end a wait of another fiber in the library. */
    private long news;

    private long busyPs;
    private long switchedPs;
    private long switches;

    Processor(FiberScheduler fibers, Kernel kernel, int number, String name, Runnable body) {
        this.fibers = fibers;
        this.kernel = kernel;
        this.number = number;
        main = new Fiber(this, kernel, name, Priority.NORMAL, fibers.threadOfRank(name), body);
        current = main;
        all.add(main);
    }

    /** Sets number and costs of the processors; before the run. */
    public void settings(Settings value) {
        settings = Objects.requireNonNull(value);
    }

    /** What whoever runs the rank's program keeps with it; null at first. */
    public Object program() {
        return program;
    }

    /** Sets the program that {@link #program} returns. */
    public void setProgram(Object value) {
        program = value;
    }

    /** The rank's position among all ranks of the run. */
    public int number() {
        return number;
    }

    /** The fiber of the rank's main program. */
    public Fiber main() {
        return main;
    }

    /** The fiber of this rank that has the baton, or had it last. */
    public Fiber current() {
        return current;
    }

    /** The fibers that have not ended, in the order in which they were made. */
    public List<Fiber> all() {
        return List.copyOf(all);
    }

    /** True if several fibers share the processor. */
    public boolean isShared() {
        return slots != null;
    }

    /** Threads that the program starts from now on become fibers. */
    public void allowThreads() {
        threaded = true;
    }

    /** True if threads that the program starts become fibers. */
    public boolean isThreaded() {
        return threaded;
    }

    /** Picoseconds in which processors had a fiber, up to their last release, without {@link #switchedPs}. */
    public long busyPs() {
        return busyPs;
    }

    /** The time that switches between fibers and wake-ups have taken, in picoseconds. */
    public long switchedPs() {
        return switchedPs;
    }

    /** Number of times that a processor went from one fiber to another. */
    public long switches() {
        return switches;
    }

    // ---- fibers ------------------------------------------------------------------------------------------------

    /**
     * Starts a fiber that runs a part of the library or of a protocol: an interrupt handler, a thread of a runtime
     * system. It is ready at the caller's time. It does not keep the rank alive; an exception that it throws ends the
     * run. For fibers of this rank, and before the run.
     */
    public Fiber spawn(String name, Priority priority, Runnable body) {
        share();
        Fiber fiber = new Fiber(this, kernel, name, priority, Thread.ofVirtual().name(name)::unstarted, body);
        all.add(fiber);
        fiber.thread.start();
        kernel.at(Math.max(kernel.now(), current.clock()), fiber);
        return fiber;
    }

    /**
     * Makes a fiber of a thread that has not been started, and whose first call will be {@link Fiber#run}. It is ready
     * once the thread has been started. For fibers of this rank.
     *
     * @param keepsAlive whether {@link #awaitThreads} waits for its end, unless it is a platform thread and a daemon
     */
    public Fiber adopt(Thread thread, boolean keepsAlive) {
        share();
        Fiber fiber = new Fiber(this, kernel, thread, keepsAlive);
        all.add(fiber);
        fiber.met = fiber::isThreadStarted;
        conditional.add(fiber);
        return fiber;
    }

    /** The main program waits until all threads that keep the rank alive have ended. */
    public void awaitThreads() {
        if (isShared() && isKeptAlive()) {
            main.waitFor(() -> !isKeptAlive(), Fiber.FOREVER, "the end of its threads");
        }
    }

    private boolean isKeptAlive() {
        return all.stream()
                .anyMatch(fiber -> fiber.keepsAlive
                        && fiber.isThreadStarted()
                        && (fiber.thread.isVirtual() || !fiber.thread.isDaemon()));
    }

    /** Makes the processor one that several fibers share, from now on. */
    void share() {
        if (slots == null) {
            slots = new Slot[settings.processors];
            for (int i = 0; i < slots.length; i++) {
                slots[i] = new Slot();
            }
            slots[0].fiber = main;
            slots[0].last = main;
            slots[0].since = main.clock();
            main.state = Fiber.State.RUNNING;
        }
    }

    // ---- for ports: the rank's clock and its waits -------------------------------------------------------------

    /** The time of the rank's fiber that has the baton, in picoseconds. */
    public long clock() {
        return current.clock();
    }

    /** Charges work of the rank's fiber that has the baton. */
    public void charge(long ps) {
        current.charge(ps);
    }

    /** Charges computation of the program, by the rank's fiber that has the baton. */
    public void compute(long ps) {
        current.charge(ps);
        fibers.countComputation();
    }

    /** As {@link Fiber#read}, of the fiber that runs now. */
    public long read(long costPs) {
        return current.read(costPs);
    }

    /** As {@link Fiber#sync}, of the fiber that runs now. */
    public void sync() {
        current.sync();
    }

    /** As {@link Fiber#block}, of the fiber that runs now. */
    public void block(Object what) {
        current.block(what);
    }

    /** As {@link Fiber#await}, of the fiber that runs now. */
    public void await(Fiber.Condition condition) {
        current.await(condition);
    }

    /** As {@link Fiber#check}: the caller has to be a fiber of this rank. */
    public void check() {
        current.check();
    }

    /** {@linkplain Fiber#wake Wakes} all fibers of this rank that are blocked. */
    public void wake(long time) {
        if (slots == null && !stopped) {
            main.wake(time);
            return;
        }
        for (int i = 0; i < all.size() && !stopped; i++) {
            all.get(i).wake(time);
        }
    }

    // ---- waiting for other threads of the rank, in the library -------------------------------------------------

    /** Something has happened that may end the wait of another fiber in the library: a packet, or a call. */
    public void news() {
        news++;
    }

    /** The current fiber looks whether what it waits for has happened. */
    public void looks() {
        Fiber self = current;
        self.mayHaveMissed |= self.gaveWay && self.seenNews != news;
        self.gaveWay = false;
        self.seenNews = news;
    }

    /**
     * Blocks the current fiber until it is woken, or another fiber has made {@link #news}; not at all if that happened
     * since the fiber last called {@link #looks}, or within a call of the library before.
     *
     * @param what is waited for, for reports
     */
    public void pause(Object what) {
        Fiber self = current;
        self.check();
        share();
        self.yieldDue = false;
        if (self.seenNews != news || self.mayHaveMissed) {
            giveWay();
        } else {
            self.pause(what);
        }
        self.gaveWay = false;
        self.mayHaveMissed = false;
    }

    /** True if a paused fiber has to look again. */
    boolean hasNewsFor(Fiber fiber) {
        return fiber.seenNews != news;
    }

    /**
     * The current fiber has called the library. Now and then it lets others run: one that polls may wait for one of
     * them.
     *
     * @param inVain the call has found nothing: the others run in any case
     */
    public void called(boolean inVain) {
        if (slots == null) {
            return;
        }
        Fiber self = current;
        self.yieldDue |= inVain || ++self.calls >= CALLS_UNTIL_YIELD || isRandomYield();
        if (self.locks == 0 && self.yieldDue && (inVain || !isInInitialiser())) {
            self.gaveWay = true;
            giveWay();
        }
    }

    /** True if the current fiber initialises a class: its thread cannot leave the carrier to another one there, and need not. */
    private static boolean isInInitialiser() {
        return WALKER.walk(
                frames -> frames.anyMatch(frame -> frame.getMethodName().equals(INITIALISER)));
    }

    /** Runs a part in which the current fiber lets no other one run by a {@linkplain #called call}: it has a lock that is none of fibers. */
    public <T> T undisturbed(Supplier<T> part) {
        Fiber self = current;
        self.locks++;
        try {
            return part.get();
        } finally {
            self.locks--;
        }
    }

    private boolean isRandomYield() {
        return settings.chooser != null && settings.chooser.nextInt(RANDOM_YIELD) == 0;
    }

    /** The current fiber goes to the end of the run queue. It keeps its processor if no other fiber is ready. */
    public void giveWay() {
        Fiber self = current;
        self.check();
        self.yieldDue = false;
        self.calls = 0;
        if (slots == null) {
            return;
        }
        hold(self);
        evaluate();
        if (!ready.isEmpty()) {
            self.state = Fiber.State.READY;
            free(self);
            enqueue(self);
            fillSlots();
            fibers.runUntilResumed(self);
        }
    }

    /**
     * The current fiber reads the program's memory again and again: lets others run, and takes time, so that events can
     * happen.
     */
    public void spin() {
        Fiber self = current;
        self.check();
        self.charge(Math.max(settings.switchPs, 1));
        self.sync();
        giveWay();
    }

    /** Threads of the program that are no fibers, and may change what fibers wait for. */
    public AtomicInteger helpers() {
        return helpers;
    }

    // ---- interrupts --------------------------------------------------------------------------------------------

    /** No fiber of an interrupt begins to run before {@link #enableInterrupts}. Calls nest. */
    public void disableInterrupts() {
        masks++;
    }

    /** Ends what {@link #disableInterrupts} began. An interrupt that has come meanwhile is served at once. */
    public void enableInterrupts() {
        if (masks == 0) {
            throw new IllegalStateException(main.name() + ": interrupts are enabled already");
        }
        if (--masks == 0 && !interrupts.isEmpty()) {
            Fiber self = current;
            hold(self);
            preempt(slotOf(self));
            fillSlots();
            fibers.runUntilResumed(self);
        }
    }

    // ---- the states of fibers ----------------------------------------------------------------------------------

    /** A fiber of this rank has the baton. */
    void arrived(Fiber fiber) {
        current = fiber;
        fibers.arrived(this);
    }

    /** The fiber keeps its processor up to its clock, where the kernel is then. */
    void hold(Fiber self) {
        if (slots.length > 1) {
            evaluate();
            fillSlots();
        }
        if (settings.quantumPs > 0 || !self.advance()) {
            kernel.move(stop(self), self);
            fibers.runUntilResumed(self);
        }
    }

    /** When the event of a fiber that has a processor fires: at its clock, or at the end of its time slice. */
    private long stop(Fiber fiber) {
        if (settings.quantumPs == 0 || fiber.priority != Priority.NORMAL) {
            return fiber.clock();
        }
        if (fiber.sliceEnd <= kernel.now()) {
            fiber.sliceEnd = kernel.now() + settings.quantumPs;
        }
        return Math.min(fiber.clock(), fiber.sliceEnd);
    }

    /** The event of a fiber that has a processor has fired. */
    void fired(Fiber fiber) {
        if (kernel.now() >= fiber.clock()) {
            fibers.resume(fiber);
            return;
        }
        fibers.countResumption();
        evaluate();
        if (ready.isEmpty()) {
            kernel.move(stop(fiber), fiber);
        } else {
            suspend(slotOf(fiber));
            enqueue(fiber);
            fillSlots();
        }
    }

    /** The event that ends the wait of a fiber has fired. */
    void wokenUp(Fiber fiber) {
        fibers.countResumption();
        if (fiber.timeOutInMonitor()) {
            evaluate();
        } else {
            conditional.remove(fiber);
            makeReady(fiber);
        }
        fillSlots();
    }

    /** The fiber gives its processor away at its clock, where the kernel is. */
    void release(Fiber self, Fiber.State state) {
        self.state = state;
        self.calls = 0;
        if (!self.isPausing()) {
            // It may have changed what fibers wait for in the library, without its port.
            news++;
        }
        free(self);
        if (self.met != null) {
            conditional.add(self);
        }
        evaluate();
        fillSlots();
    }

    /** Gives the processor of a fiber that has ended to another one. */
    void ended(Fiber self) {
        if (slots != null && !stopped) {
            all.remove(self);
            release(self, Fiber.State.ENDED);
        }
    }

    /** The rank has ended within one of its threads: none of its fibers runs any more. */
    void stop() {
        stopped = true;
        all.forEach(kernel::cancel);
        interrupts.clear();
        ready.clear();
        idle.clear();
        conditional.clear();
    }

    /**
     * The program ends: of its threads only the calling one runs on. Fibers of the library and of protocols stay.
     *
     * @return the others, which do not leave their programs
     */
    List<Fiber> endThreads(Fiber self) {
        if (slots == null || stopped || threadsBeside(self).isEmpty()) {
            return List.of();
        }
        hold(self);
        List<Fiber> others = threadsBeside(self);
        others.forEach(kernel::cancel);
        all.removeAll(others);
        ready.removeAll(others);
        conditional.removeAll(others);
        for (Slot slot : slots) {
            if (others.contains(slot.fiber)) {
                free(slot.fiber);
            }
        }
        return others;
    }

    private List<Fiber> threadsBeside(Fiber self) {
        return all.stream()
                .filter(fiber -> fiber != self && fiber.isOfProgram() && fiber.isThreadStarted())
                .toList();
    }

    /**
     * No event is left. Conditions may have changed unnoticed, and fibers that have paused look once more.
     *
     * @return true if a fiber runs
     */
    boolean recheck() {
        if (slots == null || stopped) {
            return false;
        }
        for (Fiber fiber : conditional) {
            fiber.mayRecheck(news);
        }
        evaluate();
        boolean any = fillSlots();
        while (!any && !conditional.isEmpty() && helpers.get() > 0 && !fibers.isOver()) {
            // In real time: such threads are not in virtual time.
            LockSupport.parkNanos(HELPER_POLL_NS);
            evaluate();
            any = fillSlots();
        }
        return any;
    }

    // ---- the run queue -----------------------------------------------------------------------------------------

    /** Fibers whose condition is met become ready. */
    private void evaluate() {
        for (int i = 0; i < conditional.size(); ) {
            Fiber fiber = conditional.get(i);
            if (fiber.met.getAsBoolean()) {
                conditional.remove(i);
                fiber.met = null;
                fiber.isMet = true;
                kernel.cancel(fiber);
                makeReady(fiber);
            } else {
                i++;
            }
        }
    }

    private void makeReady(Fiber fiber) {
        if (!stopped) {
            fiber.state = Fiber.State.READY;
            fiber.wasBlocked = true;
            enqueue(fiber);
        }
    }

    private void enqueue(Fiber fiber) {
        queue(fiber.priority).add(fiber);
    }

    private List<Fiber> queue(Priority priority) {
        return switch (priority) {
            case INTERRUPT -> interrupts;
            case NORMAL -> ready;
            case IDLE -> idle;
        };
    }

    /** Free processors get fibers that are ready; those of higher priority preempt. Returns true if any got one. */
    private boolean fillSlots() {
        boolean any = false;
        for (Priority priority = highestReady(); priority != null; priority = highestReady()) {
            Slot slot = slotFor(priority);
            if (slot == null) {
                return any;
            }
            dispatch(slot, take(priority));
            any = true;
        }
        return any;
    }

    private Priority highestReady() {
        if (!interrupts.isEmpty() && masks == 0) {
            return Priority.INTERRUPT;
        }
        return !ready.isEmpty() ? Priority.NORMAL : idle.isEmpty() ? null : Priority.IDLE;
    }

    private Fiber take(Priority priority) {
        List<Fiber> queue = queue(priority);
        boolean atRandom = settings.chooser != null && priority == Priority.NORMAL;
        return queue.remove(atRandom ? settings.chooser.nextInt(queue.size()) : 0);
    }

    /** A processor that is free, else one whose fiber has a lower priority and is suspended; null if there is none. */
    private Slot slotFor(Priority priority) {
        Slot lowest = null;
        for (Slot slot : slots) {
            if (slot.fiber == null) {
                return slot;
            }
            // A fiber whose event is not scheduled is the one that has the baton.
            if (slot.fiber.priority.compareTo(priority) > 0
                    && slot.fiber.isScheduled()
                    && (lowest == null || slot.fiber.priority.compareTo(lowest.fiber.priority) > 0)) {
                lowest = slot;
            }
        }
        if (lowest != null) {
            preempt(lowest);
        }
        return lowest;
    }

    /** Takes the processor from a fiber, which is the first to get one again. */
    private void preempt(Slot slot) {
        Fiber fiber = slot.fiber;
        suspend(slot);
        queue(fiber.priority).addFirst(fiber);
    }

    /** Takes the processor from a fiber that waits for its clock. The rest of its work follows later. */
    private void suspend(Slot slot) {
        Fiber fiber = slot.fiber;
        kernel.cancel(fiber);
        fiber.suspend(kernel.now());
        free(fiber);
    }

    private void free(Fiber fiber) {
        Slot slot = slotOf(fiber);
        busyPs += kernel.now() - slot.since;
        slot.fiber = null;
    }

    private Slot slotOf(Fiber fiber) {
        for (Slot slot : slots) {
            if (slot.fiber == fiber) {
                return slot;
            }
        }
        throw new IllegalStateException(fiber + " has no processor");
    }

    /** The processor runs a fiber from now on. The time of an interrupt includes that of its switches. */
    private void dispatch(Slot slot, Fiber fiber) {
        long cost = fiber.wasBlocked && fiber.priority != Priority.INTERRUPT ? settings.wakePs : 0;
        if (slot.last != fiber) {
            switches++;
            boolean ofInterrupt = fiber.priority == Priority.INTERRUPT
                    || slot.last != null && slot.last.priority == Priority.INTERRUPT && !fiber.wasBlocked;
            cost += ofInterrupt ? 0 : settings.switchPs;
        }
        long start = kernel.now() + cost;
        switchedPs += cost;
        slot.fiber = fiber;
        slot.last = fiber;
        slot.since = start;
        fiber.continueAt(start);
        fiber.sliceEnd = start + settings.quantumPs;
        kernel.move(stop(fiber), fiber);
    }
}
