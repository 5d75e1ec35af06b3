package org.bipj.splitc;

/**
 * Global pointers: a rank, and an offset in bytes in the memory of that rank. A pointer is a {@code long}, so that none is
 * made for an access.
 *
 * <pre>
 *   63  62      40 39                 0
 *   | 0 | rank   | offset in bytes   |
 * </pre>
 *
 * <p>{@code pointer + n} is n bytes further in the memory of the same rank, Split-C's arithmetic on the local part. {@link
 * Spread} has the arithmetic in which the rank varies fastest.
 */
public final class GlobalPointer {
    /** The pointer to nothing: no memory has offset 0. */
    public static final long NULL = 0;

    static final int OFFSET_BITS = 40;
    static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;

    private GlobalPointer() {}

    /**
     * The pointer to an offset in the memory of a rank (Split-C: toglobal).
     *
     * @param rank from 0
     * @param offset in bytes, less than 2<sup>40</sup>
     */
    public static long of(int rank, long offset) {
        if (rank < 0 || rank >= 1 << Long.SIZE - 1 - OFFSET_BITS) {
            throw new SplitCException("rank " + rank + " of a global pointer; expected 0 or more");
        }
        if ((offset & ~OFFSET_MASK) != 0) {
            throw new SplitCException("offset " + offset + " of a global pointer; expected 0 to " + OFFSET_MASK);
        }
        return (long) rank << OFFSET_BITS | offset;
    }

    /** The rank that a pointer leads to (Split-C: toproc). */
    public static int rank(long pointer) {
        return (int) (pointer >> OFFSET_BITS);
    }

    /** The offset in the memory of that rank, in bytes (Split-C: tolocal). */
    public static long offset(long pointer) {
        return pointer & OFFSET_MASK;
    }

    /** A pointer as text: {@code RANK:OFFSET}, or NULL. */
    public static String toString(long pointer) {
        return pointer == NULL ? "NULL" : rank(pointer) + ":" + offset(pointer);
    }
}
