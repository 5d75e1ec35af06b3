package mpi;

/**
 * The reaction to a call on a communicator that fails (MPI 4.1 section 9.3). Only the three predefined handlers exist;
 * find them in {@link MPI}.
 */
public final class Errhandler {
    /** Ends the whole job. */
    static final Errhandler FATAL = new Errhandler("ERRORS_ARE_FATAL", true);

    /** Ends the processes of the communicator, which here is the whole job. */
    static final Errhandler ABORT = new Errhandler("ERRORS_ABORT", true);

    /** Throws an {@link MPIException} to the caller. */
    static final Errhandler RETURN = new Errhandler("ERRORS_RETURN", false);

    private final String name;
    private final boolean fatal;

    private Errhandler(String name, boolean fatal) {
        this.name = name;
        this.fatal = fatal;
    }

    boolean isFatal() {
        return fatal;
    }

    @Override
    public String toString() {
        return name;
    }
}
