package mpi;

import java.util.Arrays;

/**
 * The basic elements of a datatype in travelling order, as groups of equal size: MPI_Get_elements counts them. What
 * repeats is kept once, so that a vector has its old type's signature. Immutable.
 */
final class Signature {
    private final int[] sizes;
    private final long[] counts;
    private final long bytes;
    private final long elements;

    private Signature(int[] sizes, long[] counts) {
        this.sizes = sizes;
        this.counts = counts;
        long b = 0;
        long n = 0;
        for (int i = 0; i < sizes.length; i++) {
            b += sizes[i] * counts[i];
            n += counts[i];
        }
        this.bytes = b;
        this.elements = n;
    }

    /** One element after another, of these sizes in bytes. */
    static Signature of(int... elementSizes) {
        long[] ones = new long[elementSizes.length];
        Arrays.fill(ones, 1);
        return new Signature(elementSizes, ones);
    }

    /** The signatures of a struct's blocks one after another, each as often as its bytes hold it. */
    static Signature concatenation(Signature[] parts, long[] partBytes) {
        if (parts.length == 1) {
            return parts[0];
        }
        int[] sizes = new int[16];
        long[] counts = new long[16];
        int n = 0;
        for (int p = 0; p < parts.length; p++) {
            Signature part = parts[p];
            long repeats = part.bytes == 0 ? 0 : partBytes[p] / part.bytes;
            boolean one = part.sizes.length == 1;
            for (long r = 0; r < (one ? Math.min(1, repeats) : repeats); r++) {
                for (int i = 0; i < part.sizes.length; i++) {
                    if (n == TypeMaker.MOST_RUNS) {
                        throw TypeMaker.tooMany("groups of equal elements are");
                    }
                    if (n == sizes.length) {
                        sizes = Arrays.copyOf(sizes, 2 * n);
                        counts = Arrays.copyOf(counts, 2 * n);
                    }
                    sizes[n] = part.sizes[i];
                    counts[n] = one ? part.counts[i] * repeats : part.counts[i];
                    n++;
                }
            }
        }
        return new Signature(Arrays.copyOf(sizes, n), Arrays.copyOf(counts, n));
    }

    /** Number of basic elements in a message of that many bytes; UNDEFINED where it ends inside of one. */
    long elementsIn(long messageBytes) {
        if (bytes == 0) {
            return messageBytes == 0 ? 0 : Predefined.UNDEFINED;
        }
        long n = messageBytes / bytes * elements;
        long rest = messageBytes % bytes;
        for (int i = 0; rest > 0; i++) {
            long here = Math.min(counts[i], rest / sizes[i]);
            n += here;
            rest -= here * sizes[i];
            if (here < counts[i] && rest > 0) {
                return Predefined.UNDEFINED;
            }
        }
        return n;
    }

    /** Bytes of a message of that many basic elements. */
    long bytesOf(long messageElements) {
        if (elements == 0) {
            return 0;
        }
        long b = messageElements / elements * bytes;
        long rest = messageElements % elements;
        for (int i = 0; rest > 0; i++) {
            long here = Math.min(counts[i], rest);
            b += here * sizes[i];
            rest -= here;
        }
        return b;
    }
}
