package mpi;

/** Refuses arguments that are none: null where an object is expected, an index that no memory has. */
final class Given {
    private Given() {}

    /** Returns the object; what says of which method it is which argument. */
    static <T> T notNull(T object, int errorClass, String what) throws MPIException {
        if (object == null) {
            throw new MPIException(errorClass, what + " is null");
        }
        return object;
    }

    /** Where an element begins, in units of which each is so many; what names the method. */
    static int offset(int index, int units, String what) {
        if (index < 0 || index > Integer.MAX_VALUE / units) {
            throw new IndexOutOfBoundsException(
                    what + ": index is " + index + "; expected 0 to " + Integer.MAX_VALUE / units);
        }
        return index * units;
    }
}
