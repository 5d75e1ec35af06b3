package org.bipj.mpi.contract;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.DoubleInt;
import mpi.Int2;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;

/** Reductions and scans against a loop over the ranks, on communicators of 1 to 8 ranks (MPI 4.1 sections 6.9 to 6.12). */
public final class ReductionSuite extends Suite {
    private static final int[] COUNTS = {0, 1, 5, 1000, 20_000};

    /** Adds the cases. */
    public ReductionSuite() {
        each("reduce, all roots, in place too", ReductionSuite::reduce);
        each("allReduce, in place too", ReductionSuite::allReduce);
        each("allReduce of every operation on every integer type", ReductionSuite::integers);
        each("allReduce of floats and doubles, exact values", ReductionSuite::floats);
        each("allReduce of booleans", ReductionSuite::booleans);
        each("reduceScatter and reduceScatterBlock", ReductionSuite::reduceScatter);
        each("scan and exScan, in place too", ReductionSuite::scans);
        each("every reduction of a type without data does nothing", ReductionSuite::noData);
        each("a user's operation that does not commute: in the order of ranks", ReductionSuite::userNotCommutative);
        each("a user's operation over ByteBuffers", ReductionSuite::userBytes);
        each("a user's operation as a lambda", ReductionSuite::lambda);
        each("MINLOC and MAXLOC", ReductionSuite::locations);
        each("the same sum on all ranks, bit for bit", ReductionSuite::sameEverywhere);
        add("an exception of a user's operation reaches the caller", 1, ReductionSuite::userFails);
    }

    private static int value(int rank, int i) {
        return Integer.rotateLeft((rank + 3) * 0x9E3779B1 ^ i * 0x85EBCA6B, i & 31);
    }

    private static int[] data(int rank, int count) {
        int[] data = new int[count];
        for (int i = 0; i < count; i++) {
            data[i] = value(rank, i);
        }
        return data;
    }

    /** Loops, because this is what most of the time of a job of eight JVMs that compile little would go to. */
    private static int[] sums(int ranks, int count) {
        int[] sums = new int[count];
        for (int i = 0; i < count; i++) {
            for (int rank = 0; rank < ranks; rank++) {
                sums[i] += value(rank, i);
            }
        }
        return sums;
    }

    private static void lambda(Intracomm comm) {
        Op sum = new Op(
                (in, inOut, count, type) -> {
                    int[] a = (int[]) in;
                    int[] b = (int[]) inOut;
                    for (int i = 0; i < count; i++) {
                        b[i] += a[i];
                    }
                },
                true);
        for (int count : COUNTS) {
            int[] all = data(comm.getRank(), count);
            comm.allReduce(all, count, MPI.INT, sum);
            Check.equal(sums(comm.getSize(), count), all, "allReduce of " + count + " by a lambda");
        }
    }

    private static void reduce(Intracomm comm) {
        int me = comm.getRank();
        for (int count : COUNTS) {
            int[] expected = sums(comm.getSize(), count);
            for (int root = 0; root < comm.getSize(); root++) {
                int[] mine = data(me, count);
                int[] result = new int[count];
                comm.reduce(mine, me == root ? result : null, count, MPI.INT, MPI.SUM, root);
                Check.equal(data(me, count), mine, "the operands are as they were");
                comm.reduce(mine, count, MPI.INT, MPI.SUM, root);
                if (me == root) {
                    Check.equal(expected, result, "reduce of " + count + " at " + root + " of " + comm.getSize());
                    Check.equal(expected, mine, "reduce in place of " + count + " at " + root);
                }
            }
        }
    }

    private static void allReduce(Intracomm comm) {
        for (int count : COUNTS) {
            int[] mine = data(comm.getRank(), count);
            int[] result = new int[count];
            comm.allReduce(mine, result, count, MPI.INT, MPI.SUM);
            Check.equal(sums(comm.getSize(), count), result, "allReduce of " + count + " on " + comm.getSize());
            Check.equal(data(comm.getRank(), count), mine, "the operands are as they were");
            comm.allReduce(mine, count, MPI.INT, MPI.SUM);
            Check.equal(result, mine, "allReduce in place of " + count + " on " + comm.getSize());
        }
    }

    private static Map<Op, LongBinaryOperator> operations() {
        Map<Op, LongBinaryOperator> all = new LinkedHashMap<>();
        all.put(MPI.SUM, (a, b) -> a + b);
        all.put(MPI.PROD, (a, b) -> a * b);
        all.put(MPI.MAX, Math::max);
        all.put(MPI.MIN, Math::min);
        all.put(MPI.BAND, (a, b) -> a & b);
        all.put(MPI.BOR, (a, b) -> a | b);
        all.put(MPI.BXOR, (a, b) -> a ^ b);
        all.put(MPI.LAND, (a, b) -> a != 0 && b != 0 ? 1 : 0);
        all.put(MPI.LOR, (a, b) -> a != 0 || b != 0 ? 1 : 0);
        all.put(MPI.LXOR, (a, b) -> (a != 0) != (b != 0) ? 1 : 0);
        return all;
    }

    /** The operands of a rank as longs that fit the type. Some are 0, for the logical operations. */
    private static long operand(int rank, int i, int bits) {
        int v = value(rank, i);
        return v % 5 == 0 ? 0 : (long) v << 64 - bits >> 64 - bits;
    }

    private static void integers(Intracomm comm) {
        int count = 40;
        int n = comm.getSize();
        int me = comm.getRank();
        operations().forEach((op, operator) -> {
            for (int bytes : new int[] {1, 2, 4, 8}) {
                long[] expected = new long[count];
                for (int i = 0; i < count; i++) {
                    long v = operand(0, i, 8 * bytes);
                    for (int r = 1; r < n; r++) {
                        v = operator.applyAsLong(v, operand(r, i, 8 * bytes));
                        v = v << 64 - 8 * bytes >> 64 - 8 * bytes;
                    }
                    expected[i] = v;
                }
                Object buf = pack(bytes, count, i -> operand(me, i, 8 * bytes));
                comm.allReduce(buf, count, type(bytes), op);
                long[] found = unpack(buf, count);
                Check.equal(expected, found, op + " of " + bytes + " bytes on " + n + " ranks");
            }
        });
    }

    private static Datatype type(int bytes) {
        return switch (bytes) {
            case 1 -> MPI.BYTE;
            case 2 -> MPI.SHORT;
            case 4 -> MPI.INT;
            default -> MPI.LONG;
        };
    }

    private static Object pack(int bytes, int count, java.util.function.IntToLongFunction value) {
        Object buf = switch (bytes) {
            case 1 -> new byte[count];
            case 2 -> new short[count];
            case 4 -> new int[count];
            default -> new long[count];
        };
        for (int i = 0; i < count; i++) {
            long v = value.applyAsLong(i);
            switch (buf) {
                case byte[] a -> a[i] = (byte) v;
                case short[] a -> a[i] = (short) v;
                case int[] a -> a[i] = (int) v;
                default -> ((long[]) buf)[i] = v;
            }
        }
        return buf;
    }

    private static long[] unpack(Object buf, int count) {
        long[] all = new long[count];
        for (int i = 0; i < count; i++) {
            all[i] = java.lang.reflect.Array.getLong(buf, i);
        }
        return all;
    }

    private static void floats(Intracomm comm) {
        int n = comm.getSize();
        int me = comm.getRank();
        double[] mine =
                IntStream.range(0, 3000).mapToDouble(i -> (i % 100) * (me + 1)).toArray();
        double[] result = new double[3000];
        comm.allReduce(mine, result, 3000, MPI.DOUBLE, MPI.SUM);
        for (int i = 0; i < 3000; i++) {
            Check.that(result[i] == i % 100 * n * (n + 1) / 2.0, "sum " + i + " is " + result[i]);
        }
        comm.allReduce(mine, result, 3000, MPI.DOUBLE, MPI.MIN);
        Check.that(result[99] == 99, "minimum");
        float[] small = {me + 1, -me};
        comm.allReduce(small, 2, MPI.FLOAT, MPI.PROD);
        Check.that(small[0] == IntStream.rangeClosed(1, n).reduce(1, (a, b) -> a * b), "product " + small[0]);
        double[] complex = {me, 1};
        double[] re = {0, 1};
        for (int r = 1; r < n; r++) {
            re = new double[] {re[0] * r - re[1], re[0] + re[1] * r};
        }
        comm.allReduce(complex, 1, MPI.DOUBLE_COMPLEX, MPI.PROD);
        Check.equal(re, complex, "complex product");
    }

    private static void booleans(Intracomm comm) {
        int n = comm.getSize();
        boolean[] mine = {true, comm.getRank() == 0, false, comm.getRank() % 2 == 0};
        boolean[] and = new boolean[4];
        boolean[] or = new boolean[4];
        boolean[] xor = new boolean[4];
        comm.allReduce(mine, and, 4, MPI.BOOLEAN, MPI.LAND);
        comm.allReduce(mine, or, 4, MPI.BOOLEAN, MPI.LOR);
        comm.allReduce(mine, xor, 4, MPI.BOOLEAN, MPI.LXOR);
        Check.equal(new boolean[] {true, n == 1, false, n == 1}, and, "and");
        Check.equal(new boolean[] {true, true, false, true}, or, "or");
        Check.equal(new boolean[] {n % 2 == 1, true, false, (n + 1) / 2 % 2 == 1}, xor, "xor");
    }

    private static void reduceScatter(Intracomm comm) {
        int n = comm.getSize();
        int me = comm.getRank();
        for (int unit : new int[] {0, 1, 1000}) {
            int[] counts = IntStream.range(0, n).map(r -> r % 4 * unit).toArray();
            int from = Arrays.stream(counts, 0, me).sum();
            int total = Arrays.stream(counts).sum();
            int[] expected = Arrays.copyOfRange(sums(n, total), from, from + counts[me]);
            int[] part = new int[counts[me]];
            comm.reduceScatter(data(me, total), part, counts, MPI.INT, MPI.SUM);
            Check.equal(expected, part, "reduceScatter, unit " + unit + " on " + n);
            int[] inPlace = data(me, total);
            comm.reduceScatter(inPlace, counts, MPI.INT, MPI.SUM);
            Check.equal(expected, Arrays.copyOf(inPlace, counts[me]), "reduceScatter in place, unit " + unit);
            int[] block = new int[unit];
            comm.reduceScatterBlock(data(me, n * unit), block, unit, MPI.INT, MPI.SUM);
            int[] all = sums(n, n * unit);
            Check.equal(Arrays.copyOfRange(all, me * unit, (me + 1) * unit), block, "reduceScatterBlock of " + unit);
        }
    }

    private static void scans(Intracomm comm) {
        int me = comm.getRank();
        for (int count : COUNTS) {
            int[] mine = data(me, count);
            int[] result = new int[count];
            comm.scan(mine, result, count, MPI.INT, MPI.SUM);
            Check.equal(sums(me + 1, count), result, "scan of " + count + " on " + comm.getSize());
            comm.scan(mine, count, MPI.INT, MPI.SUM);
            Check.equal(sums(me + 1, count), mine, "scan in place of " + count);
            int[] before = data(me, count);
            Arrays.fill(result, -7);
            comm.exScan(before, result, count, MPI.INT, MPI.SUM);
            comm.exScan(before, count, MPI.INT, MPI.SUM);
            if (me > 0) {
                Check.equal(sums(me, count), result, "exScan of " + count);
                Check.equal(sums(me, count), before, "exScan in place of " + count);
            }
        }
    }

    /** Composition of the affine maps x -> a x + b, as pairs of ints: associative, not commutative. */
    private static final class Compose extends UserFunction {
        @Override
        public void call(Object in, Object inOut, int count, Datatype type) throws MPIException {
            int[] left = (int[]) in;
            int[] right = (int[]) inOut;
            for (int i = 0; i < count; i++) {
                int a = left[2 * i] * right[2 * i];
                int b = left[2 * i + 1] * right[2 * i] + right[2 * i + 1];
                right[2 * i] = a;
                right[2 * i + 1] = b;
            }
        }
    }

    private static int[] composed(int ranks, int count) {
        int[] all = data(0, 2 * count);
        for (int r = 1; r < ranks; r++) {
            int[] next = data(r, 2 * count);
            for (int i = 0; i < count; i++) {
                all[2 * i + 1] = all[2 * i + 1] * next[2 * i] + next[2 * i + 1];
                all[2 * i] *= next[2 * i];
            }
        }
        return all;
    }

    private static void userNotCommutative(Intracomm comm) {
        Op compose = new Op(new Compose(), false);
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        pair.commit();
        int n = comm.getSize();
        int me = comm.getRank();
        for (int count : new int[] {1, 3, 10_000}) {
            int[] result = new int[2 * count];
            comm.allReduce(data(me, 2 * count), result, count, pair, compose);
            Check.equal(composed(n, count), result, "allReduce of " + count + " on " + n);
            for (int root = 0; root < n; root++) {
                comm.reduce(data(me, 2 * count), result, count, pair, compose, root);
                Check.that(
                        me != root || Arrays.equals(composed(n, count), result), "reduce of " + count + " at " + root);
            }
            comm.scan(data(me, 2 * count), result, count, pair, compose);
            Check.equal(composed(me + 1, count), result, "scan of " + count);
        }
        compose.free();
        pair.free();
    }

    private static final class SumOfBytes extends UserFunction {
        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) throws MPIException {
            Check.that(in.order() == ByteOrder.nativeOrder() && inOut.order() == ByteOrder.nativeOrder(), "byte order");
            for (int i = 0; i < count; i++) {
                inOut.putInt(4 * i, in.getInt(4 * i) + inOut.getInt(4 * i));
            }
        }
    }

    private static void userBytes(Intracomm comm) {
        Op sum = new Op(new SumOfBytes(), true);
        for (int count : new int[] {1, 1000, 20_000}) {
            ByteBuffer in = MPI.newByteBuffer(4 * count);
            ByteBuffer out = MPI.newByteBuffer(4 * count);
            in.asIntBuffer().put(data(comm.getRank(), count));
            comm.allReduce(in, out, count, MPI.INT, sum);
            int[] found = new int[count];
            out.asIntBuffer().get(found);
            Check.equal(sums(comm.getSize(), count), found, "sum of " + count);
        }
        sum.free();
    }

    private static void locations(Intracomm comm) {
        int me = comm.getRank();
        int n = comm.getSize();
        ByteBuffer in = MPI.newByteBuffer(3 * MPI.int2.getExtent());
        ByteBuffer out = MPI.newByteBuffer(3 * MPI.int2.getExtent());
        for (int i = 0; i < 3; i++) {
            Int2.Data pair = MPI.int2.getData(in, i);
            // The same everywhere; the largest at the last rank; the largest at two ranks.
            pair.putValue(i == 0 ? 5 : i == 1 ? me : me / 2 == 0 ? 9 : 1);
            pair.putIndex(me + 10);
        }
        comm.allReduce(in, out, 3, MPI.INT2, MPI.MAXLOC);
        int[] index = IntStream.range(0, 3)
                .map(i -> MPI.int2.<Int2.Data>getData(out, i).getIndex())
                .toArray();
        Check.equal(new int[] {10, n - 1 + 10, 10}, index, "places of the largest");
        ByteBuffer least = MPI.newByteBuffer(MPI.doubleInt.getExtent());
        DoubleInt.Data pair = MPI.doubleInt.getData(least);
        pair.putValue(Math.abs(me - 1) + 0.5);
        pair.putIndex(me);
        comm.allReduce(least, 1, MPI.DOUBLE_INT, MPI.MINLOC);
        Check.that(pair.getValue() == (n == 1 ? 1.5 : 0.5), "smallest value");
        Check.equal(n == 1 ? 0 : 1, pair.getIndex(), "place of the smallest");
    }

    private static void sameEverywhere(Intracomm comm) {
        for (int count : new int[] {1, 700, 30_000}) {
            double[] sum = IntStream.range(0, count)
                    .mapToDouble(i -> value(comm.getRank(), i) * 1e-3 + 1.0 / (i + 1))
                    .toArray();
            comm.allReduce(sum, count, MPI.DOUBLE, MPI.SUM);
            double[] ofRoot = sum.clone();
            comm.bcast(ofRoot, count, MPI.DOUBLE, 0);
            for (int i = 0; i < count; i++) {
                long mine = Double.doubleToRawLongBits(sum[i]);
                Check.equal(Double.doubleToRawLongBits(ofRoot[i]), mine, "sum " + i + " of " + count);
            }
        }
    }

    private static void userFails(Rank rank) {
        Op fails = new Op(
                new UserFunction() {
                    @Override
                    public void call(Object in, Object inOut, int count, Datatype type) {
                        throw new ArithmeticException("no such sum");
                    }
                },
                true);
        try {
            Intracomm.reduceLocal(new int[1], new int[1], 1, MPI.INT, fails);
        } catch (ArithmeticException e) {
            Check.equal("no such sum", e.getMessage(), "message");
            return;
        }
        throw new AssertionError("expected the exception of the user's operation");
    }

    private static void noData(Intracomm comm) {
        Datatype none = Datatype.createContiguous(0, MPI.INT);
        none.commit();
        int n = comm.getSize();
        int[] ones = new int[n];
        Arrays.fill(ones, 1);
        int[] in = new int[n];
        int[] out = {7};
        comm.allReduce(in, out, 1, none, MPI.SUM);
        comm.reduce(in, out, 1, none, MPI.SUM, n - 1);
        comm.scan(in, out, 1, none, MPI.SUM);
        comm.exScan(in, out, 1, none, MPI.SUM);
        comm.reduceScatter(in, out, ones, none, MPI.SUM);
        comm.reduceScatter(in, ones, none, MPI.SUM);
        comm.reduceScatterBlock(in, out, 1, none, MPI.SUM);
        comm.reduceScatterBlock(null, null, 0, MPI.INT, MPI.SUM);
        Check.equal(7, out[0], "nothing is written");
        none.free();
    }
}
