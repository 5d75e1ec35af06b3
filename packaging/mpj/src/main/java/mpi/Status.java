package mpi;

/** What was received, and from whom. */
public final class Status {
    /** Rank of the sender. */
    public int source;

    /** Tag of the message. */
    public int tag;

    /** Index of the request that completed, after {@link Request#Waitany} and its siblings. */
    public final int index;

    /**
     * Number of elements that were received; after a probe the length in bytes, for a message of {@link MPI#OBJECT} the number of
     * objects. {@link MPI#UNDEFINED} where it is no whole number.
     */
    public final int count;

    private Status() {
        throw Signatures.alone();
    }

    /** Number of elements that were received; {@link MPI#UNDEFINED} where it is no whole number (MPI_Get_count). */
    public int Get_count(Datatype datatype) throws MPIException {
        throw Signatures.alone();
    }

    /** Number of array elements that were received (MPI_Get_elements). */
    public int Get_elements(Datatype datatype) throws MPIException {
        throw Signatures.alone();
    }

    /** True if the operation was cancelled (MPI_Test_cancelled). */
    public boolean Test_cancelled() throws MPIException {
        throw Signatures.alone();
    }

    /** Has no effect here. */
    public void free() throws MPIException {
        throw Signatures.alone();
    }
}
