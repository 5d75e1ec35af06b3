package mpi;

import static mpi.CommunicatorTest.mpirun;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import org.junit.jupiter.api.Test;

/**
 * Every form of every collective call gives its arguments on as it should: results on three ranks, with root 1. The
 * algorithms have tests of their own.
 */
class CollectiveCallsTest {
    private static final int RANKS = 3;
    private static final int ROOT = 1;

    private static int[] of(int... values) {
        return values;
    }

    @Test
    void bcastFromAndIntoAnyBuffer() {
        mpirun(RANKS, (world, job) -> {
            int[] array = {job.rank() == ROOT ? 7 : 0, 0};
            world.bcast(array, 1, MPI.INT, ROOT);
            assertArrayEquals(of(7, 0), array);
            IntBuffer direct = MPI.newIntBuffer(2).put(1, job.rank() == ROOT ? 9 : 0);
            world.bcast(MPI.slice(direct, 1), 1, MPI.INT, ROOT);
            assertEquals(9, direct.get(1));
            IntBuffer heap = MPI.slice(new int[] {0, 0, job.rank() == ROOT ? 5 : 0}, 2);
            world.bcast(heap, 1, MPI.INT, ROOT);
            assertEquals(5, heap.get(0));
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment segment = arena.allocate(8);
                segment.set(ValueLayout.JAVA_LONG, 0, job.rank() == ROOT ? 11 : 0);
                world.bcast(segment, 1, MPI.LONG, ROOT);
                assertEquals(11, segment.get(ValueLayout.JAVA_LONG, 0));
            }
        });
    }

    @Test
    void gatherAndGatherInPlace() {
        mpirun(RANKS, (world, job) -> {
            int r = job.rank();
            int[] all = r == ROOT ? new int[6] : null;
            world.gather(of(r, -r), 2, MPI.INT, all, 2, MPI.INT, ROOT);
            int[] inPlace = r == ROOT ? of(9, 9, r, -r, 9, 9) : of(r, -r);
            world.gather(inPlace, 2, MPI.INT, ROOT);
            if (r == ROOT) {
                assertArrayEquals(of(0, 0, 1, -1, 2, -2), all);
                assertArrayEquals(all, inPlace);
            }
        });
    }

    @Test
    void gathervInItsThreeForms() {
        mpirun(RANKS, (world, job) -> {
            int r = job.rank();
            int[] counts = {1, 2, 1};
            int[] displs = {4, 1, 0};
            int[] mine = {r, r + 10};
            int[] all = new int[5];
            world.gatherv(mine, counts[r], MPI.INT, r == ROOT ? all : null, counts, displs, MPI.INT, ROOT);
            int[] inPlace = {-1, 1, 11, -1, -1};
            if (r == ROOT) {
                world.gatherv(inPlace, counts, displs, MPI.INT, ROOT);
                assertArrayEquals(of(2, 1, 11, 0, 0), all);
                assertArrayEquals(of(2, 1, 11, -1, 0), inPlace);
            } else {
                world.gatherv(mine, counts[r], MPI.INT, ROOT);
            }
        });
    }

    @Test
    void scatterAndScatterInPlace() {
        mpirun(RANKS, (world, job) -> {
            int r = job.rank();
            int[] all = r == ROOT ? of(0, 10, 1, 11, 2, 12) : null;
            int[] mine = new int[2];
            world.scatter(all, 2, MPI.INT, mine, 2, MPI.INT, ROOT);
            assertArrayEquals(of(r, r + 10), mine);
            int[] buf = r == ROOT ? all : new int[2];
            world.scatter(buf, 2, MPI.INT, ROOT);
            assertArrayEquals(r == ROOT ? of(0, 10, 1, 11, 2, 12) : of(r, r + 10), buf);
        });
    }

    @Test
    void scattervInItsThreeForms() {
        mpirun(RANKS, (world, job) -> {
            int r = job.rank();
            int[] counts = {1, 2, 1};
            int[] displs = {4, 1, 0};
            int[] all = {20, 11, 12, -1, 10};
            int[][] expected = {{10, 0}, {11, 12}, {20, 0}};
            int[] mine = new int[2];
            world.scatterv(r == ROOT ? all : null, counts, displs, MPI.INT, mine, counts[r], MPI.INT, ROOT);
            assertArrayEquals(expected[r], mine);
            int[] again = new int[2];
            if (r == ROOT) {
                world.scatterv(all, counts, displs, MPI.INT, ROOT);
            } else {
                world.scatterv(again, counts[r], MPI.INT, ROOT);
                assertArrayEquals(expected[r], again);
            }
        });
    }

    @Test
    void allGatherInAllForms() {
        mpirun(RANKS, (world, job) -> {
            int r = job.rank();
            int[] all = new int[3];
            world.allGather(of(r * r), 1, MPI.INT, all, 1, MPI.INT);
            assertArrayEquals(of(0, 1, 4), all);
            int[] inPlace = new int[3];
            inPlace[r] = r + 5;
            world.allGather(inPlace, 1, MPI.INT);
            assertArrayEquals(of(5, 6, 7), inPlace);
            int[] counts = {1, 0, 2};
            int[] displs = {2, 0, 0};
            int[] v = new int[3];
            world.allGatherv(of(r, r + 1), counts[r], MPI.INT, v, counts, displs, MPI.INT);
            assertArrayEquals(of(2, 3, 0), v);
            int[] w = r == 0 ? of(0, 0, 8) : r == 2 ? of(6, 7, 0) : new int[3];
            world.allGatherv(w, counts, displs, MPI.INT);
            assertArrayEquals(of(6, 7, 8), w);
        });
    }

    @Test
    void allToAllInAllForms() {
        mpirun(RANKS, (world, job) -> {
            int r = job.rank();
            int[] out = {10 * r, 10 * r + 1, 10 * r + 2};
            int[] in = new int[3];
            world.allToAll(out, 1, MPI.INT, in, 1, MPI.INT);
            assertArrayEquals(of(r, 10 + r, 20 + r), in);
            int[] ones = {1, 1, 1};
            int[] forward = {0, 1, 2};
            int[] backward = {2, 1, 0};
            int[] v = new int[3];
            world.allToAllv(out, ones, forward, MPI.INT, v, ones, backward, MPI.INT);
            assertArrayEquals(of(20 + r, 10 + r, r), v);
            Datatype[] ints = {MPI.INT, MPI.INT, MPI.INT};
            int[] w = new int[3];
            world.allToAllw(out, ones, of(0, 4, 8), ints, w, ones, of(8, 4, 0), ints);
            assertArrayEquals(v, w);
        });
    }

    @Test
    void reductionsWithAndWithoutASendBuffer() {
        mpirun(RANKS, (world, job) -> {
            int r = job.rank();
            int[] sum = new int[2];
            world.reduce(of(r, 1), r == ROOT ? sum : null, 2, MPI.INT, MPI.SUM, ROOT);
            int[] inPlace = {r + 1, 2};
            world.reduce(inPlace, 2, MPI.INT, MPI.PROD, ROOT);
            if (r == ROOT) {
                assertArrayEquals(of(3, 3), sum);
                assertArrayEquals(of(6, 8), inPlace);
            }
            double[] max = new double[1];
            world.allReduce(new double[] {-r}, max, 1, MPI.DOUBLE, MPI.MAX);
            assertEquals(0, max[0]);
            boolean[] all = {r != 2};
            world.allReduce(all, 1, MPI.BOOLEAN, MPI.LAND);
            assertArrayEquals(new boolean[] {false}, all);
            int[] same = {r};
            world.allReduce(same, same, 1, MPI.INT, MPI.SUM);
            assertEquals(3, same[0], "one object as both buffers is in place");
        });
    }

    @Test
    void reduceScatters() {
        mpirun(RANKS, (world, job) -> {
            int r = job.rank();
            int[] counts = {1, 0, 2};
            int[][] expected = {{0, 0}, {0, 0}, {3, 6}};
            int[] part = new int[2];
            world.reduceScatter(of(0, 1, 2), part, counts, MPI.INT, MPI.SUM);
            assertArrayEquals(expected[r], part);
            int[] inPlace = {0, 1, 2};
            world.reduceScatter(inPlace, counts, MPI.INT, MPI.SUM);
            assertEquals(counts[r] == 0 ? 0 : expected[r][0], counts[r] == 0 ? 0 : inPlace[0]);
            int[] one = new int[1];
            world.reduceScatterBlock(of(0, 1, 2), one, 1, MPI.INT, MPI.SUM);
            assertEquals(3 * r, one[0]);
            int[] block = {5, 6, 7};
            world.reduceScatterBlock(block, 1, MPI.INT, MPI.MAX);
            assertEquals(5 + r, block[0]);
        });
    }

    @Test
    void scans() {
        mpirun(RANKS, (world, job) -> {
            int r = job.rank();
            int[] sum = new int[1];
            world.scan(of(r + 1), sum, 1, MPI.INT, MPI.SUM);
            assertEquals((r + 1) * (r + 2) / 2, sum[0]);
            int[] inPlace = {r + 1};
            world.scan(inPlace, 1, MPI.INT, MPI.PROD);
            assertEquals(r == 2 ? 6 : r + 1, inPlace[0]);
            int[] before = {-1};
            world.exScan(of(r + 1), before, 1, MPI.INT, MPI.SUM);
            int[] alsoBefore = {r + 1};
            world.exScan(alsoBefore, 1, MPI.INT, MPI.SUM);
            if (r > 0) {
                assertEquals(r * (r + 1) / 2, before[0]);
                assertEquals(before[0], alsoBefore[0]);
            }
        });
    }

    @Test
    void minlocFindsTheRankOfTheSmallest() {
        mpirun(RANKS, (world, job) -> {
            ByteBuffer in = MPI.newByteBuffer(MPI.doubleInt.getExtent());
            ByteBuffer out = MPI.newByteBuffer(MPI.doubleInt.getExtent());
            DoubleInt.Data mine = MPI.doubleInt.getData(in);
            mine.putValue(job.rank() == 2 ? -1.5 : 3.5);
            mine.putIndex(job.rank());
            world.allReduce(in, out, 1, MPI.DOUBLE_INT, MPI.MINLOC);
            DoubleInt.Data least = MPI.doubleInt.getData(out);
            assertEquals(-1.5, least.getValue());
            assertEquals(2, least.getIndex());
        });
    }

    @Test
    void userFunctionsSeeLowerRanksOnTheLeft() {
        UserFunction digits = new UserFunction() {
            @Override
            public void call(Object in, Object inOut, int count, Datatype datatype) {
                long[] a = (long[]) in;
                long[] b = (long[]) inOut;
                for (int i = 0; i < count; i++) {
                    // Concatenates decimal numbers: associative, not commutative.
                    long shift = 10;
                    while (shift <= b[i]) {
                        shift *= 10;
                    }
                    b[i] += a[i] * shift;
                }
            }
        };
        mpirun(5, (world, job) -> {
            long[] result = new long[1];
            world.allReduce(new long[] {job.rank() + 1}, result, 1, MPI.LONG, new Op(digits, false));
            assertEquals(12345, result[0]);
            world.scan(new long[] {job.rank() + 1}, result, 1, MPI.LONG, new Op(digits, false));
            assertEquals(12345 / (long) Math.pow(10, 4 - job.rank()), result[0]);
        });
    }

    @Test
    void wrongArgumentsAreFoundBeforeAnythingMoves() {
        mpirun(RANKS, (world, job) -> {
            int[] one = new int[1];
            assertError(MPI.ERR_ROOT, "root is 3; expected 0 to 2", () -> world.bcast(one, 1, MPI.INT, 3));
            assertError(MPI.ERR_COUNT, "count is -1; expected 0 or more", () -> world.bcast(one, -1, MPI.INT, 0));
            assertError(
                    MPI.ERR_BUFFER,
                    "the buffer is an int[] of 4 bytes; expected 12 or more for 3 elements of INT",
                    () -> world.allGather(one, 1, MPI.INT, new int[1], 1, MPI.INT));
            assertError(
                    MPI.ERR_BUFFER,
                    "the receive buffer is read-only",
                    () -> world.allReduce(one, IntBuffer.allocate(1).asReadOnlyBuffer(), 1, MPI.INT, MPI.SUM));
            assertError(
                    MPI.ERR_ARG,
                    "counts has 2 elements; expected 3, one for each process",
                    () -> world.allGatherv(one, 1, MPI.INT, new int[9], new int[2], new int[3], MPI.INT));
            assertError(
                    MPI.ERR_COUNT,
                    "counts[2] is -4; expected 0 or more",
                    () -> world.reduceScatter(one, new int[1], of(0, 0, -4), MPI.INT, MPI.SUM));
            assertError(
                    MPI.ERR_BUFFER,
                    "send and receive buffer are one object; expected two, or the form in place",
                    () -> {
                        int[] three = new int[3];
                        world.allToAll(three, 1, MPI.INT, three, 1, MPI.INT);
                    });
            assertError(
                    MPI.ERR_ARG,
                    "counts has 2 elements; expected 3, one for each process",
                    () -> world.allToAllv(new int[9], new int[2], new int[3], MPI.INT));
            assertError(
                    MPI.ERR_COUNT,
                    "counts[1] is -1; expected 0 or more",
                    () -> world.allToAllw(new int[9], of(1, -1, 1), new int[3], new Datatype[3]));
            assertError(MPI.ERR_TYPE, "late (a datatype of INT) is not committed", () -> {
                Datatype late = Datatype.createContiguous(1, MPI.INT);
                late.setName("late");
                world.bcast(one, 1, late, 0);
            });
            assertError(
                    MPI.ERR_OP,
                    "BAND is not defined on DOUBLE; expected integers",
                    () -> world.allReduce(new double[1], new double[1], 1, MPI.DOUBLE, MPI.BAND));
            assertError(MPI.ERR_ROOT, "expected this form of the method", () -> {
                if (job.rank() == ROOT) {
                    world.gatherv(one, 1, MPI.INT, ROOT);
                } else {
                    world.gatherv(new int[3], new int[3], new int[3], MPI.INT, ROOT);
                }
            });
            assertError(
                    MPI.ERR_BUFFER,
                    "the buffer is null; expected room for 1 elements of INT",
                    () -> world.allReduce(null, new int[1], 1, MPI.INT, MPI.SUM));
            assertError(
                    MPI.ERR_BUFFER,
                    "the buffer is a java.lang.String; expected an array of a primitive type",
                    () -> world.bcast("text", 1, MPI.CHAR, 0));
            world.barrier();
        });
    }

    private static void assertError(int errorClass, String part, Runnable call) {
        MPIException e = assertThrows(MPIException.class, call::run);
        assertTrue(e.getMessage().contains(part), e.getMessage());
        assertEquals(errorClass, e.getErrorClass(), e.getMessage());
    }

    @Test
    void datatypesOfBothSidesMayDifferInLayout() {
        mpirun(RANKS, (world, job) -> {
            // Each rank sends a column of its 2 x 3 matrix; rows of the result are these columns.
            Datatype column = Datatype.createVector(2, 1, 3, MPI.INT);
            column.commit();
            int r = job.rank();
            int[] matrix = {r, r + 1, r + 2, r + 10, r + 11, r + 12};
            int[] rows = new int[6];
            world.allGather(MPI.slice(matrix, 1), 1, column, rows, 2, MPI.INT);
            assertArrayEquals(of(1, 11, 2, 12, 3, 13), rows);
        });
    }
}
