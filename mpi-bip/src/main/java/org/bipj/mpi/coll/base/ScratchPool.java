package org.bipj.mpi.coll.base;

import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.ReduceType;

/**
 * Scratch arrays of one communicator, by element type and power-of-two length, so that an operation allocates nothing
 * after the first calls. Arrays above {@value #LARGEST_BYTES} bytes are not kept. Contents are undefined.
 */
public class ScratchPool {
    public static final int BYTE = 0;
    public static final int CHAR = 1;
    public static final int SHORT = 2;
    public static final int BOOLEAN = 3;
    public static final int INT = 4;
    public static final int LONG = 5;
    public static final int FLOAT = 6;
    public static final int DOUBLE = 7;

    private static final int KINDS = 8;
    private static final int LARGEST_BYTES = 4 << 20;
    /** Small arrays share the class of this many elements, 2^4. */
    private static final int SMALLEST_CLASS = 4;

    private static final int LARGEST_CLASS = 22;
    /** Arrays of one class that an operation uses at a time: own data, result, and two pieces on their way. */
    private static final int DEPTH = 4;

    private static final int[] SHIFT = {0, 1, 1, 0, 2, 3, 2, 3};
    private static final int[] KIND_OF_BASE = kindsOfBases();

    private final Object[] arrays = new Object[KINDS * (LARGEST_CLASS + 1) * DEPTH];
    private final int[] depths = new int[KINDS * (LARGEST_CLASS + 1)];

    private static int[] kindsOfBases() {
        BaseType[] bases = BaseType.values();
        int[] kinds = new int[bases.length];
        for (int i = 0; i < bases.length; i++) {
            kinds[i] = kindOf(bases[i].newArrayOfBytes(0));
        }
        return kinds;
    }

    private static int kindOf(Object array) {
        int kind = BYTE;
        while (!isArray(kind, array)) {
            kind++;
        }
        return kind;
    }

    /** The element type of a datatype's scratch arrays. */
    public static int kindOf(ReduceType type) {
        return KIND_OF_BASE[type.base().ordinal()];
    }

    /** Binary logarithm of the bytes of one array element. */
    public static int shift(int kind) {
        return SHIFT[kind];
    }

    /** True where an object is an array of this element type. */
    public static boolean isArray(int kind, Object buffer) {
        return switch (kind) {
            case DOUBLE -> buffer instanceof double[];
            case INT -> buffer instanceof int[];
            case LONG -> buffer instanceof long[];
            case FLOAT -> buffer instanceof float[];
            case BYTE -> buffer instanceof byte[];
            case CHAR -> buffer instanceof char[];
            case SHORT -> buffer instanceof short[];
            default -> buffer instanceof boolean[];
        };
    }

    /** An array of at least {@code length} elements. Return it with {@link #give}. */
    public Object take(int kind, int length) {
        int sizeClass = sizeClass(length);
        if (sizeClass > LARGEST_CLASS) {
            return allocate(kind, length);
        }
        int at = kind * (LARGEST_CLASS + 1) + sizeClass;
        if (depths[at] == 0) {
            return allocate(kind, 1 << sizeClass);
        }
        int slot = at * DEPTH + --depths[at];
        Object array = arrays[slot];
        arrays[slot] = null;
        return array;
    }

    /** Takes an array back; {@code length} is what {@link #take} was asked for. */
    public void give(int kind, int length, Object array) {
        int sizeClass = sizeClass(length);
        if (sizeClass > LARGEST_CLASS || (long) length << SHIFT[kind] > LARGEST_BYTES) {
            return;
        }
        int at = kind * (LARGEST_CLASS + 1) + sizeClass;
        if (depths[at] < DEPTH) {
            arrays[at * DEPTH + depths[at]++] = array;
        }
    }

    /** Arrays of one class are of one length, but those that are too long to be kept. */
    protected static int sizeClass(int length) {
        return Math.max(SMALLEST_CLASS, Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, length) - 1));
    }

    private static Object allocate(int kind, int length) {
        return switch (kind) {
            case BYTE -> new byte[length];
            case CHAR -> new char[length];
            case SHORT -> new short[length];
            case BOOLEAN -> new boolean[length];
            case INT -> new int[length];
            case LONG -> new long[length];
            case FLOAT -> new float[length];
            default -> new double[length];
        };
    }
}
