package mpi;

import org.bipj.mpi.call.ErrorClass;

/** Rejects null arguments and out-of-range indices. */
final class ValueChecks {
    private ValueChecks() {}

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
     * An element of an array; an error of class ERR_ARG if there is none.
     *
     * @param what names the method and the argument
     */
    static int element(int[] elements, int i, String what) throws MPIException {
        return elements[checkIndex(i, elements.length, what)];
    }

    /** Returns the index of one of some elements; another one is an error of class ERR_ARG. */
    static int checkIndex(int i, int count, String what) throws MPIException {
        if (i < 0 || i >= count) {
            String expected = count == 0 ? "none, as there are no elements" : "0 to " + (count - 1);
            throw new MPIException(ErrorClass.ARG, what + " is " + i + "; expected " + expected);
        }
        return i;
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
