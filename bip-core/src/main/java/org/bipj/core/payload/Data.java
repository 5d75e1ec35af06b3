package org.bipj.core.payload;

import org.jspecify.annotations.Nullable;

/**
 * A described buffer: where the data of a message lie. They are {@code count} elements of a datatype, of which the first
 * has its origin {@code offset} bytes behind the buffer's first element.
 *
 * <p>A description is mutable, so that its owner can describe one message after the other and no call allocates. Only the
 * owner sets it. A method that is passed one reads it before it returns; what needs it longer keeps a {@link #copy}.
 */
public final class Data {
    private @Nullable Object buffer;
    private long offset;
    private long count;
    private TypeLayout type = TypeLayout.BYTE;

    /** Creates a description of no data. */
    public Data() {}

    /** Creates a description; the arguments are those of {@link #set}. */
    public static Data of(@Nullable Object buffer, long offset, long count, TypeLayout type) {
        return new Data().set(buffer, offset, count, type);
    }

    /**
     * Describes other data.
     *
     * @param newBuffer primitive array, NIO buffer or memory segment, checked by the code that moves the data; null where no bytes
     *     move
     * @param newOffset bytes from the buffer's first element to the origin of the first datatype element
     * @param newCount datatype elements
     * @param newType layout of one of them
     * @return this
     */
    public Data set(@Nullable Object newBuffer, long newOffset, long newCount, TypeLayout newType) {
        // A reference that stays need not be stored: most calls repeat both, and the collector pays for each store.
        if (buffer != newBuffer) {
            buffer = newBuffer;
        }
        if (type != newType) {
            type = newType;
        }
        offset = newOffset;
        count = newCount;
        return this;
    }

    /**
     * Describes some of a row of equal blocks.
     *
     * @param block the first block of the row
     * @param first number of the first block that is described, from 0
     * @param blocks how many are described
     * @return this
     */
    public Data setBlocks(Data block, long first, long blocks) {
        long stride = block.count * block.type.extent();
        return set(block.buffer, block.offset + first * stride, blocks * block.count, block.type);
    }

    /** Forgets the user's memory, so that it can be collected. */
    public void clear() {
        set(null, 0, 0, TypeLayout.BYTE);
    }

    /** A description of the same data that no other code sets. */
    public Data copy() {
        return of(buffer, offset, count, type);
    }

    /** The buffer; null where there are no data. */
    public @Nullable Object buffer() {
        return buffer;
    }

    /** Bytes from the buffer's first element to the origin of the first datatype element. */
    public long offset() {
        return offset;
    }

    /** How many elements of {@link #type} there are. */
    public long count() {
        return count;
    }

    /** The layout of one element. */
    public TypeLayout type() {
        return type;
    }

    /** How many bytes of data the elements have, gaps not counted. */
    public long bytes() {
        return count * type.size();
    }

    @Override
    public String toString() {
        return count + " elements of " + type + " from byte " + offset + " of " + ElementKind.describe(buffer);
    }
}
