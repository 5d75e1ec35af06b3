package org.bipj.splitc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.bipj.testkit.RankSuite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The contract of Split-C. Each rank is a thread, a process, or a fiber of a simulated cluster. */
public abstract class SplitCContract extends RankSuite {
    /** One rank's program. */
    @FunctionalInterface
    protected interface Program {
        /** Runs it. */
        void run(SplitC sc) throws Exception;
    }

    /** Bytes of the largest bulk access. */
    protected int bulkBytes() {
        return 300_000;
    }

    private static final int REPEAT = 50;
    private static final int PHASES = 15;

    /** Runs a program on every rank. */
    protected final void run(int ranks, Program program) {
        runRanks(ranks, () -> {
            try (SplitC sc = SplitC.init()) {
                assertEquals(ranks, sc.size());
                program.run(sc);
            }
        });
    }

    private static void fails(String named, Executable call) {
        String message = assertThrows(SplitCException.class, call).getMessage();
        assertTrue(message.contains(named), "\"" + message + "\" names " + named);
    }

    // ---- pointers and memory -----------------------------------------------------------------------------------

    @Test
    void theRankVariesFastestInSpreadArrays() {
        run(2, sc -> {
            SpreadInts ints = sc.allSpreadInts(7, 3);
            long first = ints.pointer(0);
            assertEquals(GlobalPointer.of(1, GlobalPointer.offset(first)), ints.pointer(1));
            assertEquals(first + 12, ints.pointer(2));
            assertEquals(first + 12 + 8, ints.pointer(2, 2));
            assertEquals(4 - sc.rank(), ints.ownCount());
            for (long i = 0; i < ints.count(); i++) {
                assertEquals(i, ints.index(ints.pointer(i)));
                assertEquals(ints.isLocal(i), sc.isLocal(ints.pointer(i)));
            }
            long own = sc.allocate(5);
            assertTrue(sc.isLocal(own) && own % 8 == 0);
            // What one rank allocates alone does not move what all allocate together.
            sc.allocate(8 * (sc.rank() + 1));
            assertEquals(
                    GlobalPointer.offset(first) + 4 * 12,
                    GlobalPointer.offset(sc.allSpreadDoubles(1).pointer(0)));
        });
    }

    @Test
    void aRankAlone() {
        run(1, sc -> {
            SpreadDoubles x = sc.allSpreadDoubles(10);
            x.store(3, 2.5);
            sc.storeSync(8);
            x.put(4, 3.5);
            x.get(4, x.pointer(5));
            sc.sync();
            sc.bulkWrite(x.pointer(6), x.pointer(3), 16);
            sc.allStoreSync();
            sc.barrier();
            assertEquals(2.5, x.read(6));
            assertEquals(3.5, x.read(5));
        });
    }

    // ---- single accesses ---------------------------------------------------------------------------------------

    @Test
    void whatIsWrittenIsRead() {
        run(3, sc -> {
            SpreadBytes bytes = sc.allSpreadBytes(9);
            SpreadInts ints = sc.allSpreadInts(9);
            SpreadDoubles doubles = sc.allSpreadDoubles(9);
            long longs = sc.allSpread(24);
            int me = sc.rank();
            for (int to = 0; to < 3; to++) {
                int i = 3 * me + to;
                bytes.write(i, (byte) (-5 - i));
                ints.write(i, Integer.MIN_VALUE + i);
                doubles.write(i, i / 3.0);
                sc.writeLong(GlobalPointer.of(to, longs + 8 * me), Long.MIN_VALUE + i);
            }
            sc.barrier();
            for (int i = 0; i < 9; i++) {
                assertEquals(-5 - i, bytes.read(i));
                assertEquals(Integer.MIN_VALUE + i, ints.read(i));
                assertEquals(i / 3.0, doubles.read(i));
                assertEquals(Long.MIN_VALUE + i, sc.readLong(GlobalPointer.of(i % 3, longs + 8 * (i / 3))));
            }
            sc.barrier();
        });
    }

    @Test
    void getsAndPutsAreDoneAfterSync() {
        run(2, sc -> {
            int count = 200;
            SpreadDoubles x = sc.allSpreadDoubles(2, count);
            SpreadInts n = sc.allSpreadInts(2, count);
            SpreadBytes b = sc.allSpreadBytes(2, count);
            int other = 1 - sc.rank();
            for (int i = 0; i < count; i++) {
                sc.putDouble(x.pointer(other, i), 1000 * sc.rank() + i);
                sc.putInt(n.pointer(other, i), -i);
                sc.putByte(b.pointer(other, i), (byte) i);
            }
            sc.sync();
            long doubles = sc.allocate(8 * count);
            long ints = sc.allocate(4 * count);
            long bytes = sc.allocate(count);
            for (int i = 0; i < count; i++) {
                sc.getDouble(doubles + 8 * i, x.pointer(other, i));
                sc.getInt(ints + 4 * i, n.pointer(other, i));
                sc.getByte(bytes + i, b.pointer(other, i));
            }
            sc.sync();
            for (int i = 0; i < count; i++) {
                assertEquals(1000 * sc.rank() + i, sc.readDouble(doubles + 8 * i));
                assertEquals(-i, sc.readInt(ints + 4 * i));
                assertEquals((byte) i, sc.readByte(bytes + i));
            }
        });
    }

    // ---- stores ------------------------------------------------------------------------------------------------

    @Test
    void storeSyncCountsTheBytesOfAllRanks() {
        run(3, sc -> {
            SpreadInts x = sc.allSpreadInts(3, 3 * REPEAT);
            for (int i = 0; i < REPEAT; i++) {
                for (int to = 0; to < 3; to++) {
                    x.store(to, REPEAT * sc.rank() + i, 7 * sc.rank() + i);
                }
                if (i == REPEAT / 2) {
                    sc.storeSync(12L * i);
                }
            }
            sc.storeSync(12L * (REPEAT - REPEAT / 2));
            for (int from = 0; from < 3; from++) {
                for (int i = 0; i < REPEAT; i++) {
                    assertEquals(7 * from + i, x.read(sc.rank(), REPEAT * from + i));
                }
            }
        });
    }

    @Test
    void allStoreSyncEndsTheCount() {
        run(2, sc -> {
            SpreadDoubles x = sc.allSpreadDoubles(2);
            int other = 1 - sc.rank();
            for (int i = 1; i <= REPEAT; i++) {
                x.store(other, i);
                sc.allStoreSync();
                assertEquals(i, x.read(sc.rank()));
                sc.barrier();
            }
            // Rank 0 is ahead: its store of the next epoch does not count for rank 1's last one.
            if (sc.rank() == 0) {
                x.store(other, -1);
                sc.allStoreSync();
                x.store(other, -2);
            } else {
                sc.allStoreSync();
                sc.storeSync(8);
                assertEquals(-2, x.read(1));
            }
        });
    }

    // ---- bulk --------------------------------------------------------------------------------------------------

    @Test
    void bulkAccessesMoveAllBytesAndNoOthers() {
        run(2, sc -> {
            int[] lengths = {0, 1, 7, 24, 25, 32, 33, 40, 64, 65, 1000, 5000, bulkBytes()};
            int most = bulkBytes() + 16;
            SpreadBytes x = sc.allSpreadBytes(2, most);
            long own = sc.allocate(most);
            long copy = sc.allocate(most);
            long there = x.pointer(1 - sc.rank()) + 3;
            for (int length : lengths) {
                int room = length + 16;
                for (int form = 0; form < 3; form++) {
                    int seed = 31 * form + sc.rank();
                    fill(sc, own, room, seed);
                    fill(sc, copy, room, 99);
                    fill(sc, x.pointer(sc.rank()), room, 77);
                    sc.barrier();
                    write(sc, form, there, own + 5, length);
                    sc.barrier();
                    if (form == 2) {
                        // It may have been changed since.
                        fill(sc, own, room, seed + 1);
                        sc.storeSync(length);
                    }
                    check(sc, x.pointer(sc.rank()) + 3, own + 5, length, 31 * form + 1 - sc.rank(), 77);
                    sc.barrier();
                    if (form == 0) {
                        sc.bulkRead(copy + 5, there, length);
                    } else {
                        sc.bulkGet(copy + 5, there, length);
                        sc.sync();
                    }
                    check(sc, copy + 5, own + 5, length, seed, 99);
                    sc.barrier();
                }
            }
        });
    }

    private static void write(SplitC sc, int form, long to, long from, int length) {
        switch (form) {
            case 0 -> sc.bulkWrite(to, from, length);
            case 1 -> {
                sc.bulkPut(to, from, length);
                sc.sync();
            }
            default -> sc.bulkStore(to, from, length);
        }
    }

    private static void fill(SplitC sc, long at, int length, int seed) {
        for (int i = 0; i < length; i++) {
            sc.memory().set(JAVA_BYTE, GlobalPointer.offset(at) + i, pattern(seed, i));
        }
    }

    private static byte pattern(int seed, int i) {
        return (byte) (seed * 37 + i * 7 + (i >>> 8));
    }

    /** The bytes that were written, which stood at an offset of 5 in their array, and those around them. */
    private static void check(SplitC sc, long at, long source, int length, int seed, int around) {
        int shift = (int) (GlobalPointer.offset(at) & 7);
        assertEquals(pattern(around, shift - 1), sc.readByte(at - 1));
        assertEquals(pattern(around, shift + length), sc.readByte(at + length));
        for (int i = 0; i < length; i++) {
            byte found = sc.memory().get(JAVA_BYTE, GlobalPointer.offset(at) + i);
            if (found != pattern(seed, 5 + i)) {
                assertEquals(pattern(seed, 5 + i), found, "byte " + i + " of " + length + ", seed " + seed);
            }
        }
    }

    // ---- meetings ----------------------------------------------------------------------------------------------

    @Test
    void nobodyLeavesABarrierBeforeTheLastHasEntered() {
        run(5, sc -> {
            SpreadInts entered = sc.allSpreadInts(5);
            for (int i = 1; i <= REPEAT; i++) {
                if (i % 5 == sc.rank()) {
                    // This rank is late: it asks all others before.
                    LongStream.range(0, 5).forEach(entered::read);
                }
                entered.write(sc.rank(), i);
                sc.barrier();
                for (int from = 0; from < 5; from++) {
                    int found = entered.read(from);
                    assertTrue(found == i || found == i + 1, "rank " + from + " at " + found + ", expected " + i);
                }
            }
        });
    }

    // ---- what is refused ---------------------------------------------------------------------------------------

    @Test
    void badAccessesAreRefusedByName() {
        run(2, sc -> {
            long own = sc.allocate(16);
            long other = GlobalPointer.of(1 - sc.rank(), GlobalPointer.offset(own));
            String me = "rank " + sc.rank() + ": ";
            fails(me + "an access of 8 bytes to NULL; expected a pointer", () -> sc.readDouble(GlobalPointer.NULL));
            fails(
                    me + "an access of 4 bytes to 2:64; expected a rank from 0 to 1",
                    () -> sc.putInt(GlobalPointer.of(2, 64), 1));
            fails("expected a rank from 0 to 1", () -> sc.readByte(-1));
            fails(
                    "an access of 1 bytes to " + (1 - sc.rank()) + ":1; expected an offset from 64 to 4194303,",
                    () -> sc.storeByte(GlobalPointer.of(1 - sc.rank(), 1), (byte) 1));
            fails(
                    ":4194297; expected an offset from 64 to 4194296, as memory ends at 4194304",
                    () -> sc.getLong(own, GlobalPointer.of(1 - sc.rank(), SplitC.DEFAULT_MEMORY - 7)));
            fails(
                    "expected an offset from 64 to 4194287, as memory",
                    () -> sc.bulkRead(own, GlobalPointer.of(0, SplitC.DEFAULT_MEMORY - 16), 17));
            fails("an access of -1 bytes", () -> sc.bulkPut(other, own, -1));
            fails("expected 0 bytes or more", () -> sc.bulkGet(own, other, -8));
            fails("expected an offset from 64 to 4194300, as", () -> sc.writeInt(GlobalPointer.of(0, 4194301), 1));
            fails(
                    "expected at most 4194240 bytes, from offset 64 to 4194303",
                    () -> sc.bulkStore(other, GlobalPointer.of(sc.rank(), 64), 4194241));
            fails(
                    me + "into " + GlobalPointer.toString(other) + "; expected memory of this rank",
                    () -> sc.getInt(other, own));
            fails(
                    me + "from " + GlobalPointer.toString(other) + "; expected memory of this rank",
                    () -> sc.bulkStore(own, other, 8));
            fails("expected a larger SplitC.setup().memory(...)", () -> sc.allocate(SplitC.DEFAULT_MEMORY));
            fails("0 bytes to allocate", () -> sc.allSpread(0));
            fails("storeSync of -1 bytes", () -> sc.storeSync(-1));
            fails("a spread array of 0 blocks", () -> sc.allSpreadInts(0));
            SpreadInts x = sc.allSpreadInts(3, 2);
            fails("block 3 of a spread array; expected 0 to 2", () -> x.read(3));
            fails("element 2 of a block of a spread array; expected 0 to 1", () -> x.pointer(0, 2));
            sc.close();
            fails(me + "Split-C is closed", () -> sc.readInt(own));
            fails(me + "Split-C is closed", sc::barrier);
            fails(me + "Split-C is closed", sc::sync);
            sc.close();
        });
    }

    /** Needs a job of its own. */
    @Test
    void ranksThatMeetInDifferentCallsSaySo() {
        runRanks(2, () -> {
            SplitC sc = SplitC.init();
            fails("is in " + (sc.rank() == 0 ? "barrier" : "allStoreSync") + ", rank " + (1 - sc.rank()), () -> {
                if (sc.rank() == 0) {
                    sc.barrier();
                } else {
                    sc.allStoreSync();
                }
            });
            sc.close();
        });
    }

    /** A rank that ends early, by an exception say, is in close while the others go on. Needs a job of its own. */
    @Test
    void aRankThatClosesEarlyDoesNotHang() {
        runRanks(2, () -> {
            SplitC sc = SplitC.init();
            if (sc.rank() == 0) {
                fails("rank 0 is in close, rank 1 in barrier", sc::close);
            } else {
                fails("rank 1 is in barrier, rank 0 in close", sc::barrier);
                sc.close();
            }
        });
    }

    /** Needs a job of its own. */
    @Test
    void ranksWithDifferentMemoriesSaySo() {
        runRanks(2, () -> {
            long bytes = org.bipj.core.job.Jobs.of(null).rank() == 0 ? 4096 : 8192;
            fails(
                    "init with a memory of " + bytes + " bytes",
                    () -> SplitC.setup().memory(bytes).init());
        });
    }

    @Test
    void programsFromSeeds() {
        for (long seed = 1; seed <= 3; seed++) {
            SplitCProgram program = new SplitCProgram(seed, 3, PHASES);
            run(3, program::run);
        }
    }
}
