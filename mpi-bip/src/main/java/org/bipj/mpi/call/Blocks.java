package org.bipj.mpi.call;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.jspecify.annotations.Nullable;

/**
 * One block of a user's buffer per rank: equal blocks one behind the other, blocks with counts and displacements of their
 * own, or blocks that also have their own datatypes. As {@link Data}, it is mutable and is set by its owner only.
 */
public class Blocks {
    private @Nullable Object buffer;
    private long origin;
    private long equalCount;
    /** Null for blocks with datatypes of their own, and without data. */
    private @Nullable TypeLayout commonType;

    private int @Nullable [] counts;
    private int @Nullable [] displacements;
    private TypeLayout @Nullable [] types;

    /** Creates a description of blocks without data. */
    public Blocks() {}

    /**
     * Equal blocks: block i begins {@code i * count} elements behind the first.
     *
     * @param first block 0
     * @return this
     */
    public final Blocks equal(Data first) {
        return set(first.buffer(), first.offset(), first.count(), first.type(), null, null, null);
    }

    /**
     * Blocks with displacements in multiples of the type's extent.
     *
     * @return this
     */
    public final Blocks vector(
            @Nullable Object newBuffer, long offset, int[] newCounts, int[] extents, TypeLayout type) {
        return set(newBuffer, offset, 0, type, newCounts, extents, null);
    }

    /**
     * Blocks with datatypes of their own, and displacements in bytes.
     *
     * @return this
     */
    public final Blocks typed(
            @Nullable Object newBuffer, long offset, int[] newCounts, int[] bytes, TypeLayout[] newTypes) {
        return set(newBuffer, offset, 0, null, newCounts, bytes, newTypes);
    }

    /** Forgets the user's memory, so that it can be collected. */
    public final void clear() {
        set(null, 0, 0, null, null, null, null);
    }

    private Blocks set(
            @Nullable Object newBuffer,
            long offset,
            long count,
            @Nullable TypeLayout type,
            int @Nullable [] newCounts,
            int @Nullable [] newDisplacements,
            TypeLayout @Nullable [] newTypes) {
        buffer = newBuffer;
        origin = offset;
        equalCount = count;
        commonType = type;
        counts = newCounts;
        displacements = newDisplacements;
        types = newTypes;
        return this;
    }

    /**
     * Describes one block.
     *
     * @param into takes the description
     * @return {@code into}
     */
    public final Data describe(int block, Data into) {
        return into.set(buffer, offset(block), count(block), type(block));
    }

    /** A count for each block; null where blocks are equal. */
    public final int @Nullable [] counts() {
        return counts;
    }

    /** A displacement for each block; null where blocks are equal. */
    public final int @Nullable [] displacements() {
        return displacements;
    }

    /** A datatype for each block; null where all have one. */
    public final TypeLayout @Nullable [] types() {
        return types;
    }

    /** True for blocks with datatypes of their own. */
    public final boolean isTyped() {
        return commonType == null;
    }

    /** The buffer; null where there are no data. */
    public final @Nullable Object buffer() {
        return buffer;
    }

    /** Byte offset of a block; of an empty one the origin, as its displacement may lie outside of the buffer. */
    @SuppressWarnings("NullAway") // Which of the fields are set depends on the form.
    public long offset(int block) {
        if (counts == null) {
            return origin + block * equalCount * commonType.extent();
        }
        if (bytes(block) == 0) {
            return origin;
        }
        return origin + (types == null ? displacements[block] * commonType.extent() : displacements[block]);
    }

    /** How many elements of its datatype a block has. */
    public long count(int block) {
        return counts == null ? equalCount : counts[block];
    }

    /** The datatype of the elements of a block. */
    @SuppressWarnings("NullAway") // Where blocks have no types of their own they have a common one.
    public final TypeLayout type(int block) {
        return types == null ? commonType : types[block];
    }

    /** How many bytes of data a block has. */
    public final long bytes(int block) {
        return count(block) * type(block).size();
    }
}
