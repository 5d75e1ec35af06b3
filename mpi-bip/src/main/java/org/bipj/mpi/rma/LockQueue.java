package org.bipj.mpi.rma;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/** The lock of one target whose memory others do not reach, kept by the target: ranks get it in the order of arrival. */
final class LockQueue {
    /** A rank that wants the lock. */
    record Waiter(int peer, int handle, boolean exclusive) {}

    private final Queue<Waiter> waiters = new ArrayDeque<>();
    private final Consumer<Waiter> grant;
    /** Ranks that hold it; -1: one, exclusively. */
    private int holders;

    LockQueue(Consumer<Waiter> grant) {
        this.grant = grant;
    }

    void lock(Waiter waiter) {
        waiters.add(waiter);
        serve();
    }

    void unlock() {
        holders = Math.max(0, holders - 1);
        serve();
    }

    private void serve() {
        for (Waiter first = waiters.peek(); first != null; first = waiters.peek()) {
            if (holders < 0 || first.exclusive && holders > 0) {
                return;
            }
            holders = first.exclusive ? -1 : holders + 1;
            waiters.remove();
            grant.accept(first);
        }
    }
}
