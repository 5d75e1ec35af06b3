package org.bipj.mpi.rma;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.Operation;

/**
 * Operations on one element by processor atomics: on aligned ints, longs, floats and doubles. Values travel as bits in a
 * long. Which elements are served here depends on type and address alone, so that all ranks agree.
 */
final class Elements {
    private static final VarHandle INT = JAVA_INT.varHandle().withInvokeExactBehavior();
    private static final VarHandle LONG = JAVA_LONG.varHandle().withInvokeExactBehavior();

    private Elements() {}

    /** True for types that the processor updates atomically where they are aligned. */
    static boolean isAtomic(BaseType type) {
        return type == BaseType.LONG || type == BaseType.DOUBLE || isInt(type);
    }

    private static boolean isInt(BaseType type) {
        return type == BaseType.INT || type == BaseType.FLOAT;
    }

    /** True if elements of a size at this place can be updated atomically. */
    static boolean isAligned(MemorySegment memory, long at, int size) {
        return ((memory.address() + at) & (size - 1)) == 0 && memory.maxByteAlignment() >= size;
    }

    /** Loads an integer of that type. */
    static long load(MemorySegment memory, long at, BaseType type) {
        return isInt(type) ? memory.get(JAVA_INT, at) : memory.get(JAVA_LONG, at);
    }

    /** Stores the low bits of a result as an integer of that type. */
    static void store(MemorySegment memory, long at, BaseType type, long bits) {
        if (isInt(type)) {
            memory.set(JAVA_INT, at, (int) bits);
        } else {
            memory.set(JAVA_LONG, at, bits);
        }
    }

    /** Replaces an element by {@code element op operand}; returns what it was. */
    static long update(MemorySegment memory, long at, BaseType type, Operation operation, long operand) {
        return isInt(type)
                ? updateInt(memory, at, type, operation, (int) operand)
                : updateLong(memory, at, type, operation, operand);
    }

    private static long updateInt(MemorySegment memory, long at, BaseType type, Operation operation, int operand) {
        if (operation == Operation.NO_OP) {
            return (int) INT.getVolatile(memory, at);
        } else if (operation == Operation.REPLACE) {
            return (int) INT.getAndSet(memory, at, operand);
        } else if (operation == Operation.SUM && type == BaseType.INT) {
            return (int) INT.getAndAdd(memory, at, operand);
        }
        while (true) {
            int old = (int) INT.getVolatile(memory, at);
            int next = type == BaseType.INT
                    ? (int) combine(operation, old, operand)
                    : Float.floatToRawIntBits(
                            (float) combine(operation, Float.intBitsToFloat(old), Float.intBitsToFloat(operand)));
            if ((boolean) INT.compareAndSet(memory, at, old, next)) {
                return old;
            }
        }
    }

    private static long updateLong(MemorySegment memory, long at, BaseType type, Operation operation, long operand) {
        if (operation == Operation.NO_OP) {
            return (long) LONG.getVolatile(memory, at);
        } else if (operation == Operation.REPLACE) {
            return (long) LONG.getAndSet(memory, at, operand);
        } else if (operation == Operation.SUM && type == BaseType.LONG) {
            return (long) LONG.getAndAdd(memory, at, operand);
        }
        while (true) {
            long old = (long) LONG.getVolatile(memory, at);
            long next = type == BaseType.LONG
                    ? combine(operation, old, operand)
                    : Double.doubleToRawLongBits(
                            combine(operation, Double.longBitsToDouble(old), Double.longBitsToDouble(operand)));
            if ((boolean) LONG.compareAndSet(memory, at, old, next)) {
                return old;
            }
        }
    }

    /** Replaces an element if it has the expected value; returns what it was. */
    static long swap(MemorySegment memory, long at, BaseType type, long expected, long value) {
        return isInt(type)
                ? (int) INT.compareAndExchange(memory, at, (int) expected, (int) value)
                : (long) LONG.compareAndExchange(memory, at, expected, value);
    }

    /** On integers; the low bits of a sum or product of longs are those of ints. */
    private static long combine(Operation operation, long a, long b) {
        return switch (operation) {
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case SUM -> a + b;
            case PROD -> a * b;
            case LAND -> a != 0 && b != 0 ? 1 : 0;
            case BAND -> a & b;
            case LOR -> a != 0 || b != 0 ? 1 : 0;
            case BOR -> a | b;
            case LXOR -> a != 0 ^ b != 0 ? 1 : 0;
            case BXOR -> a ^ b;
            default -> throw new IllegalArgumentException(operation + " on integers");
        };
    }

    /** On reals; sums and products of floats are those of doubles, rounded once, which is the same. */
    private static double combine(Operation operation, double a, double b) {
        return switch (operation) {
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case SUM -> a + b;
            case PROD -> a * b;
            default -> throw new IllegalArgumentException(operation + " on reals");
        };
    }
}
