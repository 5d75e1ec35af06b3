package org.bipj.shm.regions;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.bipj.shm.board.Board;
import org.bipj.shm.memory.Store;

/**
 * Takes back registered memory that nobody refers to any more, where shared memory has no room for what a rank wants to make: as the JDK
 * does for direct buffers, it collects, waits and tries again. First this rank collects. Where that does not suffice it asks all ranks
 * that share the memory, whose threads beside the program look for such a request a few times a second.
 */
final class Reclaimer {
    /** A rank whose process is stopped, or that collects for long, is not waited for longer. */
    private static final long PATIENCE_NS = 2_000_000_000;

    /** What the collector has found is freed by threads of the JVM, one mapping after the other. */
    private static final long QUIET_NS = 200_000_000;

    private static final long LEAST_PAUSE_NS = 1_000_000;
    private static final long LONGEST_PAUSE_NS = 20_000_000;

    /** A search in vain is not repeated before so many times its duration, if private memory serves as well. */
    private static final int REST = 20;

    private final Store store;
    private final int rank;
    private final RegionRoom room;
    /** The own job's board first. */
    private final Supplier<List<Board>> boards;
    /** Ends mappings of what peers have freed. */
    private final Runnable sweep;

    private long restsUntil = System.nanoTime();

    Reclaimer(Store store, int rank, RegionRoom room, Supplier<List<Board>> boards, Runnable sweep) {
        this.store = store;
        this.rank = rank;
        this.room = room;
        this.boards = boards;
        this.sweep = sweep;
    }

    /** False for a while after a search in vain: memory that all ranks use is not searched again and again. */
    boolean isDue() {
        return System.nanoTime() - restsUntil >= 0;
    }

    /**
     * Makes room and tries again to make something.
     *
     * @param attempt null: there is no room yet
     * @return null if there is none
     */
    <T> T retry(long bytes, Supplier<T> attempt) {
        long begin = System.nanoTime();
        T made = room.collect(bytes) ? attempts(attempt, () -> true) : attempt.get();
        if (made == null) {
            List<Board> asked = boards.get();
            int[] requests = asked.stream().mapToInt(Board::askToReclaim).toArray();
            made = attempts(attempt, () -> haveAnswered(asked, requests));
        }
        if (made == null) {
            long end = System.nanoTime();
            restsUntil = end + REST * (end - begin);
        }
        return made;
    }

    private boolean haveAnswered(List<Board> asked, int[] requests) {
        for (int i = 0; i < requests.length; i++) {
            if (!asked.get(i).haveReclaimed(requests[i], i == 0 ? rank : -1)) {
                return false;
            }
        }
        return true;
    }

    /** Tries until no room has been added for some time, all who collect having done so. */
    private <T> T attempts(Supplier<T> attempt, BooleanSupplier haveCollected) {
        long begin = System.nanoTime();
        long changed = begin;
        long free = store.free();
        for (long pause = LEAST_PAUSE_NS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_NS)) {
            sweep.run();
            T made = attempt.get();
            long now = System.nanoTime();
            if (made != null || now - changed > QUIET_NS || now - begin > PATIENCE_NS) {
                return made;
            }
            LockSupport.parkNanos(pause);
            long freeNow = store.free();
            if (freeNow > free || !haveCollected.getAsBoolean()) {
                changed = System.nanoTime();
            }
            free = freeNow;
        }
    }
}
