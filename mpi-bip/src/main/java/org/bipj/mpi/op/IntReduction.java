package org.bipj.mpi.op;

/** Operations on ints. One loop for each, which C2 vectorises. */
final class IntReduction implements Reduction {
    private final Operation operation;

    IntReduction(Operation operation) {
        this.operation = operation;
    }

    @Override
    public boolean commutative() {
        return true;
    }

    @Override
    public void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
        int[] a = (int[]) in;
        int[] b = (int[]) inOut;
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
            default -> throw new IllegalStateException(operation + " on ints");
        }
    }

    private static void max(int[] a, int i, int[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] = Math.max(a[i + k], b[j + k]);
        }
    }

    private static void min(int[] a, int i, int[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] = Math.min(a[i + k], b[j + k]);
        }
    }

    private static void sum(int[] a, int i, int[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] += a[i + k];
        }
    }

    private static void product(int[] a, int i, int[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] *= a[i + k];
        }
    }

    private static void and(int[] a, int i, int[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] = a[i + k] != 0 && b[j + k] != 0 ? 1 : 0;
        }
    }

    private static void or(int[] a, int i, int[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] = a[i + k] != 0 || b[j + k] != 0 ? 1 : 0;
        }
    }

    private static void xor(int[] a, int i, int[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] = a[i + k] != 0 ^ b[j + k] != 0 ? 1 : 0;
        }
    }

    private static void bitAnd(int[] a, int i, int[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] &= a[i + k];
        }
    }

    private static void bitOr(int[] a, int i, int[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] |= a[i + k];
        }
    }

    private static void bitXor(int[] a, int i, int[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] ^= a[i + k];
        }
    }
}
