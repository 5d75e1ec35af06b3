package mpi;

import org.jspecify.annotations.Nullable;

/**
 * Says what a duplicate gets of an attribute (MPI_Comm_copy_attr_function and its siblings, MPI 4.1 section 7.7). New here: the
 * Open MPI Java bindings copy every attribute. Where C has an {@code extra_state}, a lambda refers to what it needs.
 *
 * <pre>{@code
 * int key = Comm.createKeyval((comm, keyval, value) -> new Cache((Cache) value), DeleteAttrFunction.none());
 * }</pre>
 *
 * @param <T> {@link Comm}, {@link Win} or {@link Datatype}
 */
@FunctionalInterface
public interface CopyAttrFunction<T> {
    /**
     * Called for each attribute of an object that is duplicated, in the order in which they were set. What it throws ends the
     * call that duplicates: an {@link MPIException} becomes an error of its class.
     *
     * @param original the object that is duplicated
     * @param keyval key of the attribute
     * @param value the original's value, never null
     * @return the duplicate's value; null if it gets no such attribute
     */
    @Nullable
    Object copy(T original, int keyval, Object value) throws MPIException;

    /** Duplicates do not get the attribute (MPI_COMM_NULL_COPY_FN). */
    static <T> CopyAttrFunction<T> none() {
        return (original, keyval, value) -> null;
    }

    /** Duplicates get the same value (MPI_COMM_DUP_FN). */
    static <T> CopyAttrFunction<T> same() {
        return (original, keyval, value) -> value;
    }
}
