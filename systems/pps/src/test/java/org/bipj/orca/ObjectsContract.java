package org.bipj.orca;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Objects and their operations: what Orca does on every fabric. */
public class ObjectsContract extends OrcaSuite {
    private static final Update<long[], Long, Long> ADD =
            Update.of("add", Codec.LONG, Codec.LONG, (sum, n) -> sum[0] += n);
    private static final Read<long[], Void, Long> GET = Read.of("get", Codec.NONE, Codec.LONG, (sum, none) -> sum[0]);
    private static final Read<long[], Long, Long> AT_LEAST = Read.<long[], Long, Long>of(
                    "atLeast", Codec.LONG, Codec.LONG, (sum, n) -> sum[0])
            .when((sum, n) -> sum[0] >= n);
    private static final Update<long[], Long, Void> ADD_AND_THROW = Update.of("addAndThrow", Codec.LONG, (sum, n) -> {
        sum[0] += n;
        throw new IllegalStateException("after " + n);
    });
    private static final Read<long[], Void, Long> THROW = Read.of("throw", Codec.NONE, Codec.LONG, (sum, none) -> {
        throw new IllegalStateException("a read");
    });

    private static SharedObject<long[]> sum(Orca orca, int home) {
        return home < 0
                ? orca.replicated("sum", () -> new long[1], ADD, GET, AT_LEAST, ADD_AND_THROW, THROW)
                : orca.onRank(home, "sum", () -> new long[1], ADD, GET, AT_LEAST, ADD_AND_THROW, THROW);
    }

    @Test
    void anUpdateIsExecutedOnceAndSeenByItsCaller() {
        for (int home = -1; home < 2; home++) {
            int at = home;
            run(3, orca -> {
                SharedObject<long[]> sum = sum(orca, at);
                assertEquals(at < 0, sum.isReplicated());
                assertEquals(at, sum.home());
                for (int i = 1; i <= 40; i++) {
                    long before = sum.read(GET);
                    long after = sum.update(ADD, 1L);
                    assertTrue(after > before && after >= i && after <= 120, after + " after " + before);
                    assertTrue(sum.read(GET) >= after);
                }
                orca.barrier();
                assertEquals(120L, sum.read(GET));
            });
        }
    }

    /** A list of what was appended, in the order of execution. */
    private static final Update<List<Integer>, Integer, Integer> APPEND =
            Update.of("append", Codec.INT, Codec.INT, (list, n) -> {
                list.add(n);
                return list.size();
            });

    private static final Read<List<Integer>, Void, int[]> ALL = Read.of(
            "all",
            Codec.NONE,
            Codec.INTS,
            (list, none) -> list.stream().mapToInt(n -> n).toArray());

    /** All ranks have the same list as rank 0. */
    private static void assertAlike(Orca orca, String name, int[] mine) {
        SharedObject<List<Integer>> all = orca.onRank(0, name, ArrayList<Integer>::new, APPEND, ALL);
        if (orca.rank() == 0) {
            for (int n : mine) {
                int size = all.update(APPEND, n);
            }
        }
        orca.barrier();
        assertArrayEquals(all.read(ALL), mine);
    }

    @Test
    void allReplicasExecuteUpdatesInOneOrder() {
        run(4, orca -> {
            SharedObject<List<Integer>> list = orca.replicated("list", ArrayList<Integer>::new, APPEND, ALL);
            SharedObject<List<Integer>> other = orca.replicated("other", ArrayList<Integer>::new, APPEND, ALL);
            for (int i = 0; i < 50; i++) {
                int size = (i % 3 == 0 ? other : list).update(APPEND, orca.rank() * 1000 + i);
                assertTrue(size > 0);
            }
            orca.barrier();
            assertEquals(200, list.read(ALL).length + other.read(ALL).length);
            assertAlike(orca, "first", list.read(ALL));
            assertAlike(orca, "second", other.read(ALL));
        });
    }

    /** A bounded buffer. */
    private static final class Buffer {
        private static final int ROOM = 3;

        private static final Update<Buffer, Integer, Void> PUT = Update.of(
                        "put", Codec.INT, (Buffer buffer, Integer n) -> {
                            buffer.values.add(n);
                        })
                .when((buffer, n) -> buffer.values.size() < ROOM);
        private static final Update<Buffer, Void, Integer> TAKE = Update.<Buffer, Void, Integer>of(
                        "take", Codec.NONE, Codec.INT, (buffer, none) -> buffer.values.remove())
                .when((buffer, none) -> !buffer.values.isEmpty());

        private final ArrayDeque<Integer> values = new ArrayDeque<>();
    }

    @Test
    void anUpdateWaitsForItsGuard() {
        for (int home = -1; home < 3; home++) {
            int at = home;
            run(4, orca -> {
                SharedObject<Buffer> buffer = at < 0
                        ? orca.replicated("buffer", Buffer::new, Buffer.PUT, Buffer.TAKE)
                        : orca.onRank(at, "buffer", Buffer::new, Buffer.PUT, Buffer.TAKE);
                SharedObject<long[]> total = sum(orca, at);
                for (int i = 1; i <= 30; i++) {
                    if (orca.rank() % 2 == 0) {
                        assertNull(buffer.update(Buffer.PUT, i));
                    } else {
                        long now = total.update(ADD, (long) buffer.update(Buffer.TAKE));
                        assertTrue(now > 0);
                    }
                }
                orca.barrier();
                assertEquals(30L * 31, total.read(GET));
            });
        }
    }

    @Test
    void guardsWakeEveryWaiter() {
        for (int home = -1; home < 2; home++) {
            int at = home;
            run(4, orca -> {
                SharedObject<long[]> sum = sum(orca, at);
                if (orca.rank() == 3) {
                    for (int i = 0; i < 10; i++) {
                        long now = sum.update(ADD, 1L);
                        assertEquals(i + 1, now);
                    }
                } else {
                    for (long wanted : new long[] {0, 3, 10}) {
                        assertTrue(sum.read(AT_LEAST, wanted) >= wanted);
                    }
                }
            });
        }
    }

    /** Tickets, which wait until a gate is open, and the order in which they were served. */
    private static final class Gate {
        private static final Update<Gate, Integer, Integer> PASS = Update.<Gate, Integer, Integer>of(
                        "pass", Codec.INT, Codec.INT, (gate, who) -> {
                            gate.passed.add(who);
                            gate.open--;
                            return gate.passed.size();
                        })
                .when((gate, who) -> gate.open > 0);
        private static final Update<Gate, Integer, Void> OPEN =
                Update.of("open", Codec.INT, (gate, n) -> gate.open += n);
        private static final Read<Gate, Void, int[]> PASSED = Read.of(
                "passed",
                Codec.NONE,
                Codec.INTS,
                (gate, none) -> gate.passed.stream().mapToInt(n -> n).toArray());

        private final List<Integer> passed = new ArrayList<>();
        private int open;
    }

    @Test
    void parkedUpdatesAreRetriedInTheSameOrderOnAllRanks() {
        run(4, orca -> {
            SharedObject<Gate> gate = orca.replicated("gate", Gate::new, Gate.PASS, Gate.OPEN, Gate.PASSED);
            int each = 12;
            for (int i = 0; i < each; i++) {
                if (orca.rank() == 0) {
                    // One at a time, and several at once.
                    assertNull(gate.update(Gate.OPEN, i % 2 == 0 ? 1 : 5));
                } else {
                    int place = gate.update(Gate.PASS, orca.rank() * 100 + i);
                    assertEquals(orca.rank() * 100 + i, gate.read(Gate.PASSED)[place - 1]);
                }
            }
            orca.barrier();
            int[] passed = gate.read(Gate.PASSED);
            assertEquals(3 * each, passed.length);
            assertAlike(orca, "passed", passed);
        });
    }

    @Test
    void anExceptionReachesItsCallerOnEveryReplicaAlike() {
        run(3, orca -> {
            SharedObject<long[]> sum = sum(orca, -1);
            for (int turn = 0; turn < 3; turn++) {
                if (orca.rank() == turn) {
                    OperationException e = assertThrows(OperationException.class, () -> sum.update(ADD_AND_THROW, 7L));
                    assertEquals("java.lang.IllegalStateException: after 7", e.thrown());
                    assertTrue(e.getCause() instanceof IllegalStateException);
                    assertTrue(e.getMessage().contains("update addAndThrow of object \"sum\""), e.getMessage());
                }
                orca.barrier();
                assertEquals(7L * (turn + 1), sum.read(GET), "what it changed before stays, on all replicas");
                orca.barrier();
            }
            fails("read throw of object \"sum\" threw java.lang.IllegalStateException: a read", () -> sum.read(THROW));
            assertTrue(sum.update(ADD, 1L) > 21);
        });
    }

    @Test
    void anExceptionOfARemoteOperationReachesItsCaller() {
        run(2, orca -> {
            SharedObject<long[]> sum = sum(orca, 0);
            OperationException e = assertThrows(OperationException.class, () -> sum.update(ADD_AND_THROW, 3L));
            assertEquals("java.lang.IllegalStateException: after 3", e.thrown());
            assertEquals(orca.rank() == 0, e.getCause() != null);
            fails("threw java.lang.IllegalStateException: a read", () -> sum.read(THROW));
            orca.barrier();
            assertEquals(6L, sum.read(GET));
        });
    }

    @Test
    void operationsMayNotInvokeOperations() {
        run(2, orca -> {
            SharedObject<?>[] self = new SharedObject<?>[1];
            Update<long[], Void, Void> nestedUpdate =
                    Update.of("nestedUpdate", Codec.NONE, (state, none) -> update(self[0]));
            Update<long[], Void, Void> nestedRead = Update.of("nestedRead", Codec.NONE, (state, none) -> read(self[0]));
            Read<long[], Void, Long> readInRead =
                    Read.of("readInRead", Codec.NONE, Codec.LONG, (state, none) -> read(self[0]));
            SharedObject<long[]> object =
                    orca.replicated("nest", () -> new long[1], nestedUpdate, nestedRead, readInRead, ADD, GET);
            self[0] = object;
            fails("add of object \"nest\" inside update nestedUpdate", () -> object.update(nestedUpdate));
            fails("get of object \"nest\" inside update nestedRead", () -> object.update(nestedRead));
            fails("operations may not invoke operations", () -> object.read(readInRead));
            orca.barrier();
            assertEquals(0L, object.read(GET));
        });
    }

    @SuppressWarnings("unchecked")
    private static long update(SharedObject<?> object) {
        return ((SharedObject<long[]>) object).update(ADD, 1L);
    }

    @SuppressWarnings("unchecked")
    private static long read(SharedObject<?> object) {
        return ((SharedObject<long[]>) object).read(GET);
    }

    @Test
    void anObjectIsFreedInTheCommonOrder() {
        for (int home = -1; home < 2; home++) {
            int at = home;
            run(3, orca -> {
                SharedObject<long[]> sum = sum(orca, at);
                SharedObject<long[]> stays = orca.replicated("stays", () -> new long[1], ADD, GET);
                if (orca.rank() == 2) {
                    fails("object \"sum\" has been freed by rank 0", () -> sum.read(AT_LEAST, 1000L));
                } else if (orca.rank() == 0) {
                    long now = sum.update(ADD, 1L);
                    sum.free();
                    assertEquals(1, now);
                }
                orca.barrier();
                fails("freed by rank 0", () -> sum.update(ADD, 1L));
                fails("freed by rank 0", () -> sum.read(GET));
                sum.free();
                long now = stays.update(ADD, 1L);
                assertTrue(now >= 1);
            });
        }
    }

    @Test
    void aParkedUpdateFailsWhenItsObjectIsFreed() {
        run(2, orca -> {
            SharedObject<Buffer> buffer = orca.replicated("buffer", Buffer::new, Buffer.PUT, Buffer.TAKE);
            if (orca.rank() == 1) {
                fails("object \"buffer\" has been freed by rank 0", () -> buffer.update(Buffer.TAKE));
            } else {
                buffer.free();
            }
        });
    }

    @Test
    void ranksThatCreateDifferentObjectsFailByName() {
        run(3, orca -> {
            boolean odd = orca.rank() == 1;
            fails("\"b\" with", () -> orca.replicated(odd ? "b" : "a", () -> new long[1], ADD));
            fails("on rank 1 \"a\"", () -> {
                if (odd) {
                    orca.onRank(1, "a", () -> new long[1], ADD);
                } else {
                    orca.replicated("a", () -> new long[1], ADD);
                }
            });
            fails("read get(): long", () -> {
                if (odd) {
                    orca.replicated("a", () -> new long[1], ADD, GET);
                } else {
                    orca.replicated("a", () -> new long[1], ADD);
                }
            });
            Update<long[], Integer, Void> other = Update.of("add", Codec.INT, (sum, n) -> sum[0] += n);
            fails("update add(int)", () -> {
                if (odd) {
                    orca.replicated("a", () -> new long[1], other);
                } else {
                    orca.replicated("a", () -> new long[1], ADD);
                }
            });
            SharedObject<long[]> good = orca.replicated("a", () -> new long[1], ADD);
            fails(
                    "guarded read atLeast(long): long on object \"a\"; expected one of [update add(long): long]",
                    () -> good.read(AT_LEAST, 0L));
            fails("two operations \"add\"", () -> orca.replicated("twice", () -> new long[1], ADD, other));
            fails("on rank 3; expected 0 to 2", () -> orca.onRank(3, "x", () -> new long[1], ADD));
        });
    }

    /** A pair, for a codec of the program's own. */
    private record Pair(int left, String right) {
        private static final Codec<Pair> CODEC = Codec.of(
                "Pair",
                (pair, to) -> {
                    to.putInt(pair.left);
                    to.putInt(pair.right.length());
                    for (char c : pair.right.toCharArray()) {
                        to.putInt(c);
                    }
                },
                from -> {
                    int left = from.getInt();
                    StringBuilder right = new StringBuilder();
                    for (int length = from.getInt(); length > 0; length--) {
                        right.append((char) from.getInt());
                    }
                    return new Pair(left, right.toString());
                });
    }

    private static <T> void travels(Orca orca, Codec<T> codec, T value) {
        Update<Object[], T, T> swap = Update.of("swap", codec, codec, (slot, next) -> {
            @SuppressWarnings("unchecked")
            T before = (T) slot[0];
            slot[0] = next;
            return before;
        });
        for (int home = -1; home < 2; home++) {
            SharedObject<Object[]> slot = home < 0
                    ? orca.replicated(codec.name(), () -> new Object[] {value}, swap)
                    : orca.onRank(home, codec.name(), () -> new Object[] {value}, swap);
            T got = slot.update(swap, value);
            assertEquals(text(value), text(got));
            orca.barrier();
        }
    }

    private static String text(Object value) {
        // Arrays print their contents, as elements of an array do.
        return Arrays.deepToString(new Object[] {value});
    }

    @Test
    void argumentsAndResultsOfAllKindsTravel() {
        run(2, orca -> {
            travels(orca, Codec.BOOLEAN, true);
            travels(orca, Codec.INT, -5);
            travels(orca, Codec.LONG, 1L << 50);
            travels(orca, Codec.DOUBLE, Math.E);
            travels(orca, Codec.STRING, "hällo");
            travels(orca, Codec.BYTES, new byte[3000]);
            travels(orca, Codec.INTS, new int[] {1, 2, 3});
            travels(orca, Codec.LONGS, new long[] {4, 5});
            travels(orca, Codec.DOUBLES, new double[] {0.5, -0.5});
            travels(orca, Pair.CODEC, new Pair(3, "x€"));
        });
    }

    /** Keeps the array that it is given, and gives it out. */
    private static final Update<int[][], int[], int[]> KEEP =
            Update.of("keep", Codec.INTS, Codec.INTS, (slot, array) -> {
                slot[0] = array;
                return array;
            });

    private static final Read<int[][], Void, int[]> KEPT =
            Read.of("kept", Codec.NONE, Codec.INTS, (slot, none) -> slot[0]);

    @Test
    void argumentsAndResultsAreValues() {
        for (int home = -1; home < 2; home++) {
            int at = home;
            run(2, orca -> {
                SharedObject<int[][]> slot = at < 0
                        ? orca.replicated("slot", () -> new int[1][], KEEP, KEPT)
                        : orca.onRank(at, "slot", () -> new int[1][], KEEP, KEPT);
                if (orca.rank() == 0) {
                    int[] mine = {1, 2, 3};
                    int[] result = slot.update(KEEP, mine);
                    mine[0] = 99;
                    result[1] = 99;
                    slot.read(KEPT)[2] = 99;
                }
                orca.barrier();
                assertArrayEquals(new int[] {1, 2, 3}, slot.read(KEPT));
            });
        }
    }

    @Test
    void aLoopOfReadsSeesTheUpdatesOfOthers() {
        run(2, orca -> {
            SharedObject<long[]> sum = sum(orca, -1);
            if (orca.rank() == 0) {
                while (sum.read(GET) == 0) {
                    // Each read is local.
                }
            } else {
                long now = sum.update(ADD, 1L);
                assertEquals(1, now);
            }
        });
    }

    @Test
    void historiesAreSequentiallyConsistent() {
        for (int seed = 0; seed < 3; seed++) {
            OrcaProgram program = new OrcaProgram(seed, 4, 60);
            run(4, program::run);
            program.check();
        }
    }

    @Test
    void nothingOfAnObjectIsSharedWithItsMaker() {
        run(1, orca -> {
            long[] initial = {5};
            SharedObject<long[]> sum = orca.replicated("own", () -> initial, ADD, GET);
            assertEquals(6L, sum.update(ADD, 1L));
            assertSame("own", sum.name());
            assertFalse(sum.isReplicated() && sum.home() >= 0);
        });
    }
}
