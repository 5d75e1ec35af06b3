package org.bipj.mpi.contract;

import java.util.Arrays;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Win;

/** Windows under THREAD_MULTIPLE: threads of a rank access one window, or each its own, at the same time. */
public final class WindowThreadSuite extends Suite {
    private static final int THREADS = ThreadSuite.THREADS;
    private static final int ROUNDS = Boolean.getBoolean("bipj.deep") ? 40 : 20;

    /** Adds the cases. */
    public WindowThreadSuite() {
        // Messages, and direct access.
        for (WindowMemory.Kind kind : List.of(WindowMemory.Kind.ARRAY, WindowMemory.Kind.ALLOCATED)) {
            add("four threads put, get and flush, " + kind, 2, rank -> putAndGet(rank, kind));
            add("four threads count, every value once, " + kind, 3, rank -> count(rank, kind));
            add("threads lock a target each, " + kind, THREADS, rank -> lock(rank, kind));
        }
        add("long puts, gets and accumulates of four threads", 2, WindowThreadSuite::longData);
        add("requests of four threads", 2, WindowThreadSuite::requests);
        add("threads make, use and free windows at the same time", 3, WindowThreadSuite::windows);
        add("threads attach to a dynamic window", 1, WindowThreadSuite::attach);
    }

    @Override
    public int threadLevel() {
        return MPI.THREAD_MULTIPLE;
    }

    /** What one thread does. */
    private interface Body {
        void run(int thread) throws Exception;
    }

    private static void each(Rank rank, Body body) throws Exception {
        ThreadSuite.each(rank, (same, thread) -> body.run(thread));
    }

    /** Each thread has a place of its own in the other rank's window. */
    private static void putAndGet(Rank rank, WindowMemory.Kind kind) throws Exception {
        int other = 1 - rank.rank();
        WindowMemory window = WindowMemory.open(rank, kind, THREADS + 1);
        Win win = window.win();
        win.lockAll(0);
        each(rank, thread -> {
            long[] found = new long[1];
            for (int i = 1; i <= ROUNDS; i++) {
                win.put(new long[] {i * 1000 + thread}, 1, MPI.LONG, other, thread, 1, MPI.LONG);
                flush(win, other, i);
                win.get(found, 1, MPI.LONG, other, thread, 1, MPI.LONG);
                flush(win, other, i + 1);
                Check.equal(i * 1000 + thread, found[0], "what thread " + thread + " has put");
                win.accumulate(new long[] {1}, 1, MPI.LONG, other, THREADS, 1, MPI.LONG, MPI.SUM);
                win.flushLocal(other);
            }
        });
        win.unlockAll();
        rank.comm().barrier();
        win.sync();
        Check.equal(THREADS * ROUNDS, window.get(THREADS), "accumulates of all threads");
        rank.comm().barrier();
        win.free();
    }

    private static void flush(Win win, int target, int round) {
        if (round % 2 == 0) {
            win.flush(target);
        } else {
            win.flushAll();
        }
    }

    private static void count(Rank rank, WindowMemory.Kind kind) throws Exception {
        WindowMemory window = WindowMemory.open(rank, kind, 2);
        Win win = window.win();
        int ranks = rank.comm().getSize();
        long[] seen = new long[THREADS * ROUNDS];
        win.lockAll(0);
        each(rank, thread -> {
            long[] before = new long[1];
            for (int i = 0; i < ROUNDS; i++) {
                win.fetchAndOp(new long[] {1}, before, MPI.LONG, 0, 0, MPI.SUM);
                win.flush(0);
                seen[thread * ROUNDS + i] = before[0];
                // Until the other value is still the one that was read.
                for (long expected = -1; expected != before[0]; ) {
                    win.fetchAndOp(null, before, MPI.LONG, 1, 1, MPI.NO_OP);
                    win.flush(1);
                    expected = before[0];
                    win.compareAndSwap(new long[] {expected + 1}, new long[] {expected}, before, MPI.LONG, 1, 1);
                    win.flush(1);
                }
            }
        });
        win.unlockAll();
        long[] all = new long[ranks * seen.length];
        rank.comm().allGather(seen, seen.length, MPI.LONG, all, seen.length, MPI.LONG);
        Arrays.sort(all);
        for (int i = 0; i < all.length; i++) {
            Check.equal(i, all[i], "each value is fetched once");
        }
        win.sync();
        Check.equal(rank.rank() == 1 ? all.length : 0, window.get(1), "swaps of all threads");
        rank.comm().barrier();
        win.free();
    }

    /** Thread t has the lock of target t, and updates the counter there without atomics. */
    private static void lock(Rank rank, WindowMemory.Kind kind) throws Exception {
        WindowMemory window = WindowMemory.open(rank, kind, 1);
        Win win = window.win();
        each(rank, target -> {
            long[] value = new long[1];
            for (int i = 0; i < ROUNDS / 4; i++) {
                win.lock(MPI.LOCK_EXCLUSIVE, target, 0);
                win.get(value, 1, MPI.LONG, target, 0, 1, MPI.LONG);
                win.flush(target);
                value[0]++;
                win.put(value, 1, MPI.LONG, target, 0, 1, MPI.LONG);
                win.unlock(target);
            }
        });
        rank.comm().barrier();
        win.lock(MPI.LOCK_SHARED, rank.rank(), 0);
        Check.equal(ROUNDS / 4 * rank.comm().getSize(), window.get(0), "updates under the lock");
        win.unlock(rank.rank());
        rank.comm().barrier();
        win.free();
    }

    private static void longData(Rank rank) throws Exception {
        int other = 1 - rank.rank();
        int longs = rank.sizes().large() / 8;
        WindowMemory window = WindowMemory.open(rank, WindowMemory.Kind.ARRAY, (THREADS + 1) * longs);
        Win win = window.win();
        long[] ones = new long[longs];
        Arrays.fill(ones, 1);
        win.lockAll(0);
        each(rank, thread -> {
            for (int i = 1; i <= 4; i++) {
                long[] data = new long[longs];
                Arrays.setAll(data, at -> at * 31L + thread);
                data[0] = i;
                win.put(data, longs, MPI.LONG, other, thread * longs, longs, MPI.LONG);
                win.accumulate(ones, longs, MPI.LONG, other, THREADS * longs, longs, MPI.LONG, MPI.SUM);
                win.flush(other);
                long[] found = new long[longs];
                win.get(found, longs, MPI.LONG, other, thread * longs, longs, MPI.LONG);
                win.flush(other);
                Check.that(Arrays.equals(data, found), () -> "data of thread " + thread);
            }
        });
        win.unlockAll();
        rank.comm().barrier();
        win.sync();
        for (int i = 0; i < longs; i++) {
            Check.equal(4 * THREADS, window.get(THREADS * longs + i), "sum of element " + i);
        }
        rank.comm().barrier();
        win.free();
    }

    private static void requests(Rank rank) throws Exception {
        int other = 1 - rank.rank();
        WindowMemory window = WindowMemory.open(rank, WindowMemory.Kind.ARRAY, THREADS);
        Win win = window.win();
        win.lockAll(0);
        each(rank, thread -> {
            for (int i = 1; i <= ROUNDS; i++) {
                long[] found = new long[1];
                win.rPut(new long[] {i}, 1, MPI.LONG, other, thread, 1, MPI.LONG)
                        .waitFor();
                win.flush(other);
                Request get = win.rGet(found, 1, MPI.LONG, other, thread, 1, MPI.LONG);
                while (!get.test()) {
                    Thread.onSpinWait();
                }
                Check.equal(i, found[0], "fetched");
                win.rGetAccumulate(new long[] {5}, 1, MPI.LONG, found, 1, MPI.LONG, other, thread, 1, MPI.LONG, MPI.SUM)
                        .waitFor();
                Check.equal(i, found[0], "before the sum");
            }
        });
        win.unlockAll();
        win.free();
    }

    /** Several at a time: their messages must not be taken for each other's. */
    private static void windows(Rank rank) throws Exception {
        Intracomm[] comms = new Intracomm[THREADS];
        for (int t = 0; t < THREADS; t++) {
            comms[t] = rank.comm().dup();
        }
        int ranks = rank.comm().getSize();
        each(rank, thread -> {
            for (int round = 0; round < 3; round++) {
                long[] memory = new long[ranks];
                Win win = new Win(memory, ranks, 1, MPI.INFO_NULL, comms[thread]);
                win.fence(0);
                for (int target = 0; target < ranks; target++) {
                    long[] value = {100 * thread + round};
                    win.put(value, 1, MPI.LONG, target, rank.rank(), 1, MPI.LONG);
                }
                win.fence(MPI.MODE_NOSUCCEED);
                for (long value : memory) {
                    Check.equal(100 * thread + round, value, "put into the window of thread " + thread);
                }
                win.free();
            }
        });
        for (Intracomm comm : comms) {
            comm.free();
        }
    }

    private static void attach(Rank rank) throws Exception {
        Win win = new Win(MPI.INFO_NULL, rank.comm());
        win.setErrhandler(MPI.ERRORS_RETURN);
        win.lockAll(0);
        each(rank, thread -> {
            for (int i = 0; i < ROUNDS; i++) {
                long[] part = new long[1];
                long[] found = new long[1];
                win.attach(part, 1);
                int at = win.displacement(part);
                win.put(new long[] {thread + 1}, 1, MPI.LONG, 0, at, 1, MPI.LONG);
                win.flush(0);
                win.get(found, 1, MPI.LONG, 0, at, 1, MPI.LONG);
                win.flush(0);
                Check.equal(thread + 1, found[0], "put into what thread " + thread + " has attached");
                win.detach(part);
            }
        });
        win.unlockAll();
        win.free();
    }
}
