package org.bipj.splitc;

/** A {@linkplain Spread spread array} of bytes. An index alone is that of the first element of a block. */
public final class SpreadBytes extends Spread {
    SpreadBytes(SplitC splitC, long count, int block) {
        super(splitC, count, block, Byte.BYTES);
    }

    /** Reads the first element of a block; see {@link SplitC#readByte}. */
    public byte read(long index) {
        return splitC.readByte(pointer(index));
    }

    /** Reads an element of a block. */
    public byte read(long index, int element) {
        return splitC.readByte(pointer(index, element));
    }

    /** Writes the first element of a block; see {@link SplitC#writeByte}. */
    public void write(long index, byte value) {
        splitC.writeByte(pointer(index), value);
    }

    /** Writes an element of a block. */
    public void write(long index, int element, byte value) {
        splitC.writeByte(pointer(index, element), value);
    }

    /** Begins to read an element into memory of this rank; see {@link SplitC#getByte}. */
    public void get(long index, long into) {
        splitC.getByte(into, pointer(index));
    }

    /** Begins to write an element; see {@link SplitC#putByte}. */
    public void put(long index, byte value) {
        splitC.putByte(pointer(index), value);
    }

    /** Stores an element one way; see {@link SplitC#storeByte}. */
    public void store(long index, byte value) {
        splitC.storeByte(pointer(index), value);
    }

    /** Stores an element of a block one way. */
    public void store(long index, int element, byte value) {
        splitC.storeByte(pointer(index, element), value);
    }
}
