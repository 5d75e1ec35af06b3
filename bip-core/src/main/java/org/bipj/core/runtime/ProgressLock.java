package org.bipj.core.runtime;

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

    private final NicPort port;
    /** The rank's virtual time; null if time is real. */
    private final @Nullable VirtualTime virtual;
    /** Null if the port has no reports of waits. */
    private final @Nullable WaitReports reports;
    /** The lock; null while one thread at a time calls. */
    private @Nullable ReentrantLock lock;

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
        if (lock != null) {
            lock.lock();
        } else {
            guard.begin();
        }
    }

    /** As {@link #enter}, if no other thread is inside; only where threads are several. */
    @SuppressWarnings("NullAway") // Several threads have a lock.
    public boolean tryEnter() {
        return lock.tryLock();
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
        if (fruitful) {
            return 0;
        }
        int times = fruitless + 1;
        WaitMarks.pauses();
        if (virtual != null) {
            virtual.pause();
        } else if (WaitingPolicy.TURNS.isOver(times)) {
            reportIfAsked();
            LockSupport.parkNanos(TURN_SLEEP_NS);
        } else if (times > WaitingPolicy.TURNS.lastPause() && fruitless % TURN_LOOKS == 0) {
            reportIfAsked();
        }
        return times;
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
