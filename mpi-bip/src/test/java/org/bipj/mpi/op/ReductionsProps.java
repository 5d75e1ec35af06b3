package org.bipj.mpi.op;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;

/** Every predefined operation on every type does to each element what it does to one, and nothing beside. */
class ReductionsProps {
    private static final Set<BaseType> INTEGERS =
            EnumSet.of(BaseType.BYTE, BaseType.CHAR, BaseType.SHORT, BaseType.INT, BaseType.LONG);
    private static final Set<BaseType> REALS = EnumSet.of(BaseType.FLOAT, BaseType.DOUBLE);
    private static final Set<BaseType> COMPLEX = EnumSet.of(BaseType.FLOAT_COMPLEX, BaseType.DOUBLE_COMPLEX);

    /** MPI 4.1 table 6.3 and section 6.9.4. */
    private static boolean isDefined(Operation operation, BaseType type) {
        return switch (operation) {
            case MAX, MIN -> INTEGERS.contains(type) || REALS.contains(type);
            case SUM, PROD -> INTEGERS.contains(type) || REALS.contains(type) || COMPLEX.contains(type);
            case LAND, LOR, LXOR -> INTEGERS.contains(type) || type == BaseType.BOOLEAN;
            case BAND, BOR, BXOR -> INTEGERS.contains(type);
            case MINLOC, MAXLOC -> type.isPair();
            case REPLACE, NO_OP -> true;
        };
    }

    @Property(tries = 5000)
    void eachElementIsReducedByItself(
            @ForAll Operation operation,
            @ForAll BaseType type,
            @ForAll @IntRange(max = 1100) int count,
            @ForAll long seed) {
        if (!isDefined(operation, type)) {
            EngineException e = assertThrows(EngineException.class, () -> Reductions.of(operation, type));
            assertEquals(ErrorClass.OP, e.errorClass());
            assertTrue(e.getMessage().startsWith(operation + " is not defined on "), e.getMessage());
            return;
        }
        Random random = new Random(seed);
        int width = type.size() >> type.arrayShift();
        int inStart = random.nextInt(3);
        int inOutStart = random.nextInt(3);
        Object in = filled(type, inStart + count * width + 2, random);
        Object inOut = filled(type, inOutStart + count * width + 2, random);
        Object before = copy(inOut);
        Reductions.of(operation, type).apply(in, inStart, inOut, inOutStart, count * width);
        for (int i = 0; i < Array.getLength(inOut); i++) {
            if (i < inOutStart || i >= inOutStart + count * width) {
                assertEquals(Array.get(before, i), Array.get(inOut, i), "element outside of the operands");
            }
        }
        for (int i = 0; i < count; i++) {
            Object expected = expected(
                    operation,
                    type,
                    element(type, in, inStart + i * width),
                    element(type, before, inOutStart + i * width));
            assertEquals(expected, element(type, inOut, inOutStart + i * width), operation + " on " + type);
        }
    }

    /** Small values, so that equal ones and zeros are frequent, mixed with extreme ones. */
    private static Object filled(BaseType type, int length, Random random) {
        Object array = type.newArray(length);
        if (type.isPair() && !type.isPairOfOneType()) {
            fillPairs(type, (byte[]) array, random);
            return array;
        }
        for (int i = 0; i < length; i++) {
            long v = random.nextInt(8) == 0 ? random.nextLong() : random.nextInt(5) - 2;
            switch (array) {
                case byte[] a -> a[i] = (byte) v;
                case char[] a -> a[i] = (char) v;
                case short[] a -> a[i] = (short) v;
                case int[] a -> a[i] = (int) v;
                case long[] a -> a[i] = v;
                case float[] a -> a[i] = v / 4f;
                case double[] a -> a[i] = v / 4.0;
                default -> ((boolean[]) array)[i] = (v & 1) != 0;
            }
        }
        return array;
    }

    private static void fillPairs(BaseType type, byte[] bytes, Random random) {
        random.nextBytes(bytes);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        // At any alignment, as the test shifts the operands.
        for (int at = 0; at + type.size() <= bytes.length; at++) {
            if (random.nextInt(4) == 0) {
                put(type, buffer, at, random.nextInt(3) - 1, random.nextInt(9) - 4);
                at += type.size() - 1;
            }
        }
    }

    private static void put(BaseType type, ByteBuffer buffer, int at, int value, int index) {
        switch (type) {
            case SHORT_INT -> buffer.putShort(at, (short) value);
            case INT2 -> buffer.putInt(at, value);
            case LONG_INT -> buffer.putLong(at, value);
            case FLOAT_INT -> buffer.putFloat(at, value);
            default -> buffer.putDouble(at, value);
        }
        buffer.putInt(at + type.size() - 4, index);
    }

    /** One datatype element: a pair, a complex number, or a primitive value. */
    record Pair(Number value, Number index) {}

    record Complex(double re, double im) {}

    private static Object element(BaseType type, Object array, int at) {
        if (type.isPairOfOneType()) {
            return new Pair((Number) Array.get(array, at), (Number) Array.get(array, at + 1));
        } else if (type.isPair()) {
            ByteBuffer buffer = ByteBuffer.wrap((byte[]) array).order(ByteOrder.nativeOrder());
            Number value = switch (type) {
                case SHORT_INT -> buffer.getShort(at);
                case INT2 -> buffer.getInt(at);
                case LONG_INT -> buffer.getLong(at);
                case FLOAT_INT -> buffer.getFloat(at);
                default -> buffer.getDouble(at);
            };
            return new Pair(value, buffer.getInt(at + type.size() - 4));
        }
        return switch (array) {
            case float[] a when COMPLEX.contains(type) -> new Complex(a[at], a[at + 1]);
            case double[] a when COMPLEX.contains(type) -> new Complex(a[at], a[at + 1]);
            default -> Array.get(array, at);
        };
    }

    private static Object expected(Operation operation, BaseType type, Object a, Object b) {
        if (operation == Operation.REPLACE || operation == Operation.NO_OP) {
            return operation == Operation.REPLACE ? a : b;
        }
        return switch (a) {
            case Pair x -> better(operation, x, (Pair) b);
            case Complex x -> complex(operation, type, x, (Complex) b);
            case Boolean x -> logical(operation, x, (Boolean) b);
            case Float x -> real(operation, x, (Float) b).floatValue();
            case Double x -> real(operation, x, (Double) b);
            case Byte x -> (byte) integer(operation, x, (Byte) b);
            case Character x -> (char) integer(operation, x, (Character) b);
            case Short x -> (short) integer(operation, x, (Short) b);
            case Integer x -> (int) integer(operation, x, (Integer) b);
            default -> integer(operation, (Long) a, (Long) b);
        };
    }

    private static long integer(Operation operation, long a, long b) {
        return switch (operation) {
            case MAX -> a > b ? a : b;
            case MIN -> a < b ? a : b;
            case SUM -> a + b;
            case PROD -> a * b;
            case BAND -> a & b;
            case BOR -> a | b;
            case BXOR -> a ^ b;
            default -> logical(operation, a != 0, b != 0) ? 1 : 0;
        };
    }

    private static Double real(Operation operation, double a, double b) {
        return switch (operation) {
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case SUM -> a + b;
            default -> a * b;
        };
    }

    private static boolean logical(Operation operation, boolean a, boolean b) {
        return switch (operation) {
            case LAND -> a && b;
            case LOR -> a || b;
            default -> a != b;
        };
    }

    private static Complex complex(Operation operation, BaseType type, Complex a, Complex b) {
        if (type == BaseType.FLOAT_COMPLEX) {
            float ar = (float) a.re;
            float ai = (float) a.im;
            float br = (float) b.re;
            float bi = (float) b.im;
            return operation == Operation.SUM
                    ? new Complex(ar + br, ai + bi)
                    : new Complex(ar * br - ai * bi, ar * bi + ai * br);
        }
        return operation == Operation.SUM
                ? new Complex(a.re + b.re, a.im + b.im)
                : new Complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
    }

    private static Pair better(Operation operation, Pair a, Pair b) {
        boolean floating = a.value instanceof Float || a.value instanceof Double;
        double x = a.value.doubleValue();
        double y = b.value.doubleValue();
        boolean equal = floating ? x == y : a.value.longValue() == b.value.longValue();
        if (equal) {
            boolean first =
                    a.index instanceof Long i ? i < b.index.longValue() : a.index.doubleValue() < b.index.doubleValue();
            return new Pair(b.value, first ? a.index : b.index);
        }
        boolean less = floating ? x < y : a.value.longValue() < b.value.longValue();
        boolean greater = floating ? x > y : !less;
        return (operation == Operation.MINLOC ? less : greater) ? a : b;
    }

    private static Object copy(Object array) {
        int n = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), n);
        System.arraycopy(array, 0, copy, 0, n);
        return copy;
    }

    @Example
    void onlySelectionsDependOnTheOrder() {
        for (Operation operation : Operation.values()) {
            for (BaseType type : BaseType.values()) {
                if (isDefined(operation, type)) {
                    boolean selection = operation == Operation.REPLACE || operation == Operation.NO_OP;
                    assertEquals(!selection, Reductions.of(operation, type).commutative(), operation + " on " + type);
                }
            }
        }
    }
}
