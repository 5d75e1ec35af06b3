package org.bipj.core.payload;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Copies between a Java array (or segment) and packet memory, dispatched by the array's type so that no wrapper is
 * made: a wrapped array costs 72 bytes and 12 ns a call when kinds of buffers mix, a typed copy 5 ns. Offsets and
 * lengths are in bytes. A range that cuts an element in two takes the slow way, through a wrapper.
 */
final class ArrayCopy {
    static final int BYTE = 0;
    static final int DOUBLE = 1;
    static final int INT = 2;
    static final int LONG = 3;
    static final int FLOAT = 4;
    static final int SHORT = 5;
    static final int CHAR = 6;
    static final int BOOLEAN = 7;
    static final int SEGMENT = 8;

    /** Up to this many bytes are moved eight at a time: a call of the copy routine costs more. */
    private static final int SMALL = 32;

    private static final int[] SHIFT = {0, 3, 2, 3, 2, 1, 1, 0, 0};

    private static final Class<?>[] CLASSES = {
        byte[].class,
        double[].class,
        int[].class,
        long[].class,
        float[].class,
        short[].class,
        char[].class,
        boolean[].class
    };

    /**
     * The first typed copy of a process has the JDK generate a switch over the types of arrays, which takes as long as a quarter of a
     * million short copies. Programs that copy little do without, through wrappers.
     */
    private static final int FIRST = 500;

    /** Longer copies so far, up to {@link #FIRST}; threads may lose some. */
    private static int copies;

    private ArrayCopy() {}

    private static boolean isFirst(int kind) {
        copies++;
        return kind != BOOLEAN;
    }

    /** The binary logarithm of the size of an element. */
    static int shift(int kind) {
        return SHIFT[kind];
    }

    /** The kind of an array's class; negative for other classes. */
    static int kindOf(Class<?> arrayClass) {
        for (int kind = 0; kind < SEGMENT; kind++) {
            if (CLASSES[kind] == arrayClass) {
                return kind;
            }
        }
        return -1;
    }

    /**
     * Copies {@code n} bytes out of the array or segment, from byte {@code from}, to {@code to} at {@code at}. With its
     * cases written out it is too large to be inlined (over 325 bytecodes), like {@link #in}: inlined, the copies of
     * all types would make the path of every message too large to be compiled as a whole.
     */
    static void out(int kind, Object array, MemorySegment segment, long from, MemorySegment to, long at, long n) {
        if (kind == SEGMENT) {
            MemorySegment.copy(segment, from, to, at, n);
            return;
        }
        int shift = SHIFT[kind];
        if (((from | n) & ((1L << shift) - 1)) != 0 || copies < FIRST && n > SMALL && isFirst(kind)) {
            MemorySegment.copy(wrap(kind, array), from, to, at, n);
            return;
        }
        int i = (int) (from >> shift);
        int count = (int) (n >> shift);
        switch (kind) {
            case BYTE -> bytesOut((byte[]) array, i, to, at, count);
            case DOUBLE -> {
                double[] a = (double[]) array;
                if (count > SMALL / 8) {
                    MemorySegment.copy(a, i, to, JAVA_DOUBLE_UNALIGNED, at, count);
                    return;
                }
                for (int k = 0; k < count; k++) {
                    to.set(JAVA_DOUBLE_UNALIGNED, at + 8L * k, a[i + k]);
                }
            }
            case INT -> {
                int[] a = (int[]) array;
                if (count > SMALL / 4) {
                    MemorySegment.copy(a, i, to, JAVA_INT_UNALIGNED, at, count);
                    return;
                }
                for (int k = 0; k < count; k++) {
                    to.set(JAVA_INT_UNALIGNED, at + 4L * k, a[i + k]);
                }
            }
            case LONG -> {
                long[] a = (long[]) array;
                if (count > SMALL / 8) {
                    MemorySegment.copy(a, i, to, JAVA_LONG_UNALIGNED, at, count);
                    return;
                }
                for (int k = 0; k < count; k++) {
                    to.set(JAVA_LONG_UNALIGNED, at + 8L * k, a[i + k]);
                }
            }
            case FLOAT -> MemorySegment.copy((float[]) array, i, to, JAVA_FLOAT_UNALIGNED, at, count);
            case SHORT -> MemorySegment.copy((short[]) array, i, to, JAVA_SHORT_UNALIGNED, at, count);
            case CHAR -> MemorySegment.copy((char[]) array, i, to, JAVA_CHAR_UNALIGNED, at, count);
            default -> booleansOut((boolean[]) array, i, to, at, count);
        }
    }

    /** Copies {@code n} bytes of {@code source} from {@code at} into the array or segment, at byte {@code to}. */
    static void in(int kind, Object array, MemorySegment segment, long to, MemorySegment source, long at, long n) {
        if (kind == SEGMENT) {
            MemorySegment.copy(source, at, segment, to, n);
            return;
        }
        int shift = SHIFT[kind];
        if (((to | n) & ((1L << shift) - 1)) != 0 || copies < FIRST && n > SMALL && isFirst(kind)) {
            MemorySegment.copy(source, at, wrap(kind, array), to, n);
            return;
        }
        int i = (int) (to >> shift);
        int count = (int) (n >> shift);
        switch (kind) {
            case BYTE -> bytesIn((byte[]) array, i, source, at, count);
            case DOUBLE -> {
                double[] a = (double[]) array;
                if (count > SMALL / 8) {
                    MemorySegment.copy(source, JAVA_DOUBLE_UNALIGNED, at, a, i, count);
                    return;
                }
                for (int k = 0; k < count; k++) {
                    a[i + k] = source.get(JAVA_DOUBLE_UNALIGNED, at + 8L * k);
                }
            }
            case INT -> {
                int[] a = (int[]) array;
                if (count > SMALL / 4) {
                    MemorySegment.copy(source, JAVA_INT_UNALIGNED, at, a, i, count);
                    return;
                }
                for (int k = 0; k < count; k++) {
                    a[i + k] = source.get(JAVA_INT_UNALIGNED, at + 4L * k);
                }
            }
            case LONG -> {
                long[] a = (long[]) array;
                if (count > SMALL / 8) {
                    MemorySegment.copy(source, JAVA_LONG_UNALIGNED, at, a, i, count);
                    return;
                }
                for (int k = 0; k < count; k++) {
                    a[i + k] = source.get(JAVA_LONG_UNALIGNED, at + 8L * k);
                }
            }
            case FLOAT -> MemorySegment.copy(source, JAVA_FLOAT_UNALIGNED, at, (float[]) array, i, count);
            case SHORT -> MemorySegment.copy(source, JAVA_SHORT_UNALIGNED, at, (short[]) array, i, count);
            case CHAR -> MemorySegment.copy(source, JAVA_CHAR_UNALIGNED, at, (char[]) array, i, count);
            default -> booleansIn((boolean[]) array, i, source, at, count);
        }
    }

    /** {@link #out} or {@link #in}, for callers that are not on the path of short messages. */
    static void copy(
            boolean out,
            int kind,
            Object array,
            MemorySegment segment,
            long first,
            MemorySegment memory,
            long at,
            long n) {
        if (out) {
            out(kind, array, segment, first, memory, at, n);
        } else {
            in(kind, array, segment, first, memory, at, n);
        }
    }

    /** The array as a segment, for ranges that are not whole elements. */
    static MemorySegment wrap(int kind, Object array) {
        return switch (kind) {
            case BYTE -> MemorySegment.ofArray((byte[]) array);
            case DOUBLE -> MemorySegment.ofArray((double[]) array);
            case INT -> MemorySegment.ofArray((int[]) array);
            case LONG -> MemorySegment.ofArray((long[]) array);
            case FLOAT -> MemorySegment.ofArray((float[]) array);
            case SHORT -> MemorySegment.ofArray((short[]) array);
            case CHAR -> MemorySegment.ofArray((char[]) array);
            default -> throw new IllegalArgumentException("a boolean array has no segment");
        };
    }

    static void bytesOut(byte[] a, int i, MemorySegment to, long at, int n) {
        if (n > SMALL) {
            MemorySegment.copy(a, i, to, JAVA_BYTE, at, n);
        } else if (n == 8) {
            to.set(JAVA_LONG_UNALIGNED, at, ByteView.getLong(a, i));
        } else {
            fewBytesOut(a, i, to, at, n);
        }
    }

    /** Up to 32 bytes. Not a loop over words: set up for so few, it costs more than the words. */
    private static void fewBytesOut(byte[] a, int i, MemorySegment to, long at, int n) {
        int k = 0;
        if (n >= 16) {
            to.set(JAVA_LONG_UNALIGNED, at, ByteView.getLong(a, i));
            to.set(JAVA_LONG_UNALIGNED, at + 8, ByteView.getLong(a, i + 8));
            k = 16;
        }
        if (n - k >= 8) {
            to.set(JAVA_LONG_UNALIGNED, at + k, ByteView.getLong(a, i + k));
            k += 8;
        }
        if (n - k >= 8) {
            to.set(JAVA_LONG_UNALIGNED, at + k, ByteView.getLong(a, i + k));
            k += 8;
        }
        for (; k < n; k++) {
            to.set(JAVA_BYTE, at + k, a[i + k]);
        }
    }

    static void bytesIn(byte[] a, int i, MemorySegment source, long at, int n) {
        if (n > SMALL) {
            MemorySegment.copy(source, JAVA_BYTE, at, a, i, n);
        } else if (n == 8) {
            ByteView.setLong(a, i, source.get(JAVA_LONG_UNALIGNED, at));
        } else {
            fewBytesIn(a, i, source, at, n);
        }
    }

    private static void fewBytesIn(byte[] a, int i, MemorySegment source, long at, int n) {
        int k = 0;
        if (n >= 16) {
            ByteView.setLong(a, i, source.get(JAVA_LONG_UNALIGNED, at));
            ByteView.setLong(a, i + 8, source.get(JAVA_LONG_UNALIGNED, at + 8));
            k = 16;
        }
        if (n - k >= 8) {
            ByteView.setLong(a, i + k, source.get(JAVA_LONG_UNALIGNED, at + k));
            k += 8;
        }
        if (n - k >= 8) {
            ByteView.setLong(a, i + k, source.get(JAVA_LONG_UNALIGNED, at + k));
            k += 8;
        }
        for (; k < n; k++) {
            a[i + k] = source.get(JAVA_BYTE, at + k);
        }
    }

    private static void booleansOut(boolean[] a, int i, MemorySegment to, long at, int n) {
        for (int k = 0; k < n; k++) {
            to.set(JAVA_BYTE, at + k, (byte) (a[i + k] ? 1 : 0));
        }
    }

    private static void booleansIn(boolean[] a, int i, MemorySegment source, long at, int n) {
        for (int k = 0; k < n; k++) {
            a[i + k] = source.get(JAVA_BYTE, at + k) != 0;
        }
    }
}
