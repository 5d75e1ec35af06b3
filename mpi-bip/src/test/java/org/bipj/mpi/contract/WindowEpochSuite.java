package org.bipj.mpi.contract;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Win;

/** The epochs of windows, and errors outside of them (MPI 4.1 section 12.5). */
public final class WindowEpochSuite extends Suite {
    private static final WindowMemory.Kind[] KINDS = {WindowMemory.Kind.ARRAY, WindowMemory.Kind.ALLOCATED};

    /** Adds the cases. */
    public WindowEpochSuite() {
        for (WindowMemory.Kind kind : KINDS) {
            add("post, start, complete, wait around a ring, " + kind, 4, rank -> ring(rank, kind));
            add("post, start, complete, test, with NOCHECK, " + kind, 3, rank -> test(rank, kind));
            add("exclusive locks exclude, " + kind, 4, rank -> exclusive(rank, kind));
            add("shared locks do not exclude each other, " + kind, 3, rank -> sharedLocks(rank, kind));
            add("lockAll and flushes, " + kind, 4, rank -> lockAll(rank, kind));
            add("accesses outside of epochs, " + kind, 2, rank -> outside(rank, kind));
            add("accesses outside of the window, " + kind, 2, rank -> range(rank, kind));
            add("a target that receives a message serves meanwhile, " + kind, 2, rank -> served(rank, kind));
            add("a target that polls its own memory serves meanwhile, " + kind, 2, rank -> polled(rank, kind));
        }
        add("arguments", 2, WindowEpochSuite::arguments);
        add("a window without locks refuses them", 2, WindowEpochSuite::withoutLocks);
        add("post, start, complete, wait around a ring of many", MANY, rank -> ring(rank, WindowMemory.Kind.ALLOCATED));
        add("exclusive locks exclude, of many", MANY, rank -> exclusive(rank, WindowMemory.Kind.ARRAY));
        add("an epoch alone", 1, rank -> ring(rank, WindowMemory.Kind.ARRAY));
    }

    private static Group group(Rank rank, int... members) {
        return rank.comm().getGroup().incl(members);
    }

    private static void ring(Rank rank, WindowMemory.Kind kind) {
        Intracomm comm = rank.comm();
        int n = 3000;
        int ranks = comm.getSize();
        int right = (rank.rank() + 1) % ranks;
        int left = (rank.rank() + ranks - 1) % ranks;
        WindowMemory window = WindowMemory.open(rank, kind, n);
        Win win = window.win();
        for (int round = 0; round < 10; round++) {
            long[] data = new long[n];
            Arrays.fill(data, 100 * rank.rank() + round);
            win.post(group(rank, left), 0);
            win.start(group(rank, right), 0);
            win.put(data, n, MPI.LONG, right, 0, n, MPI.LONG);
            win.complete();
            // The operands have left: the buffer is the program's again.
            Arrays.fill(data, -1);
            win.waitFor();
            Check.equal(100 * left + round, window.get(0), "first of round " + round);
            Check.equal(100 * left + round, window.get(n - 1), "last of round " + round);
        }
        win.free();
    }

    private static void test(Rank rank, WindowMemory.Kind kind) {
        int me = rank.rank();
        WindowMemory window = WindowMemory.open(rank, kind, 3);
        Win win = window.win();
        if (me == 0) {
            win.post(group(rank, 1, 2), 0);
            while (!win.test()) {
                Check.equal(0, window.get(0), "nobody writes here");
            }
            Check.equal(21, window.get(1) + window.get(2), "put by both");
        } else {
            win.start(group(rank, 0), 0);
            win.accumulate(new long[] {10 + (me - 1)}, 1, MPI.LONG, 0, me, 1, MPI.LONG, MPI.SUM);
            win.complete();
        }
        if (me == 0) {
            win.post(group(rank, 1), MPI.MODE_NOCHECK | MPI.MODE_NOSTORE);
        }
        rank.comm().barrier();
        if (me == 1) {
            win.start(group(rank, 0), MPI.MODE_NOCHECK);
            win.put(new long[] {5}, 1, MPI.LONG, 0, 0, 1, MPI.LONG);
            win.complete();
        } else if (me == 0) {
            win.waitFor();
            Check.equal(5, window.get(0), "put");
        }
        win.start(group(rank), 0);
        win.complete();
        win.free();
    }

    /** Reads and writes that are not atomic, under a lock that is. */
    private static void exclusive(Rank rank, WindowMemory.Kind kind) {
        int rounds = 30;
        WindowMemory window = WindowMemory.open(rank, kind, 2);
        Win win = window.win();
        for (int i = 0; i < rounds; i++) {
            long[] value = new long[2];
            win.lock(MPI.LOCK_EXCLUSIVE, 1, 0);
            win.get(value, 2, MPI.LONG, 1, 0, 2, MPI.LONG);
            win.flush(1);
            Check.equal(2 * value[0], value[1], "nobody is between two writes");
            win.put(new long[] {value[0] + 1}, 1, MPI.LONG, 1, 0, 1, MPI.LONG);
            win.put(new long[] {2 * value[0] + 2}, 1, MPI.LONG, 1, 1, 1, MPI.LONG);
            win.unlock(1);
        }
        rank.comm().barrier();
        if (rank.rank() == 1) {
            win.lock(MPI.LOCK_SHARED, 1, 0);
            Check.equal(rank.comm().getSize() * rounds, window.get(0), "rounds of all ranks");
            win.unlock(1);
        }
        win.free();
    }

    /** Every rank holds the lock before any gives it back. */
    private static void sharedLocks(Rank rank, WindowMemory.Kind kind) {
        Win win = WindowMemory.open(rank, kind, 1).win();
        for (int i = 0; i < 3; i++) {
            win.lock(MPI.LOCK_SHARED, i, 0);
            rank.comm().barrier();
            win.unlock(i);
            win.lock(MPI.LOCK_EXCLUSIVE, i, 0);
            win.unlock(i);
        }
        win.lock(MPI.LOCK_SHARED, 0, MPI.MODE_NOCHECK);
        win.lock(MPI.LOCK_SHARED, 2, MPI.MODE_NOCHECK);
        win.unlock(2);
        win.unlock(0);
        win.free();
    }

    private static void lockAll(Rank rank, WindowMemory.Kind kind) {
        int me = rank.rank();
        int ranks = rank.comm().getSize();
        WindowMemory window = WindowMemory.open(rank, kind, ranks);
        Win win = window.win();
        win.lockAll(0);
        for (int target = 0; target < ranks; target++) {
            long[] value = {me + 10 * target};
            win.put(value, 1, MPI.LONG, target, me, 1, MPI.LONG);
            win.flushLocal(target);
            value[0] = -1;
        }
        win.flushAll();
        rank.comm().barrier();
        win.sync();
        long[] all = new long[ranks];
        int next = (me + 1) % ranks;
        win.rGet(all, ranks, MPI.LONG, next, 0, ranks, MPI.LONG).waitFor();
        for (int from = 0; from < ranks; from++) {
            Check.equal(from + 10 * next, all[from], "put by rank " + from);
            Check.equal(from + 10 * me, window.get(from), "put here by rank " + from);
        }
        win.flushLocalAll();
        win.unlockAll();
        rank.comm().barrier();
        win.lockAll(MPI.MODE_NOCHECK);
        win.put(new long[] {7}, 1, MPI.LONG, next, me, 1, MPI.LONG);
        win.unlockAll();
        rank.comm().barrier();
        win.sync();
        Check.equal(7, window.get((me + ranks - 1) % ranks), "put without a lock that is asked for");
        win.free();
    }

    private static void outside(Rank rank, WindowMemory.Kind kind) throws Exception {
        int other = 1 - rank.rank();
        Win win = WindowMemory.open(rank, kind, 4).win();
        long[] one = new long[1];
        Check.Action put = () -> win.put(one, 1, MPI.LONG, other, 0, 1, MPI.LONG);
        Check.error(MPI.ERR_RMA_SYNC, put, "rank " + other, "no epoch", "Win.put");
        Check.error(MPI.ERR_RMA_SYNC, () -> win.get(one, 1, MPI.LONG, other, 0, 1, MPI.LONG), "no epoch");
        Check.error(
                MPI.ERR_RMA_SYNC,
                () -> win.fetchAndOp(one, one.clone(), MPI.LONG, other, 0, MPI.SUM),
                "no epoch",
                "Win.fetchAndOp");
        Check.error(MPI.ERR_RMA_SYNC, () -> win.unlock(other), "not locked");
        Check.error(MPI.ERR_RMA_SYNC, win::unlockAll, "lockAll");
        Check.error(MPI.ERR_RMA_SYNC, () -> win.flush(other), "not locked");
        Check.error(MPI.ERR_RMA_SYNC, win::flushAll, "no rank is locked");
        Check.error(MPI.ERR_RMA_SYNC, win::complete, "start");
        Check.error(MPI.ERR_RMA_SYNC, win::waitFor, "post");
        Check.error(MPI.ERR_RMA_SYNC, win::test, "post");
        win.fence(0);
        put.run();
        Check.error(MPI.ERR_RMA_SYNC, () -> win.lock(MPI.LOCK_SHARED, other, 0), "fence");
        win.fence(MPI.MODE_NOSUCCEED);
        Check.error(MPI.ERR_RMA_SYNC, put, "no epoch");
        win.fence(0);
        win.lock(MPI.LOCK_SHARED, other, 0);
        put.run();
        Check.error(
                MPI.ERR_RMA_SYNC,
                () -> win.put(one, 1, MPI.LONG, rank.rank(), 0, 1, MPI.LONG),
                "an epoch of lock",
                "not for this target");
        Check.error(MPI.ERR_RMA_SYNC, () -> win.lock(MPI.LOCK_SHARED, other, 0), "locked already");
        Check.error(MPI.ERR_RMA_SYNC, () -> win.lockAll(0), "an epoch of lock");
        Check.error(MPI.ERR_RMA_SYNC, () -> win.start(group(rank, other), 0), "an epoch of lock");
        Check.error(MPI.ERR_RMA_SYNC, () -> win.fence(0), "an epoch of lock");
        Check.error(MPI.ERR_RMA_SYNC, win::free, "an epoch of lock");
        win.unlock(other);
        win.post(group(rank, other), 0);
        Check.error(MPI.ERR_RMA_SYNC, () -> win.post(group(rank, other), 0), "post");
        win.start(group(rank, other), 0);
        Check.error(
                MPI.ERR_RMA_SYNC, () -> win.put(one, 1, MPI.LONG, rank.rank(), 0, 1, MPI.LONG), "an epoch of start");
        win.complete();
        win.waitFor();
        win.free();
    }

    private static void range(Rank rank, WindowMemory.Kind kind) throws Exception {
        int other = 1 - rank.rank();
        Win win = WindowMemory.open(rank, kind, 4).win();
        long[] two = new long[2];
        win.fence(0);
        win.put(two, 2, MPI.LONG, other, 2, 2, MPI.LONG);
        Check.error(MPI.ERR_RMA_RANGE, () -> win.put(two, 2, MPI.LONG, other, 3, 2, MPI.LONG), "24 to 40", "0 to 32");
        Check.error(MPI.ERR_RMA_RANGE, () -> win.get(two, 1, MPI.LONG, other, -1, 1, MPI.LONG), "-8 to 0");
        Check.error(
                MPI.ERR_RMA_RANGE, () -> win.accumulate(two, 1, MPI.LONG, other, 4, 1, MPI.LONG, MPI.SUM), "32 to 40");
        Check.error(
                MPI.ERR_RMA_RANGE, () -> win.compareAndSwap(two, two.clone(), new long[1], MPI.LONG, other, 4), "32");
        Check.error(
                MPI.ERR_RMA_RANGE,
                () -> win.get(two, 2, MPI.LONG, other, Integer.MAX_VALUE, 2, MPI.LONG),
                "expected 0 to 32");
        win.fence(0);
        win.free();
    }

    /** A target in another call of the library serves: nobody calls anything of the window there. */
    private static void served(Rank rank, WindowMemory.Kind kind) {
        Win win = WindowMemory.open(rank, kind, 2000).win();
        int[] done = new int[1];
        if (rank.rank() == 0) {
            rank.comm().recv(done, 1, MPI.INT, 1, 0);
        } else {
            win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            long[] data = new long[2000];
            Arrays.fill(data, 3);
            win.put(data, 2000, MPI.LONG, 0, 0, 2000, MPI.LONG);
            win.flush(0);
            long[] got = new long[2000];
            Request get = win.rGet(got, 2000, MPI.LONG, 0, 0, 2000, MPI.LONG);
            get.waitFor();
            win.unlock(0);
            Check.equal(data, got, "got what was put");
            rank.comm().send(done, 1, MPI.INT, 0, 0);
        }
        win.free();
    }

    /** Rank 0 polls with every call that completes operations on itself, none of which waits for rank 1. */
    private static void polled(Rank rank, WindowMemory.Kind kind) {
        List<Consumer<Win>> polls = List.of(
                win -> win.flush(0),
                win -> win.flushLocal(0),
                Win::flushAll,
                Win::flushLocalAll,
                win -> win.rGet(new long[1], 1, MPI.LONG, 0, 0, 1, MPI.LONG).waitFor(),
                win -> {
                    win.unlock(0);
                    win.lock(MPI.LOCK_SHARED, 0, 0);
                });
        Win win = WindowMemory.open(rank, kind, polls.size()).win();
        for (int i = 0; i < polls.size(); i++) {
            win.lock(MPI.LOCK_SHARED, 0, 0);
            if (rank.rank() == 0) {
                long[] found = new long[1];
                while (found[0] == 0) {
                    win.fetchAndOp(null, found, MPI.LONG, 0, i, MPI.NO_OP);
                    polls.get(i).accept(win);
                }
            } else {
                win.accumulate(new long[] {1}, 1, MPI.LONG, 0, i, 1, MPI.LONG, MPI.SUM);
            }
            win.unlock(0);
        }
        win.free();
    }

    private static void withoutLocks(Rank rank) throws Exception {
        Info hints = new Info();
        hints.set("no_locks", "true");
        long[] memory = new long[1];
        Win win = new Win(memory, 1, 1, hints, rank.comm());
        win.setErrhandler(MPI.ERRORS_RETURN);
        int other = 1 - rank.rank();
        Check.error(MPI.ERR_RMA_SYNC, () -> win.lock(MPI.LOCK_SHARED, other, 0), "no_locks", "Win.lock");
        Check.error(MPI.ERR_RMA_SYNC, () -> win.lock(MPI.LOCK_EXCLUSIVE, MPI.PROC_NULL, MPI.MODE_NOCHECK), "no_locks");
        Check.error(MPI.ERR_RMA_SYNC, () -> win.lockAll(0), "no_locks", "Win.lockAll");
        win.fence(0);
        win.put(new long[] {5}, 1, MPI.LONG, other, 0, 1, MPI.LONG);
        win.fence(MPI.MODE_NOSUCCEED);
        Check.equal(5, memory[0], "put between fences");
        rank.comm().barrier();
        hints.set("no_locks", "false");
        win.setInfo(hints);
        win.lock(MPI.LOCK_SHARED, other, 0);
        win.unlock(other);
        hints.free();
        win.free();
    }

    private static void arguments(Rank rank) throws Exception {
        Win win = WindowMemory.open(rank, WindowMemory.Kind.ALLOCATED, 4).win();
        long[] one = new long[1];
        Check.error(MPI.ERR_ASSERT, () -> win.fence(MPI.MODE_NOCHECK), "NOSUCCEED");
        Check.error(MPI.ERR_ASSERT, () -> win.lock(MPI.LOCK_SHARED, 0, 2), "NOCHECK");
        Check.error(MPI.ERR_LOCKTYPE, () -> win.lock(3, 0, 0), "LOCK_SHARED");
        Check.error(MPI.ERR_RANK, () -> win.lock(MPI.LOCK_SHARED, 2, 0), "0 to 1");
        Check.error(MPI.ERR_RANK, () -> win.query(-1), "-1");
        Check.error(MPI.ERR_GROUP, () -> win.start(null, 0), "null");
        Check.error(MPI.ERR_GROUP, () -> win.post(null, 0), "null");
        // A neighbour that is not there is locked, accessed and unlocked like any other.
        win.lock(MPI.LOCK_EXCLUSIVE, MPI.PROC_NULL, 0);
        win.put(one, 1, MPI.LONG, MPI.PROC_NULL, 0, 1, MPI.LONG);
        win.flush(MPI.PROC_NULL);
        win.flushLocal(MPI.PROC_NULL);
        win.unlock(MPI.PROC_NULL);
        win.fence(0);
        Check.error(MPI.ERR_RANK, () -> win.put(one, 1, MPI.LONG, 2, 0, 1, MPI.LONG), "PROC_NULL");
        Check.error(MPI.ERR_COUNT, () -> win.put(one, -1, MPI.LONG, 0, 0, 1, MPI.LONG), "-1");
        Check.error(MPI.ERR_COUNT, () -> win.put(one, 1, MPI.LONG, 0, 0, -1, MPI.LONG), "targetCount");
        Check.error(MPI.ERR_BUFFER, () -> win.put(one, 2, MPI.LONG, 0, 0, 2, MPI.LONG), "16");
        Check.error(MPI.ERR_TYPE, () -> win.put(one, 1, MPI.DOUBLE, 0, 0, 1, MPI.DOUBLE), "long");
        Check.error(MPI.ERR_TYPE, () -> win.put(one, 1, MPI.LONG, 0, 0, 1, null), "null");
        Check.error(MPI.ERR_TRUNCATE, () -> win.put(one, 1, MPI.LONG, 0, 0, 1, MPI.INT), "8 bytes", "4");
        Check.error(
                MPI.ERR_OP,
                () -> win.accumulate(one, 1, MPI.LONG, 0, 0, 1, MPI.LONG, new mpi.Op((a, b, n, t) -> {}, true)),
                "predefined");
        Check.error(MPI.ERR_OP, () -> win.accumulate(one, 1, MPI.LONG, 0, 0, 1, MPI.LONG, MPI.MINLOC), "MINLOC");
        Check.error(MPI.ERR_OP, () -> win.accumulate(one, 1, MPI.LONG, 0, 0, 1, MPI.LONG, MPI.NO_OP), "NO_OP", "fetch");
        Check.error(
                MPI.ERR_TYPE, () -> win.accumulate(one, 1, MPI.LONG, 0, 0, 1, MPI.DOUBLE, MPI.SUM), "LONG", "DOUBLE");
        Check.error(
                MPI.ERR_TYPE,
                () -> win.compareAndSwap(new double[1], new double[1], new double[1], MPI.DOUBLE, 0, 0),
                "integer");
        Check.error(
                MPI.ERR_BUFFER, () -> win.fetchAndOp(one, null, MPI.LONG, 0, 0, MPI.SUM), "result", "Win.fetchAndOp");
        win.fence(0);
        win.free();
    }
}
