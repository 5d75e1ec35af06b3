package mpi;

/**
 * The pair of MINLOC and MAXLOC that consists of a long and an int: the datatype {@link MPI#LONG_INT}, used through
 * {@link Data}.
 */
public final class LongInt extends Struct {
    private final int value = addLong();
    private final int index = setOffset(8).addInt();

    LongInt() {}

    @Override
    Datatype makeType() {
        return Predefined.LONG_INT;
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** One pair in a buffer. */
    public final class Data extends Struct.Data {
        /** For {@link Struct#getData}. */
        public Data() {}

        /** The value. */
        public long getValue() {
            return getLong(value);
        }

        /** The index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. */
        public void putValue(long v) {
            putLong(value, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
