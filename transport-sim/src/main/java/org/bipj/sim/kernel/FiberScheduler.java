package org.bipj.sim.kernel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The fibers of a run. At each moment one thread holds the baton: only this thread touches the kernel and everything
 * that belongs to it. A fiber that has to wait runs the event loop itself until an event resumes a fiber, and hands the
 * baton over only if that is another one.
 *
 * <p>A fiber is a virtual thread, unless it is a platform thread of a program or {@link #servePrograms} says otherwise. A hand-over is cheapest with one carrier ({@code
 * -Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1}), and correct with any number.
 */
public final class FiberScheduler implements AutoCloseable {
    /** Name of {@link #runBody}: where the frames of a program begin in a fiber's stack. */
    static final String RUN_BODY = "runBody";

    /** The number of a JVM's main thread, which programs print. */
    public static final long MAIN_THREAD = 3;

    private static final long CHECK_MS = 250;
    /** How long to wait until no event fires. */
    private static final long LOOK_MS = 20;

    private static final int CHECKS_UNTIL_STUCK = 20;
    private static final long DISMISSAL_MS = 1000;
    /** The watch that follows {@link #futilePollLimit} is shorter than that by this factor. */
    private static final int WATCH_DIVISOR = 10;

    /** A program that computes between its polls is watched later by this factor: it may end without any event. */
    private static final int COMPUTING_DIVISOR = 64;

    /** Whether a run of this JVM has {@linkplain #lookOnce looked}. */
    private static volatile boolean hasLooked;

    /** Checks after which a fiber that waits or runs outside the kernel is reported. */
    private int checksUntilReport = 40;

    private Consumer<Fiber> waitListener = fiber -> {};
    private Consumer<Fiber> spinListener = fiber -> {};
    private Consumer<Processor> switchListener = processor -> {};
    private boolean platformThreads;
    /** That of the fiber which has the baton. */
    private Processor last;

    /** Schedules something where nothing is scheduled; false if it cannot. */
    private BooleanSupplier standstill = () -> false;

    private final Kernel kernel;
    /** The main fiber of each rank. */
    private final List<Fiber> all = new CopyOnWriteArrayList<>();

    /** Ranks for whose end the run does not wait. */
    private final Set<Fiber> services = new HashSet<>();

    private int live;
    /** Ranks that were killed and will start again. */
    private int toCome;
    /** The fibers of ranks that were killed. */
    private final List<Fiber> killed = new ArrayList<>();

    /** Polls in a row without any other event, after which the scheduler watches whether anything else is to come. */
    private int futilePollLimit = 100_000_000;

    /** The fiber that runs next: set by the event that resumes it. */
    private Fiber next;

    /** Held while events fire, and by who looks at a fiber: one that does not run meanwhile stays as it is. */
    private final ReentrantLock events = new ReentrantLock();

    /** The fiber that runs; null: none has yet. */
    private Fiber running;

    /** Events that only resumed a fiber, or only checked its condition. */
    private long resumptions;

    private long otherEvents;
    private int futilePolls;
    /** A program has charged computation since the last poll. */
    private boolean hasComputed;

    private int pollsAfterComputation;

    // The last hand-over. Read by the check for pinned threads, for which a hint is enough.
    private Fiber from;
    private Fiber to;

    /** The first call by a thread that is not its fiber's. Its exception may have been lost in a thread pool. */
    private volatile String rejected;

    /** Guards {@link #over} and {@link #failure}. */
    private final Object monitor = new Object();

    private boolean over;
    private Throwable failure;

    /** A scheduler that has no fibers yet. */
    public FiberScheduler(Kernel kernel) {
        this.kernel = kernel;
    }

    /** Programs that are made for a JVM of their own: their main threads are platform threads, which may wait in static initialisers. */
    public void servePrograms() {
        platformThreads = true;
    }

    /** Makes the thread of a rank's main program. */
    ThreadFactory threadOfRank(String name) {
        return platformThreads ? MainThread::new : Thread.ofVirtual().name(name)::unstarted;
    }

    /** The main thread of a program that takes its JVM for its own. */
    private static final class MainThread extends Thread {
        MainThread(Runnable body) {
            super(body, "main");
            setDaemon(true);
        }

        @Override
        public String toString() {
            return super.toString().replaceFirst("#[0-9]+", "#" + MAIN_THREAD);
        }
    }

    /**
     * Adds a fiber with a {@link Processor} of its own: a rank. It begins when the run begins, at the kernel's present,
     * after those added before. The run ends when all of these have ended.
     */
    public Fiber add(String name, Runnable body) {
        Fiber fiber = new Processor(this, kernel, all.size(), name, body).main();
        all.add(fiber);
        return fiber;
    }

    /** As {@link #add(String, Runnable)}, during the run: the fiber begins at a moment. To be called by the fiber that runs. */
    public Fiber add(String name, long at, Runnable body) {
        Fiber fiber = add(name, body);
        live++;
        kernel.at(at, fiber);
        fiber.thread.start();
        return fiber;
    }

    /** The main fibers of the ranks, in the order in which they were added. */
    public List<Fiber> all() {
        return all;
    }

    /**
     * The run does not wait for the end of a rank, which serves the others: it ends when all others have ended. To be called
     * before the run, and not for all ranks.
     */
    public void serves(Fiber main) {
        services.add(main);
    }

    /**
     * Ends a rank by an event, or by the fiber of another one, whatever it does. Its fibers do not run any more, and do not leave their programs before
     * {@link #close}.
     *
     * @param index position of the rank among those that were added
     * @param comesBack whether {@link #restart} follows
     */
    public void kill(int index, boolean comesBack) {
        Fiber main = all.get(index);
        killed.addAll(main.processor.all());
        main.processor.stop();
        boolean isAwaited = !services.contains(main);
        if (isAwaited && !main.ended) {
            live--;
        }
        main.ended = true;
        if (isAwaited && comesBack) {
            toCome++;
        }
        if (live == 0 && toCome == 0) {
            finish(null);
            throw new RunEndedError();
        }
    }

    /**
     * Starts a rank that was killed, by an event: a new fiber with a new processor, in the place of the old one.
     *
     * @param index position of the rank
     * @return the fiber, whose processor can still be set up
     */
    public Fiber restart(int index, String name, Runnable body) {
        Fiber before = all.get(index);
        Fiber fiber = new Processor(this, kernel, index, name, body).main();
        all.set(index, fiber);
        if (services.remove(before)) {
            services.add(fiber);
        } else {
            toCome--;
            live++;
        }
        fiber.start();
        fiber.thread.start();
        return fiber;
    }

    /**
     * Ends the run at a moment, unless it ends before: {@link #run} throws a {@link TimeLimitException}. To be called before
     * the run.
     *
     * @param ps in picoseconds
     */
    public void endAt(long ps) {
        kernel.at(ps, new Event(true) {
            @Override
            protected void fire() {
                throw new TimeLimitException(kernel.now(), waiters());
            }
        });
    }

    // ---- the run -----------------------------------------------------------------------------------------------

    /**
     * Runs until all fibers have ended. To be called once, by a thread that is not a fiber.
     *
     * @throws DeadlockException if no event is left and fibers wait
     * @throws FiberException if a fiber's program has thrown an exception
     * @throws RuntimeException the exception by which an event, or {@link #stop}, has ended the run
     */
    public void run() {
        if (all.isEmpty()) {
            return;
        }
        live = all.size() - services.size();
        if (live == 0) {
            throw new IllegalStateException("all ranks serve others; expected one for whose end the run waits");
        }
        all.forEach(Fiber::start);
        all.forEach(fiber -> fiber.thread.start());
        Fiber first = nextFiber();
        if (first != null) {
            to = first;
            lookOnce(first);
            first.grant();
        }
        awaitEnd();
        synchronized (monitor) {
            switch (failure) {
                case null -> {}
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                default -> throw new IllegalStateException(failure);
            }
        }
    }

    /**
     * Ends the run: {@link #run} throws the exception, unless the run has already ended. Does not return if a fiber
     * calls it.
     */
    public void stop(RuntimeException why) {
        finish(why);
        Fiber fiber = Fiber.current();
        if (fiber != null && fiber.fibers == this) {
            fiber.awaitGrant();
        }
    }

    /**
     * Makes fibers that are left over after a failure leave their programs, one after the other, by a {@link
     * RunEndedError}. A program that ignores it is waited for briefly. As it may hold the carrier, so that the others
     * cannot leave either, these are then hardly waited for.
     */
    @Override
    public void close() {
        finish(null);
        long patienceMs = DISMISSAL_MS;
        List<Fiber> left = everyFiber();
        left.addAll(killed);
        for (Fiber fiber : left) {
            fiber.dismiss();
            try {
                fiber.thread.join(patienceMs);
                if (fiber.thread.isAlive()) {
                    patienceMs = 1;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** True if the run has ended. */
    boolean isOver() {
        synchronized (monitor) {
            return over;
        }
    }

    private List<Fiber> everyFiber() {
        List<Fiber> every = new ArrayList<>(all);
        for (Fiber main : all) {
            main.processor.all().stream().filter(fiber -> fiber != main).forEach(every::add);
        }
        return every;
    }

    private void finish(Throwable why) {
        synchronized (monitor) {
            if (!over) {
                over = true;
                failure = why;
                monitor.notifyAll();
            }
        }
    }

    // ---- fibers ------------------------------------------------------------------------------------------------

    /** Runs a fiber's program, in its thread. */
    void runBody(Fiber self, Runnable body) {
        self.enter();
        try {
            self.awaitGrant();
            self.arrive();
            body.run();
            if (self.processor.isShared() && !self.isDismissed()) {
                self.processor.hold(self);
            }
        } catch (RunEndedError e) {
            return;
        } catch (Throwable e) {
            finish(new FiberException(self, e));
            return;
        }
        if (!self.isDismissed()) {
            end(self);
        }
    }

    /** A fiber has ended; the others continue. */
    private void end(Fiber self) {
        self.ended = true;
        self.processor.ended(self);
        if (self.isMain() && !services.contains(self) && --live == 0 && toCome == 0) {
            finish(null);
            return;
        }
        Fiber other = nextFiber();
        if (other != null) {
            handOver(self, other);
        }
    }

    /** The program of the calling fiber's rank ends: none of its other threads runs any more. Daemons are left then. */
    public void endThreads(Fiber self) {
        killed.addAll(self.processor.endThreads(self));
    }

    /**
     * Ends the rank of the calling fiber without leaving its program. No other fiber of the rank runs any more. Does not
     * return.
     */
    public void leave(Fiber self) {
        self.check();
        if (self.processor.isShared()) {
            self.processor.hold(self);
        }
        self.processor.stop();
        end(self.processor.main());
        self.awaitGrant();
    }

    /** Fires events until one of them resumes {@code self}, the caller. */
    void runUntilResumed(Fiber self) {
        Fiber other = nextFiber();
        if (other != self) {
            if (other != null) {
                handOver(self, other);
            }
            self.awaitGrant();
        }
        self.arrive();
    }

    /** Fires events until a fiber has to run; null if none ever will: the run has ended. */
    private Fiber nextFiber() {
        events.lock();
        try {
            while (next == null) {
                if (!kernel.step() && !recheck() && !standstill.getAsBoolean()) {
                    throw new DeadlockException(kernel.now(), false, waiters(), all.size());
                }
            }
            running = next;
            next = null;
            return running;
        } catch (Throwable e) {
            finish(e);
            return null;
        } finally {
            events.unlock();
        }
    }

    /**
     * Sets what is asked before a deadlock is declared: it may schedule something, and returns whether it has. Called while no fiber runs.
     */
    public void atStandstill(BooleanSupplier by) {
        standstill = by;
    }

    /** Nothing is scheduled. Fibers that wait for each other look again; false if none has to. */
    private boolean recheck() {
        boolean any = false;
        for (Fiber main : all) {
            any |= main.processor.recheck();
        }
        return any;
    }

    private void handOver(Fiber self, Fiber other) {
        from = self;
        to = other;
        other.grant();
    }

    /** Sets who is called, by the fiber that has got the baton, where the one before it was of another rank. */
    public void onSwitch(Consumer<Processor> listener) {
        switchListener = listener;
    }

    /** A fiber of a rank has the baton. */
    void arrived(Processor of) {
        if (last != of) {
            last = of;
            switchListener.accept(of);
        }
    }

    /** The event at which a fiber resumes has fired. */
    void resume(Fiber fiber) {
        countResumption();
        next = fiber;
    }

    /**
     * Records a call on behalf of a fiber by another thread.
     *
     * @return the exception to throw
     */
    IllegalStateException reject(String why) {
        if (rejected == null) {
            rejected = why;
        }
        return new IllegalStateException(why);
    }

    /** The first call that was rejected because another thread than the fiber's own made it; null if none was. */
    public String rejected() {
        return rejected;
    }

    // ---- deadlock ----------------------------------------------------------------------------------------------

    /** An event has only resumed a fiber, or checked its condition. */
    void countResumption() {
        resumptions++;
    }

    /**
     * Counts a fiber's poll, and ends the run where polls are all that still happens: their condition will never be
     * met. Polls advance the clocks, so this does not show in the time.
     */
    void countPoll(Fiber fiber) {
        long events = kernel.fired() - resumptions;
        if (events != otherEvents) {
            otherEvents = events;
            futilePolls = 0;
        } else if (isAfterComputation()) {
            return;
        } else if (++futilePolls > futilePollLimit) {
            watch(fiber);
        }
    }

    /** A program charges computation: its polls are not all that it does. */
    void countComputation() {
        hasComputed = true;
    }

    /** Of the polls of programs that compute in between, one in {@link #COMPUTING_DIVISOR} counts. */
    private boolean isAfterComputation() {
        boolean isAfter = hasComputed;
        hasComputed = false;
        return isAfter && ++pollsAfterComputation % COMPUTING_DIVISOR != 0;
    }

    /** For tests: the number of futile polls after which the watch begins. */
    void setFutilePollLimit(int polls) {
        futilePollLimit = polls;
    }

    /** A fiber polls, and polls have been futile for long. */
    private void watch(Fiber fiber) {
        if (futilePolls == futilePollLimit + 1) {
            everyFiber().forEach(one -> one.hasPolled = false);
        }
        fiber.hasPolled = true;
        if (futilePolls >= futilePollLimit + futilePollLimit / WATCH_DIVISOR) {
            futilePolls = 0;
            if (isEveryFiberPolling()) {
                stop(new DeadlockException(kernel.now(), true, waiters(), all.size()));
            }
        }
    }

    /** True if all that is scheduled are resumptions of fibers that have polled: no event, and no long computation. */
    private boolean isEveryFiberPolling() {
        int polling = 0;
        for (Fiber fiber : everyFiber()) {
            if (fiber.isScheduled()) {
                if (!fiber.hasPolled) {
                    return false;
                }
                polling++;
            }
        }
        return kernel.scheduled() == polling;
    }

    private List<DeadlockException.Waiter> waiters() {
        List<DeadlockException.Waiter> waiters = new ArrayList<>();
        for (Fiber main : all) {
            for (Fiber fiber : main.ended ? List.<Fiber>of() : main.processor.all()) {
                if (fiber.isThreadStarted() && !fiber.isHidden()) {
                    waiters.add(waiter(fiber, fiber.waitsFor()));
                }
            }
        }
        return waiters;
    }

    private static DeadlockException.Waiter waiter(Fiber fiber, String waitsFor) {
        Fiber main = fiber.processor.main();
        return new DeadlockException.Waiter(
                main.processor.number(),
                fiber.isMain() ? null : fiber.name(),
                fiber.isMain() ? fiber.name() : main.name() + ", thread \"" + fiber.name() + "\"",
                waitsFor,
                fiber.clock(),
                fiber.stack());
    }

    /**
     * What a fiber does while the run goes on. By a thread that is no fiber, and which does not wait for one.
     *
     * @return it does not say what it waits for where its rank runs, or where events go on and on
     */
    public DeadlockException.Waiter look(Fiber fiber) {
        boolean isStill = false;
        try {
            isStill = events.tryLock(LOOK_MS, TimeUnit.MILLISECONDS);
            boolean stays = isStill && running != null && running.processor != fiber.processor;
            return waiter(fiber, stays ? fiber.waitsFor() : null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return waiter(fiber, null);
        } finally {
            if (isStill) {
                events.unlock();
            }
        }
    }

    // ---- fibers that wait outside the kernel -------------------------------------------------------------------

    /**
     * Sets the listener for fibers whose program has waited for some seconds outside the kernel: for a lock, a
     * notification or a thread, or asleep. This may be intended, but no other fiber runs meanwhile. Called once for
     * each such wait, by another thread.
     */
    public void onWait(Consumer<Fiber> listener) {
        waitListener = listener;
    }

    /**
     * Sets the listener for fibers that have run for some seconds without a call of the kernel while other fibers of their
     * rank could run: such a program may read a variable until another thread changes it, which cannot run meanwhile.
     * Called once for each time, by another thread.
     */
    public void onSpin(Consumer<Fiber> listener) {
        spinListener = listener;
    }

    /** Sets after how much real time listeners are called, at least a quarter of a second; 10 s if not set. */
    public void reportAfter(Duration time) {
        checksUntilReport = Math.toIntExact(Math.max(1, time.toMillis() / CHECK_MS));
    }

    /**
     * Waits for the end of the run. Meanwhile checks periodically for a fiber that waits outside the kernel, and for
     * one that cannot resume because the fiber before it keeps the only carrier: a virtual thread that parks inside a
     * static initialiser or a native call does not release its carrier.
     */
    private void awaitEnd() {
        Fiber previous = null;
        int stuckChecks = 0;
        int waitChecks = 0;
        int spinChecks = 0;
        long fired = -1;
        synchronized (monitor) {
            while (!over) {
                try {
                    monitor.wait(CHECK_MS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    failure = new IllegalStateException("interrupted while the simulation ran");
                    over = true;
                }
                Fiber holder = to;
                boolean granted = holder != null && holder.isGranted();
                stuckChecks = granted && holder == previous ? stuckChecks + 1 : 0;
                waitChecks = holder != null && holder == previous && kernel.fired() == fired && holder.isWaiting()
                        ? waitChecks + 1
                        : 0;
                spinChecks = holder != null
                                && holder == previous
                                && kernel.fired() == fired
                                && !granted
                                && !holder.isWaiting()
                                && holder.processor.isShared()
                                && !isLoading(holder)
                        ? spinChecks + 1
                        : 0;
                previous = holder;
                fired = kernel.fired();
                if (stuckChecks >= CHECKS_UNTIL_STUCK && from != null && isPinned(from)) {
                    over = true;
                    failure = new IllegalStateException(from.name() + " waits inside a static initialiser or a native"
                            + " call, where a coroutine cannot yield to the others: in virtual time call the library,"
                            + " and sleep, in main, at " + from.stack());
                } else if (waitChecks == checksUntilReport) {
                    waitListener.accept(holder);
                } else if (spinChecks == checksUntilReport) {
                    spinListener.accept(holder);
                }
            }
        }
    }

    /**
     * Looks at a fiber as {@link #awaitEnd} does later, by the moments of real time: the first look of a JVM loads classes, and so
     * gives identity hashes to objects, which is not to happen during a run.
     */
    private static void lookOnce(Fiber fiber) {
        if (!hasLooked) {
            boolean ignored = fiber.isWaiting() | isLoading(fiber);
            hasLooked = true;
        }
    }

    /** True if a fiber loads a class, which may take long where the loader rewrites it. */
    private static boolean isLoading(Fiber fiber) {
        return Arrays.stream(fiber.thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(ClassLoader.class.getName()));
    }

    private static boolean isPinned(Fiber fiber) {
        return fiber.thread.isVirtual()
                && Arrays.stream(fiber.thread.getStackTrace())
                        .anyMatch(frame ->
                                frame.isNativeMethod() || frame.getMethodName().equals("<clinit>"));
    }
}
