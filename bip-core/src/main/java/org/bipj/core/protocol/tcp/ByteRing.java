package org.bipj.core.protocol.tcp;

import java.util.Arrays;

/** Bytes by their positions in a stream, of which a window is kept. Grows up to its capacity as bytes are put. */
final class ByteRing {
    private static final int FIRST_SIZE = 2048;

    private final int capacity;
    private byte[] bytes = {};
    /** Position of the first byte that is kept. */
    private long start;
    /** Position behind the last byte that was ever put. */
    private long end;

    /** A ring for bytes from a position on. */
    ByteRing(int capacity, long start) {
        this.capacity = capacity;
        this.start = start;
        end = start;
    }

    int capacity() {
        return capacity;
    }

    /** Puts bytes at a position, all of which are less than the capacity behind the start. */
    void put(long position, byte[] from, int offset, int length) {
        long last = position + length;
        if (last - start > bytes.length) {
            grow((int) (last - start));
        }
        if (length > 0) {
            int at = (int) (position % bytes.length);
            int first = Math.min(length, bytes.length - at);
            System.arraycopy(from, offset, bytes, at, first);
            System.arraycopy(from, offset + first, bytes, 0, length - first);
        }
        end = Math.max(end, last);
    }

    private void grow(int needed) {
        int size = Math.max(FIRST_SIZE, bytes.length);
        while (size < needed) {
            size *= 2;
        }
        byte[] kept = new byte[(int) (end - start)];
        get(start, kept, 0, kept.length);
        bytes = Arrays.copyOf(bytes, Math.min(size, capacity));
        long keptTo = end;
        end = start;
        put(start, kept, 0, kept.length);
        end = keptTo;
    }

    /** Copies bytes out. */
    void get(long position, byte[] to, int offset, int length) {
        if (length > 0) {
            int at = (int) (position % bytes.length);
            int first = Math.min(length, bytes.length - at);
            System.arraycopy(bytes, at, to, offset, first);
            System.arraycopy(bytes, 0, to, offset + first, length - first);
        }
    }

    /** Bytes before a position are no longer needed. */
    void dropTo(long position) {
        start = Math.max(start, position);
        end = Math.max(end, start);
    }
}
