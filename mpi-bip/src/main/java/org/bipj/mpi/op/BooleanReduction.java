package org.bipj.mpi.op;

/** Reduces booleans by logical operations. */
final class BooleanReduction extends PredefinedReduction {
    BooleanReduction(Operation operation) {
        super(operation);
    }

    @Override
    public void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
        boolean[] a = (boolean[]) in;
        boolean[] b = (boolean[]) inOut;
        switch (operation) {
            case LAND -> and(a, inStart, b, inOutStart, elements);
            case LOR -> or(a, inStart, b, inOutStart, elements);
            case LXOR -> xor(a, inStart, b, inOutStart, elements);
            default -> throw new IllegalStateException(operation + " on booleans");
        }
    }

    private static void and(boolean[] a, int i, boolean[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] &= a[i + k];
        }
    }

    private static void or(boolean[] a, int i, boolean[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] |= a[i + k];
        }
    }

    private static void xor(boolean[] a, int i, boolean[] b, int j, int n) {
        for (int k = 0; k < n; k++) {
            b[j + k] ^= a[i + k];
        }
    }
}
