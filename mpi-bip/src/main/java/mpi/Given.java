package mpi;

/** Refuses null where an object is expected. */
final class Given {
    private Given() {}

    /** Returns the object; what says of which method it is which argument. */
    static <T> T notNull(T object, int errorClass, String what) throws MPIException {
        if (object == null) {
            throw new MPIException(errorClass, what + " is null");
        }
        return object;
    }
}
