package mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.bipj.core.job.Job;
import org.bipj.core.job.family.ProcessSets;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.nic.PortException;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.engine.SendBuffer;
import org.bipj.mpi.engine.ThreadLevels;
import org.jspecify.annotations.Nullable;

/**
 * Use of MPI by one part of a program, such as a library, that needs nothing of the others (the Sessions Model, MPI 4.1 sections 11.2 to
 * 11.3). A process may have several at once, beside {@link MPI#Init}, without it and after {@link MPI#Finalize}.
 *
 * <pre>{@code
 * try (Session session = Session.init(MPI.INFO_NULL, MPI.ERRORS_RETURN)) {
 *     Group all = Group.fromSessionPset(session, "mpi://WORLD");
 *     Intracomm comm = Intracomm.createFromGroup(all, "org.example.solver", MPI.INFO_NULL, MPI.ERRORS_RETURN);
 *     ...
 *     comm.free();
 * }
 * }</pre>
 *
 * <p>To open and to close a session are local operations. A communicator that is made of a session's group, and what is made of that
 * communicator, belong to the session and end with it. Datatypes, operations, infos and error handlers belong to none.
 *
 * <p>Process sets: {@code mpi://WORLD}, {@code mpi://SELF}, {@code mpix://SHARED_MEM} (processes that share memory with this one), and the
 * names that the user gives by {@code mpirun --pset NAME}. These keep their case; that of the others does not matter.
 */
public final class Session implements AutoCloseable {
    private static final String THREAD_LEVEL = "thread_level";

    private final MpiRank runtime;
    /** Of communicators of the session that have no buffer of their own. */
    private final SendBuffer buffer = new SendBuffer();

    private volatile Errhandler errhandler;
    private volatile boolean closed;
    /** Where the program has opened it; empty where that is not asked for. */
    private volatile String place = "";

    private Session(MpiRank runtime, Errhandler errhandler) {
        this.runtime = runtime;
        this.errhandler = errhandler;
    }

    /**
     * Opens a session (MPI_Session_init).
     *
     * @param info the key {@code thread_level} asks for a thread level, such as {@code MPI_THREAD_MULTIPLE}; without it the level is SINGLE, or
     *     what the environment asks for. It counts for the first use of MPI in the process. Later sessions have the same level as long as there is
     *     one, which {@link #getInfo} tells
     * @param errhandler what errors of the session do
     * @throws MPIException of class ERR_INFO_VALUE if there is no such thread level
     */
    public static Session init(Info info, Errhandler errhandler) throws MPIException {
        ValueChecks.notNull(info, Predefined.ERR_INFO, "Session.init: the info object");
        MpiRank runtime = MpiRank.ofCaller();
        Session session = new Session(runtime, handler(errhandler));
        try {
            runtime.open(session, level(info));
        } catch (RuntimeException e) {
            throw session.raise("init", e);
        }
        return runtime.call(session, "Session.init", () -> session);
    }

    private static Errhandler handler(@Nullable Errhandler given) {
        try {
            return checked(given);
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "Session.init: " + e.getMessage(), e);
        }
    }

    private static Errhandler checked(@Nullable Errhandler handler) {
        if (handler == null) {
            throw new EngineException(ErrorClass.ARG, "the handler is null");
        }
        if (!handler.isFor(Session.class)) {
            throw new EngineException(ErrorClass.ERRHANDLER, "the handler is " + handler);
        }
        return handler;
    }

    private static int level(Info info) {
        String wanted = info.isNull() ? null : info.get(THREAD_LEVEL);
        return wanted == null ? ThreadLevels.ofEnvironment() : ThreadLevels.of(wanted);
    }

    /**
     * Closes the session (MPI_Session_finalize), once the sends of its communicators are complete. Those that were not freed are null from
     * then on. A session that is closed stays so.
     */
    @Override
    public void close() throws MPIException {
        if (closed) {
            return;
        }
        try {
            runtime.call(this, "Session.close", () -> {
                runtime.close(this);
                return this;
            });
        } catch (RuntimeException e) {
            throw raise("close", e);
        }
    }

    /** True after {@link #close}. */
    public boolean isNull() {
        return closed;
    }

    // ---- process sets --------------------------------------------------------------------------------------------

    /**
     * Number of the process sets that this process is in (MPI_Session_get_num_psets).
     *
     * @param info hints; none is used
     */
    public int getNumPsets(Info info) throws MPIException {
        return call("getNumPsets", () -> {
            checkInfo(info);
            return psets().size();
        });
    }

    /**
     * The name of one of the process sets that this process is in (MPI_Session_get_nth_pset).
     *
     * @param info hints; none is used
     * @param n 0 to one less than {@link #getNumPsets}
     */
    public String getNthPset(Info info, int n) throws MPIException {
        return call("getNthPset", () -> {
            checkInfo(info);
            List<String> psets = psets();
            if (n < 0 || n >= psets.size()) {
                throw new EngineException(
                        ErrorClass.ARG,
                        "n is " + n + "; expected 0 to " + (psets.size() - 1) + ", as there are these sets: " + psets);
            }
            return psets.get(n);
        });
    }

    private static void checkInfo(Info info) {
        if (info == null) {
            throw new EngineException(Predefined.ERR_INFO, "the info object is null; expected one, or MPI.INFO_NULL");
        }
    }

    /** What the session has (MPI_Session_get_info): {@code thread_level}, the level that is provided. */
    public Info getInfo() throws MPIException {
        return call("getInfo", () -> {
            Info info = new Info();
            info.set(THREAD_LEVEL, runtime.levelName());
            return info;
        });
    }

    /** What is known of a process set (MPI_Session_get_pset_info): {@code mpi_size}, the number of its processes. */
    public Info getPsetInfo(String psetName) throws MPIException {
        return call("getPsetInfo", () -> {
            Info info = new Info();
            info.set("mpi_size", Integer.toString(ranks(psetName).length));
            return info;
        });
    }

    Group group(String psetName) {
        return named(
                "Group.fromSessionPset",
                () -> new Group(ranks(psetName), runtime.job().rank(), this));
    }

    private List<String> psets() {
        List<String> names = new ArrayList<>(ProcessSets.RESERVED);
        ProcessSets sets = runtime.job().processSets();
        int self = runtime.job().rank();
        for (String name : sets.names()) {
            int[] ranks = sets.ranks(name);
            if (ranks != null && IntStream.of(ranks).anyMatch(rank -> rank == self)) {
                names.add(name);
            }
        }
        return names;
    }

    private int[] ranks(@Nullable String psetName) {
        Job job = runtime.job();
        int[] ranks = psetName == null
                ? null
                : switch (ProcessSets.canonical(psetName)) {
                    case ProcessSets.WORLD -> IntStream.range(0, job.size()).toArray();
                    case ProcessSets.SELF -> new int[] {job.rank()};
                    case ProcessSets.SHARED_MEMORY -> runtime.sharers();
                    default -> job.processSets().ranks(psetName);
                };
        if (ranks == null) {
            List<String> names = new ArrayList<>(ProcessSets.RESERVED);
            names.addAll(job.processSets().names());
            throw new EngineException(
                    ErrorClass.ARG, "there is no process set " + psetName + "; expected " + String.join(", ", names));
        }
        return ranks;
    }

    // ---- buffered sends (section 3.6) ----------------------------------------------------------------------------

    /**
     * Gives room to buffered sends in communicators of the session that have no buffer of their own (MPI_Session_attach_buffer). {@link
     * #close} detaches it.
     *
     * @param room tells how much room there is; {@code MPI.BUFFER_AUTOMATIC} for as much as is needed
     */
    public void attachBuffer(byte[] room) throws MPIException {
        Object attached = onBuffer("attachBuffer", calls -> {
            calls.attach("attachBuffer", room, false);
            return calls;
        });
    }

    /**
     * Waits until the buffered sends have left, and takes their room back (MPI_Session_detach_buffer).
     *
     * @return what {@link #attachBuffer} was given; null if there is none now
     */
    public byte @Nullable [] detachBuffer() throws MPIException {
        return onBuffer("detachBuffer", calls -> calls.detach("detachBuffer"));
    }

    /** Waits until all messages that lie in the session's buffer have left it (MPI_Session_flush_buffer). */
    public void flushBuffer() throws MPIException {
        Object flushed = onBuffer("flushBuffer", calls -> {
            calls.flush("flushBuffer");
            return calls;
        });
    }

    /** Starts what {@link #flushBuffer} does (MPI_Session_iflush_buffer). Messages that are sent later do not count. */
    public Request iFlushBuffer() throws MPIException {
        return onBuffer("iFlushBuffer", calls -> calls.startFlush("iFlushBuffer"));
    }

    private <R extends @Nullable Object> R onBuffer(String method, Function<BufferCalls, R> body) {
        return call(method, () -> body.apply(runtime.buffer(this, buffer)));
    }

    // ---- errors --------------------------------------------------------------------------------------------------

    /** An error handler that calls a function of the program, for {@link #init} and {@link #setErrhandler} (MPI_Session_create_errhandler). */
    public static Errhandler createErrhandler(ErrhandlerFunction<? super Session> function) throws MPIException {
        return Errhandler.of(Session.class, function);
    }

    /** Sets the error handler of this session: one of {@link MPI}, or of {@link #createErrhandler} (MPI_Session_set_errhandler). */
    public void setErrhandler(Errhandler handler) throws MPIException {
        errhandler = call("setErrhandler", () -> checked(handler));
    }

    /** The error handler of this session (MPI_Session_get_errhandler). */
    public Errhandler getErrhandler() throws MPIException {
        return call("getErrhandler", () -> errhandler);
    }

    /** Does what the error handler of this session does on an error (MPI_Session_call_errhandler). */
    public void callErrhandler(int errorCode) throws MPIException {
        checkOpen();
        Errhandler handler = errhandler;
        handler.call(this, errorCode);
        if (handler.isFatal()) {
            throw runtime.fail(
                    this,
                    handler,
                    "Session.callErrhandler (" + rank() + "): called by the program",
                    errorCode,
                    new MPIException(errorCode, "called by the program"));
        }
    }

    // ---- within the library --------------------------------------------------------------------------------------

    MpiRank runtime() {
        return runtime;
    }

    /** Where a buffer for its communicators' buffered sends is attached. */
    SendBuffer buffer() {
        return buffer;
    }

    void openedAt(String line) {
        place = line;
    }

    String place() {
        return "Session.init at " + place;
    }

    /** The session is closed. */
    void end() {
        closed = true;
    }

    void checkOpen() {
        if (closed) {
            throw new MPIException(ErrorClass.SESSION, "the session was closed");
        }
    }

    private interface Body<R extends @Nullable Object> {
        R run();
    }

    private <R extends @Nullable Object> R call(String method, Body<R> body) {
        return named("Session." + method, body);
    }

    private <R extends @Nullable Object> R named(String method, Body<R> body) {
        checkOpen();
        try {
            return body.run();
        } catch (RuntimeException e) {
            throw raiseNamed(method, e);
        }
    }

    private RuntimeException raise(String method, RuntimeException thrown) {
        return raiseNamed("Session." + method, thrown);
    }

    /** Does what the error handler says about a failed call, as {@link Comm#raise}. */
    private RuntimeException raiseNamed(String method, RuntimeException thrown) {
        int errorClass = switch (thrown) {
            case EngineException failed -> failed.errorClass();
            case PeerFailedException failed -> ErrorClass.PROC_FAILED;
            case PortException failed -> ErrorClass.OTHER;
            case MPIException failed when failed.getCause() == null -> failed.getErrorCode();
            default -> ErrorClass.SUCCESS;
        };
        return errorClass == ErrorClass.SUCCESS
                ? thrown
                : runtime.fail(
                        this, errhandler, method + " (" + rank() + "): " + thrown.getMessage(), errorClass, thrown);
    }

    private String rank() {
        return runtime.hasJob() ? "rank " + runtime.job().rank() : "before the job is joined";
    }
}
