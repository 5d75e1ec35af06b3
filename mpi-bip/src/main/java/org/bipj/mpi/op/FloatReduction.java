package org.bipj.mpi.op;

/**
 * Operations on floats, and the sum of complex numbers, which is that of their parts. C2 vectorises a loop with one index
 * for both arrays. With two it does not, since the arrays might be one and the same: such a loop takes two cycles for
 * each element.
 */
final class FloatReduction extends PredefinedReduction {
    FloatReduction(Operation operation) {
        super(operation);
    }

    @Override
    public void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
        float[] a = (float[]) in;
        float[] b = (float[]) inOut;
        if (inStart == inOutStart && alike(a, b, inStart, inStart + elements)) {
            return;
        }
        switch (operation) {
            case MAX -> max(a, inStart, b, inOutStart, elements);
            case MIN -> min(a, inStart, b, inOutStart, elements);
            case SUM -> sum(a, inStart, b, inOutStart, elements);
            case PROD -> product(a, inStart, b, inOutStart, elements);
            default -> throw new IllegalStateException(operation + " on floats");
        }
    }

    /** The same for equal starts, in loops with one index; false for operations that have none. */
    private boolean alike(float[] a, float[] b, int from, int to) {
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

    private static void max(float[] a, float[] b, int from, int to) {
        for (int k = from; k < to; k++) {
            b[k] = Math.max(a[k], b[k]);
        }
    }

    private static void min(float[] a, float[] b, int from, int to) {
        for (int k = from; k < to; k++) {
            b[k] = Math.min(a[k], b[k]);
        }
    }

    private static void sum(float[] a, float[] b, int from, int to) {
        for (int k = from; k < to; k++) {
            b[k] += a[k];
        }
    }

    private static void product(float[] a, float[] b, int from, int to) {
        for (int k = from; k < to; k++) {
            b[k] *= a[k];
        }
    }

    private static void max(float[] a, int i, float[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] = Math.max(a[i + k], b[j + k]);
        }
    }

    private static void min(float[] a, int i, float[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] = Math.min(a[i + k], b[j + k]);
        }
    }

    private static void sum(float[] a, int i, float[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] += a[i + k];
        }
    }

    private static void product(float[] a, int i, float[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] *= a[i + k];
        }
    }
}
