package org.bipj.mpi.coll.port;

/** Copies between arrays whose type is not known: {@code System.arraycopy} of Objects takes the JVM's slow path for short ones. */
final class UntypedArrayCopy {
    private UntypedArrayCopy() {}

    static void copy(Object from, int fromStart, Object to, int toStart, int elements) {
        // No switch over types: its first use allocates, and links code.
        if (from instanceof double[] a) {
            System.arraycopy(a, fromStart, (double[]) to, toStart, elements);
        } else if (from instanceof long[] a) {
            System.arraycopy(a, fromStart, (long[]) to, toStart, elements);
        } else if (from instanceof int[] a) {
            System.arraycopy(a, fromStart, (int[]) to, toStart, elements);
        } else if (from instanceof float[] a) {
            System.arraycopy(a, fromStart, (float[]) to, toStart, elements);
        } else {
            System.arraycopy(from, fromStart, to, toStart, elements);
        }
    }
}
