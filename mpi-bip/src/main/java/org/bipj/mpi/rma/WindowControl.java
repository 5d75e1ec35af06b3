package org.bipj.mpi.rma;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.function.IntConsumer;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.WaitMarks;

/**
 * Locks beside the memory of one window at one target, shared by the ranks that reach that memory: the lock of passive target
 * epochs, and one for accumulates that the processor cannot do atomically.
 *
 * <pre>
 *   +0     tickets given out (8)                      every rank that wants the lock, by add
 *   +64    tickets whose turn it is to write (8)      } the ranks that hold the lock, by add
 *   +128   tickets whose turn it is to read (8)       }
 *   +192   lock of the data: 0 or 1 (8)
 *   +256   per place in the queue the rank that waits there, plus 1; negative: the same, and its turn has come (8)
 * </pre>
 *
 * The first is a ticket lock for readers and writers (Mellor-Crummey and Scott, PPoPP 1991, with tickets): it serves in
 * the order of arrival, so that no rank starves. Readers let the next ticket read as soon as they hold it. A rank that
 * sleeps in its turn is woken by a message from the one before it. Where the job survives deaths, {@link GuardedControl} serves.
 */
class WindowControl {
    static final VarHandle LONG = JAVA_LONG.varHandle().withInvokeExactBehavior();

    private static final long TICKETS = 0;
    private static final long WRITE = 64;
    private static final long READ = 128;
    static final long DATA = 192;
    static final long QUEUE = 256;

    final MemorySegment memory;
    final int ranks;
    final int self;
    final NicPort port;
    /** The ticket of this rank that waits or holds. */
    private long ticket;

    /** Creates one rank's view of the memory. */
    WindowControl(MemorySegment memory, int ranks, int self, NicPort port) {
        this.memory = memory;
        this.ranks = ranks;
        this.self = self;
        this.port = port;
    }

    static long bytes(int ranks) {
        return QUEUE + 8L * ranks;
    }

    /** Queues up; the lock is held once {@link #isMyTurn}. */
    void enqueue(boolean exclusive) {
        ticket = (long) LONG.getAndAdd(memory, TICKETS, 1L);
        LONG.setVolatile(memory, place(ticket), self + 1L);
    }

    /** The number of this rank's last place in the queue. */
    long ticket() {
        return ticket;
    }

    /** True if a rank holds the lock alone, or is the next to do so; which ones share it is not known. For reports. */
    boolean isHeldBy(int rank) {
        long turn = (long) LONG.getVolatile(memory, WRITE);
        boolean isShared = turn != (long) LONG.getVolatile(memory, READ);
        return !isShared && Math.abs((long) LONG.getVolatile(memory, place(turn))) == rank + 1;
    }

    private long place(long at) {
        return QUEUE + 8 * (at % ranks);
    }

    boolean isMyTurn(boolean exclusive) {
        return (long) LONG.getVolatile(memory, exclusive ? WRITE : READ) == ticket;
    }

    /** The turn has come: a reader lets the next one read. */
    void entered(boolean exclusive, IntConsumer wake) {
        LONG.setRelease(memory, place(ticket), -(self + 1L));
        if (!exclusive) {
            advance(READ, wake);
        }
    }

    void leave(boolean exclusive, IntConsumer wake) {
        if (exclusive) {
            long ignored = (long) LONG.getAndAdd(memory, READ, 1L);
        }
        advance(WRITE, wake);
    }

    private void advance(long counter, IntConsumer wake) {
        long next = (long) LONG.getAndAdd(memory, counter, 1L) + 1;
        if (next < (long) LONG.getVolatile(memory, TICKETS)) {
            int rank = (int) (long) LONG.getVolatile(memory, place(next)) - 1;
            if (rank >= 0 && rank != self) {
                wake.accept(rank);
            }
        }
    }

    /** Takes the lock of the data, which is held for the time of a copy. */
    void lockData() {
        for (int fruitless = 1; !(boolean) LONG.compareAndSet(memory, DATA, 0L, 1L); fruitless++) {
            WaitMarks.pauses();
            port.idle(fruitless);
        }
    }

    void unlockData() {
        LONG.setRelease(memory, DATA, 0L);
    }
}
