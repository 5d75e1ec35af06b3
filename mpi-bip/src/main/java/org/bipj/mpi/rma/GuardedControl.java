package org.bipj.mpi.rma;

import java.lang.foreign.MemorySegment;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.bipj.core.nic.NicPort;

/**
 * The same locks where ranks may die, at any instruction, while they wait for one or hold it.
 *
 * <pre>
 *   +0     the guard: 0, or the rank that grants locks, plus 1 (8)
 *   +192   lock of the data: 0, or the rank that holds it, plus 1 (8)
 *   +256   per rank its request (8): a number that grows from one to the next, and bits: exclusive, granted; 0: none
 * </pre>
 *
 * Requests are granted in the order of their numbers by any rank that has the guard. Each change is one store, after which all
 * requests make sense: what a rank leaves undone that dies with the guard another one does. Who finds that a rank is dead takes the
 * guard or the lock of the data from it, and drops its request, whether it waited or held the lock. What such a rank was about to
 * combine may be done in part.
 */
final class GuardedControl extends WindowControl {
    private static final long GUARD = 0;

    private static final long GRANTED = 1;
    private static final long EXCLUSIVE = 2;
    private static final int NUMBER = 2;

    private static final IntConsumer NOBODY = rank -> {};

    private final IntPredicate isDead;

    /**
     * One rank's view of the memory.
     *
     * @param isDead true for a rank that is known to have died
     */
    GuardedControl(MemorySegment memory, int ranks, int self, NicPort port, IntPredicate isDead) {
        super(memory, ranks, self, port);
        this.isDead = isDead;
    }

    private static long at(int rank) {
        return QUEUE + 8L * rank;
    }

    private long request(int rank) {
        return (long) LONG.getVolatile(memory, at(rank));
    }

    private void request(int rank, long word) {
        LONG.setVolatile(memory, at(rank), word);
    }

    @Override
    void enqueue(boolean exclusive) {
        take(GUARD);
        try {
            long last = 0;
            for (int rank = 0; rank < ranks; rank++) {
                last = Math.max(last, request(rank) >>> NUMBER);
            }
            request(self, last + 1 << NUMBER | (exclusive ? EXCLUSIVE : 0));
            grant(NOBODY);
        } finally {
            release(GUARD);
        }
    }

    @Override
    boolean isHeldBy(int rank) {
        return (request(rank) & GRANTED) != 0;
    }

    /** A rank that waits is woken when another one dies, and sees to the grants itself. */
    @Override
    boolean isMyTurn(boolean exclusive) {
        if ((request(self) & GRANTED) == 0 && isAnyDead()) {
            take(GUARD);
            try {
                grant(NOBODY);
            } finally {
                release(GUARD);
            }
        }
        return (request(self) & GRANTED) != 0;
    }

    @Override
    void entered(boolean exclusive, IntConsumer wake) {
        // Readers are granted their locks together.
    }

    @Override
    void leave(boolean exclusive, IntConsumer wake) {
        take(GUARD);
        try {
            request(self, 0);
            grant(wake);
        } finally {
            release(GUARD);
        }
    }

    private boolean isAnyDead() {
        for (int rank = 0; rank < ranks; rank++) {
            if (request(rank) != 0 && isDead.test(rank)) {
                return true;
            }
        }
        return false;
    }

    /** Drops requests of ranks that are dead, and grants those whose turn it is; with the guard. */
    private void grant(IntConsumer wake) {
        boolean isRead = false;
        boolean isWritten = false;
        for (int rank = 0; rank < ranks; rank++) {
            if (request(rank) != 0 && isDead.test(rank)) {
                request(rank, 0);
            }
            long word = request(rank);
            isRead |= (word & (GRANTED | EXCLUSIVE)) == GRANTED;
            isWritten |= (word & (GRANTED | EXCLUSIVE)) == (GRANTED | EXCLUSIVE);
        }
        for (int next = first(); next >= 0 && !isWritten; next = first()) {
            boolean exclusive = (request(next) & EXCLUSIVE) != 0;
            if (exclusive && isRead) {
                return;
            }
            request(next, request(next) | GRANTED);
            isRead |= !exclusive;
            isWritten = exclusive;
            if (next != self) {
                wake.accept(next);
            }
        }
    }

    /** The rank that has waited the longest; negative: none waits. */
    private int first() {
        int first = -1;
        for (int rank = 0; rank < ranks; rank++) {
            long word = request(rank);
            boolean waits = word != 0 && (word & GRANTED) == 0;
            if (waits && (first < 0 || word < request(first))) {
                first = rank;
            }
        }
        return first;
    }

    @Override
    void lockData() {
        take(DATA);
    }

    @Override
    void unlockData() {
        release(DATA);
    }

    private void take(long word) {
        for (int fruitless = 1; !(boolean) LONG.compareAndSet(memory, word, 0L, self + 1L); fruitless++) {
            long owner = (long) LONG.getVolatile(memory, word);
            if (owner != 0 && isDead.test((int) owner - 1)) {
                boolean ignored = (boolean) LONG.compareAndSet(memory, word, owner, 0L);
            } else {
                port.idle(fruitless);
            }
        }
    }

    private void release(long word) {
        LONG.setRelease(memory, word, 0L);
    }
}
