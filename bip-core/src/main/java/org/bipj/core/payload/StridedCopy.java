package org.bipj.core.payload;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Copies runs of one length that lie a constant distance apart. Runs of one element or of eight bytes have loops of their
 * own, since a call for each costs several times the copy. Offsets, strides and lengths are in bytes.
 */
final class StridedCopy {
    private StridedCopy() {}

    /**
     * Copies so many runs of {@code length} bytes.
     *
     * @param out true to copy from the array or segment to packet memory, false to copy the other way
     * @param first where the first run begins in the array or segment
     */
    static void copy(
            boolean out,
            int kind,
            Object array,
            MemorySegment segment,
            long first,
            long stride,
            int length,
            MemorySegment memory,
            long at,
            int runs) {
        int shift = ArrayCopy.shift(kind);
        if (length == Long.BYTES && kind == ArrayCopy.SEGMENT) {
            if (out) {
                wordsOut(segment, first, stride, memory, at, runs);
            } else {
                wordsIn(segment, first, stride, memory, at, runs);
            }
        } else if (hasLoop(kind) && length == 1 << shift && ((first | stride) & length - 1) == 0) {
            int index = (int) (first >> shift);
            int step = (int) (stride >> shift);
            if (out) {
                elementsOut(kind, array, index, step, memory, at, runs);
            } else {
                elementsIn(kind, array, index, step, memory, at, runs);
            }
        } else {
            for (int run = 0; run < runs; run++) {
                ArrayCopy.copy(
                        out, kind, array, segment, first + run * stride, memory, at + (long) run * length, length);
            }
        }
    }

    private static boolean hasLoop(int kind) {
        return kind == ArrayCopy.DOUBLE || kind == ArrayCopy.LONG || kind == ArrayCopy.INT || kind == ArrayCopy.FLOAT;
    }

    private static void wordsOut(MemorySegment from, long first, long stride, MemorySegment to, long at, int runs) {
        for (int run = 0; run < runs; run++) {
            to.set(JAVA_LONG_UNALIGNED, at + 8L * run, from.get(JAVA_LONG_UNALIGNED, first + run * stride));
        }
    }

    private static void elementsOut(int kind, Object array, int first, int step, MemorySegment to, long at, int count) {
        int i = first;
        switch (kind) {
            case ArrayCopy.DOUBLE -> {
                double[] a = (double[]) array;
                for (int k = 0; k < count; k++, i += step) {
                    to.set(JAVA_DOUBLE_UNALIGNED, at + 8L * k, a[i]);
                }
            }
            case ArrayCopy.LONG -> {
                long[] a = (long[]) array;
                for (int k = 0; k < count; k++, i += step) {
                    to.set(JAVA_LONG_UNALIGNED, at + 8L * k, a[i]);
                }
            }
            case ArrayCopy.INT -> {
                int[] a = (int[]) array;
                for (int k = 0; k < count; k++, i += step) {
                    to.set(JAVA_INT_UNALIGNED, at + 4L * k, a[i]);
                }
            }
            default -> {
                float[] a = (float[]) array;
                for (int k = 0; k < count; k++, i += step) {
                    to.set(JAVA_FLOAT_UNALIGNED, at + 4L * k, a[i]);
                }
            }
        }
    }

    private static void wordsIn(MemorySegment to, long first, long stride, MemorySegment source, long at, int runs) {
        for (int run = 0; run < runs; run++) {
            to.set(JAVA_LONG_UNALIGNED, first + run * stride, source.get(JAVA_LONG_UNALIGNED, at + 8L * run));
        }
    }

    private static void elementsIn(
            int kind, Object array, int first, int step, MemorySegment source, long at, int count) {
        int i = first;
        switch (kind) {
            case ArrayCopy.DOUBLE -> {
                double[] a = (double[]) array;
                for (int k = 0; k < count; k++, i += step) {
                    a[i] = source.get(JAVA_DOUBLE_UNALIGNED, at + 8L * k);
                }
            }
            case ArrayCopy.LONG -> {
                long[] a = (long[]) array;
                for (int k = 0; k < count; k++, i += step) {
                    a[i] = source.get(JAVA_LONG_UNALIGNED, at + 8L * k);
                }
            }
            case ArrayCopy.INT -> {
                int[] a = (int[]) array;
                for (int k = 0; k < count; k++, i += step) {
                    a[i] = source.get(JAVA_INT_UNALIGNED, at + 4L * k);
                }
            }
            default -> {
                float[] a = (float[]) array;
                for (int k = 0; k < count; k++, i += step) {
                    a[i] = source.get(JAVA_FLOAT_UNALIGNED, at + 4L * k);
                }
            }
        }
    }
}
