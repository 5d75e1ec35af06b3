package mpi;

/** Rejects null arguments and out-of-range indices. */
final class Preconditions {
    private Preconditions() {}

    /**
     * Returns the object, which is not null.
     *
     * @param what names the method and the argument
     */
    static <T> T notNull(T object, int errorClass, String what) throws MPIException {
        if (object == null) {
            throw new MPIException(errorClass, what + " is null");
        }
        return object;
    }

    /**
     * Where an element begins.
     *
     * @param units units of an element
     * @param what names the method
     */
    static int offset(int index, int units, String what) {
        if (index < 0 || index > Integer.MAX_VALUE / units) {
            throw new IndexOutOfBoundsException(
                    what + ": index is " + index + "; expected 0 to " + Integer.MAX_VALUE / units);
        }
        return index * units;
    }
}
