package org.bipj.mpi.io;

import java.util.Arrays;
import org.bipj.core.payload.TypeLayout;

/**
 * Pieces of one window of a file, as they travel: a long for each.
 *
 * <pre>
 *   63             32 31              0
 *   | byte of window | length in bytes |
 * </pre>
 */
final class PieceList {
    private long[] pieces = new long[64];
    private int size;
    private long bytes;

    static long piece(long at, long length) {
        return at << Integer.SIZE | length;
    }

    static int at(long piece) {
        return (int) (piece >>> Integer.SIZE);
    }

    static int length(long piece) {
        return (int) piece;
    }

    int size() {
        return size;
    }

    /** How many bytes the pieces have together. */
    long bytes() {
        return bytes;
    }

    long get(int i) {
        return pieces[i];
    }

    void clear() {
        size = 0;
        bytes = 0;
    }

    /** The pieces as an array to be sent. */
    long[] toArray() {
        return Arrays.copyOf(pieces, size);
    }

    void add(long piece) {
        if (size == pieces.length) {
            pieces = Arrays.copyOf(pieces, 2 * size);
        }
        pieces[size++] = piece;
        bytes += length(piece);
    }

    void addAll(long[] others) {
        for (long piece : others) {
            add(piece);
        }
    }

    /** Takes the pieces of a view in a window, at most that many bytes, and moves the cursor behind them. */
    void take(View.Cursor cursor, long windowStart, long windowEnd, long most) {
        clear();
        while (bytes < most && cursor.offset() < windowEnd) {
            long at = cursor.offset() - windowStart;
            long n = Math.min(Math.min(cursor.length(), windowEnd - cursor.offset()), most - bytes);
            cursor.advance(n);
            if (size > 0 && at(pieces[size - 1]) + length(pieces[size - 1]) == at) {
                pieces[size - 1] += n;
                bytes += n;
            } else {
                add(piece(at, n));
            }
        }
    }

    static long bytes(long[] pieces) {
        long sum = 0;
        for (long piece : pieces) {
            sum += length(piece);
        }
        return sum;
    }

    /** Sorts the pieces, and makes one of those that touch or overlap. */
    void merge() {
        Arrays.sort(pieces, 0, size);
        int merged = 0;
        for (int i = 1; i < size; i++) {
            int end = at(pieces[merged]) + length(pieces[merged]);
            if (at(pieces[i]) <= end) {
                int furthest = Math.max(end, at(pieces[i]) + length(pieces[i]));
                pieces[merged] = piece(at(pieces[merged]), furthest - at(pieces[merged]));
            } else {
                pieces[++merged] = pieces[i];
            }
        }
        size = size == 0 ? 0 : merged + 1;
    }

    /** Where data that travel without gaps lie in a window. */
    static TypeLayout layout(long[] pieces, long window) {
        long[] offsets = new long[pieces.length];
        long[] lengths = new long[pieces.length];
        for (int i = 0; i < pieces.length; i++) {
            offsets[i] = at(pieces[i]);
            lengths[i] = length(pieces[i]);
        }
        return TypeLayout.of(offsets, lengths, 0, window);
    }
}
