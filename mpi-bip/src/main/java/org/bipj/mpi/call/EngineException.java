package org.bipj.mpi.call;

/** An MPI error below the facade, which turns it into what the error handler says. */
public final class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int errorClass;
    /** Whether the failure of another rank is the cause. */
    private final boolean follows;

    /**
     * A new error.
     *
     * @param errorClass one of {@link ErrorClass}
     * @param message the argument, what it was, and what was expected
     */
    public EngineException(int errorClass, String message) {
        this(errorClass, message, false);
    }

    private EngineException(int errorClass, String message, boolean follows) {
        super(message);
        this.errorClass = errorClass;
        this.follows = follows;
    }

    /** An error whose reason is that of another rank, which knows it and has sent word of it. */
    public static EngineException following(String message) {
        return new EngineException(ErrorClass.OTHER, message, true);
    }

    /** True for one of {@link #following}. */
    public boolean follows() {
        return follows;
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
