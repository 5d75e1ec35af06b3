package org.bipj.mpi.coll.base;

import org.bipj.core.payload.TypeLayout;

/**
 * One block of a user's buffer per rank: equal blocks one behind the other, blocks with counts and displacements of their
 * own, or blocks that also have their own datatypes. A mutable holder that is set again for each operation.
 */
public final class Blocks {
    private Object buffer;
    private long origin;
    private long equalCount;
    private TypeLayout commonType;
    private int[] counts;
    private int[] displacements;
    private TypeLayout[] types;

    /** Equal blocks: block i begins {@code i * count} elements behind the origin. */
    public void equal(Object newBuffer, long offset, long count, TypeLayout type) {
        set(newBuffer, offset, count, type, null, null, null);
    }

    /** Blocks with displacements in multiples of the type's extent. */
    public void vector(Object newBuffer, long offset, int[] newCounts, int[] extents, TypeLayout type) {
        set(newBuffer, offset, 0, type, newCounts, extents, null);
    }

    /** Blocks with displacements in bytes. */
    public void typed(Object newBuffer, long offset, int[] newCounts, int[] bytes, TypeLayout[] newTypes) {
        set(newBuffer, offset, 0, null, newCounts, bytes, newTypes);
    }

    /** Forgets the user's memory. */
    public void clear() {
        set(null, 0, 0, null, null, null, null);
    }

    private void set(
            Object newBuffer,
            long offset,
            long count,
            TypeLayout type,
            int[] newCounts,
            int[] newDisplacements,
            TypeLayout[] newTypes) {
        buffer = newBuffer;
        origin = offset;
        equalCount = count;
        commonType = type;
        counts = newCounts;
        displacements = newDisplacements;
        types = newTypes;
    }

    /** The buffer; null where there are no data. */
    public Object buffer() {
        return buffer;
    }

    /** Byte offset of a block; of an empty one the origin, as its displacement may lie outside of the buffer. */
    public long offset(int block) {
        if (counts == null) {
            return origin + block * equalCount * commonType.extent();
        }
        if (bytes(block) == 0) {
            return origin;
        }
        return origin + (types == null ? displacements[block] * commonType.extent() : displacements[block]);
    }

    /** Elements of a block. */
    public long count(int block) {
        return counts == null ? equalCount : counts[block];
    }

    /** Datatype of a block. */
    public TypeLayout type(int block) {
        return types == null ? commonType : types[block];
    }

    /** Bytes of data in a block. */
    public long bytes(int block) {
        return count(block) * type(block).size();
    }
}
