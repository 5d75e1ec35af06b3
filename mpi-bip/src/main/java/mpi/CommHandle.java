package mpi;

import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.nic.PortException;
import org.bipj.core.payload.NoBufferException;
import org.bipj.mpi.engine.CommCore;
import org.bipj.mpi.engine.EngineException;
import org.bipj.mpi.engine.ErrorClass;
import org.bipj.mpi.engine.WorldRanks;

/** Properties of a communicator, apart from communication. Programs use it through {@link Comm}. */
public abstract class CommHandle {
    private static final String PACKAGE = "mpi.";

    final MpiRank runtime;
    private CommCore core;
    private Errhandler errhandler = Errhandler.FATAL;
    private String name;
    final Attributes<CommHandle> attributes = new Attributes<>(Attributes.Kind.COMM, this);
    private Info info;
    /** Null for the standard one, which programs without objects need not load. */
    private ObjectCodec objectCodec;

    /**
     * A handle.
     *
     * @param core null for a null communicator, and for COMM_WORLD and COMM_SELF before initialisation
     */
    CommHandle(MpiRank runtime, CommCore core, String name) {
        this.runtime = runtime;
        this.name = name;
        setCore(core);
    }

    /** The engine's communicator; an error where there is none, or the current thread may not call. */
    final CommCore core() {
        CommCore c = core;
        if (c == null || !c.admitsThread()) {
            throw c == null ? unusable() : refused(c);
        }
        return c;
    }

    /** {@link #core} of calls that all threads may make, at any thread level: they read what does not change. */
    final CommCore readable() {
        CommCore c = core;
        if (c == null) {
            throw unusable();
        }
        return c;
    }

    /** The error of a call by a thread that may not call; the method is found in its stack, since few calls pay for this. */
    final RuntimeException refused(CommCore c) {
        String method = StackWalker.getInstance()
                .walk(frames -> frames.takeWhile(frame -> frame.getClassName().startsWith(PACKAGE))
                        .reduce((inner, outer) -> outer))
                .map(CommHandle::nameOf)
                .orElse("");
        return raise(method, c.engine().refusal());
    }

    private static String nameOf(StackWalker.StackFrame frame) {
        String type = frame.getClassName().substring(PACKAGE.length());
        return frame.getMethodName().equals("<init>") ? type : frame.getMethodName();
    }

    private MPIException unusable() {
        String why = runtime.whyNot();
        return why != null
                ? new MPIException(ErrorClass.OTHER, why)
                : new MPIException(
                        ErrorClass.COMM,
                        "the communicator is null: it was freed, the process is not in it, or the request of its iDup is not"
                                + " complete");
    }

    /** Makes the handle usable, or null again. */
    final void setCore(CommCore core) {
        this.core = core;
        if (core != null) {
            core.name(name);
        }
        runtime.track(this, core != null);
    }

    /**
     * Does what the error handler says about a failed call: ends the job, or returns the exception to throw. Exceptions
     * that are no MPI errors (of a user's reduction function) are returned as they are.
     *
     * @param method name of the failed method
     * @param thrown the exception: an unchecked one, or an OutOfMemoryError
     */
    final RuntimeException raise(String method, Throwable thrown) {
        // No switch over types: its first use allocates more than a full heap has.
        if (thrown instanceof OutOfMemoryError e) {
            return runtime.fail(this, method, ErrorClass.NO_MEM, runtime.heapFull(e));
        }
        RuntimeException e = (RuntimeException) thrown;
        if (e instanceof EngineException failed) {
            return runtime.fail(this, method, failed.errorClass(), e);
        }
        if (e instanceof NoBufferException) {
            return runtime.fail(this, method, ErrorClass.BUFFER, e);
        }
        if (e instanceof MPIException failed && failed.getCause() == null) {
            return runtime.fail(this, method, failed.getErrorClass(), e);
        }
        if (e instanceof PeerFailedException) {
            return runtime.fail(this, method, ErrorClass.PROC_FAILED, e);
        }
        return e instanceof PortException ? runtime.fail(this, method, ErrorClass.OTHER, e) : e;
    }

    /** The same for a full heap in a method of another class: its name is put together once there is room for it. */
    final RuntimeException raise(String owner, String method, OutOfMemoryError thrown) {
        EngineException full = runtime.heapFull(thrown);
        return runtime.fail(this, owner + "." + method, ErrorClass.NO_MEM, full);
    }

    /** Number of processes in the communicator; of an intercommunicator, in the calling process's group. */
    public final int getSize() throws MPIException {
        return readable().local().size();
    }

    /** The calling process's rank in the communicator, from 0; of an intercommunicator, in its group. */
    public final int getRank() throws MPIException {
        return readable().rank();
    }

    /** True for a null communicator: freed, or what {@code split} gives to a process without a colour. */
    public final boolean isNull() {
        return core == null;
    }

    /** True for an intercommunicator (MPI_Comm_test_inter). */
    public final boolean isInter() throws MPIException {
        return readable().isInter();
    }

    /** The processes of the communicator, in order; of an intercommunicator, the calling process's group (MPI_Comm_group). */
    public final Group getGroup() throws MPIException {
        CommCore c = readable().local();
        return new Group(WorldRanks.of(c), c.world(c.rank()));
    }

    /** Sets the error handler for calls on this communicator. */
    public final void setErrhandler(Errhandler handler) throws MPIException {
        errhandler = given("setErrhandler", ErrorClass.ARG, "the handler", handler);
    }

    /** Returns an argument unless it is null. */
    private <T> T given(String method, int errorClass, String what, T argument) {
        core();
        if (argument == null) {
            throw raise(method, new EngineException(errorClass, what + " is null"));
        }
        return argument;
    }

    /** The error handler of this communicator; initially {@code ERRORS_ARE_FATAL}. */
    public final Errhandler getErrhandler() throws MPIException {
        return errhandler;
    }

    /** Calls the error handler (MPI_Comm_call_errhandler, section 9.5); returns if that is {@code ERRORS_RETURN}. */
    public void callErrhandler(int errorCode) throws MPIException {
        readable();
        if (errhandler.isFatal()) {
            throw runtime.fail(this, "callErrhandler", errorCode, new MPIException(errorCode, "called by the program"));
        }
    }

    /** Ends the whole job, with this exit code where it is 1 to 255. Does not return. */
    public final void abort(int errorCode) throws MPIException {
        CommCore c = readable();
        int code = errorCode >= 1 && errorCode <= 255 ? errorCode : 1;
        runtime.job().abort(code, "rank " + c.rank() + " of " + name + " called abort(" + errorCode + ")");
        throw new MPIException(ErrorClass.OTHER, "Comm.abort: the job has been ended");
    }

    /** Names the communicator for messages and tools (MPI_Comm_set_name). */
    public final void setName(String name) throws MPIException {
        CommCore c = core();
        this.name = given("setName", ErrorClass.ARG, "the name", name);
        c.name(name);
    }

    /** The name; at first empty but for COMM_WORLD and COMM_SELF. */
    public final String getName() throws MPIException {
        return name;
    }

    /** Sets hints (MPI_Comm_set_info). None is used yet. */
    public final void setInfo(Info info) throws MPIException {
        this.info = copy("setInfo", info);
    }

    private Info copy(String method, Info given) {
        Info hints = given(method, Predefined.ERR_INFO, "the info object", given);
        try {
            return hints.dup();
        } catch (RuntimeException e) {
            throw raise(method, e);
        }
    }

    /** A copy of the hints for a duplicate of this communicator; none where INFO_NULL is given. */
    final Info hints(Info given) {
        return given == Predefined.INFO_NULL ? new Info() : copy("dupWithInfo", given);
    }

    /** Gives a duplicate its hints. */
    final void setHints(Info hints) {
        info = hints;
    }

    /** The hints, as a new object (MPI_Comm_get_info). */
    public final Info getInfo() throws MPIException {
        readable();
        return info == null ? new Info() : info.dup();
    }

    /**
     * Attaches a value under a key of {@link Comm#createKeyval()} (MPI_Comm_set_attr). The value before is deleted as by
     * {@link #deleteAttr}.
     */
    public final void setAttr(int keyval, Object value) throws MPIException {
        core();
        try {
            attributes.set(keyval, value);
        } catch (RuntimeException e) {
            throw raise("setAttr", e);
        }
    }

    /**
     * The value under a key, or null (MPI_Comm_get_attr). The keys TAG_UB, HOST, IO, WTIME_IS_GLOBAL, LASTUSEDCODE and
     * UNIVERSE_SIZE of {@link MPI} have values on every communicator.
     */
    public final Object getAttr(int keyval) throws MPIException {
        CommCore c = readable();
        try {
            return switch (keyval) {
                case Predefined.KEY_TAG_UB -> CommCore.TAG_UB;
                case Predefined.KEY_HOST -> CommCore.PROC_NULL;
                case Predefined.KEY_IO -> c.rank();
                case Predefined.KEY_WTIME_IS_GLOBAL -> Boolean.FALSE;
                case Predefined.KEY_APPNUM -> runtime.job().application().number();
                case Predefined.KEY_LASTUSEDCODE -> Predefined.ERR_LASTCODE;
                case Predefined.KEY_UNIVERSE_SIZE -> runtime.job().size();
                default -> attributes.get(keyval);
            };
        } catch (RuntimeException e) {
            throw raise("getAttr", e);
        }
    }

    /** Deletes the value under a key, if there is one (MPI_Comm_delete_attr). Its {@link DeleteAttrFunction} is called before. */
    public final void deleteAttr(int keyval) throws MPIException {
        core();
        try {
            attributes.delete(keyval);
        } catch (RuntimeException e) {
            throw raise("deleteAttr", e);
        }
    }

    /**
     * Takes over what a duplicate has of its original: hints are not among it (MPI 4.1 section 7.4.2). The program's functions
     * that copy attributes may throw.
     */
    final void inherit(CommHandle original) {
        inheritSettings(original);
        original.attributes.copyTo(attributes);
    }

    /** Takes over what every communicator made of another one has of it. */
    final void inheritSettings(CommHandle original) {
        errhandler = original.errhandler;
        objectCodec = original.objectCodec;
    }

    final void objectCodec(ObjectCodec codec) {
        objectCodec = codec;
    }

    final ObjectCodec objectCodec() {
        ObjectCodec codec = objectCodec;
        return codec != null ? codec : ObjectCodec.serialization();
    }

    final Errhandler errhandler() {
        return errhandler;
    }

    /** Rank in the communicator and its name, for messages. */
    final String place() {
        CommCore c = core;
        return (c == null ? "" : "rank " + c.rank() + " of ") + (name.isEmpty() ? "a communicator" : name);
    }
}
