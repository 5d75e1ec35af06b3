package mpi;

/** An operation of a reduction. */
public final class Op {
    /**
     * An operation of the program (MPI_Op_create).
     *
     * @param commute true if the order of the operands does not matter
     */
    public Op(User_function function, boolean commute) {
        throw Signatures.alone();
    }

    /** Has no effect here: the garbage collector frees operations. */
    @SuppressWarnings({"removal", "deprecation"})
    @Override
    public void finalize() {}
}
