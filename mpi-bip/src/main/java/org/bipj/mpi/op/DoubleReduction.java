package org.bipj.mpi.op;

/** Operations on doubles, and the sum of complex numbers, which is that of their parts. Loops that C2 vectorises. */
final class DoubleReduction implements Reduction {
    private final Operation operation;

    DoubleReduction(Operation operation) {
        this.operation = operation;
    }

    @Override
    public boolean commutative() {
        return true;
    }

    @Override
    public void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
        double[] a = (double[]) in;
        double[] b = (double[]) inOut;
        switch (operation) {
            case MAX -> max(a, inStart, b, inOutStart, elements);
            case MIN -> min(a, inStart, b, inOutStart, elements);
            case SUM -> sum(a, inStart, b, inOutStart, elements);
            case PROD -> product(a, inStart, b, inOutStart, elements);
            default -> throw new IllegalStateException(operation + " on doubles");
        }
    }

    private static void max(double[] a, int i, double[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] = Math.max(a[i + k], b[j + k]);
        }
    }

    private static void min(double[] a, int i, double[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] = Math.min(a[i + k], b[j + k]);
        }
    }

    private static void sum(double[] a, int i, double[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] += a[i + k];
        }
    }

    private static void product(double[] a, int i, double[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] *= a[i + k];
        }
    }
}
