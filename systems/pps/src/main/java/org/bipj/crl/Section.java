package org.bipj.crl;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * An access to a region, from its start to its end, and a view of the region's data meanwhile. Offsets are in bytes; values
 * lie at any offset, in the order of the machine. The same object serves all sections of its kind of a region, one after
 * the other.
 */
public abstract sealed class Section implements AutoCloseable permits ReadSection, WriteSection {
    final Region region;
    final MemorySegment memory;
    private final long length;
    boolean open;

    Section(Region region, MemorySegment memory) {
        this.region = region;
        this.memory = memory;
        length = memory.byteSize();
    }

    final long at(long offset, int bytes) {
        if (!open) {
            throw outside();
        }
        if (offset < 0 || offset > length - bytes) {
            throw region.fail("bytes " + offset + " to " + (offset + bytes - 1) + " of " + region + ", which has "
                    + length + " bytes");
        }
        return offset;
    }

    abstract CrlException outside();

    /** The region that this section gives access to. */
    public final Region region() {
        return region;
    }

    /** Reads the byte at an offset. */
    public final byte getByte(long offset) {
        return memory.get(ValueLayout.JAVA_BYTE, at(offset, 1));
    }

    /** Reads the int at an offset. */
    public final int getInt(long offset) {
        return memory.get(ValueLayout.JAVA_INT_UNALIGNED, at(offset, Integer.BYTES));
    }

    /** Reads the long at an offset. */
    public final long getLong(long offset) {
        return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at(offset, Long.BYTES));
    }

    /** Reads the float at an offset. */
    public final float getFloat(long offset) {
        return memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at(offset, Float.BYTES));
    }

    /** Reads the double at an offset. */
    public final double getDouble(long offset) {
        return memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at(offset, Double.BYTES));
    }

    /**
     * The region's data, valid in this section only: what is read through it after the section's end is undefined, and what is
     * written is lost or corrupts the region.
     */
    public abstract MemorySegment segment();

    /** Ends the section: other ranks may have the region again. */
    @Override
    public abstract void close();
}
