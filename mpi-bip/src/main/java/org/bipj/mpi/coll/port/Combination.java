package org.bipj.mpi.coll.port;

/** Combines operands of a collective operation; what a user's operation is for collectives. */
public interface Combination {
    /**
     * Combines array elements of two operands into the second, {@code in} on the left.
     *
     * @param elements number of primitive elements of the arrays
     */
    void apply(Object in, int inStart, Object inOut, int inOutStart, int elements);
}
