package mpi;

import org.jspecify.annotations.Nullable;

/**
 * Sees the MPI calls of one rank, before and after: for checkers, tracers and tools of users. It is what the profiling interface of
 * MPI (MPI 4.1 section 15.2) is to C.
 *
 * <p>Each rank has an object of its own, made by the public constructor without parameters when the rank initialises MPI. The
 * environment variable {@code BIPJ_LISTENERS} names classes, separated by commas; {@code services} among them stands for all that
 * {@link java.util.ServiceLoader} finds. Without the variable none is loaded, and calls cost nothing.
 *
 * <pre>{@code
 * public final class Trace implements MpiListener {
 *     public void after(MpiCall call) {
 *         System.err.println(call);
 *     }
 * }
 *
 * mpirun -n 4 -x BIPJ_LISTENERS=Trace java -cp CLASSES Main
 * }</pre>
 *
 * <p>A listener sees the program's own calls: neither those that the library makes within them, nor those that listeners make
 * themselves. Local methods that only read ({@code getRank}, {@code Status.getCount}) are not seen, nor are those of {@link Group},
 * {@link Datatype}, {@link Info} and {@link Op}. What a listener throws ends the job.
 *
 * <p>With {@code MPI_THREAD_MULTIPLE} several threads call at the same time.
 */
public interface MpiListener {
    /** The rank has initialised MPI. */
    default void initialized(MpiProcess process) {}

    /** The program has made a call, which begins when this returns. */
    default void before(MpiCall call) {}

    /** The call has ended: {@link MpiCall#failure} says how. Not called where it does not return, because the job ends. */
    default void after(MpiCall call) {}

    /**
     * An MPI error is about to end the job, because its error handler is {@code ERRORS_ARE_FATAL}.
     *
     * @param call the program's call; null if the error is of none that listeners see
     */
    default void fatal(@Nullable MpiCall call, int errorClass, String message) {}

    /** The program has called Finalize, on COMM_WORLD as it were; communication is still possible. */
    default void finalizing(MpiCall call) {}

    /** All ranks have called Finalize, and all sends are complete. The program's memory may be looked at; communication is over. */
    default void finalized() {}
}
