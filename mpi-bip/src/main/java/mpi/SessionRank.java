package mpi;

import java.util.function.Function;
import java.util.function.Supplier;
import org.bipj.core.job.Job;
import org.jspecify.annotations.Nullable;

/** The rank that a {@link Session} is of, as far as the session needs it. {@link MpiRank} is the only implementation. */
interface SessionRank {
    /**
     * Adds a session to the clients of MPI.
     *
     * @param required a thread level, which counts for the first client
     */
    void open(Session session, int required);

    /** Removes a session from the clients, once the sends of its communicators are complete, and ends what belongs to it. */
    void close(Session session);

    /** False before the first client. */
    boolean hasJob();

    /** The job, once the rank has had a client. */
    Job job();

    /** The provided thread level, as MPI names it. */
    String levelName();

    /** The ranks that share memory with this one, itself among them. */
    int[] sharers();

    /** Makes a call that listeners see. */
    <R> R call(Object handle, String method, Supplier<R> body);

    /**
     * The calls about a session's buffer for buffered sends.
     *
     * @param place where that is attached
     */
    BufferCalls buffer(Session session, Object place);

    /**
     * Makes a call that listeners see and that needs no communicator of the program.
     *
     * @param owner the object whose method is called; null for a static method
     * @param body gets a communicator of this process alone, whose error handler is COMM_SELF's where that is there
     */
    <R extends @Nullable Object> R callBesides(@Nullable Object owner, String method, Function<Comm, R> body);

    /**
     * Ends the job, or makes the exception to throw, as an error handler says.
     *
     * @param owner the handle that the failed call was on, which the error handler's function gets
     * @param message names the method and the place
     */
    MPIException fail(Object owner, Errhandler handler, String message, int errorClass, RuntimeException cause);
}
