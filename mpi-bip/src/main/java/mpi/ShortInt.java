package mpi;

/**
 * The pair of MINLOC and MAXLOC that consists of a short and an int: the datatype {@link MPI#SHORT_INT}, used through
 * {@link Data}.
 */
public final class ShortInt extends Struct {
    private final int value = addShort();
    private final int index = setOffset(4).addInt();

    ShortInt() {}

    @Override
    Datatype makeType() {
        return Predefined.SHORT_INT;
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
        public short getValue() {
            return getShort(value);
        }

        /** The index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. */
        public void putValue(short v) {
            putShort(value, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
