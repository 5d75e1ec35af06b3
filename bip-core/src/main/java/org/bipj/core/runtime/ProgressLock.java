package org.bipj.core.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.VirtualTime;
import org.bipj.core.nic.WaitMarks;
import org.bipj.core.nic.WaitReports;
import org.bipj.core.nic.WaitingPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The lock that is taken around each call and each round of progress of a rank's clients, where several threads may call
 * at once; else nothing is locked, and the {@link ThreadGuard} looks for threads that may not call. Threads that wait take turns at
 * progress, by {@link #tryEnter}.
 */
public final class ProgressLock {
    /** Yields between two looks for a request of a report. */
    private static final int TURN_LOOKS = 16;

    private static final long TURN_SLEEP_NS = 20_000;

    /** Naps of one length before they become twice as long, and how often they do. */
    private static final int NAPS = 512;

    private static final int NAP_DOUBLINGS = 4;

    /** The first sleeps are as those of a rank with one thread, up to 16 ms: a wake-up that is lost costs no more than the wait before it. */
    private static final long SLEEP_NS = 500_000;

    private static final int SLEEP_DOUBLINGS = 5;

    /**
     * Sleeps of a rank that has had nothing to do for a quarter of a second become longer, up to 128 ms: as many are twice as long, each
     * time. So a sleep lasts at most a fifth of the wait before it.
     */
    private static final int SLEEPS = 16;

    private static final int FURTHER_DOUBLINGS = 3;

    private final NicPort port;
    /** The rank's virtual time; null if time is real. */
    private final @Nullable VirtualTime virtual;
    /** Null if the port has no reports of waits. */
    private final @Nullable WaitReports reports;
    /** The lock; null while one thread at a time calls. */
    private @Nullable ReentrantLock lock;

    /** The thread that was inside last; under the lock. */
    private @Nullable Thread last;
    /** How often another thread came inside than the last one; under the lock. */
    private long changes;
    /** The thread that has last ended a turn, and the changes until then; under the lock. */
    private @Nullable Thread turnOf;

    private long turnChanges;
    /** True while the thread that is inside sleeps in the port, or is about to. */
    private volatile boolean asleep;
    /** Threads that wait for it to leave. */
    private final AtomicInteger waiting = new AtomicInteger();

    private final ThreadGuard guard = new ThreadGuard();
    /** The client that counts on one thread at a time; null: none does. */
    private @Nullable Client counting;

    ProgressLock(NicPort port) {
        this.port = port;
        virtual = port.virtualTime();
        reports = port.waitReports();
    }

    void settle(Client client, Threads threads) {
        if (threads == Threads.SEVERAL && lock == null) {
            if (counting != null) {
                throw new PortException("rank " + port.rank() + ": " + client
                        + " is to be called by several threads at once, but " + counting
                        + " was initialised for one at a time; initialise that for several threads, too");
            }
            lock = virtual == null ? new ReentrantLock() : virtual.newLock();
        } else if (countsOnOne(threads) && lock == null && counting == null) {
            counting = client;
        }
        guard.joined(client, threads);
    }

    private static boolean countsOnOne(Threads threads) {
        return threads == Threads.ONE || threads == Threads.ONE_AT_A_TIME;
    }

    void left(Client client) {
        guard.left(client);
    }

    /** Finds calls by threads that may not make them, for clients that do not {@link #enter}. */
    public ThreadGuard guard() {
        return guard;
    }

    /** True if one thread at a time calls, and nothing need be locked: for good, for a client of {@link Threads#ONE}. */
    public boolean isAlone() {
        return lock == null;
    }

    /**
     * Begins a call or a round of progress.
     *
     * @throws PortException if nothing is locked and the current thread may not call
     */
    public void enter() {
        ReentrantLock own = lock;
        if (own == null) {
            guard.begin();
            return;
        }
        if (virtual != null) {
            own.lock();
            return;
        }
        if (!own.tryLock()) {
            // Raised before the look at who sleeps: who is about to looks here after saying so.
            waiting.incrementAndGet();
            if (asleep) {
                port.wakeBeside();
            }
            own.lock();
            waiting.decrementAndGet();
        }
        cameInside();
    }

    private void cameInside() {
        Thread self = Thread.currentThread();
        if (last != self) {
            last = self;
            changes++;
        }
    }

    /** As {@link #enter}, if no other thread is inside; only where threads are several. */
    @SuppressWarnings("NullAway") // Several threads have a lock.
    public boolean tryEnter() {
        boolean isInside = lock.tryLock();
        if (isInside && virtual == null) {
            cameInside();
        }
        return isInside;
    }

    /** Ends what {@link #enter} or {@link #tryEnter} began. */
    public void exit() {
        if (lock != null) {
            lock.unlock();
        } else {
            guard.end();
        }
    }

    /**
     * {@link org.bipj.core.nic.Waiting#after} where another thread may end the wait: outside the lock, so without the
     * port.
     */
    public int takeTurns(boolean fruitful, int fruitless) {
        return takeTurns(fruitful, fruitless, false);
    }

    /**
     * {@link #takeTurns} of a wait that nothing ends but what a thread does inside: it sleeps until something arrives or a thread wants
     * to come inside.
     */
    public int takeLongTurns(boolean fruitful, int fruitless) {
        return takeTurns(fruitful, fruitless, true);
    }

    private int takeTurns(boolean fruitful, int fruitless, boolean mayLast) {
        if (fruitful) {
            return 0;
        }
        int times = fruitless + 1;
        WaitMarks.pauses();
        if (virtual != null) {
            virtual.pause();
        } else if (WaitingPolicy.TURNS.isOver(times)) {
            reportIfAsked();
            int naps = times - WaitingPolicy.TURNS.lastYield();
            if (!mayLast || !sleep(naps)) {
                LockSupport.parkNanos(TURN_SLEEP_NS << (mayLast ? Math.min(naps / NAPS, NAP_DOUBLINGS) : 0));
            }
        } else if (times > WaitingPolicy.TURNS.lastPause() && fruitless % TURN_LOOKS == 0) {
            reportIfAsked();
        }
        return times;
    }

    /**
     * Sleeps in the port, if no other thread has been inside since the caller's turn before: between the two it has looked whether its
     * wait is over, and made a round of progress.
     *
     * @return false if it has not slept
     */
    private boolean sleep(int times) {
        ReentrantLock own = lock;
        if (own == null || !own.tryLock()) {
            return false;
        }
        try {
            cameInside();
            boolean isUndisturbed = turnOf == last && turnChanges == changes;
            turnOf = last;
            turnChanges = changes;
            if (!isUndisturbed) {
                return false;
            }
            asleep = true;
            int doublings = Math.min(times, SLEEP_DOUBLINGS) + Math.min(times / SLEEPS, FURTHER_DOUBLINGS);
            return port.sleepBeside(() -> waiting.get() > 0, SLEEP_NS << doublings);
        } finally {
            asleep = false;
            own.unlock();
        }
    }

    private void reportIfAsked() {
        if (reports != null && lock == null) {
            reports.reportIfAsked();
        } else if (reports != null && lock.tryLock()) {
            try {
                reports.reportIfAsked();
            } finally {
                lock.unlock();
            }
        }
    }
}
