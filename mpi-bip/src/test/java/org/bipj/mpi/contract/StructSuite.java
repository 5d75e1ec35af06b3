package org.bipj.mpi.contract;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import mpi.DoubleComplex;
import mpi.DoubleInt;
import mpi.FloatComplex;
import mpi.FloatInt;
import mpi.Int2;
import mpi.Intracomm;
import mpi.LongInt;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.ShortInt;
import mpi.Struct;
import mpi.UserFunction;

/** Structs, pairs and complex numbers: laid over memory, sent and reduced. */
public final class StructSuite extends Suite {
    private static final int TAG = 3;

    /** A struct within another one. */
    static final class Inner extends Struct {
        final int value = addInt();

        @Override
        protected Data newData() {
            return new Data();
        }

        final class Data extends Struct.Data {
            int value() {
                return getInt(value);
            }

            void value(int v) {
                putInt(value, v);
            }
        }
    }

    /** A struct with every kind of field, one of each and several. */
    static final class Every extends Struct {
        final Inner inner = new Inner();
        final int aByte = addByte();
        final int bytes = addByte(3);
        final int aChar = addChar();
        final int chars = addChar(2);
        final int aShort = addShort();
        final int shorts = addShort(2);
        final int anInt = setOffset(20).addInt();
        final int ints = addInt(2);
        final int aLong = addLong();
        final int longs = addLong(2);
        final int aFloat = addFloat();
        final int floats = addFloat(2);
        final int aDouble = setOffset(72).addDouble();
        final int doubles = addDouble(2);
        final int one = addStruct(inner);
        final int two = addStruct(inner, 2);
        final int data = addData(MPI.INT);
        final int pairs = addData(MPI.INT2, 2);

        @Override
        protected Data newData() {
            return new Data();
        }

        /** Reads and writes the last element of every field. */
        final class Data extends Struct.Data {
            void fill(int n) {
                putByte(aByte, (byte) n);
                putByte(bytes, 2, (byte) (n + 1));
                putChar(aChar, (char) (n + 2));
                putChar(chars, 1, (char) (n + 3));
                putShort(aShort, (short) (n + 4));
                putShort(shorts, 1, (short) (n + 5));
                putInt(anInt, n + 6);
                putInt(ints, 1, n + 7);
                putLong(aLong, n + 8);
                putLong(longs, 1, n + 9);
                putFloat(aFloat, n + 10);
                putFloat(floats, 1, n + 11);
                putDouble(aDouble, n + 12);
                putDouble(doubles, 1, n + 13);
                Inner.Data first = getData(inner, one);
                first.value(n + 14);
                Inner.Data second = getData(inner, two, 1);
                second.value(n + 15);
                putInt(data, n + 16);
                Int2.Data pair = MPI.int2.getData(getBuffer(MPI.INT2, pairs, 1));
                pair.putIndex(n + 17);
            }

            List<Integer> values() {
                Inner.Data first = getData(inner, one);
                Inner.Data second = getData(inner, two, 1);
                Int2.Data pair = MPI.int2.getData(getBuffer(MPI.INT2, pairs, 1));
                return List.of(
                        (int) getByte(aByte),
                        (int) getByte(bytes, 2),
                        (int) getChar(aChar),
                        (int) getChar(chars, 1),
                        (int) getShort(aShort),
                        (int) getShort(shorts, 1),
                        getInt(anInt),
                        getInt(ints, 1),
                        (int) getLong(aLong),
                        (int) getLong(longs, 1),
                        (int) getFloat(aFloat),
                        (int) getFloat(floats, 1),
                        (int) getDouble(aDouble),
                        (int) getDouble(doubles, 1),
                        first.value(),
                        second.value(),
                        getInt(data),
                        pair.getIndex());
            }
        }
    }

    /** Adds the cases. */
    public StructSuite() {
        add("structs with every kind of field are sent", 2, StructSuite::structs);
        for (int ranks : new int[] {1, 3, 7}) {
            add("pairs: the value and where it is, " + ranks + " ranks", ranks, StructSuite::pairs);
            add("sums and products of complex numbers, " + ranks + " ranks", ranks, StructSuite::complex);
        }
        add("a user's function overrides one of two forms", 2, StructSuite::functions);
    }

    private static List<Integer> expected(int n) {
        return java.util.stream.IntStream.range(n, n + 18).boxed().toList();
    }

    private static void structs(Rank rank) {
        Intracomm comm = rank.comm();
        Every every = new Every();
        Check.equal(20, every.anInt, "a field at the offset that was set");
        if (rank.rank() == 0) {
            byte[] bytes = new byte[2 * every.getExtent()];
            Every.Data first = every.getData(bytes);
            first.fill(1);
            Every.Data second = every.getData(bytes, 1);
            second.fill(50);
            comm.send(bytes, 2, every.getType(), 1, TAG);
            return;
        }
        ByteBuffer buffer = rank.newByteBuffer(2 * every.getExtent());
        comm.recv(buffer, 2, every.getType(), 0, TAG);
        Every.Data first = every.getData(buffer);
        Every.Data second = every.getData(buffer, 1);
        Check.equal(expected(1), first.values(), "first");
        Check.equal(expected(50), second.values(), "second");
        Check.equal(every.getExtent(), second.getBuffer().capacity(), "a struct's own part of the buffer");
    }

    /** The root has the largest value, and of the equal ones the lowest index. */
    private static void pairs(Rank rank) {
        Intracomm comm = rank.comm();
        int me = rank.rank();
        int last = comm.getSize() - 1;
        ByteBuffer in = rank.newByteBuffer(64);
        ByteBuffer out = rank.newByteBuffer(64);
        ShortInt.Data shorts = MPI.shortInt.getData(in);
        shorts.putValue((short) me);
        shorts.putIndex(10 + me);
        comm.allReduce(in, out, 1, MPI.SHORT_INT, MPI.MAXLOC);
        ShortInt.Data maxShort = MPI.shortInt.getData(out);
        Check.equal(last, maxShort.getValue(), "largest short");
        Check.equal(10 + last, maxShort.getIndex(), "its index");

        LongInt.Data longs = MPI.longInt.getData(in, 1);
        longs.putValue(1L << 40 | me);
        longs.putIndex(20 + me);
        comm.allReduce(MPI.slice(in, 16), out, 1, MPI.LONG_INT, MPI.MINLOC);
        LongInt.Data minLong = MPI.longInt.getData(out);
        Check.equal(1L << 40, minLong.getValue(), "smallest long");
        Check.equal(20, minLong.getIndex(), "its index");

        FloatInt.Data floats = MPI.floatInt.getData(in);
        floats.putValue(0.5f);
        floats.putIndex(30 - me);
        comm.allReduce(in, out, 1, MPI.FLOAT_INT, MPI.MAXLOC);
        FloatInt.Data maxFloat = MPI.floatInt.getData(out);
        Check.that(maxFloat.getValue() == 0.5f, "largest float");
        Check.equal(30 - last, maxFloat.getIndex(), "the lowest index of equal ones");

        DoubleInt.Data doubles = MPI.doubleInt.getData(in);
        doubles.putValue(-me);
        doubles.putIndex(me);
        comm.allReduce(in, out, 1, MPI.DOUBLE_INT, MPI.MINLOC);
        DoubleInt.Data minDouble = MPI.doubleInt.getData(out);
        Check.that(minDouble.getValue() == -last, "smallest double");
        Check.equal(last, minDouble.getIndex(), "its index");

        Int2.Data ints = MPI.int2.getData(in);
        ints.putValue(7);
        ints.putIndex(me);
        comm.allReduce(in, out, 1, MPI.INT2, MPI.MINLOC);
        Int2.Data minInt = MPI.int2.getData(out);
        Check.equal(7, minInt.getValue(), "smallest int");
        Check.equal(0, minInt.getIndex(), "its index");
    }

    private static void complex(Rank rank) {
        Intracomm comm = rank.comm();
        int n = comm.getSize();
        double[] in = new double[4];
        double[] out = new double[4];
        DoubleComplex.get(in).putReal(1);
        DoubleComplex.get(in, 1).putImag(1);
        comm.allReduce(in, out, 1, MPI.DOUBLE_COMPLEX, MPI.SUM);
        comm.allReduce(MPI.slice(in, 2), MPI.slice(out, 2), 1, MPI.DOUBLE_COMPLEX, MPI.PROD);
        check(n, 0, DoubleComplex.get(out));
        ByteBuffer bytes = ByteBuffer.allocate(32).order(ByteOrder.nativeOrder());
        bytes.asDoubleBuffer().put(out);
        // Powers of i.
        double[][] powers = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        double[] power = powers[n % 4];
        for (DoubleComplex product : List.of(
                DoubleComplex.get(out, 1),
                DoubleComplex.get(bytes, 1),
                DoubleComplex.get(bytes.asDoubleBuffer(), 1),
                DoubleComplex.get(bytes.slice(16, 16).order(ByteOrder.nativeOrder())),
                DoubleComplex.get(bytes.asDoubleBuffer().slice(2, 2)))) {
            check(power[0], power[1], product);
        }
        float[] floats = {1, 2, 3, 4};
        float[] sums = new float[4];
        comm.allReduce(floats, sums, 2, MPI.FLOAT_COMPLEX, MPI.SUM);
        FloatComplex.get(sums).putReal(-1);
        FloatComplex.get(sums, 1).putImag(-2);
        Check.equal(new float[] {-1, 2 * n, 3 * n, -2}, sums, "floats");
        ByteBuffer view = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
        view.asFloatBuffer().put(sums);
        Check.that(FloatComplex.get(view).getReal() == -1, "bytes");
        Check.that(FloatComplex.get(view, 1).getImag() == -2, "bytes, the second");
        Check.that(FloatComplex.get(view.asFloatBuffer()).getImag() == 2 * n, "a float buffer");
        Check.that(FloatComplex.get(view.asFloatBuffer(), 1).getBuffer().get(0) == 3 * n, "its buffer");
    }

    private static void check(double real, double imaginary, DoubleComplex found) {
        Check.that(found.getReal() == real && found.getImag() == imaginary, "complex number");
        Check.that(found.getBuffer().get(0) == real, "its buffer");
    }

    private static void functions(Rank rank) {
        UserFunction arrays = new UserFunction() {
            @Override
            public void call(Object in, Object inOut, int count, mpi.Datatype type) {
                ((int[]) inOut)[0] += 10 * ((int[]) in)[0];
            }
        };
        UserFunction buffers = new UserFunction() {
            @Override
            public void call(ByteBuffer in, ByteBuffer inOut, int count, mpi.Datatype type) {
                inOut.putInt(0, inOut.getInt(0) + 10 * in.getInt(0));
            }
        };
        for (UserFunction function : List.of(arrays, buffers)) {
            try (Op op = new Op(function, false)) {
                Check.that(!op.isCommutative() && MPI.SUM.isCommutative(), "isCommutative");
                int[] found = new int[1];
                rank.comm().allReduce(new int[] {rank.rank() + 1}, found, 1, MPI.INT, op);
                Check.equal(12, found[0], "10 * 1 + 2");
            }
        }
        expectUnsupported(() -> buffers.call(new int[1], new int[1], 1, MPI.INT));
        expectUnsupported(() -> arrays.call(ByteBuffer.allocate(4), ByteBuffer.allocate(4), 1, MPI.INT));
    }

    private static void expectUnsupported(Runnable call) {
        try {
            call.run();
        } catch (UnsupportedOperationException | MPIException e) {
            Check.that(e.getMessage().contains("neither form"), e.getMessage());
            return;
        }
        throw new AssertionError("a form that is not overridden has worked");
    }
}
