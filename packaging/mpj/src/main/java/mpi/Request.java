package mpi;

/** An operation under way. It is null once its completion was reported. */
public class Request {
    Request() {}

    /** Waits for the operation (MPI_Wait). */
    public Status Wait() throws MPIException {
        throw Signatures.alone();
    }

    /** The status if the operation is complete, else null (MPI_Test). */
    public Status Test() throws MPIException {
        throw Signatures.alone();
    }

    /** Frees the request; the operation still completes (MPI_Request_free). No effect on a null request. */
    public void Free() throws MPIException {
        throw Signatures.alone();
    }

    /** True if there is nothing to wait for. */
    public boolean Is_null() throws MPIException {
        throw Signatures.alone();
    }

    /** Waits for one of the operations; {@link Status#index} says which one (MPI_Waitany). */
    public static Status Waitany(Request[] array_of_requests) throws MPIException {
        throw Signatures.alone();
    }

    /** The status of one complete operation, or null (MPI_Testany). */
    public static Status Testany(Request[] array_of_requests) throws MPIException {
        throw Signatures.alone();
    }

    /** Waits for all operations; the statuses of inactive requests are null (MPI_Waitall). */
    public static Status[] Waitall(Request[] array_of_requests) throws MPIException {
        throw Signatures.alone();
    }

    /** The statuses if all operations are complete, else null (MPI_Testall). */
    public static Status[] Testall(Request[] array_of_requests) throws MPIException {
        throw Signatures.alone();
    }

    /** Waits for at least one of the operations, and returns the statuses of those that are complete (MPI_Waitsome). Without active requests, none. */
    public static Status[] Waitsome(Request[] array_of_requests) throws MPIException {
        throw Signatures.alone();
    }

    /** The statuses of the operations that are complete, none if there are none (MPI_Testsome). */
    public static Status[] Testsome(Request[] array_of_requests) throws MPIException {
        throw Signatures.alone();
    }

    /**
     * Asks for cancellation (MPI_Cancel). A wait or test must follow; that of a send ends at the latest with its receiver's next
     * call that makes progress.
     */
    public void Cancel() throws MPIException {
        throw Signatures.alone();
    }

    /** Has no effect here. */
    @SuppressWarnings({"removal", "deprecation"})
    @Override
    public void finalize() {}
}
