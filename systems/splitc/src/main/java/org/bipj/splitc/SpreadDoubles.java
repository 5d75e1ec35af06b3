package org.bipj.splitc;

/** A {@linkplain Spread spread array} of doubles. An index alone is that of the first element of a block. */
public final class SpreadDoubles extends Spread {
    SpreadDoubles(SplitC splitC, long count, int block) {
        super(splitC, count, block, Double.BYTES);
    }

    /** Reads the first element of a block; see {@link SplitC#readDouble}. */
    public double read(long index) {
        return splitC.readDouble(pointer(index));
    }

    /** Reads an element of a block. */
    public double read(long index, int element) {
        return splitC.readDouble(pointer(index, element));
    }

    /** Writes the first element of a block; see {@link SplitC#writeDouble}. */
    public void write(long index, double value) {
        splitC.writeDouble(pointer(index), value);
    }

    /** Writes an element of a block. */
    public void write(long index, int element, double value) {
        splitC.writeDouble(pointer(index, element), value);
    }

    /** Begins to read an element into memory of this rank; see {@link SplitC#getDouble}. */
    public void get(long index, long into) {
        splitC.getDouble(into, pointer(index));
    }

    /** Begins to write an element; see {@link SplitC#putDouble}. */
    public void put(long index, double value) {
        splitC.putDouble(pointer(index), value);
    }

    /** Stores an element one way; see {@link SplitC#storeDouble}. */
    public void store(long index, double value) {
        splitC.storeDouble(pointer(index), value);
    }

    /** Stores an element of a block one way. */
    public void store(long index, int element, double value) {
        splitC.storeDouble(pointer(index, element), value);
    }
}
