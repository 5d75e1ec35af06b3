package mpi;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bipj.core.job.Job;
import org.bipj.mpi.engine.BufferedSends;
import org.bipj.mpi.engine.RequestEnd;
import org.bipj.mpi.engine.SendBuffer;
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
     * Does something with a place of buffered sends, in a call that listeners see.
     *
     * @param owner what the buffer is attached to; null: the process
     */
    <R extends @Nullable Object> R onBuffer(
            @Nullable Object owner, String method, SendBuffer place, BiFunction<BufferedSends, SendBuffer, R> body);

    /** Starts a generalized request, by the method of that name. */
    <R> R startGeneral(String method, Function<Comm, R> body);

    /** A request of no communicator, whose errors go to the handler of COMM_SELF. */
    Request request(RequestEnd end);

    /**
     * Ends the job, or makes the exception to throw, as an error handler says.
     *
     * @param owner the handle that the failed call was on, which the error handler's function gets
     * @param message names the method and the place
     */
    MPIException fail(Object owner, Errhandler handler, String message, int errorClass, RuntimeException cause);
}
