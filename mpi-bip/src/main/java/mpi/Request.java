package mpi;

/** An operation under way (MPI 4.1 section 3.7). */
public class Request implements Freeable {
    /** REQUEST_NULL. */
    Request() {}

    private static UnsupportedOperationException inWork() {
        return new UnsupportedOperationException("point to point: in work");
    }

    /** Lets go of the request; the operation completes by itself (MPI_Request_free). */
    @Override
    public void free() throws MPIException {
        throw inWork();
    }

    /** Asks for the operation's cancellation (MPI_Cancel). */
    public final void cancel() throws MPIException {
        throw inWork();
    }

    /** True if the operation is complete and was waited for, or the request freed. */
    public final boolean isNull() {
        return true;
    }

    /** Waits for completion, and tells what happened (MPI_Wait). */
    public final Status waitStatus() throws MPIException {
        throw inWork();
    }

    /** Waits for completion (MPI_Wait). */
    public final void waitFor() throws MPIException {
        throw inWork();
    }

    /** The status if the operation is complete, else null (MPI_Test). */
    public final Status testStatus() throws MPIException {
        throw inWork();
    }

    /** The status if the operation is complete, else null; the request stays (MPI_Request_get_status). */
    public final Status getStatus() throws MPIException {
        throw inWork();
    }

    /** True if the operation is complete (MPI_Test). */
    public final boolean test() throws MPIException {
        throw inWork();
    }

    /** Waits for one of the requests; its position is in the status (MPI_Waitany). */
    public static Status waitAnyStatus(Request[] requests) throws MPIException {
        throw inWork();
    }

    /** Waits for one of the requests and returns its position (MPI_Waitany). */
    public static int waitAny(Request[] requests) throws MPIException {
        throw inWork();
    }

    /** The status of one complete request, or null (MPI_Testany). */
    public static Status testAnyStatus(Request[] requests) throws MPIException {
        throw inWork();
    }

    /** The position of one complete request, or {@code MPI.UNDEFINED} (MPI_Testany). */
    public static int testAny(Request[] requests) throws MPIException {
        throw inWork();
    }

    /** Waits for all requests (MPI_Waitall). */
    public static Status[] waitAllStatus(Request[] requests) throws MPIException {
        throw inWork();
    }

    /** Waits for all requests (MPI_Waitall). */
    public static void waitAll(Request[] requests) throws MPIException {
        throw inWork();
    }

    /** The statuses if all requests are complete, else null (MPI_Testall). */
    public static Status[] testAllStatus(Request[] requests) throws MPIException {
        throw inWork();
    }

    /** True if all requests are complete (MPI_Testall). */
    public static boolean testAll(Request[] requests) throws MPIException {
        throw inWork();
    }

    /** Waits until some requests are complete (MPI_Waitsome). */
    public static Status[] waitSomeStatus(Request[] requests) throws MPIException {
        throw inWork();
    }

    /** Waits until some requests are complete, and returns their positions (MPI_Waitsome). */
    public static int[] waitSome(Request[] requests) throws MPIException {
        throw inWork();
    }

    /** The statuses of the requests that are complete (MPI_Testsome). */
    public static Status[] testSomeStatus(Request[] requests) throws MPIException {
        throw inWork();
    }

    /** The positions of the requests that are complete (MPI_Testsome). */
    public static int[] testSome(Request[] requests) throws MPIException {
        throw inWork();
    }
}
