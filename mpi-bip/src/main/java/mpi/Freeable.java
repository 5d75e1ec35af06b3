package mpi;

/** An object whose resources the program gives back by a call. */
public interface Freeable {
    /**
     * Gives the object back: it becomes null.
     *
     * @throws MPIException if it cannot be freed
     */
    void free() throws MPIException;
}
