package org.bipj.mpi.contract;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import mpi.Group;
import mpi.MPI;
import mpi.Request;
import mpi.Win;

/**
 * What the end of an epoch promises, for all ways to end one (MPI 4.1 section 12.5): the target and the origins may change
 * their memory at once. The cases do so, after operations of random lengths. What was got must be what the target had
 * before, and the target must find what the origins had before.
 */
public final class WindowEndSuite extends Suite {
    private static final int ROUNDS = 24;
    private static final int FREE_ROUNDS = 4;
    private static final int TURNS = 12;
    /** The longest data of an operation, in bytes, where packets are not tiny. */
    private static final int MOST_BYTES = 400_000;
    /** Stored over what an operation used, as soon as it is complete. */
    private static final long CHANGED = -7;

    /** Adds the cases. */
    public WindowEndSuite() {
        for (Memory.Kind kind : Memory.Kind.values()) {
            add(
                    "memory is changed at the end of an epoch, " + kind,
                    3,
                    rank -> seeded(rank, kind, WindowEndSuite::ends));
            add("memory is changed by the next holder, " + kind, 3, rank -> seeded(rank, kind, WindowEndSuite::turns));
        }
        for (Memory.Kind kind : Memory.Kind.values()) {
            add("the last long is changed after the wait for a long get, " + kind, 2, rank -> last(rank, kind));
        }
        add("memory is changed after free", 3, rank -> seeded(rank, Memory.Kind.ARRAY, WindowEndSuite::freed));
    }

    @FunctionalInterface
    private interface Program {
        void run(Rank rank, Memory.Kind kind, Random plan);
    }

    private static void seeded(Rank rank, Memory.Kind kind, Program program) {
        long[] seed = {Long.getLong("bipj.seed", System.nanoTime())};
        rank.comm().bcast(seed, 1, MPI.LONG, 0);
        try {
            program.run(rank, kind, new Random(seed[0]));
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("-Dbipj.seed=" + seed[0] + ": " + e, e);
        }
    }

    /** A window of longs; this rank's part of it is stored to directly. */
    private record Memory(Win win, MemorySegment own, int[] places) {
        enum Kind {
            ARRAY,
            ALLOCATED,
            DYNAMIC
        }

        static Memory open(Rank rank, Kind kind, int longs) {
            long[] array = new long[kind == Kind.ALLOCATED ? 0 : longs];
            Win win = switch (kind) {
                case ARRAY -> new Win(array, longs, 1, MPI.INFO_NULL, rank.comm());
                case ALLOCATED -> Win.allocate(8L * longs, 8, MPI.INFO_NULL, rank.comm());
                case DYNAMIC -> new Win(MPI.INFO_NULL, rank.comm());
            };
            win.setErrhandler(MPI.ERRORS_RETURN);
            int[] places = null;
            if (kind == Kind.DYNAMIC) {
                win.attach(array, longs);
                places = new int[rank.comm().getSize()];
                int[] mine = {win.displacement(array)};
                rank.comm().allGather(mine, 1, MPI.INT, places, 1, MPI.INT);
            }
            return new Memory(win, kind == Kind.ALLOCATED ? win.memory() : MemorySegment.ofArray(array), places);
        }

        /** Displacement of a long at a target. */
        int at(int target, int index) {
            return places == null ? index : places[target] + 8 * index;
        }

        void fill(int from, int longs, long value) {
            for (int i = from; i < from + longs; i++) {
                own.setAtIndex(ValueLayout.JAVA_LONG, i, value);
            }
        }

        void check(int from, int longs, long expected, String what) {
            for (int i = from; i < from + longs; i++) {
                Check.equal(expected, own.getAtIndex(ValueLayout.JAVA_LONG, i), what);
            }
        }
    }

    private enum End {
        WAIT,
        TEST,
        FENCE,
        UNLOCK,
        UNLOCK_ALL,
        FLUSH,
        FLUSH_ALL,
        FLUSH_LOCAL,
        FLUSH_LOCAL_ALL,
        REQUEST;

        /** The target calls nothing of the window: a message notifies it. */
        boolean isPassive() {
            return ordinal() >= UNLOCK.ordinal();
        }
    }

    /** An operation of one origin on a part of the target that it alone accesses. */
    private static final class Operation {
        private enum Use {
            GET,
            PUT,
            SUM,
            FETCH
        }

        private final Use use;
        private final int longs;
        private final long[] data;
        private final long[] result;

        Operation(Use use, int longs) {
            this.use = use;
            this.longs = longs;
            data = new long[longs];
            result = new long[longs];
        }

        /** What the target holds afterwards, if it held one value and the data are of another one. */
        long stored(long old, long value) {
            return switch (use) {
                case GET -> old;
                case PUT -> value;
                case SUM, FETCH -> old + value;
            };
        }

        void start(Memory memory, int target, int index, long value) {
            Win win = memory.win;
            int at = memory.at(target, index);
            Arrays.fill(data, value);
            switch (use) {
                case GET -> win.get(result, longs, MPI.LONG, target, at, longs, MPI.LONG);
                case PUT -> win.put(data, longs, MPI.LONG, target, at, longs, MPI.LONG);
                case SUM -> win.accumulate(data, longs, MPI.LONG, target, at, longs, MPI.LONG, MPI.SUM);
                case FETCH ->
                    win.getAccumulate(
                            data, longs, MPI.LONG, result, longs, MPI.LONG, target, at, longs, MPI.LONG, MPI.SUM);
            }
        }

        Request startWithRequest(Memory memory, int target, int index, long value) {
            Win win = memory.win;
            int at = memory.at(target, index);
            Arrays.fill(data, value);
            return switch (use) {
                case GET -> win.rGet(result, longs, MPI.LONG, target, at, longs, MPI.LONG);
                case PUT -> win.rPut(data, longs, MPI.LONG, target, at, longs, MPI.LONG);
                case SUM -> win.rAccumulate(data, longs, MPI.LONG, target, at, longs, MPI.LONG, MPI.SUM);
                case FETCH ->
                    win.rGetAccumulate(
                            data, longs, MPI.LONG, result, longs, MPI.LONG, target, at, longs, MPI.LONG, MPI.SUM);
            };
        }

        /** Its buffers are the program's again. */
        void change() {
            Arrays.fill(data, CHANGED);
        }

        void check(long old) {
            if (use == Use.GET || use == Use.FETCH) {
                for (long one : result) {
                    Check.equal(old, one, use + " of " + longs + " longs");
                }
            }
        }
    }

    private static int most(Rank rank) {
        return Math.min(rank.sizes().huge(), MOST_BYTES) / 8;
    }

    private static Operation draw(Rank rank, Random plan) {
        int eager = rank.sizes().eagerLimit() / 8;
        int[] lengths = {1, 3, eager / 2, eager, eager + 1, rank.sizes().large() / 8, most(rank)};
        int longs = Math.clamp(lengths[plan.nextInt(lengths.length)], 1, most(rank));
        Operation.Use[] uses = Operation.Use.values();
        // Half of them read: what they find is what a target changes too early.
        return new Operation(plan.nextBoolean() ? Operation.Use.GET : uses[plan.nextInt(uses.length)], longs);
    }

    // ---- one target, the others are origins --------------------------------------------------------------------

    private static void ends(Rank rank, Memory.Kind kind, Random plan) {
        int ranks = rank.comm().getSize();
        int part = most(rank);
        Memory memory = Memory.open(rank, kind, ranks * part);
        for (int round = 0; round < ROUNDS; round++) {
            End end = End.values()[plan.nextInt(End.values().length)];
            int target = plan.nextInt(ranks);
            Operation[] operations = new Operation[ranks];
            Arrays.setAll(operations, origin -> draw(rank, plan));
            long old = 1000 + round;
            if (rank.rank() == target) {
                target(rank, memory, end, operations, old);
            } else {
                origin(rank, memory, end, target, operations[rank.rank()], old);
            }
        }
        rank.comm().barrier();
        memory.win.free();
    }

    private static int[] others(Rank rank) {
        return IntStream.range(0, rank.comm().getSize())
                .filter(one -> one != rank.rank())
                .toArray();
    }

    private static Group group(Rank rank, int... members) {
        return rank.comm().getGroup().incl(members);
    }

    private static void target(Rank rank, Memory memory, End end, Operation[] operations, long old) {
        Win win = memory.win;
        int part = most(rank);
        memory.fill(0, operations.length * part, old);
        if (end == End.FENCE) {
            win.fence(0);
        } else if (end.isPassive()) {
            win.sync();
            rank.comm().barrier();
        } else {
            win.post(group(rank, others(rank)), 0);
        }
        switch (end) {
            case WAIT -> win.waitFor();
            case TEST -> {
                while (!win.test()) {
                    Thread.onSpinWait();
                }
            }
            case FENCE -> win.fence(MPI.MODE_NOSUCCEED);
            default -> {}
        }
        int[] unheard = others(rank);
        for (int origin : unheard) {
            if (end.isPassive()) {
                rank.comm().recv(new int[1], 1, MPI.INT, origin, 0);
                win.sync();
            }
            // What is got is checked by the origin; here a check would only give it time.
            if (operations[origin].use != Operation.Use.GET) {
                memory.check(
                        origin * part,
                        operations[origin].longs,
                        operations[origin].stored(old, 100 + origin),
                        "memory after " + operations[origin].use + " of rank " + origin + " and " + end);
            }
            memory.fill(origin * part, part, CHANGED);
        }
    }

    private static void origin(Rank rank, Memory memory, End end, int target, Operation operation, long old) {
        Win win = memory.win;
        int at = rank.rank() * most(rank);
        long value = 100 + rank.rank();
        switch (end) {
            case FENCE -> win.fence(0);
            case WAIT, TEST -> win.start(group(rank, target), 0);
            default -> {
                rank.comm().barrier();
                if (end == End.UNLOCK) {
                    win.lock(MPI.LOCK_SHARED, target, 0);
                } else {
                    win.lockAll(0);
                }
            }
        }
        if (end == End.REQUEST) {
            operation.startWithRequest(memory, target, at, value).waitFor();
        } else {
            operation.start(memory, target, at, value);
        }
        switch (end) {
            case WAIT, TEST -> win.complete();
            case FENCE -> win.fence(MPI.MODE_NOSUCCEED);
            case UNLOCK -> win.unlock(target);
            case UNLOCK_ALL -> win.unlockAll();
            case FLUSH -> win.flush(target);
            case FLUSH_ALL -> win.flushAll();
            case FLUSH_LOCAL -> win.flushLocal(target);
            case FLUSH_LOCAL_ALL -> win.flushLocalAll();
            case REQUEST -> {}
        }
        operation.change();
        operation.check(old);
        Arrays.fill(operation.result, old);
        if (end.ordinal() > End.UNLOCK_ALL.ordinal()) {
            if (end.ordinal() > End.FLUSH_ALL.ordinal()) {
                win.flush(target);
            }
            rank.comm().send(new int[1], 1, MPI.INT, target, 0);
            win.unlockAll();
        } else if (end.isPassive()) {
            rank.comm().send(new int[1], 1, MPI.INT, target, 0);
        }
        // Nothing arrives late.
        operation.check(old);
    }

    private static void last(Rank rank, Memory.Kind kind) {
        int longs = most(rank);
        Memory memory = Memory.open(rank, kind, longs);
        Win win = memory.win;
        for (int round = 0; round < ROUNDS; round++) {
            if (rank.rank() == 0) {
                long[] result = new long[longs];
                win.start(group(rank, 1), 0);
                win.get(result, longs, MPI.LONG, 1, memory.at(1, 0), longs, MPI.LONG);
                win.complete();
                Check.equal(round, result[longs - 1], "the last of " + longs + " longs in epoch " + round);
            } else {
                win.post(group(rank, 0), 0);
                if (round % 2 == 0) {
                    win.waitFor();
                } else {
                    while (!win.test()) {
                        Thread.onSpinWait();
                    }
                }
                memory.fill(longs - 1, 1, round + 1);
            }
        }
        win.free();
    }

    // ---- all ranks take turns by exclusive locks ---------------------------------------------------------------

    /** Every holder that writes leaves one value in all longs: so each one that reads finds one value in all. */
    private static void turns(Rank rank, Memory.Kind kind, Random plan) {
        int longs = most(rank);
        Memory memory = Memory.open(rank, kind, longs);
        Win win = memory.win;
        int target = plan.nextInt(rank.comm().getSize());
        Random own = new Random(plan.nextLong() + rank.rank());
        long[] data = new long[longs];
        for (int turn = 0; turn < TURNS; turn++) {
            boolean reads = own.nextBoolean();
            boolean all = reads && own.nextBoolean();
            int type = reads && own.nextBoolean() ? MPI.LOCK_SHARED : MPI.LOCK_EXCLUSIVE;
            Arrays.fill(data, 10 * turn + rank.rank());
            if (all) {
                win.lockAll(0);
            } else {
                win.lock(type, target, 0);
            }
            if (reads) {
                win.get(data, longs, MPI.LONG, target, memory.at(target, 0), longs, MPI.LONG);
            } else if (rank.rank() == target) {
                memory.fill(0, longs, data[0]);
            } else {
                win.put(data, longs, MPI.LONG, target, memory.at(target, 0), longs, MPI.LONG);
            }
            if (all) {
                win.unlockAll();
            } else {
                win.unlock(target);
            }
            if (reads) {
                for (long one : data) {
                    Check.equal(data[0], one, "one of " + longs + " longs that were got in one turn");
                }
            }
            Arrays.fill(data, CHANGED);
        }
        win.free();
        for (long one : data) {
            Check.equal(CHANGED, one, "a buffer after its last operation");
        }
    }

    // ---- free --------------------------------------------------------------------------------------------------

    private static void freed(Rank rank, Memory.Kind kind, Random plan) {
        int ranks = rank.comm().getSize();
        int right = (rank.rank() + 1) % ranks;
        int left = (rank.rank() + ranks - 1) % ranks;
        for (int round = 0; round < FREE_ROUNDS; round++) {
            Operation[] operations = new Operation[ranks];
            Arrays.setAll(operations, origin -> draw(rank, plan));
            Memory memory = Memory.open(rank, kind, most(rank));
            long old = 1000 + round;
            memory.fill(0, most(rank), old);
            memory.win.fence(0);
            operations[rank.rank()].start(memory, right, 0, 100 + rank.rank());
            memory.win.free();
            operations[rank.rank()].change();
            memory.check(0, operations[left].longs, operations[left].stored(old, 100 + left), "memory after free");
            memory.fill(0, most(rank), CHANGED);
            operations[rank.rank()].check(old);
        }
    }
}
