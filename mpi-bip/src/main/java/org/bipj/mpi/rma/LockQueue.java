package org.bipj.mpi.rma;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

/** The lock of one target whose memory others do not reach, kept by the target: ranks get it in the order of arrival. */
final class LockQueue {
    /** A rank that has asked for the lock and does not have it. */
    record Waiter(int peer, int handle, boolean exclusive) {}

    private final Queue<Waiter> waiters = new ArrayDeque<>();
    private final Consumer<Waiter> grant;
    /** The ranks that hold the lock; several if it is shared. */
    private final List<Integer> holders = new ArrayList<>();

    /** True while its one holder holds it alone. */
    private boolean exclusive;

    LockQueue(Consumer<Waiter> grant) {
        this.grant = grant;
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
        return exclusive && holders.contains(peer);
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
        for (Waiter first = waiters.peek(); first != null; first = waiters.peek()) {
            if (!holders.isEmpty() && (exclusive || first.exclusive)) {
                return;
            }
            exclusive = first.exclusive;
            holders.add(first.peer);
            waiters.remove();
            grant.accept(first);
        }
    }
}
