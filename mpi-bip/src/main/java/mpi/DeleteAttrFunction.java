package mpi;

/**
 * Is called when an attribute is deleted (MPI_Comm_delete_attr_function and its siblings, MPI 4.1 section 7.7): by
 * {@code deleteAttr}, by {@code setAttr} of another value, by {@code free}, and by {@code MPI.Finalize} for attributes of
 * COMM_SELF and COMM_WORLD. New here: the Open MPI Java bindings lack it.
 *
 * @param <T> {@link Comm}, {@link Win} or {@link Datatype}
 */
@FunctionalInterface
public interface DeleteAttrFunction<T> {
    /**
     * Called before the attribute is deleted. What it throws ends the call that deletes, and the attribute stays: an
     * {@link MPIException} becomes an error of its class.
     *
     * @param object the object that has the attribute; it is still usable
     * @param keyval key of the attribute
     * @param value its value
     */
    void delete(T object, int keyval, Object value) throws MPIException;

    /** Nothing happens (MPI_COMM_NULL_DELETE_FN). */
    static <T> DeleteAttrFunction<T> none() {
        return (object, keyval, value) -> {};
    }
}
