package org.bipj.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets ranks that are threads run one at a time, in an order that a seed decides: a run can be repeated, and a deadlock is
 * found by counting instead of waiting.
 *
 * <p>A rank keeps its turn until it waits or polls in vain. When all ranks together have passed {@value #PATIENCE} turns on
 * while nothing was sent or handed over, nobody will ever go on: each rank's next pass throws.
 */
public final class Turns {
    private static final int PATIENCE = 20_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition[] mine;
    private final List<Integer> live = new ArrayList<>();
    private final Thread[] threads;
    private final Random random;
    private int current;
    private int passedInVain;
    private boolean deadlocked;

    Turns(int ranks, long seed) {
        random = new Random(seed);
        mine = new Condition[ranks];
        threads = new Thread[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            mine[rank] = lock.newCondition();
            live.add(rank);
        }
        current = random.nextInt(ranks);
    }

    /** The current thread becomes a rank's, and waits for its first turn. */
    void enter(int rank) {
        lock.lock();
        try {
            threads[rank] = Thread.currentThread();
            awaitTurn(rank);
        } finally {
            lock.unlock();
        }
    }

    /** Something was sent or handed over. */
    void active() {
        passedInVain = 0;
    }

    /** True in the thread of a rank; false where one thread steps all ranks. */
    boolean isThreadOf(int rank) {
        return threads[rank] == Thread.currentThread();
    }

    /** Lets another rank run, or the same one again. */
    void pass(int rank) {
        lock.lock();
        try {
            if (deadlocked || ++passedInVain > PATIENCE) {
                deadlocked = true;
                throw new AssertionError("deadlock: no rank makes progress; rank " + rank + " waits");
            }
            next();
            awaitTurn(rank);
        } finally {
            lock.unlock();
        }
    }

    /** A rank has ended. */
    void leave(int rank) {
        lock.lock();
        try {
            live.remove((Integer) rank);
            if (!live.isEmpty()) {
                next();
            }
        } finally {
            lock.unlock();
        }
    }

    private void next() {
        current = live.get(random.nextInt(live.size()));
        mine[current].signal();
    }

    private void awaitTurn(int rank) {
        while (current != rank) {
            mine[rank].awaitUninterruptibly();
        }
    }
}
