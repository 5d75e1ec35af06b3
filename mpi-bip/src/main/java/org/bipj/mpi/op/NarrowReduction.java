package org.bipj.mpi.op;

/**
 * Operations on bytes, chars and shorts: widened to ints in blocks, reduced there, and narrowed again. Sums and
 * products keep their low bits, as those of the narrow type would.
 */
final class NarrowReduction extends PredefinedReduction {
    private static final int BLOCK = 512;

    /** Both operands, widened. Of the thread: an operation is shared by all ranks of a JVM. */
    private static final ThreadLocal<int[][]> WIDENED = ThreadLocal.withInitial(() -> new int[2][BLOCK]);

    private final IntReduction wide;
    private final BaseType type;

    NarrowReduction(Operation operation, BaseType type) {
        super(operation);
        this.wide = new IntReduction(operation);
        this.type = type;
    }

    @Override
    public void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
        int[][] widened = WIDENED.get();
        int[] a = widened[0];
        int[] b = widened[1];
        for (int done = 0; done < elements; done += BLOCK) {
            int n = Math.min(BLOCK, elements - done);
            widen(in, inStart + done, a, n);
            widen(inOut, inOutStart + done, b, n);
            wide.apply(a, 0, b, 0, n);
            narrow(b, inOut, inOutStart + done, n);
        }
    }

    private void widen(Object from, int start, int[] to, int n) {
        switch (type) {
            case BYTE -> widen((byte[]) from, start, to, n);
            case CHAR -> widen((char[]) from, start, to, n);
            default -> widen((short[]) from, start, to, n);
        }
    }

    private void narrow(int[] from, Object to, int start, int n) {
        switch (type) {
            case BYTE -> narrow(from, (byte[]) to, start, n);
            case CHAR -> narrow(from, (char[]) to, start, n);
            default -> narrow(from, (short[]) to, start, n);
        }
    }

    private static void widen(byte[] from, int start, int[] to, int n) {
        for (int k = 0; k < n; k++) {
            to[k] = from[start + k];
        }
    }

    private static void widen(char[] from, int start, int[] to, int n) {
        for (int k = 0; k < n; k++) {
            to[k] = from[start + k];
        }
    }

    private static void widen(short[] from, int start, int[] to, int n) {
        for (int k = 0; k < n; k++) {
            to[k] = from[start + k];
        }
    }

    private static void narrow(int[] from, byte[] to, int start, int n) {
        for (int k = 0; k < n; k++) {
            to[start + k] = (byte) from[k];
        }
    }

    private static void narrow(int[] from, char[] to, int start, int n) {
        for (int k = 0; k < n; k++) {
            to[start + k] = (char) from[k];
        }
    }

    private static void narrow(int[] from, short[] to, int start, int n) {
        for (int k = 0; k < n; k++) {
            to[start + k] = (short) from[k];
        }
    }
}
