package org.bipj.mpi.rma;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The lock of one target whose memory others do not reach, kept by the target: ranks get it in the order of arrival. */
final class LockQueue {
    /** A rank that has asked for the lock and does not have it. */
    record Waiter(int peer, int handle, boolean exclusive) {}

    private final List<Waiter> waiters = new ArrayList<>();
    private final Consumer<Waiter> grant;
    /** The ranks that hold the lock; several if it is shared. */
    private final List<Integer> holders = new ArrayList<>();

    /** True while its one holder holds it alone. */
    private boolean exclusive;

    /** How many ranks have had the lock. */
    private long turns;

    /** The order in which ranks had the lock, or are to have it; null: the order of arrival. */
    private final @Nullable WindowTurns recorded;

    LockQueue(Consumer<Waiter> grant, @Nullable WindowTurns recorded) {
        this.grant = grant;
        this.recorded = recorded;
    }

    void lock(Waiter waiter) {
        waiters.add(waiter);
        serve();
    }

    /** True if a rank that asks now has the lock at once. */
    boolean admits(boolean exclusively) {
        return waiters.isEmpty() && (holders.isEmpty() || !exclusive && !exclusively);
    }

    boolean isHeldAloneBy(int peer) {
        return exclusive && isHeldBy(peer);
    }

    boolean isHeldBy(int peer) {
        return holders.contains(peer);
    }

    void unlock(int peer) {
        holders.remove((Integer) peer);
        serve();
    }

    /** A rank has failed: it holds nothing and wants nothing. */
    void lose(int peer) {
        waiters.removeIf(waiter -> waiter.peer == peer);
        unlock(peer);
    }

    private void serve() {
        for (Waiter first = first(); first != null; first = first()) {
            if (!holders.isEmpty() && (exclusive || first.exclusive)) {
                return;
            }
            exclusive = first.exclusive;
            holders.add(first.peer);
            waiters.remove(first);
            if (recorded != null) {
                recorded.locked(first.peer, turns);
            }
            turns++;
            grant.accept(first);
        }
    }

    /** The oldest one that may have the lock next. */
    private @Nullable Waiter first() {
        for (Waiter waiter : waiters) {
            if (recorded == null || recorded.mayLock(waiter.peer, turns)) {
                return waiter;
            }
        }
        return null;
    }
}
