package org.bipj.mpi.call;

/** An MPI error below the facade, which turns it into what the error handler says. */
public final class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int errorClass;

    /**
     * A new error.
     *
     * @param errorClass one of {@link ErrorClass}
     * @param message the argument, what it was, and what was expected
     */
    public EngineException(int errorClass, String message) {
        super(message);
        this.errorClass = errorClass;
    }

    /** The message, which is never null. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    /** The error class, one of {@link ErrorClass}. */
    public int errorClass() {
        return errorClass;
    }
}
