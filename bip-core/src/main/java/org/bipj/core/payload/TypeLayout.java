package org.bipj.core.payload;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where the bytes of one datatype element lie: runs of consecutive bytes, relative to the element's origin, in the order
 * in which they travel (the type map of the MPI standard, section 5.1, with equal neighbours merged). Immutable.
 *
 * <pre>
 *   origin            one element                      next element's origin
 *   |  .... run 0 ....       .... run 1 ....           |
 *   |&lt;-lb               extent = ub - lb              |
 * </pre>
 */
public final class TypeLayout {
    /** The layout of a single byte. */
    public static final TypeLayout BYTE = bytes(1);

    /** By kind: the layout of one byte of a value of that kind. */
    private static final TypeLayout[] BYTE_OF = bytesOfKinds();

    /** Longest run of a strided layout, in bytes. */
    private static final int STRIDED_MAX = 1 << 20;

    private final long[] offsets;
    private final long[] lengths;
    /** Bytes of the element that precede run i in the message. */
    private final long[] starts;

    private final long size;
    private final long lb;
    private final long extent;
    private final boolean dense;
    /** See {@link #isStrided}; 0 where runs differ. */
    private final long stride;

    private final long trueLb;
    private final long trueUb;
    private final long mostElements;
    private final Signature signature;
    private final int arrays;
    /** The result of {@link #packed}; null before its first call. */
    private @Nullable TypeLayout packed;

    private TypeLayout(long[] offsets, long[] lengths, long lb, long extent, Signature signature) {
        this.offsets = offsets;
        this.lengths = lengths;
        this.lb = lb;
        this.extent = extent;
        this.starts = new long[lengths.length];
        long sum = 0;
        for (int i = 0; i < lengths.length; i++) {
            starts[i] = sum;
            sum = Math.addExact(sum, lengths[i]);
        }
        this.size = sum;
        this.trueLb = lowest(offsets);
        this.trueUb = highest(offsets, lengths);
        this.dense = size == extent && (size == 0 || (offsets.length == 1 && offsets[0] == 0));
        this.stride = strideOf(offsets, lengths, extent);
        long reach = Math.max(Math.max(size, Math.abs(extent)), Math.max(Math.abs(trueLb), Math.abs(trueUb)));
        this.mostElements = size == 0 ? Long.MAX_VALUE : Long.MAX_VALUE / 4 / reach;
        this.signature = signature;
        this.arrays = size == 0 ? -1 : signature.arrays();
    }

    /** The distance between consecutive runs, if that and their length are constant; else 0. */
    private static long strideOf(long[] offsets, long[] lengths, long extent) {
        if (offsets.length == 0 || lengths[0] > STRIDED_MAX) {
            return 0;
        }
        long distance = offsets.length == 1 ? extent : offsets[1] - offsets[0];
        for (int i = 1; i < offsets.length; i++) {
            if (lengths[i] != lengths[0] || offsets[i] - offsets[i - 1] != distance) {
                return 0;
            }
        }
        return distance;
    }

    private static TypeLayout[] bytesOfKinds() {
        ElementKind[] kinds = ElementKind.values();
        TypeLayout[] layouts = new TypeLayout[kinds.length];
        for (int i = 0; i < kinds.length; i++) {
            layouts[i] = kinds[i] == ElementKind.BYTE ? BYTE : BYTE.typed(Signature.basic(kinds[i], 1));
        }
        return layouts;
    }

    /**
     * A layout of bytes from its runs. Runs of no bytes are dropped, and runs that follow each other without a gap are
     * merged.
     *
     * @param offsets byte offset of each run from the element's origin, in travelling order; may be negative
     * @param lengths bytes of each run, not negative
     * @param lb lower bound in bytes
     * @param extent distance in bytes between the origins of consecutive elements
     */
    public static TypeLayout of(long[] offsets, long[] lengths, long lb, long extent) {
        long[] o = new long[offsets.length];
        long[] l = new long[offsets.length];
        int n = 0;
        for (int i = 0; i < offsets.length; i++) {
            if (lengths[i] == 0) {
                continue;
            }
            if (n > 0 && o[n - 1] + l[n - 1] == offsets[i]) {
                l[n - 1] = Math.addExact(l[n - 1], lengths[i]);
            } else {
                o[n] = offsets[i];
                l[n] = lengths[i];
                n++;
            }
        }
        return new TypeLayout(Arrays.copyOf(o, n), Arrays.copyOf(l, n), lb, extent, Signature.BYTES);
    }

    /** The layout of {@code bytes} consecutive bytes. */
    public static TypeLayout bytes(long bytes) {
        return of(new long[] {0}, new long[] {bytes}, 0, bytes);
    }

    /** This layout, for data of another signature. */
    public TypeLayout typed(Signature contents) {
        return new TypeLayout(offsets, lengths, lb, extent, contents);
    }

    /**
     * One byte of such data, for messages that are cut without regard to elements: of a known kind where all of the data
     * are of one, else of none.
     */
    public TypeLayout single() {
        return signature.only() == null ? BYTE : BYTE_OF[signature.only().ordinal()];
    }

    /** The layout of the same data without gaps between them. */
    public TypeLayout packed() {
        TypeLayout made = dense ? this : packed;
        if (made == null) {
            made = bytes(size).typed(signature);
            packed = made;
        }
        return made;
    }

    /** The basic types of the data, in their order. */
    public Signature signature() {
        return signature;
    }

    /** The kinds of buffers that may hold the data, by their {@linkplain ElementKind#bit bits}. */
    public int arrays() {
        return arrays;
    }

    /** How many bytes of data one element has, gaps not counted. */
    public long size() {
        return size;
    }

    /** The lower bound of the layout, in bytes from an element's origin. */
    public long lb() {
        return lb;
    }

    /** How many bytes lie between the origins of consecutive elements. */
    public long extent() {
        return extent;
    }

    /** True where elements follow each other without gaps, so that a message is one run of bytes. */
    public boolean isDense() {
        return dense;
    }

    /** How many runs of adjacent bytes one element has. */
    public int runs() {
        return offsets.length;
    }

    /**
     * True if all runs of an element, none of which is long, have the same length and the same distance from the one before:
     * vectors. In a layout of one run, that of the next element counts.
     */
    boolean isStrided() {
        return stride != 0;
    }

    /** The distance between the starts of consecutive runs of a strided layout, in bytes. */
    long stride() {
        return stride;
    }

    /** Offset of a run from the element's origin, in bytes. */
    public long runOffset(int run) {
        return offsets[run];
    }

    /** The length of a run, in bytes. */
    public long runLength(int run) {
        return lengths[run];
    }

    /** Bytes of the element that travel before this run. */
    public long runStart(int run) {
        return starts[run];
    }

    /** The run that holds the byte which travels at {@code position} of the element, 0 to {@code size - 1}. */
    public int runAt(long position) {
        if (offsets.length == 1) {
            return 0;
        }
        if (stride != 0) {
            return (int) (position / lengths[0]);
        }
        int at = Arrays.binarySearch(starts, position);
        return at >= 0 ? at : -at - 2;
    }

    private static long lowest(long[] offsets) {
        long lowest = offsets.length == 0 ? 0 : offsets[0];
        for (long offset : offsets) {
            lowest = Math.min(lowest, offset);
        }
        return lowest;
    }

    private static long highest(long[] offsets, long[] lengths) {
        long highest = offsets.length == 0 ? 0 : offsets[0] + lengths[0];
        for (int i = 0; i < offsets.length; i++) {
            highest = Math.max(highest, offsets[i] + lengths[i]);
        }
        return highest;
    }

    /** Lowest offset of a byte of data (MPI's true lower bound); 0 without data. */
    public long trueLb() {
        return trueLb;
    }

    /** One past the highest offset of a byte of data; 0 without data. */
    public long trueUb() {
        return trueUb;
    }

    /**
     * More elements are more than any buffer holds, and their bytes and bounds may be more than a long can count: their
     * product is any number, a small one, too.
     */
    public long mostElements() {
        return mostElements;
    }

    /** This layout, with other bounds (MPI_Type_create_resized). */
    public TypeLayout resized(long newLb, long newExtent) {
        return new TypeLayout(offsets, lengths, newLb, newExtent, signature);
    }

    /**
     * Lowest offset of a byte of data in {@code count} elements, from the origin of the first; 0 without data, and for more
     * elements than {@link #mostElements}.
     */
    public long lowest(long count) {
        return size == 0 || count <= 0 || count > mostElements ? 0 : trueLb + Math.min((count - 1) * extent, 0);
    }

    /** One past the highest offset of a byte of data in a number of elements; 0 as {@link #lowest}. */
    public long highest(long count) {
        return size == 0 || count <= 0 || count > mostElements ? 0 : trueUb + Math.max((count - 1) * extent, 0);
    }

    /** Describes it for messages: a basic type by its name, another one by its contents. */
    @Override
    public String toString() {
        if (dense && signature.elementsIn(size) == 1) {
            return signature.toString();
        }
        return "a datatype of " + signature + " (" + size + " bytes, extent " + extent + ", data from " + trueLb
                + " to " + trueUb + ")";
    }
}
