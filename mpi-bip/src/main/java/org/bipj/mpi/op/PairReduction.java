package org.bipj.mpi.op;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * MINLOC and MAXLOC (MPI 4.1 section 6.9.4) on packed pairs of a value and an int index, in the machine's byte order:
 * the better value wins, of equal values the smaller index.
 */
final class PairReduction extends LocationReduction {
    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);
    private static final VarHandle FLOAT = view(float[].class);
    private static final VarHandle DOUBLE = view(double[].class);

    private final BaseType type;
    private final int valueBytes;

    PairReduction(Operation operation, BaseType type) {
        super(operation);
        this.type = type;
        this.valueBytes = type.size() - Integer.BYTES;
    }

    private static VarHandle view(Class<?> arrayClass) {
        return MethodHandles.byteArrayViewVarHandle(arrayClass, ByteOrder.nativeOrder())
                .withInvokeExactBehavior();
    }

    @Override
    public void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
        byte[] a = (byte[]) in;
        byte[] b = (byte[]) inOut;
        int size = type.size();
        for (int k = 0; k < elements; k += size) {
            int i = inStart + k;
            int j = inOutStart + k;
            int order = compare(a, i, b, j);
            if (order == wins) {
                System.arraycopy(a, i, b, j, size);
            } else if (order == 0) {
                int index = Math.min((int) INT.get(a, i + valueBytes), (int) INT.get(b, j + valueBytes));
                INT.set(b, j + valueBytes, index);
            }
        }
    }

    /** -1, 0 or 1 for less, equal or greater; 2 where one of them is no number, so that neither wins. */
    private int compare(byte[] a, int i, byte[] b, int j) {
        return switch (type) {
            case SHORT_INT -> Integer.signum(Short.compare((short) SHORT.get(a, i), (short) SHORT.get(b, j)));
            case INT2 -> Integer.compare((int) INT.get(a, i), (int) INT.get(b, j));
            case LONG_INT -> Long.compare((long) LONG.get(a, i), (long) LONG.get(b, j));
            case FLOAT_INT -> compare((float) FLOAT.get(a, i), (float) FLOAT.get(b, j));
            default -> compare((double) DOUBLE.get(a, i), (double) DOUBLE.get(b, j));
        };
    }

    /** By value, so that both zeros are equal. */
    static int compare(double x, double y) {
        if (x == y) {
            return 0;
        }
        return x < y ? -1 : x > y ? 1 : 2;
    }
}
