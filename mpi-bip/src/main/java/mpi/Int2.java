package mpi;

/**
 * The pair of MINLOC and MAXLOC that consists of two ints: the datatype {@link MPI#INT2}, used through {@link Data}.
 */
public final class Int2 extends Struct {
    private final int value = addInt();
    private final int index = setOffset(4).addInt();

    Int2() {}

    @Override
    Datatype makeType() {
        return Predefined.INT2;
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
        public int getValue() {
            return getInt(value);
        }

        /** The index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. */
        public void putValue(int v) {
            putInt(value, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
