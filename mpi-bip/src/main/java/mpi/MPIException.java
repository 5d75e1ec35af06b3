package mpi;

import java.util.List;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * An MPI error (MPI 4.1 section 9.4). Unchecked, unlike that of the Open MPI Java bindings: programs that declare or
 * catch it compile all the same.
 *
 * <p>Compiled for Java 8 (see the parent pom): a method {@code main} that declares it is looked at before {@link MPI} is.
 */
public class MPIException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int errorCode;
    /** One of the classes in {@link MPI}, or one that the program has added. */
    private final int errorClass;

    /** The statuses of a call for several requests; null otherwise. */
    private final transient Status @Nullable [] statuses;

    /** An error of class {@code ERR_OTHER} without a message, as mpiJava 1.2 has it. */
    public MPIException() {
        this(ErrorClass.OTHER, null, null);
    }

    /**
     * An error of class {@code ERR_OTHER}.
     *
     * @param message what happened
     */
    public MPIException(@Nullable String message) {
        this(ErrorClass.OTHER, message, null);
    }

    /**
     * An error of class {@code ERR_OTHER}.
     *
     * @param cause what happened
     */
    public MPIException(Throwable cause) {
        this(ErrorClass.OTHER, String.valueOf(cause.getMessage()), cause);
    }

    /**
     * An error of a class, for the program's functions that MPI calls. New here.
     *
     * @param errorClass {@code MPI.ERR_ACCESS} and others
     * @param message what happened
     */
    public MPIException(int errorClass, @Nullable String message) {
        this(errorClass, message, null);
    }

    MPIException(int errorClass, @Nullable String message, @Nullable Throwable cause) {
        this(errorClass, errorClass, message, cause);
    }

    MPIException(int errorCode, int errorClass, @Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
        this.errorCode = errorCode;
        this.errorClass = errorClass;
        this.statuses = null;
    }

    /** Some requests of several have failed (MPI 4.1 section 3.7.5): what the first says follows the message. */
    MPIException(String message, Status[] statuses, List<MPIException> failures) {
        super(message + failures.get(0).getMessage());
        this.errorCode = ErrorClass.IN_STATUS;
        this.errorClass = ErrorClass.IN_STATUS;
        this.statuses = statuses;
        failures.forEach(this::addSuppressed);
    }

    /** The error code, which {@link MPI#getErrorClass} maps to its class. Of the library's errors they are the same. */
    public int getErrorCode() {
        return errorCode;
    }

    /** The error class: {@code ERR_TRUNCATE} and so on. */
    public int getErrorClass() {
        return errorClass;
    }

    /**
     * Of an error of class {@code ERR_IN_STATUS}, the statuses of all requests, in their order, of which {@link
     * Status#getError} gives the error; after a wait or test for some, the statuses of those that have ended, of which
     * {@link Status#getIndex} gives the position. Empty for other errors. The requests' own exceptions are the suppressed ones.
     */
    public Status[] getStatuses() {
        return statuses == null ? new Status[0] : statuses.clone();
    }
}
