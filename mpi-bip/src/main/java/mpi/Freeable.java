package mpi;

/**
 * An object whose resources the program gives back by a call, or at the end of a {@code try} block.
 *
 * <p>{@link #close} is for such blocks, and so never fails because there is nothing to do: not for an object that was freed
 * already, not for a predefined one (MPI_COMM_WORLD, MPI_INT, ...), and not once MPI is finalised. {@link #free} is the
 * standard's call, and refuses these, but for requests, as Open MPI's Java bindings do.
 */
public interface Freeable extends AutoCloseable {
    /**
     * Gives the object back: it becomes null.
     *
     * @throws MPIException if it cannot be freed
     */
    void free() throws MPIException;

    /** Gives the object back if there is something to give back. */
    @Override
    default void close() throws MPIException {
        free();
    }
}
