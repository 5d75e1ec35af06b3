package org.bipj.mpi.contract;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Win;

/** Windows and what is done to them (MPI 4.1 sections 12.2 and 12.3), by each kind of memory. */
public final class WindowSuite extends Suite {
    private static final int RANDOM_PROGRAMS = 3;

    /** Adds the cases. */
    public WindowSuite() {
        for (WindowMemory.Kind kind : WindowMemory.Kind.values()) {
            add("put and get between fences, " + kind, 3, rank -> putAndGet(rank, kind));
            add("accumulates add up, " + kind, 4, rank -> accumulate(rank, kind));
            add("put and get between fences of many, " + kind, MANY, rank -> putAndGet(rank, kind));
            add("a rank alone, " + kind, 1, rank -> putAndGet(rank, kind));
        }
        add("sizes of every way that a message goes", 2, WindowSuite::sizes);
        add("any datatype on both sides, of many blocks too", 2, WindowSuite::datatypes);
        add("requests complete by themselves", 2, WindowSuite::requests);
        add("compare and swap, by type", 2, WindowSuite::swap);
        add("operations by type: shorts, bytes, floats, doubles, pairs, booleans", 3, WindowSuite::types);
        add("fetches with NO_OP and REPLACE, without an origin", 2, WindowSuite::fetches);
        add("long accumulates stay in order", 2, WindowSuite::ordered);
        add("sizes and units differ between ranks", 3, WindowSuite::differing);
        add("dynamic windows", 2, WindowSuite::dynamic);
        add("attributes, names, info, group, free", 2, WindowSuite::properties);
        add("memory of the library for an empty base", 3, WindowSuite::emptyBase);
        add("one rank has no memory", 3, WindowSuite::noMemory);
        add("many windows at a time, on sub-communicators", 4, WindowSuite::many);
        for (int ranks : new int[] {1, 2, 3, 4, MANY}) {
            add("random programs agree with an interpreter, " + ranks + " ranks", ranks, WindowSuite::random);
        }
    }

    private static void random(Rank rank) {
        long[] seed = {Long.getLong("bipj.seed", System.nanoTime())};
        rank.comm().bcast(seed, 1, MPI.LONG, 0);
        for (int i = 0; i < RANDOM_PROGRAMS; i++) {
            try {
                WindowProgram.run(rank, seed[0] + i);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + (seed[0] + i) + ": " + e, e);
            }
        }
    }

    private static void putAndGet(Rank rank, WindowMemory.Kind kind) {
        int me = rank.rank();
        int ranks = rank.comm().getSize();
        WindowMemory window = WindowMemory.open(rank, kind, ranks + 2);
        Win win = window.win();
        window.set(ranks, 100 + me);
        win.fence(MPI.MODE_NOPRECEDE);
        long[] got = new long[ranks];
        for (int target = 0; target < ranks; target++) {
            win.put(new long[] {10 * me + target}, 1, MPI.LONG, target, me, 1, MPI.LONG);
            long[] one = new long[1];
            win.get(one, 1, MPI.LONG, target, ranks, 1, MPI.LONG);
            // A direct buffer as an origin, too; the position does not count.
            ByteBuffer bytes = ByteBuffer.allocateDirect(8).order(java.nio.ByteOrder.nativeOrder());
            bytes.putLong(7);
            if (target == (me + 1) % ranks) {
                win.put(bytes, 8, MPI.BYTE, target, ranks + 1, 1, MPI.LONG);
            }
            win.put(one, 1, MPI.LONG, MPI.PROC_NULL, -1, 1, MPI.LONG);
            win.fence(0);
            got[target] = one[0];
        }
        win.fence(MPI.MODE_NOSUCCEED);
        for (int from = 0; from < ranks; from++) {
            Check.equal(10 * from + me, window.get(from), "put by rank " + from);
            Check.equal(100 + from, got[from], "got from rank " + from);
        }
        Check.equal(7, window.get(ranks + 1), "put out of a direct buffer");
        win.free();
        Check.that(win.isNull(), "freed");
    }

    private static void accumulate(Rank rank, WindowMemory.Kind kind) {
        int rounds = 50;
        int ranks = rank.comm().getSize();
        WindowMemory window = WindowMemory.open(rank, kind, 2);
        Win win = window.win();
        win.lockAll(0);
        long[] seen = new long[rounds];
        for (int i = 0; i < rounds; i++) {
            long[] before = new long[1];
            win.fetchAndOp(new long[] {1}, before, MPI.LONG, 0, 0, MPI.SUM);
            win.accumulate(new long[] {2}, 1, MPI.LONG, (rank.rank() + i) % ranks, 1, 1, MPI.LONG, MPI.SUM);
            win.flush(0);
            seen[i] = before[0];
            Check.that(i == 0 || seen[i] > seen[i - 1], "a counter rises");
        }
        win.unlockAll();
        long[] all = new long[rounds * ranks];
        rank.comm().allGather(seen, rounds, MPI.LONG, all, rounds, MPI.LONG);
        Arrays.sort(all);
        for (int i = 0; i < all.length; i++) {
            Check.equal(i, all[i], "each value is fetched once");
        }
        rank.comm().barrier();
        win.sync();
        long[] sum = {window.get(1)};
        rank.comm().allReduce(sum, 1, MPI.LONG, MPI.SUM);
        Check.equal(2L * rounds * ranks, sum[0], "sum of all accumulates");
        win.free();
    }

    private static void sizes(Rank rank) {
        int most = 200_000;
        byte[] memory = new byte[2 * most];
        Win win = new Win(memory, memory.length, 1, MPI.INFO_NULL, rank.comm());
        int other = 1 - rank.rank();
        for (int bytes :
                Arrays.stream(rank.sizes().all()).filter(n -> n <= most).toArray()) {
            byte[] data = Pattern.bytes(bytes, bytes + rank.rank());
            byte[] got = new byte[bytes];
            win.fence(0);
            win.put(data, bytes, MPI.BYTE, other, 0, bytes, MPI.BYTE);
            win.accumulate(data, bytes, MPI.BYTE, other, most, bytes, MPI.BYTE, MPI.REPLACE);
            win.fence(0);
            win.get(got, bytes, MPI.BYTE, other, 0, bytes, MPI.BYTE);
            win.fence(0);
            byte[] theirs = Pattern.bytes(bytes, bytes + other);
            Check.sameBytes(theirs, Arrays.copyOf(memory, bytes), () -> "put " + bytes);
            Check.sameBytes(theirs, Arrays.copyOfRange(memory, most, most + bytes), () -> "accumulated " + bytes);
            Check.sameBytes(data, got, () -> "got " + bytes);
        }
        win.free();
    }

    private static void datatypes(Rank rank) {
        int blocks = 700;
        int[] lengths = new int[blocks];
        int[] places = new int[blocks];
        for (int i = 0; i < blocks; i++) {
            lengths[i] = 1 + i % 3;
            places[i] = 5 * (blocks - 1 - i);
        }
        Datatype scattered = Datatype.createIndexed(lengths, places, MPI.INT);
        scattered.commit();
        int ints = Arrays.stream(lengths).sum();
        int[] memory = new int[5 * blocks];
        Win win = new Win(IntBuffer.wrap(memory), memory.length, 1, MPI.INFO_NULL, rank.comm());
        int other = 1 - rank.rank();
        int[] data = new int[ints];
        Arrays.setAll(data, i -> 1000 * rank.rank() + i);
        win.fence(0);
        win.put(data, ints, MPI.INT, other, 0, 1, scattered);
        win.fence(0);
        int n = 0;
        for (int i = 0; i < blocks; i++) {
            for (int k = 0; k < lengths[i]; k++) {
                Check.equal(1000 * other + n++, memory[places[i] + k], "block " + i + ", int " + k);
            }
        }
        // The same type on the origin's side; and added to itself.
        int[] got = new int[5 * blocks];
        win.get(got, 1, scattered, other, 0, 1, scattered);
        win.fence(0);
        win.accumulate(data, ints, MPI.INT, other, 0, 1, scattered, MPI.SUM);
        win.fence(0);
        Check.equal(1000 * rank.rank(), got[places[0]], "got");
        Check.equal(2 * (1000 * other + ints - 1), memory[places[blocks - 1] + lengths[blocks - 1] - 1], "added");
        scattered.free();
        win.free();
    }

    private static void requests(Rank rank) {
        double[] memory = new double[30_000];
        Win win = new Win(memory, memory.length, 1, MPI.INFO_NULL, rank.comm());
        int other = 1 - rank.rank();
        int half = memory.length / 2;
        double[] ones = new double[half];
        Arrays.fill(ones, 1);
        double[] old = new double[half];
        double[] got = new double[half];
        win.lock(MPI.LOCK_SHARED, other, 0);
        Request[] all = {
            win.rPut(ones, half, MPI.DOUBLE, other, 0, half, MPI.DOUBLE),
            win.rAccumulate(ones, half, MPI.DOUBLE, other, half, half, MPI.DOUBLE, MPI.SUM),
            win.rPut(ones, 1, MPI.DOUBLE, MPI.PROC_NULL, 0, 1, MPI.DOUBLE)
        };
        Request.waitAll(all);
        win.flush(other);
        Request fetch = win.rGetAccumulate(
                ones, half, MPI.DOUBLE, old, half, MPI.DOUBLE, other, half, half, MPI.DOUBLE, MPI.SUM);
        fetch.waitFor();
        Request get = win.rGet(got, half, MPI.DOUBLE, other, half, half, MPI.DOUBLE);
        while (!get.test()) {
            Check.that(!get.isNull(), "a request that is not complete");
        }
        Check.that(get.isNull(), "a request that is complete");
        win.flushLocal(other);
        win.unlock(other);
        Check.equal(1.0, old[half - 1], "fetched");
        Check.equal(2.0, got[half - 1], "got");
        rank.comm().barrier();
        win.sync();
        Check.equal(1.0, memory[half - 1], "put");
        win.free();
    }

    private static void swap(Rank rank) {
        Win win = new Win(MemorySegment.ofArray(new long[4]), 32, 8, MPI.INFO_NULL, rank.comm());
        win.lockAll(0);
        win.fetchAndOp(new long[] {5}, new long[1], MPI.LONG, rank.rank(), 0, MPI.REPLACE);
        win.flush(rank.rank());
        rank.comm().barrier();
        long[] result = new long[1];
        win.compareAndSwap(new long[] {rank.rank() + 10}, new long[] {5}, result, MPI.LONG, 0, 0);
        win.flush(0);
        long[] both = new long[2];
        rank.comm().allGather(result, 1, MPI.LONG, both, 1, MPI.LONG);
        long winner = both[0] == 5 ? 10 : 11;
        Check.equal(winner == 10 ? new long[] {5, 10} : new long[] {11, 5}, both, "one of two swaps");
        short[] was = {-1};
        win.compareAndSwap(new short[] {3}, new short[] {0}, was, MPI.SHORT, rank.rank(), 1);
        win.flush(rank.rank());
        Check.equal(0, was[0], "a short");
        byte[] wasByte = {-1};
        win.compareAndSwap(new byte[] {4}, new byte[] {9}, wasByte, MPI.BYTE, rank.rank(), 3);
        win.flush(rank.rank());
        Check.equal(0, wasByte[0], "a byte");
        win.compareAndSwap(new byte[] {4}, new byte[] {0}, wasByte, MPI.BYTE, rank.rank(), 3);
        win.compareAndSwap(new byte[] {5}, new byte[] {9}, wasByte, MPI.BYTE, rank.rank(), 3);
        win.flush(rank.rank());
        Check.equal(4, wasByte[0], "a byte that was swapped");
        int[] wasInt = {-1};
        win.compareAndSwap(new int[] {4}, new int[] {0}, wasInt, MPI.INT, rank.rank(), 2);
        win.flush(rank.rank());
        Check.equal(0, wasInt[0], "an int");
        win.unlockAll();
        win.free();
    }

    private static void types(Rank rank) {
        int ranks = rank.comm().getSize();
        Win win = Win.allocate(256, 1, MPI.INFO_NULL, rank.comm());
        MemorySegment memory = win.memory();
        memory.set(ValueLayout.JAVA_INT, 124, Integer.MAX_VALUE);
        memory.set(ValueLayout.JAVA_DOUBLE, 112, 1e9);
        memory.set(ValueLayout.JAVA_BYTE, 128, (byte) 1);
        float me = rank.rank() + 1;
        win.fence(0);
        win.accumulate(new short[] {1, 2}, 2, MPI.SHORT, 0, 2, 2, MPI.SHORT, MPI.SUM);
        win.accumulate(new byte[] {2}, 1, MPI.BYTE, 0, 8, 1, MPI.BYTE, MPI.SUM);
        win.accumulate(new char[] {(char) me}, 1, MPI.CHAR, 0, 10, 1, MPI.CHAR, MPI.MAX);
        win.accumulate(new float[] {me, 0.5f}, 2, MPI.FLOAT, 0, 16, 2, MPI.FLOAT, MPI.SUM);
        win.accumulate(new double[] {me, -me}, 2, MPI.DOUBLE, 0, 32, 2, MPI.DOUBLE, MPI.MAX);
        // Not aligned.
        win.accumulate(new double[] {me}, 1, MPI.DOUBLE, 0, 65, 1, MPI.DOUBLE, MPI.SUM);
        win.accumulate(new int[] {1, 1}, 2, MPI.INT, 0, 76, 2, MPI.INT, MPI.BOR);
        win.accumulate(new double[] {1, me}, 1, MPI.DOUBLE_COMPLEX, 0, 88, 1, MPI.DOUBLE_COMPLEX, MPI.SUM);
        ByteBuffer pair = ByteBuffer.allocate(16).order(java.nio.ByteOrder.nativeOrder());
        pair.putDouble(0, -me).putInt(8, rank.rank());
        win.accumulate(pair, 1, MPI.DOUBLE_INT, 0, 112, 1, MPI.DOUBLE_INT, MPI.MINLOC);
        win.accumulate(new boolean[] {rank.rank() != 1}, 1, MPI.BOOLEAN, 0, 128, 1, MPI.BOOLEAN, MPI.LAND);
        win.fence(0);
        if (rank.rank() == 0) {
            Check.equal(ranks, memory.get(ValueLayout.JAVA_SHORT, 2), "shorts");
            Check.equal(2 * ranks, memory.get(ValueLayout.JAVA_SHORT, 4), "shorts");
            Check.equal(2 * ranks, memory.get(ValueLayout.JAVA_BYTE, 8), "bytes");
            Check.equal(ranks, memory.get(ValueLayout.JAVA_CHAR, 10), "chars");
            Check.equal(6f, memory.get(ValueLayout.JAVA_FLOAT, 16), "floats");
            Check.equal(1.5f, memory.get(ValueLayout.JAVA_FLOAT, 20), "floats");
            Check.equal(3.0, memory.get(ValueLayout.JAVA_DOUBLE, 32), "doubles");
            Check.equal(0.0, memory.get(ValueLayout.JAVA_DOUBLE, 40), "doubles");
            Check.equal(6.0, memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 65), "a double that is not aligned");
            Check.equal(1, memory.get(ValueLayout.JAVA_INT, 76), "ints");
            Check.equal(3.0, memory.get(ValueLayout.JAVA_DOUBLE, 88), "complex");
            Check.equal(6.0, memory.get(ValueLayout.JAVA_DOUBLE, 96), "complex");
            Check.equal(-3.0, memory.get(ValueLayout.JAVA_DOUBLE, 112), "value of the least pair");
            Check.equal(2, memory.get(ValueLayout.JAVA_INT, 120), "index of the least pair");
            Check.equal(Integer.MAX_VALUE, memory.get(ValueLayout.JAVA_INT, 124), "the gap of a pair");
            Check.equal(0, memory.get(ValueLayout.JAVA_BYTE, 128), "boolean");
        }
        win.free();
    }

    private static void fetches(Rank rank) {
        int n = 2000;
        int[] memory = new int[n];
        Arrays.setAll(memory, i -> i + rank.rank());
        Win win = new Win(memory, n, 1, MPI.INFO_NULL, rank.comm());
        int other = 1 - rank.rank();
        int[] old = new int[n];
        win.fence(0);
        win.getAccumulate(null, 0, MPI.INT, old, n, MPI.INT, other, 0, n, MPI.INT, MPI.NO_OP);
        win.fence(0);
        Check.equal(n - 1 + other, old[n - 1], "read by NO_OP");
        win.getAccumulate(new int[n], n, MPI.INT, old, n, MPI.INT, other, 0, n, MPI.INT, MPI.REPLACE);
        int[] one = {-1};
        win.fence(0);
        win.fetchAndOp(null, one, MPI.INT, other, 3, MPI.NO_OP);
        win.fence(0);
        Check.equal(0, one[0], "replaced");
        Check.equal(new int[n], memory, "replaced");
        win.getAccumulate(null, 0, MPI.INT, null, 0, MPI.INT, other, 0, 0, MPI.INT, MPI.SUM);
        win.getAccumulate(null, 0, MPI.INT, null, 0, MPI.INT, other, 0, 0, MPI.INT, MPI.NO_OP);
        win.accumulate(null, 0, MPI.INT, other, 0, 0, MPI.INT, MPI.SUM);
        win.fence(0);
        Check.equal(new int[n], memory, "nothing is accumulated");
        win.free();
    }

    /** The last of several replacements by one origin stays, however long they are (section 12.7.2). */
    private static void ordered(Rank rank) {
        int n = 20_000;
        int[] memory = new int[n];
        Win win = new Win(memory, n, 1, MPI.INFO_NULL, rank.comm());
        int other = 1 - rank.rank();
        win.lock(MPI.LOCK_EXCLUSIVE, other, 0);
        int[][] data = new int[6][n];
        for (int i = 0; i < data.length; i++) {
            Arrays.fill(data[i], i + 1);
            int count = i % 2 == 0 ? n : 1;
            win.accumulate(data[i], count, MPI.INT, other, 0, count, MPI.INT, MPI.REPLACE);
        }
        win.flushLocalAll();
        win.unlock(other);
        rank.comm().barrier();
        win.sync();
        Check.equal(data.length, memory[0], "the last one");
        Check.equal(data.length - 1, memory[n - 1], "the last long one");
        win.free();
    }

    private static void differing(Rank rank) throws Exception {
        int me = rank.rank();
        int[] memory = new int[10 * me];
        Win win = new Win(me == 0 ? null : memory, 10 * me, me + 1, MPI.INFO_NULL, rank.comm());
        win.setErrhandler(MPI.ERRORS_RETURN);
        win.fence(0);
        win.put(new int[] {7}, 1, MPI.INT, 2, 3 + me, 1, MPI.INT);
        Check.error(MPI.ERR_RMA_RANGE, () -> win.put(new int[1], 1, MPI.INT, 0, 0, 1, MPI.INT), "rank 0", "0 to 0");
        win.put(new int[0], 0, MPI.INT, 0, 0, 0, MPI.INT);
        win.fence(0);
        if (me == 2) {
            Check.equal(new int[] {7, 7, 7}, new int[] {memory[9], memory[12], memory[15]}, "by units of 3 ints");
        }
        Check.equal(me + 1 == 1 ? 1 : 4 * (me + 1), win.getAttr(MPI.WIN_DISP_UNIT), "unit in bytes");
        win.free();
    }

    private static void dynamic(Rank rank) throws Exception {
        Win win = new Win(MPI.INFO_NULL, rank.comm());
        win.setErrhandler(MPI.ERRORS_RETURN);
        int other = 1 - rank.rank();
        long[] first = new long[5000];
        IntBuffer second = IntBuffer.allocate(10);
        win.attach(first, first.length);
        win.attach(second, 10);
        int[] places = {win.displacement(first), win.displacement(second)};
        int[] theirs = new int[2];
        rank.comm().sendRecv(places, 2, MPI.INT, other, 0, theirs, 2, MPI.INT, other, 0);
        long[] data = new long[5000];
        Arrays.fill(data, 9);
        win.fence(0);
        win.put(data, 5000, MPI.LONG, other, theirs[0], 5000, MPI.LONG);
        win.accumulate(new int[] {3}, 1, MPI.INT, other, theirs[1] + 4, 1, MPI.INT, MPI.SUM);
        win.accumulate(new int[] {2}, 1, MPI.INT, rank.rank(), places[1] + 4, 1, MPI.INT, MPI.SUM);
        win.fence(0);
        Check.equal(9, first[4999], "put");
        Check.equal(5, second.get(1), "accumulated");
        // Refused by the target, and thrown by the call that completes the operation.
        win.put(data, 5000, MPI.LONG, other, theirs[0] + 8, 5000, MPI.LONG);
        win.get(data, 1, MPI.LONG, other, 3, 1, MPI.LONG);
        Check.error(MPI.ERR_RMA_RANGE, () -> win.fence(0), "attached no memory");
        win.fence(0);
        Check.equal(new int[] {0, 5}, new int[] {second.get(0), second.get(1)}, "nothing is written");
        Check.error(MPI.ERR_RMA_ATTACH, () -> win.attach(first, 1), "attached already");
        rank.comm().barrier();
        win.detach(first);
        Check.error(MPI.ERR_RMA_ATTACH, () -> win.detach(first), "not attached");
        win.lock(MPI.LOCK_SHARED, rank.rank(), 0);
        Check.error(
                MPI.ERR_RMA_RANGE,
                () -> win.put(data, 1, MPI.LONG, rank.rank(), places[0], 1, MPI.LONG),
                "attached no memory");
        win.unlock(rank.rank());
        win.free();
        Win fixed = Win.allocate(8, 8, MPI.INFO_NULL, rank.comm());
        fixed.setErrhandler(MPI.ERRORS_RETURN);
        Check.error(MPI.ERR_RMA_FLAVOR, () -> fixed.attach(first, 1), "Win(info, comm)");
        fixed.free();
    }

    private static void properties(Rank rank) throws Exception {
        Info hints = new Info();
        hints.set("no_locks", "false");
        double[] memory = new double[4];
        Win win = new Win(4, 2, hints, rank.comm(), memory, Win.FLAVOR_SHARED);
        Check.that(win.getErrhandler() == MPI.ERRORS_ARE_FATAL, "handler of a new window");
        win.setErrhandler(MPI.ERRORS_RETURN);
        Check.that(win.getErrhandler() == MPI.ERRORS_RETURN, "handler");
        win.callErrhandler(MPI.ERR_WIN);
        Check.that(win.getAttr(MPI.WIN_BASE) == memory, "base");
        Check.equal(32, win.getAttr(MPI.WIN_SIZE), "size, an Integer as in the bindings");
        Check.equal(16, win.getAttr(MPI.WIN_DISP_UNIT), "unit");
        int key = Win.createKeyval();
        Check.that(win.getAttr(key) == null, "no attribute");
        win.setAttr(key, "value");
        Check.equal("value", win.getAttr(key), "attribute");
        win.deleteAttr(key);
        Check.that(win.getAttr(key) == null, "no attribute any more");
        Win.freeKeyval(key);
        Check.error(MPI.ERR_KEYVAL, () -> win.setAttr(key, "value"));
        Check.error(MPI.ERR_KEYVAL, () -> win.getAttr(key), "Win.getAttr", key + " is no key");
        Check.error(MPI.ERR_KEYVAL, () -> win.deleteAttr(key), "Win.deleteAttr", key + " is no key");
        Check.equal("", win.getName(), "no name");
        win.setName("halo");
        Check.equal("halo", win.getName(), "name");
        Check.equal("false", win.getInfo().get("no_locks"), "hint");
        hints.set("no_locks", "true");
        win.setInfo(hints);
        Check.equal("true", win.getInfo().get("no_locks"), "hint");
        Check.equal(MPI.IDENT, Group.compare(rank.comm().getGroup(), win.getGroup()), "group");
        Check.error(MPI.ERR_RMA_SYNC, () -> win.complete(), "window halo", "rank " + rank.rank());
        Check.that(win.memory().byteSize() == 32, "memory");
        win.free();
        Check.error(MPI.ERR_WIN, () -> win.fence(0), "freed");
        try (Win closed = Win.allocate(0, 1, MPI.INFO_NULL, rank.comm())) {
            closed.fence(0);
        }
        Win made = Win.allocate(64, 1, MPI.INFO_NULL, rank.comm());
        MemorySegment mine = made.memory();
        made.free();
        Check.that(!mine.scope().isAlive(), "memory of a window that was freed");
        Check.error(MPI.ERR_COMM, () -> new Win(memory, 4, 1, MPI.INFO_NULL, null));
        Check.error(MPI.ERR_INFO, () -> new Win(memory, 4, 1, null, rank.comm()));
        hints.free();
        Check.error(MPI.ERR_INFO, () -> new Win(memory, 4, 1, hints, rank.comm()), "freed");
        Check.error(MPI.ERR_BUFFER, () -> new Win(memory, 5, 1, MPI.INFO_NULL, rank.comm()), "32 bytes", "40");
        Check.error(MPI.ERR_BUFFER, () -> new Win("text", 1, 1, MPI.INFO_NULL, rank.comm()), "String");
        Check.error(MPI.ERR_BUFFER, () -> new Win(new boolean[1], 1, 1, MPI.INFO_NULL, rank.comm()), "boolean");
        Check.error(MPI.ERR_SIZE, () -> new Win(memory, -1, 1, MPI.INFO_NULL, rank.comm()), "-1");
        Check.error(MPI.ERR_SIZE, () -> Win.allocate(-1, 1, MPI.INFO_NULL, rank.comm()), "-1");
        long tooMuch = Long.MAX_VALUE;
        Check.error(MPI.ERR_NO_MEM, () -> Win.allocate(tooMuch, 1, MPI.INFO_NULL, rank.comm()), "" + tooMuch);
        Check.error(MPI.ERR_DISP, () -> new Win(memory, 1, 0, MPI.INFO_NULL, rank.comm()), "dispUnit");
        Check.error(MPI.ERR_RMA_FLAVOR, () -> new Win(1, 1, MPI.INFO_NULL, rank.comm(), memory, 2), "FLAVOR_PRIVATE");
    }

    private static void emptyBase(Rank rank) throws Exception {
        int me = rank.rank();
        int right = (me + 1) % 3;
        Object[] empty = {null, new double[0], ByteBuffer.allocateDirect(0)};
        int[] bytes = {1, 8, 1};
        for (int i = 0; i < empty.length; i++) {
            Win win = new Win(16, 2, MPI.INFO_NULL, rank.comm(), empty[i], Win.FLAVOR_PRIVATE);
            win.setErrhandler(MPI.ERRORS_RETURN);
            Check.equal(16L * bytes[i], win.memory().byteSize(), "bytes of 16 elements");
            Check.equal(16 * bytes[i], win.getAttr(MPI.WIN_SIZE), "size");
            Check.equal(win.memory(), win.getAttr(MPI.WIN_BASE), "base");
            win.fence(0);
            win.put(new byte[] {(byte) (40 + me)}, 1, MPI.BYTE, right, 7, 1, MPI.BYTE);
            Check.error(MPI.ERR_RMA_RANGE, () -> win.put(new byte[1], 1, MPI.BYTE, right, 8, 1, MPI.BYTE), "rank");
            win.fence(0);
            Check.equal(40 + (me + 2) % 3, win.memory().get(ValueLayout.JAVA_BYTE, 14L * bytes[i]), "put");
            win.free();
        }
        // Of a base with elements, memory is never made.
        double[] base = new double[4];
        Check.error(
                MPI.ERR_BUFFER,
                () -> new Win(5, 1, MPI.INFO_NULL, rank.comm(), base, Win.FLAVOR_PRIVATE),
                "32 bytes",
                "40");
        // Each rank as it likes.
        Win mixed = new Win(4, 1, MPI.INFO_NULL, rank.comm(), me == 0 ? base : null, Win.FLAVOR_SHARED);
        Check.that(mixed.getAttr(MPI.WIN_BASE) == base == (me == 0), "the base of rank 0 only");
        Check.equal(me == 0 ? 32L : 4L, mixed.memory().byteSize(), "memory");
        mixed.free();
        Win nothing = new Win(0, 1, MPI.INFO_NULL, rank.comm(), null, Win.FLAVOR_SHARED);
        Check.equal(0, nothing.getAttr(MPI.WIN_SIZE), "size");
        nothing.free();
    }

    /** All ranks get the error: none waits for one that has thrown. */
    private static void noMemory(Rank rank) throws Exception {
        long most = Long.MAX_VALUE;
        Check.error(
                MPI.ERR_NO_MEM,
                () -> Win.allocate(rank.rank() == 1 ? most : 8, 1, MPI.INFO_NULL, rank.comm()),
                "rank 1",
                "" + most);
        Check.error(
                MPI.ERR_NO_MEM,
                () -> Win.allocateShared(rank.rank() == 1 ? most : 8, 1, MPI.INFO_NULL, rank.comm()),
                "rank 1",
                "" + most);
        Check.error(
                MPI.ERR_NO_MEM,
                () -> Win.allocateShared(rank.rank() == 1 ? most - 100 : 8, 1, MPI.INFO_NULL, rank.comm()),
                "rank 0",
                "" + (most - 83));
        rank.comm().barrier();
    }

    private static void many(Rank rank) {
        int windows = 12;
        Intracomm half = rank.comm().split(rank.rank() / 2, -rank.rank());
        Win[] all = new Win[windows];
        for (int i = 0; i < windows; i++) {
            all[i] = Win.allocate(8, 8, MPI.INFO_NULL, i % 2 == 0 ? rank.comm() : half);
            all[i].lockAll(0);
        }
        for (int i = windows - 1; i >= 0; i--) {
            all[i].accumulate(new long[] {i}, 1, MPI.LONG, 1, 0, 1, MPI.LONG, MPI.SUM);
        }
        for (int i = 0; i < windows; i++) {
            all[i].unlockAll();
        }
        rank.comm().barrier();
        for (int i = 0; i < windows; i++) {
            all[i].sync();
            int ranks = i % 2 == 0 ? 4 : 2;
            boolean target = i % 2 == 0 ? rank.rank() == 1 : half.getRank() == 1;
            Check.equal(target ? (long) i * ranks : 0, all[i].memory().get(ValueLayout.JAVA_LONG, 0), "window " + i);
            all[i].free();
        }
        half.free();
    }
}
