package org.bipj.shm.rings;

/**
 * Where a ring lies in its memory.
 *
 * @param ring offset of its first byte
 * @param capacity its bytes, a power of two
 * @param readAt offset of the position up to which it has been read
 */
record RingPlace(long ring, int capacity, long readAt) {}
