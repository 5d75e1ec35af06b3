package org.bipj.sim.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The fibers of a run, and who of them goes on. At each moment one thread holds the baton: it is the only one to touch
 * the kernel and all that hangs on it. A fiber that has to wait runs the event loop itself until an event lets a fiber
 * go on, and hands the baton over only if that is another one.
 *
 * <p>A fiber is a virtual thread. A hand-over is cheapest if there is one carrier ({@code
 * -Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1}), and correct with any number.
 */
public final class FiberScheduler implements AutoCloseable {
    private static final long LOOK_MS = 250;
    private static final int LOOKS_UNTIL_STUCK = 20;
    private static final long DISMISSAL_MS = 1000;
    /** The watch that follows the patience is so much shorter. */
    private static final int SHORTER = 10;

    /** Looks after which a fiber that waits by itself is told: 10 s. */
    private int looksUntilTold = 40;

    private Consumer<Fiber> waitsByItself = fiber -> {};

    private final Kernel kernel;
    private final List<Fiber> all = new ArrayList<>();
    private int live;

    /**
     * Synchronisations in a row between which nothing but fibers' own going on has happened: from then on it is watched
     * whether anything else is to come.
     */
    private int patience = 100_000_000;

    /** Set by the event that lets a fiber go on. */
    private Fiber next;

    /** Events that did no more than let a fiber go on. */
    private long turns;

    private long happened;
    private int futile;

    // Who has handed over last, and to whom. Read by the look after pinned threads, which needs no more than a hint.
    private Fiber from;
    private Fiber to;

    /** The first call by a thread that is not its fiber's. Its exception may have got lost in a pool. */
    private volatile String refused;

    private final Object end = new Object();
    private boolean over;
    private Throwable failure;

    /** No fibers yet. */
    public FiberScheduler(Kernel kernel) {
        this.kernel = kernel;
    }

    /** Adds a fiber; it begins at the kernel's present when the run begins, after those added before. */
    public Fiber add(String name, Runnable body) {
        Fiber fiber = new Fiber(this, kernel, name, body);
        all.add(fiber);
        return fiber;
    }

    /** The fibers in the order in which they were added. */
    public List<Fiber> all() {
        return all;
    }

    /**
     * Runs until all fibers have ended. Called once, by a thread that is no fiber.
     *
     * @throws DeadlockException if no event is left and fibers wait
     * @throws FiberException if a fiber's program has thrown an exception
     * @throws RuntimeException what an event, or {@link #stop}, has ended the run with
     */
    public void run() {
        if (all.isEmpty()) {
            return;
        }
        live = all.size();
        all.forEach(Fiber::start);
        all.forEach(fiber -> fiber.thread.start());
        Fiber first = nextFiber();
        if (first != null) {
            to = first;
            first.grant();
        }
        awaitEnd();
        synchronized (end) {
            switch (failure) {
                case null -> {}
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                default -> throw new IllegalStateException(failure);
            }
        }
    }

    /**
     * Ends the run: {@link #run} throws the exception, unless the run has ended already. A fiber that calls does not
     * come back from it.
     */
    public void stop(RuntimeException why) {
        finish(why);
        for (Fiber fiber : all) {
            if (fiber.isCurrent()) {
                fiber.awaitGrant();
            }
        }
    }

    /**
     * Has fibers that are left over after a failure leave their programs, one after the other, by a {@link
     * RunEndedError}. A program that goes on regardless is not waited for long, and where there is one it may hold the
     * carrier, so that the others cannot leave either: they are hardly waited for.
     */
    @Override
    public void close() {
        finish(null);
        long patienceMs = DISMISSAL_MS;
        for (Fiber fiber : all) {
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

    /** A fiber's life, in its thread. */
    void live(Fiber self, Runnable body) {
        try {
            self.awaitGrant();
            self.arrive();
            body.run();
        } catch (RunEndedError e) {
            return;
        } catch (Throwable e) {
            finish(new FiberException(self, e));
            return;
        }
        if (!self.isDismissed()) {
            goOnWithout(self);
        }
    }

    private void goOnWithout(Fiber self) {
        self.ended = true;
        if (--live == 0) {
            finish(null);
            return;
        }
        Fiber other = nextFiber();
        if (other != null) {
            handOver(self, other);
        }
    }

    /** Ends the calling fiber without leaving its program. Does not return. */
    public void leave(Fiber self) {
        self.check();
        goOnWithout(self);
        self.awaitGrant();
    }

    /** Lets events happen until one of them lets {@code self}, the caller, go on. */
    void pass(Fiber self) {
        Fiber other = nextFiber();
        if (other != self) {
            if (other != null) {
                handOver(self, other);
            }
            self.awaitGrant();
        }
        self.arrive();
    }

    /** A thread that is no fiber, or another one, has called for a fiber: the exception to throw. */
    IllegalStateException refuse(String why) {
        if (refused == null) {
            refused = why;
        }
        return new IllegalStateException(why);
    }

    /** The first call that was refused as another thread than the fiber's own made it; null if none was. */
    public String refused() {
        return refused;
    }

    private void handOver(Fiber self, Fiber other) {
        from = self;
        to = other;
        other.grant();
    }

    /** For tests: the number of futile looks after which it is watched whether anything is to come. */
    void patience(int looks) {
        patience = looks;
    }

    /** The event at which a fiber goes on has fired. */
    void letGoOn(Fiber fiber) {
        countTurn();
        next = fiber;
    }

    /** An event has been no more than a fiber's going on, or its look. */
    void countTurn() {
        turns++;
    }

    /**
     * Counts a fiber's look at the world, and ends the run where all that still happens is that fibers look: they poll
     * for what will never come. Polls advance their clocks, so this cannot be told from the time.
     */
    void countSync(Fiber fiber) {
        long events = kernel.fired() - turns;
        if (events != happened) {
            happened = events;
            futile = 0;
        } else if (++futile > patience) {
            watch(fiber);
        }
    }

    /** A fiber has looked where looks have long been futile. */
    private void watch(Fiber fiber) {
        if (futile == patience + 1) {
            all.forEach(one -> one.hasLooked = false);
        }
        fiber.hasLooked = true;
        if (futile >= patience + patience / SHORTER) {
            futile = 0;
            if (areAllLooking()) {
                stop(new DeadlockException(kernel.now(), true, waiters(), all.size()));
            }
        }
    }

    /** Nothing is scheduled but that fibers go on who have looked: no event, and nobody who computes for long. */
    private boolean areAllLooking() {
        int looking = 0;
        for (Fiber fiber : all) {
            if (fiber.isScheduled()) {
                if (!fiber.hasLooked) {
                    return false;
                }
                looking++;
            }
        }
        return kernel.scheduled() == looking;
    }

    /** Runs events until a fiber has to go on; null if that will never be: the run has ended. */
    private Fiber nextFiber() {
        try {
            while (next == null) {
                if (!kernel.step()) {
                    throw new DeadlockException(kernel.now(), false, waiters(), all.size());
                }
            }
            Fiber chosen = next;
            next = null;
            return chosen;
        } catch (Throwable e) {
            finish(e);
            return null;
        }
    }

    private List<DeadlockException.Waiter> waiters() {
        List<DeadlockException.Waiter> waiters = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Fiber fiber = all.get(i);
            if (!fiber.ended) {
                waiters.add(
                        new DeadlockException.Waiter(i, fiber.name(), fiber.waitsFor(), fiber.clock(), fiber.stack()));
            }
        }
        return waiters;
    }

    private void finish(Throwable why) {
        synchronized (end) {
            if (!over) {
                over = true;
                failure = why;
                end.notifyAll();
            }
        }
    }

    /**
     * Who is to hear, from another thread and once for each wait, of a fiber whose program has waited by itself for
     * some seconds: for a lock, a notification or a thread, or asleep. It may have its reasons, but nobody else goes on
     * meanwhile.
     */
    public void onWait(Consumer<Fiber> listener) {
        waitsByItself = listener;
    }

    /** For tests: how many looks, of 250 ms, are some seconds. */
    void looksUntilTold(int looks) {
        looksUntilTold = looks;
    }

    /**
     * Waits for the end of the run, and looks now and then after a fiber that waits by itself, and after one that
     * cannot go on because the one before it keeps the only carrier: a virtual thread that parks inside a static
     * initialiser or a native call does not give up its carrier.
     */
    private void awaitEnd() {
        Fiber stuck = null;
        int looks = 0;
        int waits = 0;
        long before = -1;
        synchronized (end) {
            while (!over) {
                try {
                    end.wait(LOOK_MS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    failure = new IllegalStateException("interrupted while the simulation ran");
                    over = true;
                }
                Fiber holder = to;
                boolean granted = holder != null && holder.isGranted();
                looks = granted && holder == stuck ? looks + 1 : 0;
                waits = holder != null && holder == stuck && kernel.fired() == before && holder.isWaiting()
                        ? waits + 1
                        : 0;
                stuck = holder;
                before = kernel.fired();
                if (looks >= LOOKS_UNTIL_STUCK && from != null && isPinned(from)) {
                    over = true;
                    failure = new IllegalStateException(from.name() + " waits inside a static initialiser or a native"
                            + " call, where a coroutine cannot give way to the others: in virtual time call the library,"
                            + " and sleep, in main, at " + from.stack());
                } else if (!granted && waits == looksUntilTold) {
                    waitsByItself.accept(holder);
                }
            }
        }
    }

    private static boolean isPinned(Fiber fiber) {
        return Arrays.stream(fiber.thread.getStackTrace())
                .anyMatch(
                        frame -> frame.isNativeMethod() || frame.getMethodName().equals("<clinit>"));
    }
}
