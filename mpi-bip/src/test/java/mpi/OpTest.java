package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import org.bipj.mpi.op.Reduction;
import org.junit.jupiter.api.Test;

/** Operations on user buffers, through reduceLocal, which needs no other process. */
class OpTest {
    /** Appends decimal digits: associative enough to see the order, not commutative. */
    private static final class Digits extends UserFunction {
        @Override
        public void call(Object in, Object inOut, int count, Datatype datatype) {
            int[] a = (int[]) in;
            int[] b = (int[]) inOut;
            assertEquals(count, a.length);
            for (int i = 0; i < count; i++) {
                b[i] += 10 * a[i];
            }
        }
    }

    /** Adds complex numbers in buffers. */
    private static final class AddDoubles extends UserFunction {
        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
            DoubleBuffer a = in.asDoubleBuffer();
            DoubleBuffer b = inOut.asDoubleBuffer();
            for (int i = 0; i < count * datatype.getExtent(); i++) {
                b.put(i, a.get(i) + b.get(i));
            }
        }
    }

    @Test
    void predefinedOperationsWorkOnAllBuffers() {
        int[] b = {1, 2, 3};
        Comm.reduceLocal(new int[] {10, 20, 30}, b, 2, MPI.INT, MPI.SUM);
        assertArrayEquals(new int[] {11, 22, 3}, b);
        IntBuffer direct = MPI.newIntBuffer(2);
        Comm.reduceLocal(b, direct, 2, MPI.INT, MPI.MAX);
        assertEquals(22, direct.get(1));
        boolean[] flags = {true, false};
        Comm.reduceLocal(new boolean[] {true, true}, flags, 2, MPI.BOOLEAN, MPI.LXOR);
        assertArrayEquals(new boolean[] {false, true}, flags);
    }

    @Test
    void derivedTypesOfOneBaseTypeAreReducedWhereTheyLie() {
        Datatype column = Datatype.createVector(2, 1, 3, MPI.DOUBLE);
        column.commit();
        double[] b = {1, 2, 3, 4, 5, 6};
        Comm.reduceLocal(new double[] {10, 20, 30, 40, 50, 60}, b, 1, column, MPI.SUM);
        assertArrayEquals(new double[] {11, 2, 3, 44, 5, 6}, b);
    }

    @Test
    void pairsKeepTheIndexOfTheBetterValue() {
        ByteBuffer a = pair(2.5, 7);
        ByteBuffer b = pair(2.5, 4);
        Comm.reduceLocal(a, b, 1, MPI.DOUBLE_INT, MPI.MINLOC);
        assertPair(b, 2.5, 4);
        Comm.reduceLocal(pair(3.5, 9), b, 1, MPI.DOUBLE_INT, MPI.MINLOC);
        assertPair(b, 2.5, 4);
        Comm.reduceLocal(pair(3.5, 9), b, 1, MPI.DOUBLE_INT, MPI.MAXLOC);
        assertPair(b, 3.5, 9);
    }

    private static ByteBuffer pair(double value, int index) {
        ByteBuffer buffer = MPI.newByteBuffer(MPI.doubleInt.getExtent());
        DoubleInt.Data data = MPI.doubleInt.getData(buffer);
        data.putValue(value);
        data.putIndex(index);
        return buffer;
    }

    private static void assertPair(ByteBuffer buffer, double value, int index) {
        DoubleInt.Data data = MPI.doubleInt.getData(buffer);
        assertEquals(value, data.getValue());
        assertEquals(index, data.getIndex());
    }

    @Test
    void userFunctionsGetArrays() {
        int[] b = {1, 2, 99};
        Op digits = new Op(new Digits(), false);
        assertFalse(digits.isCommutative());
        Comm.reduceLocal(new int[] {3, 4, 99}, b, 2, MPI.INT, digits);
        assertArrayEquals(new int[] {31, 42, 99}, b);
    }

    @Test
    void userFunctionsGetJustTheirPartOfALargerArray() {
        Reduction digits = new Op(new Digits(), false).on(MPI.INT);
        int[] b = {7, 1, 2, 7};
        digits.apply(new int[] {9, 9, 3, 4}, 2, b, 1, 2);
        assertArrayEquals(new int[] {7, 31, 42, 7}, b);
    }

    @Test
    void aLambdaIsAFunctionOfArrays() {
        Op hypot = new Op(
                (in, inOut, count, type) -> {
                    double[] a = (double[]) in;
                    double[] b = (double[]) inOut;
                    for (int i = 0; i < count; i++) {
                        b[i] = Math.hypot(a[i], b[i]);
                    }
                },
                true);
        assertTrue(hypot.isCommutative());
        double[] b = {3, 5};
        Comm.reduceLocal(new double[] {4, 12}, b, 2, MPI.DOUBLE, hypot);
        assertArrayEquals(new double[] {5, 13}, b);
        boolean[] flags = {true, true};
        Op nand = new Op(OpTest::nand, false);
        assertFalse(nand.isCommutative());
        Comm.reduceLocal(new boolean[] {true, false}, flags, 2, MPI.BOOLEAN, nand);
        assertArrayEquals(new boolean[] {false, true}, flags);
    }

    private static void nand(Object in, Object inOut, int count, Datatype datatype) {
        boolean[] a = (boolean[]) in;
        boolean[] b = (boolean[]) inOut;
        for (int i = 0; i < count; i++) {
            b[i] = !(a[i] && b[i]);
        }
    }

    @Test
    void whatProgramsPassedBeforeThereWereLambdasStillMeansUserFunctions() {
        // That these compile is the point: each has two constructors to choose from.
        assertThrows(MPIException.class, () -> new Op(null, true));
        UserFunction none = null;
        assertThrows(MPIException.class, () -> new Op(none, true));
        Op anonymous = new Op(
                new UserFunction() {
                    @Override
                    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
                        inOut.putInt(0, 7);
                    }
                },
                true);
        int[] b = {1};
        Comm.reduceLocal(new int[1], b, 1, MPI.INT, anonymous);
        assertArrayEquals(new int[] {7}, b);
        // The form for buffers is found behind the interface too.
        ReduceFunction adds = new AddDoubles();
        double[] d = {1};
        Comm.reduceLocal(new double[] {10}, d, 1, MPI.DOUBLE, new Op(adds, true));
        assertArrayEquals(new double[] {11}, d);
    }

    @Test
    void userFunctionsGetBuffersInTheMachinesOrder() {
        double[] b = {1, 2};
        Comm.reduceLocal(new double[] {10, 20}, b, 2, MPI.DOUBLE, new Op(new AddDoubles(), true));
        assertArrayEquals(new double[] {11, 22}, b);
    }

    @Test
    void userFunctionsSeeGapsOfTheDatatype() {
        Datatype spread = Datatype.createResized(Datatype.createVector(2, 1, 2, MPI.DOUBLE), 0, 32);
        spread.commit();
        double[] b = {1, 2, 3, 4, 5, 6, 7};
        double[] a = {10, 20, 30, 40, 50, 60, 70};
        Comm.reduceLocal(a, b, 2, spread, new Op(new AddDoubles(), true));
        assertArrayEquals(new double[] {11, 2, 33, 4, 55, 6, 77}, b);
    }

    @Test
    void userFunctionsOnStructsUseTheStruct() {
        StructTest.Vec vec = new StructTest.Vec();
        UserFunction add = new UserFunction() {
            @Override
            public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
                for (int i = 0; i < count; i++) {
                    StructTest.Vec.Data a = vec.getData(in, i);
                    StructTest.Vec.Data b = vec.getData(inOut, i);
                    b.set(a.x() + b.x(), a.y() * b.y());
                }
            }
        };
        byte[] a = new byte[2 * vec.getExtent()];
        byte[] b = new byte[2 * vec.getExtent()];
        vec.<StructTest.Vec.Data>getData(a, 1).set(1, 3);
        vec.<StructTest.Vec.Data>getData(b, 1).set(2, 5);
        Comm.reduceLocal(a, b, 2, vec.getType(), new Op(add, true));
        StructTest.Vec.Data result = vec.getData(b, 1);
        assertEquals(3, result.x());
        assertEquals(15, result.y());
    }

    @Test
    void whereBothFormsAreOverriddenBooleansUseArraysAndOthersBuffers() {
        StringBuilder calls = new StringBuilder();
        UserFunction both = new UserFunction() {
            @Override
            public void call(Object in, Object inOut, int count, Datatype datatype) {
                calls.append(in instanceof boolean[] ? "booleans " : "array ");
            }

            @Override
            public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
                calls.append("buffer ");
            }
        };
        Op op = new Op(both, true);
        Comm.reduceLocal(new boolean[1], new boolean[1], 1, MPI.BOOLEAN, op);
        Comm.reduceLocal(new int[1], new int[1], 1, MPI.INT, op);
        assertEquals("booleans buffer ", calls.toString());
    }

    @Test
    void errorsSayWhatIsWrong() {
        assertMessage(
                MPI.ERR_OP,
                "Comm.reduceLocal: SUM is not defined on BOOLEAN; expected numbers or complex numbers",
                () -> Comm.reduceLocal(new boolean[1], new boolean[1], 1, MPI.BOOLEAN, MPI.SUM));
        assertMessage(
                MPI.ERR_BUFFER,
                "Comm.reduceLocal: the buffer is an int[] of 4 bytes; expected 8 or more for 2 elements of INT",
                () -> Comm.reduceLocal(new int[2], new int[1], 2, MPI.INT, MPI.SUM));
        assertMessage(
                MPI.ERR_OP,
                "Comm.reduceLocal: the operation is null",
                () -> Comm.reduceLocal(new int[2], new int[2], 2, MPI.INT, null));
        Op op = new Op(new Digits(), true);
        op.free();
        assertTrue(op.isNull());
        assertMessage(
                MPI.ERR_OP,
                "Comm.reduceLocal: the operation was freed",
                () -> Comm.reduceLocal(new int[2], new int[2], 2, MPI.INT, op));
        assertMessage(MPI.ERR_OP, "Op.free: SUM is predefined", MPI.SUM::free);
    }

    private static void assertMessage(int errorClass, String message, Runnable call) {
        MPIException e = assertThrows(MPIException.class, call::run);
        assertEquals(message, e.getMessage());
        assertEquals(errorClass, e.getErrorClass());
    }

    @Test
    void anExceptionOfAUserFunctionReachesTheCaller() {
        UserFunction failing = new UserFunction() {
            @Override
            public void call(Object in, Object inOut, int count, Datatype datatype) {
                throw new IllegalStateException("on purpose");
            }
        };
        IllegalStateException e = assertThrows(
                IllegalStateException.class,
                () -> Comm.reduceLocal(new int[1], new int[1], 1, MPI.INT, new Op(failing, true)));
        assertEquals("on purpose", e.getMessage());
    }

    @Test
    void aViewInAnotherByteOrderIsRefused() {
        LongBuffer view = ByteBuffer.allocate(8).asLongBuffer();
        MPIException refused =
                assertThrows(MPIException.class, () -> Comm.reduceLocal(view, new long[1], 1, MPI.LONG, MPI.SUM));
        assertEquals(MPI.ERR_BUFFER, refused.getErrorClass());
    }
}
