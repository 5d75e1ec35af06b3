package org.bipj.crl;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A write section: no other rank reads or writes the region meanwhile. */
public final class WriteSection extends Section {
    WriteSection(Region region, MemorySegment memory) {
        super(region, memory);
    }

    @Override
    CrlException outside() {
        return region.fail(region + " is accessed outside a write section; expected startWrite() before");
    }

    /** Writes the byte at an offset. */
    public void putByte(long offset, byte value) {
        memory.set(ValueLayout.JAVA_BYTE, at(offset, 1), value);
    }

    /** Writes the int at an offset. */
    public void putInt(long offset, int value) {
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, at(offset, Integer.BYTES), value);
    }

    /** Writes the long at an offset. */
    public void putLong(long offset, long value) {
        memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at(offset, Long.BYTES), value);
    }

    /** Writes the float at an offset. */
    public void putFloat(long offset, float value) {
        memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at(offset, Float.BYTES), value);
    }

    /** Writes the double at an offset. */
    public void putDouble(long offset, double value) {
        memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at(offset, Double.BYTES), value);
    }

    @Override
    public MemorySegment segment() {
        at(0, 0);
        return memory;
    }

    /** Ends the section, as {@link Region#endWrite} does; if it has ended, does nothing. */
    @Override
    public void close() {
        if (open) {
            region.endWrite();
        }
    }
}
