package mpi;

/**
 * The pair of MINLOC and MAXLOC that consists of a double and an int: the datatype {@link MPI#DOUBLE_INT}, used through
 * {@link Data}.
 */
public final class DoubleInt extends Struct {
    private final int value = addDouble();
    private final int index = setOffset(8).addInt();

    DoubleInt() {}

    @Override
    Datatype makeType() {
        return Predefined.DOUBLE_INT;
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
        public double getValue() {
            return getDouble(value);
        }

        /** The index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. */
        public void putValue(double v) {
            putDouble(value, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
