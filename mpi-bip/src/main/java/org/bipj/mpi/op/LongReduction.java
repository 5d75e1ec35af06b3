package org.bipj.mpi.op;

/**
 * Operations on longs. C2 vectorises a loop with one index for both arrays. With two it does not, since the
 * arrays might be one and the same: such a loop takes two cycles for each element.
 */
final class LongReduction extends PredefinedReduction {
    LongReduction(Operation operation) {
        super(operation);
    }

    @Override
    public void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
        long[] a = (long[]) in;
        long[] b = (long[]) inOut;
        if (inStart == inOutStart && alike(a, b, inStart, inStart + elements)) {
            return;
        }
        switch (operation) {
            case MAX -> max(a, inStart, b, inOutStart, elements);
            case MIN -> min(a, inStart, b, inOutStart, elements);
            case SUM -> sum(a, inStart, b, inOutStart, elements);
            case PROD -> product(a, inStart, b, inOutStart, elements);
            case LAND -> and(a, inStart, b, inOutStart, elements);
            case LOR -> or(a, inStart, b, inOutStart, elements);
            case LXOR -> xor(a, inStart, b, inOutStart, elements);
            case BAND -> bitAnd(a, inStart, b, inOutStart, elements);
            case BOR -> bitOr(a, inStart, b, inOutStart, elements);
            case BXOR -> bitXor(a, inStart, b, inOutStart, elements);
            default -> throw new IllegalStateException(operation + " on longs");
        }
    }

    /** The same for equal starts, in loops with one index; false for operations that have none. */
    private boolean alike(long[] a, long[] b, int from, int to) {
        switch (operation) {
            case MAX -> max(a, b, from, to);
            case MIN -> min(a, b, from, to);
            case SUM -> sum(a, b, from, to);
            case PROD -> product(a, b, from, to);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void max(long[] a, long[] b, int from, int to) {
        for (int k = from; k < to; k++) {
            b[k] = Math.max(a[k], b[k]);
        }
    }

    private static void min(long[] a, long[] b, int from, int to) {
        for (int k = from; k < to; k++) {
            b[k] = Math.min(a[k], b[k]);
        }
    }

    private static void sum(long[] a, long[] b, int from, int to) {
        for (int k = from; k < to; k++) {
            b[k] += a[k];
        }
    }

    private static void product(long[] a, long[] b, int from, int to) {
        for (int k = from; k < to; k++) {
            b[k] *= a[k];
        }
    }

    private static void max(long[] a, int i, long[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] = Math.max(a[i + k], b[j + k]);
        }
    }

    private static void min(long[] a, int i, long[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] = Math.min(a[i + k], b[j + k]);
        }
    }

    private static void sum(long[] a, int i, long[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] += a[i + k];
        }
    }

    private static void product(long[] a, int i, long[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] *= a[i + k];
        }
    }

    private static void and(long[] a, int i, long[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] = a[i + k] != 0 && b[j + k] != 0 ? 1 : 0;
        }
    }

    private static void or(long[] a, int i, long[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] = a[i + k] != 0 || b[j + k] != 0 ? 1 : 0;
        }
    }

    private static void xor(long[] a, int i, long[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] = a[i + k] != 0 ^ b[j + k] != 0 ? 1 : 0;
        }
    }

    private static void bitAnd(long[] a, int i, long[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] &= a[i + k];
        }
    }

    private static void bitOr(long[] a, int i, long[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] |= a[i + k];
        }
    }

    private static void bitXor(long[] a, int i, long[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] ^= a[i + k];
        }
    }
}
