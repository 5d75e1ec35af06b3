package mpi;

/** An MPI error. Unchecked: programs that declare or catch it compile, and so do programs of MPJ Express that do neither. */
public class MPIException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An error without a message. */
    public MPIException() {}

    /** An error. */
    public MPIException(String message) {
        super(message);
    }

    /** An error with a cause. */
    public MPIException(Throwable cause) {
        super(cause);
    }
}
