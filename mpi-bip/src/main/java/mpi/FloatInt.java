package mpi;

/**
 * The pair of MINLOC and MAXLOC that consists of a float and an int: the datatype {@link MPI#FLOAT_INT}, used through
 * {@link Data}.
 */
public final class FloatInt extends Struct {
    private final int value = addFloat();
    private final int index = setOffset(4).addInt();

    FloatInt() {}

    @Override
    Datatype makeType() {
        return Predefined.FLOAT_INT;
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
        public float getValue() {
            return getFloat(value);
        }

        /** The index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. */
        public void putValue(float v) {
            putFloat(value, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
