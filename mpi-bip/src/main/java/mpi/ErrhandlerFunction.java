package mpi;

/**
 * A function of the program that an error handler calls (MPI 4.1 section 9.3).
 *
 * @param <T> {@link Comm}, {@link Win}, {@link File} or {@link Session}
 */
@FunctionalInterface
public interface ErrhandlerFunction<T> {
    /**
     * A call has failed.
     *
     * @param handle the object whose method was called
     * @param errorCode of the error; {@link MPI#getErrorClass} tells its class
     */
    void call(T handle, int errorCode);
}
