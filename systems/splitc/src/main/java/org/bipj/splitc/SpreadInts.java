package org.bipj.splitc;

/** A {@linkplain Spread spread array} of ints. An index alone is that of the first element of a block. */
public final class SpreadInts extends Spread {
    SpreadInts(SplitC splitC, long count, int block) {
        super(splitC, count, block, Integer.BYTES);
    }

    /** Reads the first element of a block; see {@link SplitC#readInt}. */
    public int read(long index) {
        return splitC.readInt(pointer(index));
    }

    /** Reads an element of a block. */
    public int read(long index, int element) {
        return splitC.readInt(pointer(index, element));
    }

    /** Writes the first element of a block; see {@link SplitC#writeInt}. */
    public void write(long index, int value) {
        splitC.writeInt(pointer(index), value);
    }

    /** Writes an element of a block. */
    public void write(long index, int element, int value) {
        splitC.writeInt(pointer(index, element), value);
    }

    /** Begins to read an element into memory of this rank; see {@link SplitC#getInt}. */
    public void get(long index, long into) {
        splitC.getInt(into, pointer(index));
    }

    /** Begins to write an element; see {@link SplitC#putInt}. */
    public void put(long index, int value) {
        splitC.putInt(pointer(index), value);
    }

    /** Stores an element one way; see {@link SplitC#storeInt}. */
    public void store(long index, int value) {
        splitC.storeInt(pointer(index), value);
    }

    /** Stores an element of a block one way. */
    public void store(long index, int element, int value) {
        splitC.storeInt(pointer(index, element), value);
    }
}
