package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.job.family.Connections;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.VirtualTime;
import org.bipj.core.payload.DirectMemory;
import org.bipj.core.replay.Choices;
import org.bipj.core.runtime.Threads;
import org.bipj.mpi.call.CallPlace;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.call.ErrorCodes;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.comm.CommCollectives;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.comm.Communicators;
import org.bipj.mpi.context.Connecting;
import org.bipj.mpi.context.ContextIds;
import org.bipj.mpi.engine.BufferedSends;
import org.bipj.mpi.engine.CallingRanks;
import org.bipj.mpi.engine.Engine;
import org.bipj.mpi.engine.MpiVariables;
import org.bipj.mpi.engine.ProcessEnvironment;
import org.bipj.mpi.engine.SendBuffer;
import org.bipj.mpi.engine.ThreadLevels;
import org.bipj.mpi.engine.Unreceived;
import org.bipj.mpi.engine.WaitObserver;
import org.bipj.mpi.engine.WaitState;
import org.bipj.mpi.error.ErrorNames;
import org.bipj.mpi.io.OpenFile;
import org.bipj.mpi.partitioned.Partitions;
import org.bipj.mpi.rma.OneSided;
import org.bipj.mpi.topology.HardwareResource;
import org.jspecify.annotations.Nullable;

/**
 * State behind one rank's copy of class {@link MPI}: its job, its engine, its two first communicators, how far
 * its life has gone, and its clients: Init is one, each open {@link Session} another one. The first opens the engine, the last closes
 * it. Internal: programs use {@link MPI}. One JVM may hold several ranks and so several of these, each of which is found from the
 * stack or the thread of a caller where no object names it.
 */
public final class MpiRank {
    private enum Phase {
        BEFORE_INIT,
        RUNNING,
        FINALIZED
    }

    /** The object behind the constant of {@link MPI}, which all ranks of a JVM share. */
    public static final Request REQUEST_NULL = new Request();

    /** The word of {@link Job#checks} for sends that wait for their receives. */
    private static final CallingRanks<MpiRank> CALLING = new CallingRanks<>();

    private static final String UNSAFE = "unsafe";

    /** The listener that {@link Job#checks} asks for. By name: it stands above this package. */
    private static final String CHECKER = "org.bipj.mpi.check.Checker";

    /** The one of runs in which ranks may die, likewise. */
    private static final String DEATH_POINTS = "org.bipj.mpi.check.DeathPoints";

    private static final int WORLD_CONTEXT = 0;
    private static final int SELF_CONTEXT = 2;
    /** Tickets of one process that differ: more than it can use at the same time. */
    private static final int TICKET_BITS = 16;

    /** Null for a rank that no class identifies. */
    private final @Nullable Class<?> anchor;
    /** Communicators that become null when MPI is finalised. */
    private final Set<Comm> usable = ConcurrentHashMap.newKeySet();

    private final Intracomm world = new Intracomm(this, null, "MPI_COMM_WORLD");
    private final Intracomm self = new Intracomm(this, null, "MPI_COMM_SELF");
    private final Intercomm parent = new Intercomm(this, null);
    /** Doors that are open, by name. */
    private final Map<String, Connections.Door> doors = new ConcurrentHashMap<>();

    private final ErrorCodes errorCodes = new ErrorCodes();
    private final ProcessEnvironment environment = new ProcessEnvironment();
    private final DataReps dataReps = new DataReps();
    /** Files that are open, whose accesses end before the rank leaves. */
    private final Set<OpenFile> files = ConcurrentHashMap.newKeySet();

    private volatile Phase phase = Phase.BEFORE_INIT;
    /** Guards which clients there are; null before the first. */
    private @Nullable ReentrantLock clients;
    /** Those that are open; changed under {@link #clients}. */
    private final Set<Session> sessions = new CopyOnWriteArraySet<>();

    private final AtomicBoolean isFinalizing = new AtomicBoolean();
    /** By context the session of the last communicator that had it; none for those that belong to no session. */
    private final Map<Integer, Session> owners = new ConcurrentHashMap<>();
    /** True while there is a client. */
    private volatile boolean isOpen;

    private Job job;
    /** COMM_WORLD's and COMM_SELF's, also where only sessions are open. */
    private CommCore worldCore;

    private CommCore selfCore;
    private Communicators communicators;
    private Engine engine;
    private ContextIds contexts;
    /** What stands behind this rank's handles. */
    private Calls calls = Calls.PLAIN;
    /** Null if the rank has no listeners. */
    private @Nullable Listening listening;

    /** False if someone sees the rank's calls, or standard sends wait for their receives. */
    private boolean isPlain = true;

    private boolean standardSendsWait;
    /** Of the rank's collective calls; null if several threads may make some. */
    private @Nullable CollectiveCall collectiveCall;

    private final ThreadLocal<CollectiveCall> collectiveCalls = ThreadLocal.withInitial(CollectiveCall::new);
    /** The same of calls of point-to-point communication. */
    private @Nullable MessageCall messageCall;

    private final ThreadLocal<MessageCall> messageCalls = ThreadLocal.withInitial(MessageCall::new);
    /** The same of operations on windows. */
    private @Nullable WindowCall windowCall;

    private final ThreadLocal<WindowCall> windowCalls = ThreadLocal.withInitial(WindowCall::new);

    private final AtomicInteger tickets = new AtomicInteger();
    /** Null until the rank makes a window. */
    private @Nullable OneSided oneSided;
    /** Null until the rank prepares a partitioned operation. */
    private @Nullable Partitions partitions;

    /** What {@link #timeAlways} returned last, in nanoseconds. */
    private long latest;

    private int threadLevel;
    private @Nullable Thread mainThread;
    /** Of the listener that looks at waits; null: none does. */
    private @Nullable WaitObserver observer;

    private @Nullable WaitState observed;

    @SuppressWarnings("NullAway.Init") // What the rank has of its job is used once it has joined it: see whyNot.
    private MpiRank(@Nullable Class<?> anchor) {
        this.anchor = anchor;
    }

    /**
     * A rank before initialisation.
     *
     * @param anchor the class whose loader identifies the job, or null, see {@link Jobs#of}
     */
    public static MpiRank of(@Nullable Class<?> anchor) {
        MpiRank rank = new MpiRank(anchor);
        CALLING.made(anchor, rank);
        return rank;
    }

    /** The rank whose program calls. */
    static MpiRank ofCaller() {
        MpiRank rank = CALLING.ofCaller();
        if (rank == null) {
            throw new MPIException(ErrorClass.OTHER, "the calling thread belongs to no rank of a job");
        }
        return rank;
    }

    /** Makes static calls of the program of this object's rank find it before it has opened anything: for ranks that no class identifies. */
    public MpiRank entered() {
        CALLING.joined(Jobs.of(anchor), this);
        return this;
    }

    /** COMM_WORLD; null in the sense of {@link Comm#isNull} before initialisation and after finalisation. */
    public Intracomm world() {
        return world;
    }

    /** COMM_SELF; null in the sense of {@link Comm#isNull} before initialisation and after finalisation. */
    public Intracomm self() {
        return self;
    }

    /** COMM_NULL. */
    public Comm none() {
        return new Comm(this, null, "MPI_COMM_NULL");
    }

    /** The program's own arguments: MPJ Express's launcher puts others before them, of which {@code mpjrun.sh} tells the number. */
    public String[] ownArguments(String[] args) {
        String others = MpiVariables.value(MpiVariables.MPJ_ARGUMENTS);
        return others == null || args == null || !others.matches("[0-9]") || args.length < Integer.parseInt(others)
                ? args
                : Arrays.copyOfRange(args, Integer.parseInt(others), args.length);
    }

    /**
     * Joins the job (MPI_Init).
     *
     * @return the level that is provided: SINGLE, or what the environment asks for
     */
    public int initialize() {
        try {
            return initialize("Init", ThreadLevels.ofEnvironment());
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "MPI.Init: " + e.getMessage(), e);
        }
    }

    /**
     * Joins the job (MPI_Init_thread).
     *
     * @param method name of the calling method, for messages
     * @param required a thread level
     * @return the level that is provided: the required one, at most THREAD_FUNNELED where threads of ranks are not served
     */
    public int initialize(String method, int required) {
        if (required < Predefined.THREAD_SINGLE || required > Predefined.THREAD_MULTIPLE) {
            throw new MPIException(
                    ErrorClass.ARG,
                    "MPI." + method + ": the thread level is " + required + "; expected THREAD_SINGLE to "
                            + "THREAD_MULTIPLE, which is 0 to 3");
        }
        try {
            ReentrantLock held = holdClients();
            try {
                initializeAlone(method, required);
            } finally {
                held.unlock();
            }
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "MPI." + method + ": " + e.getMessage(), e);
        } catch (PortException e) {
            throw new MPIException(ErrorClass.OTHER, "MPI." + method + ": " + e.getMessage(), e);
        }
        return threadLevel;
    }

    private void meetParents() {
        CommCore core = Connecting.parent(connecting(), worldCore);
        if (core != null) {
            parent.setCore(core);
        }
    }

    /** What calls need that connect jobs. */
    Connecting.Place connecting() {
        return new Connecting.Place(contexts, selfCore, this::drawTicket);
    }

    /** The communicator with the processes that have started this one's job; null in the sense of {@link Comm#isNull} if none have. */
    Intercomm parent() {
        return parent;
    }

    /** A communicator was disconnected: jobs that none has processes of are forgotten. */
    void disconnected() {
        communicators.disconnect();
    }

    /** Opens a door for other jobs. */
    String openDoor() {
        check("openPort");
        Connections all;
        try {
            all = Jobs.connections(job);
        } catch (PortException e) {
            throw new EngineException(ErrorClass.UNSUPPORTED_OPERATION, String.valueOf(e.getMessage()));
        }
        Connections.Door door = all.openDoor();
        doors.put(door.name(), door);
        return door.name();
    }

    /** A door that this process has opened. */
    Connections.Door door(@Nullable String name) {
        Connections.Door door = name == null ? null : doors.get(name);
        if (door == null) {
            throw new EngineException(
                    ErrorClass.PORT, "this process has not opened the port '" + name + "', or has closed it");
        }
        return door;
    }

    /** Closes a door. */
    void closeDoor(@Nullable String name) {
        door(name).close();
        doors.remove(name);
    }

    /** Ends what connects this rank with other jobs. */
    private void closeConnections() {
        doors.values().forEach(Connections.Door::close);
        doors.clear();
        engine.processes().detachAll();
    }

    private void initializeAlone(String method, int required) {
        if (phase != Phase.BEFORE_INIT) {
            throw new MPIException(
                    ErrorClass.OTHER,
                    "MPI." + method + ": MPI "
                            + (phase == Phase.RUNNING
                                    ? "is initialized already"
                                    : "was finalized, and cannot be initialized again"));
        }
        if (!isOpen) {
            open(required);
        }
        mainThread = Thread.currentThread();
        world.setCore(worldCore);
        self.setCore(selfCore);
        phase = Phase.RUNNING;
        opened();
        meetParents();
    }

    /** Waits until no other thread changes which clients there are; the caller unlocks what it gets. */
    private ReentrantLock holdClients() {
        ReentrantLock lock;
        synchronized (owners) {
            lock = clients;
            if (lock == null) {
                // Not a monitor: in virtual time a thread that waits for one would keep the others from running.
                lock = Jobs.of(anchor).newLock();
                clients = lock;
            }
        }
        lock.lock();
        return lock;
    }

    /**
     * Adds a session to the clients of MPI.
     *
     * @param required a thread level, which counts for the first client
     */
    void open(Session session, int required) {
        ReentrantLock held = holdClients();
        try {
            if (!isOpen) {
                open(required);
            }
            sessions.add(session);
            try {
                opened();
            } catch (RuntimeException e) {
                sessions.remove(session);
                throw e;
            }
        } finally {
            held.unlock();
        }
        if (job.isChecked()) {
            session.openedAt(CallPlace.ofProgram());
            engine.describeOpen(this::openSessions);
        }
    }

    /** Where the program has opened sessions that are still open, for reports. */
    private String openSessions() {
        return sessions.stream().map(Session::place).collect(Collectors.joining(", "));
    }

    /** The first client comes. */
    private void open(int required) {
        job = Jobs.of(anchor);
        threadLevel = job.allowsThreads() ? required : Math.min(required, Predefined.THREAD_FUNNELED);
        if (threadLevel > Predefined.THREAD_FUNNELED) {
            job.allowThreads();
        }
        boolean checksTypes = job.checksTypes() || isTypeCheckOn() || job.isChecked();
        communicators = Communicators.open(job, threads(), checksTypes, engine);
        engine = communicators.engine();
        boolean isAlone = engine.callData() != null;
        collectiveCall = isAlone ? new CollectiveCall() : null;
        messageCall = isAlone ? new MessageCall() : null;
        windowCall = isAlone ? new WindowCall() : null;
        partitions = null;
        if (contexts == null) {
            contexts = new ContextIds(communicators);
        } else {
            contexts.follow(communicators);
        }
        worldCore = communicators.create(
                WORLD_CONTEXT, IntStream.range(0, job.size()).toArray());
        selfCore = communicators.create(SELF_CONTEXT, new int[] {job.rank()});
        environment.joined(job, threadLevel);
        CALLING.joined(job, this);
    }

    /** A client has come. */
    private void opened() {
        engine.started(phase != Phase.RUNNING);
        if (!isOpen) {
            isOpen = true;
            listen();
        }
    }

    /** True if standard sends wait for their receives, although they need not. */
    boolean standardSendsWait() {
        return standardSendsWait;
    }

    private void listen() {
        Choices choices = job.choices();
        Attributes.begin(choices);
        standardSendsWait = choices != null && choices.buffers() == Choices.Buffers.NONE;
        isPlain = listening == null && !standardSendsWait;
        Listening before = listening;
        if (before != null) {
            standardSendsWait |= before.isUnsafe();
            Request.listen(job, calls.requests());
            if (observer != null && observed != null) {
                engine.watch(observer, observed);
            }
            return;
        }
        List<String> names = listeners(job);
        if (!names.isEmpty()) {
            String checks = job.checks();
            boolean isUnsafe = checks != null
                    && job.isChecked()
                    && List.of(checks.split(",")).contains(UNSAFE);
            listening = Listening.of(this, names, isUnsafe);
            standardSendsWait |= isUnsafe;
            isPlain = false;
            calls = listening.calls();
            Request.listen(job, calls.requests());
            listening.initialized();
        } else if (engine.receiving().open() != null) {
            calls = new Calls(new RequestCalls(engine.receiving().open()), calls.forms());
            Request.listen(job, calls.requests());
        }
    }

    /** Names of the classes that see the rank's calls. */
    private static List<String> listeners(Job job) {
        List<String> names = new ArrayList<>();
        if (job.isChecked()) {
            names.add(CHECKER);
        }
        Choices choices = job.choices();
        if (choices != null && choices.deaths() != null) {
            names.add(DEATH_POINTS);
        }
        String named = MpiVariables.value(MpiVariables.LISTENERS);
        if (named != null && !named.isBlank()) {
            names.addAll(List.of(named.strip().split("\\s*,\\s*")));
        }
        return names;
    }

    private Threads threads() {
        return switch (threadLevel) {
            case Predefined.THREAD_MULTIPLE -> Threads.SEVERAL;
            case Predefined.THREAD_SERIALIZED -> Threads.ONE_AT_A_TIME;
            default -> Threads.ONE;
        };
    }

    private static boolean isTypeCheckOn() {
        String value = MpiVariables.value(MpiVariables.CHECK_TYPES);
        if (value == null || value.isEmpty() || value.equals("off")) {
            return false;
        }
        if (!value.equals("on")) {
            throw new EngineException(
                    ErrorClass.ARG, "environment: " + MpiVariables.CHECK_TYPES + "=" + value + "; expected on or off");
        }
        return true;
    }

    /** Leaves the job, when all ranks do (MPI_Finalize). */
    public void shutDown() {
        checkWorld("Finalize");
        checkCaller("Finalize");
        if (!isFinalizing.compareAndSet(false, true)) {
            throw new MPIException(ErrorClass.OTHER, "MPI.Finalize: another thread calls it, too; expected one call");
        }
        try {
            finalizeOnce();
        } finally {
            isFinalizing.set(false);
        }
    }

    private void finalizeOnce() {
        // Also where the program has revoked it.
        CommCore c = worldCore;
        endAttributes();
        files.forEach(OpenFile::settle);
        if (listening != null) {
            listening.finalizing();
        }
        boolean goesOn = !sessions.isEmpty();
        RuntimeException failure =
                attempt(null, () -> engine.awaitOthers(() -> meet(c), goesOn ? this::isOfSession : null));
        failure = attempt(failure, () -> communicators.checkCalls(this::isOfSession));
        if (listening != null && failure == null) {
            engine.takeLast();
            listening.finalized();
        }
        ReentrantLock held = holdClients();
        try {
            if (sessions.isEmpty()) {
                failure = attempt(failure, this::closeOneSided);
                phase = Phase.FINALIZED;
                endAll(null, contexts::releaseLater);
                failure = attempt(failure, this::closeConnections);
                failure = attempt(failure, engine::rest);
                closed();
                if (anchor != null) {
                    Attributes.forgetKeys(anchor.getClassLoader());
                }
            } else {
                phase = Phase.FINALIZED;
                endAll(null, contexts::release);
                engine.started(true);
            }
        } finally {
            held.unlock();
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** A communicator with this context has been made, which belongs to a session, or to none. */
    void owns(@Nullable Session session, int context) {
        if (session != null) {
            owners.put(context, session);
        } else if (!owners.isEmpty()) {
            owners.remove(context);
        }
    }

    private @Nullable Session owner(int context) {
        return owners.get(context & ~1);
    }

    /** True for a context, or that of its collective calls, of a communicator of an open session, which may have been freed. */
    boolean isOfSession(int context) {
        return owner(context) != null;
    }

    boolean isOf(Session session, int context) {
        return owner(context) == session;
    }

    /** True while there is a client. */
    boolean isOpen() {
        return isOpen;
    }

    /** Ends the communicators of a session, or those that belong to none. */
    private void endAll(@Nullable Session session, Consumer<CommCore> release) {
        for (Comm comm : usable) {
            CommCore core = comm.coreOrNull();
            if (core != null && comm.session() == session) {
                comm.end();
                if (core != worldCore && core != selfCore) {
                    release.accept(core);
                }
            }
        }
    }

    /** The last client has left. */
    private void closed() {
        isOpen = false;
        if (calls != Calls.PLAIN) {
            Request.listenNoMore(job);
        }
    }

    /** Removes a session from the clients, once the sends of its communicators are complete, and ends what belongs to it. */
    void close(Session session) {
        if (!engine.admitsThread()) {
            throw engine.refusal();
        }
        engine.awaitSends(context -> owner(context) == session);
        ReentrantLock held = holdClients();
        try {
            session.end();
            endAll(session, contexts::release);
            owners.values().removeIf(owner -> owner == session);
            sessions.remove(session);
            if (!sessions.isEmpty() || phase == Phase.RUNNING) {
                return;
            }
            try {
                closeOneSided();
                engine.awaitSends();
            } finally {
                try {
                    engine.rest();
                } finally {
                    closed();
                }
            }
        } finally {
            held.unlock();
        }
    }

    /** Waits for all ranks where the job does not do so, unless earlier collective calls have failed. */
    private static void meet(CommCore c) {
        if (!c.collectives().hasFailedCalls()) {
            Collectives.barrier(c.collectives());
        }
    }

    /** Does a step of the finalisation, also after an earlier one has failed; the first failure is reported, and returned. */
    private @Nullable RuntimeException attempt(@Nullable RuntimeException before, Runnable step) {
        try {
            step.run();
            return before;
        } catch (RuntimeException | OutOfMemoryError e) {
            return before == null ? world.raise("Finalize", e) : before;
        }
    }

    /** Before anything else of MPI ends, so that the program's functions may call it (MPI 4.1 section 11.2.4). */
    private void endAttributes() {
        for (Intracomm comm : List.of(self, world)) {
            try {
                comm.attributes.clear();
            } catch (RuntimeException | OutOfMemoryError e) {
                throw comm.raise("Finalize", e);
            }
        }
    }

    /** One-sided communication, which joins the rank's runtime with the first window. */
    OneSided oneSided() {
        ReentrantLock held = holdClients();
        try {
            if (oneSided == null) {
                oneSided = OneSided.open(engine, threads());
            }
            return oneSided;
        } finally {
            held.unlock();
        }
    }

    /** Partitioned operations. */
    Partitions partitions() {
        ReentrantLock held = holdClients();
        try {
            if (partitions == null) {
                partitions = new Partitions(engine);
            }
            return partitions;
        } finally {
            held.unlock();
        }
    }

    private void closeOneSided() {
        OneSided closing = oneSided;
        oneSided = null;
        if (closing != null) {
            closing.rest();
        }
    }

    /** INFO_ENV (MPI 4.1 section 11.5). */
    public Info environment() {
        return Info.environment(environment::values);
    }

    /** As {@link MPI#getHwResourceInfo}. */
    public Info hwResourceInfo() {
        check("getHwResourceInfo");
        Info info = new Info();
        int[] instances = HardwareResource.instances(job);
        for (HardwareResource kind : HardwareResource.values()) {
            int instance = instances[kind.ordinal()];
            if (instance != HardwareResource.UNKNOWN) {
                info.set(kind.uri(), Boolean.toString(instance != HardwareResource.SEVERAL));
            }
        }
        return info;
    }

    /** As {@link MPI#getAddress}. */
    public long address(Object memory) {
        ValueChecks.notNull(memory, ErrorClass.BUFFER, "MPI.getAddress: the memory");
        MemorySegment segment = memory instanceof MemorySegment given
                ? given
                : memory instanceof Buffer buffer && buffer.isDirect()
                        ? MemorySegment.ofBuffer(buffer.duplicate().clear())
                        : MemorySegment.NULL;
        if (!segment.isNative() || segment.equals(MemorySegment.NULL) && memory != segment) {
            throw new MPIException(
                    ErrorClass.BUFFER,
                    "MPI.getAddress: the memory is "
                            + (memory instanceof MemorySegment
                                    ? "a MemorySegment in the heap"
                                    : "a " + memory.getClass().getTypeName())
                            + ", which has no address that stays; expected a native MemorySegment, or a direct buffer");
        }
        return segment.address();
    }

    /** As {@link MPI#registerDatarep}. */
    public void registerDatarep(
            String name,
            @Nullable DatarepConversionFunction read,
            @Nullable DatarepConversionFunction write,
            @Nullable DatarepExtentFunction extent) {
        check("registerDatarep");
        try {
            dataReps.register(name, read != null || write != null, extent);
        } catch (EngineException e) {
            throw world.raise("registerDatarep", e);
        }
    }

    void opened(OpenFile file) {
        files.add(file);
    }

    void closed(OpenFile file) {
        files.remove(file);
    }

    DataReps dataReps() {
        return dataReps;
    }

    /** True from initialisation on, also after finalisation (MPI_Initialized). */
    public boolean isInitialized() {
        return phase != Phase.BEFORE_INIT;
    }

    /** True from finalisation on (MPI_Finalized). */
    public boolean isFinalized() {
        return phase == Phase.FINALIZED;
    }

    /** True from initialisation to finalisation. */
    boolean isRunning() {
        return phase == Phase.RUNNING;
    }

    /** Why COMM_WORLD cannot be used now; null where it can. */
    @Nullable
    String whyNot() {
        return switch (phase) {
            case BEFORE_INIT -> "MPI is not initialized: call MPI.Init first";
            case RUNNING -> null;
            case FINALIZED -> "MPI was finalized";
        };
    }

    /** Checks a call that needs a client, whichever. */
    private void check(String method) {
        if (!isOpen) {
            checkWorld(method);
        }
    }

    private void checkWorld(String method) {
        String why = whyNot();
        if (why != null) {
            throw new MPIException(ErrorClass.OTHER, (method.contains(".") ? "" : "MPI.") + method + ": " + why);
        }
    }

    // ---- error codes, at any time and by any thread: the methods of MPI
    // ----------------------------------------------

    /** As {@link MPI#addErrorClass}. */
    public int addErrorClass() {
        return onErrors("addErrorClass", ErrorCodes::addClass);
    }

    /** As {@link MPI#addErrorCode}. */
    public int addErrorCode(int errorClass) {
        return onErrors("addErrorCode", codes -> codes.addCode(errorClass));
    }

    /** As {@link MPI#addErrorString}. */
    public void addErrorString(int code, String text) {
        changeErrors("addErrorString", codes -> codes.setText(code, text));
    }

    /** As {@link MPI#removeErrorClass}. */
    public void removeErrorClass(int errorClass) {
        changeErrors("removeErrorClass", codes -> codes.removeClass(errorClass));
    }

    /** As {@link MPI#removeErrorCode}. */
    public void removeErrorCode(int code) {
        changeErrors("removeErrorCode", codes -> codes.removeCode(code));
    }

    /** As {@link MPI#removeErrorString}. */
    public void removeErrorString(int code) {
        changeErrors("removeErrorString", codes -> codes.removeText(code));
    }

    /** As {@link MPI#getErrorClass}. */
    public int getErrorClass(int code) {
        return onErrors("getErrorClass", codes -> codes.classOf(code));
    }

    /** As {@link MPI#getErrorString}. */
    public String getErrorString(int code) {
        return onErrors("getErrorString", codes -> codes.text(code));
    }

    private void changeErrors(String method, Consumer<ErrorCodes> call) {
        onErrors(method, codes -> {
            call.accept(codes);
            return codes;
        });
    }

    private <R> R onErrors(String method, Function<ErrorCodes, R> call) {
        try {
            return call.apply(errorCodes);
        } catch (EngineException e) {
            if (isRunning()) {
                throw world.raise(method, e);
            }
            throw new MPIException(e.errorClass(), "MPI." + method + ": " + e.getMessage(), e);
        }
    }

    /** The largest error code in use. */
    int lastUsedCode() {
        return errorCodes.lastUsed();
    }

    /** Checks a call that only some threads may make. */
    private void checkCaller(String method) {
        check(method);
        if (!engine.admitsThread()) {
            throw world.raise(method, engine.refusal());
        }
    }

    /** The provided thread level (MPI_Query_thread). */
    public int threadLevel() {
        check("queryThread");
        return threadLevel;
    }

    /** The provided thread level, as MPI names it. */
    String levelName() {
        return ThreadLevels.name(threadLevel);
    }

    /** True for the thread that initialised (MPI_Is_thread_main). */
    public boolean isThreadMain() {
        check("isThreadMain");
        return Thread.currentThread() == mainThread;
    }

    /** Seconds since some fixed moment, in the port's time (MPI_Wtime). */
    public double time() {
        check("wtime");
        return engine.now() * 1e-9;
    }

    /**
     * The same for mpiJava 1.2, whose programs may ask before Init and after Finalize, too. Virtual time stands still there: it is the
     * port's.
     */
    public double timeAlways() {
        if (isOpen) {
            latest = engine.now();
        } else {
            Job outside = job != null ? job : Jobs.of(anchor);
            latest = outside.isVirtual() ? latest : outside.now();
        }
        return latest * 1e-9;
    }

    /** The port's time in nanoseconds, for limits of waits. */
    long nanos() {
        return engine.now();
    }

    /** Name of the node (MPI_Get_processor_name). */
    public String processorName() {
        check("getProcessorName");
        return job.node();
    }

    /** The same for mpiJava 1.2, whose programs may ask before Init and after Finalize, too. */
    public String processorNameAlways() {
        return (job != null ? job : Jobs.of(anchor)).node();
    }

    /** Lets threads of the rank that wait look again, where time is virtual: elsewhere they do now and then. */
    void tellThreads() {
        VirtualTime virtual = engine.port().virtualTime();
        if (virtual != null) {
            // Refuses threads of which virtual time does not know.
            engine.port().now();
            virtual.tellThreads();
        }
    }

    /** Gives room to buffered sends (MPI_Buffer_attach). */
    public void attachBuffer(byte[] buffer) {
        attach("attachBuffer", buffer, false);
    }

    /** The same for mpiJava 1.2, in whose programs a buffer may take the place of another one. */
    public void attach(byte[] buffer) {
        attach("Buffer_attach", buffer, true);
    }

    /** As much room as a buffer has: its own memory where that is an array. */
    public void attach(ByteBuffer buffer) {
        ValueChecks.notNull(buffer, ErrorClass.BUFFER, "MPI.Buffer_attach: the buffer");
        boolean isArray = buffer.hasArray() && buffer.array().length == buffer.capacity();
        attach(isArray ? buffer.array() : new byte[buffer.capacity()]);
    }

    private void attach(String method, byte[] buffer, boolean replaces) {
        checkCaller(method);
        ValueChecks.notNull(buffer, ErrorClass.BUFFER, "MPI." + method + ": the buffer");
        onBuffer(method, calls -> {
            calls.attach(method, buffer, replaces);
            return calls;
        });
    }

    /** Waits for the buffered sends and takes their room back (MPI_Buffer_detach). */
    public byte @Nullable [] detachBuffer() {
        return detach("detachBuffer");
    }

    /** The same for mpiJava 1.2. */
    public byte @Nullable [] detach() {
        return detach("Buffer_detach");
    }

    private byte @Nullable [] detach(String method) {
        return onBuffer(method, calls -> calls.detach(method));
    }

    /** Waits until the buffered sends so far have left (MPI_Buffer_flush). */
    public void flushBuffer() {
        onBuffer("flushBuffer", calls -> {
            calls.flush("flushBuffer");
            return calls;
        });
    }

    /** Starts the same (MPI_Buffer_iflush). */
    public Request iFlushBuffer() {
        return onBuffer("iFlushBuffer", calls -> calls.startFlush("iFlushBuffer"));
    }

    /** Does something with the buffer of the process. */
    private <R extends @Nullable Object> R onBuffer(String method, Function<BufferCalls, R> body) {
        checkCaller(method);
        BufferedSends sends = engine.bufferedSends();
        try {
            return body.apply(new BufferCalls(this, null, sends, sends.ofProcess()));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw (world.isNull() ? own() : world).raise(method, e);
        }
    }

    /** The calls about a session's buffer for buffered sends, which is attached at a place. */
    BufferCalls buffer(Session session, SendBuffer place) {
        checkCaller("Session");
        return new BufferCalls(this, session, engine.bufferedSends(), place);
    }

    /**
     * Makes a call that listeners see and that needs no communicator of the program.
     *
     * @param owner the object whose method is called; null for a static method
     * @param body gets a communicator of this process alone, whose error handler is COMM_SELF's where that is there
     */
    <R extends @Nullable Object> R callBesides(@Nullable Object owner, String method, Function<Comm, R> body) {
        checkCaller(method);
        Comm own = own();
        return calls.forms().other(owner, method, () -> body.apply(own));
    }

    /** What errors of no communicator go to the handler of: COMM_SELF, also where there are sessions alone. */
    Comm own() {
        return self.isNull() ? new Intracomm(this, selfCore, self.getName()) : self;
    }

    /**
     * A direct buffer, in memory that peers can reach where there is such memory (MPI_Alloc_mem). Threads that may not call
     * get private memory.
     *
     * @param method name of the calling method, for messages
     * @param capacity elements
     * @param elementBytes bytes of each of the elements that there is to be room for
     */
    public ByteBuffer allocate(String method, int capacity, int elementBytes) {
        if (capacity < 0 || capacity > Integer.MAX_VALUE / elementBytes) {
            throw new MPIException(
                    ErrorClass.ARG,
                    "MPI." + method + ": capacity is " + capacity + "; expected 0 to "
                            + Integer.MAX_VALUE / elementBytes);
        }
        int bytes = capacity * elementBytes;
        try {
            boolean isShared = isOpen && engine.admitsThread();
            ByteBuffer buffer = isShared ? engine.allocate(bytes) : ByteBuffer.allocateDirect(bytes);
            return DirectMemory.remember(buffer.order(ByteOrder.nativeOrder()));
        } catch (OutOfMemoryError e) {
            String why = isOpen ? heapFull(e).getMessage() : e.getMessage();
            throw new MPIException(
                    ErrorClass.NO_MEM, "MPI." + method + ": there is no room for " + bytes + " bytes: " + why, e);
        }
    }

    /** Elements of an array or buffer from an offset on; an error if that lies outside. */
    public int sliceLength(Object buf, int offset) {
        ValueChecks.notNull(buf, ErrorClass.BUFFER, "MPI.slice: the buffer");
        int length = buf instanceof Buffer buffer ? buffer.capacity() : Array.getLength(buf);
        if (offset < 0 || offset > length) {
            throw new MPIException(ErrorClass.ARG, "MPI.slice: offset is " + offset + "; expected 0 to " + length);
        }
        return length - offset;
    }

    /** Finds the classes of the program that runs on this rank: for a rank that no class identifies, those of its thread. */
    ClassLoader programLoader() {
        return anchor == null ? Thread.currentThread().getContextClassLoader() : anchor.getClassLoader();
    }

    /** False before the first client. */
    boolean hasJob() {
        return job != null;
    }

    /** The job, once the rank has had a client. */
    Job job() {
        return job;
    }

    /** Makes a call that listeners see. */
    <R> R call(Object handle, String method, Supplier<R> body) {
        return calls.forms().other(handle, method, body);
    }

    /** The ranks that share memory with this one, itself among them. */
    int[] sharers() {
        int self = job.rank();
        NicPort port = engine.port();
        if (job.localSize() == 1) {
            return new int[] {self};
        }
        return IntStream.range(0, job.size())
                .filter(rank -> port.host(rank) == port.host(self))
                .toArray();
    }

    CommCore worldCore() {
        return worldCore;
    }

    /** The communicator of this process alone, also where only sessions are open. */
    CommCore selfCore() {
        return selfCore;
    }

    /** A number that none of the job's processes draws again soon, for agreements that begin here. */
    int drawTicket() {
        return job.rank() << TICKET_BITS | tickets.getAndIncrement() & (1 << TICKET_BITS) - 1;
    }

    ContextIds contexts() {
        return contexts;
    }

    Calls calls() {
        return calls;
    }

    /** True if nobody sees the rank's calls, and standard sends do not wait for their receives. */
    boolean isPlain() {
        return isPlain;
    }

    /** Null where there are none. */
    @Nullable
    Listening listening() {
        return listening;
    }

    /** Where the calling thread describes the collective call that it makes. */
    CollectiveCall collectiveCall() {
        if (listening != null) {
            // A listener may make calls of its own before this one is done.
            return new CollectiveCall();
        }
        CollectiveCall alone = collectiveCall;
        return alone != null ? alone : collectiveCalls.get();
    }

    /** The same of a call of point-to-point communication. */
    MessageCall messageCall() {
        if (listening != null) {
            return new MessageCall();
        }
        MessageCall alone = messageCall;
        return alone != null ? alone : messageCalls.get();
    }

    /** The same of an operation on a window. */
    WindowCall windowCall() {
        if (listening != null) {
            return new WindowCall();
        }
        WindowCall alone = windowCall;
        return alone != null ? alone : windowCalls.get();
    }

    /** The program's communicator of these collective operations; null if it has been freed. */
    @Nullable
    Comm commOf(CommCollectives collectives) {
        for (Comm comm : usable) {
            if (comm.hasCollectives(collectives)) {
                return comm;
            }
        }
        return null;
    }

    /** Messages to the program that no receive has matched. */
    List<Unreceived> unreceived() {
        return engine.unreceived();
    }

    Engine engine() {
        return engine;
    }

    /** Shows the rank's waits; null if they cannot be seen. */
    @Nullable
    WaitState watch(WaitObserver by) {
        observer = by;
        observed = engine.watch(by, threads());
        return observed;
    }

    /** Passes the rank's further calls through these chapters: for tests, and for listeners that see each call. */
    void use(Calls chosen) {
        calls = chosen;
    }

    void track(Comm comm, boolean isUsable) {
        if (isUsable) {
            usable.add(comm);
        } else {
            usable.remove(comm);
        }
    }

    boolean isPredefined(Comm comm) {
        return comm == world || comm == self;
    }

    void checkMayBeFreed(Comm comm) {
        if (isPredefined(comm)) {
            throw new EngineException(ErrorClass.COMM, "COMM_WORLD and COMM_SELF cannot be freed");
        }
    }

    /** The error of a call for which there was no memory. */
    EngineException heapFull(OutOfMemoryError cause) {
        return engine.heapFull(cause);
    }

    /**
     * Ends the job, or makes the exception to throw, as the error handler says.
     *
     * @param comm the communicator that the failed call was on
     */
    MPIException fail(Comm comm, String method, int errorClass, RuntimeException cause) {
        String message = method + " (" + comm.place() + "): " + cause.getMessage();
        return fail(comm.owner(), comm.errhandler(method), message, errorClass, cause);
    }

    /**
     * Ends the job, or makes the exception to throw, as an error handler says.
     *
     * @param owner the handle that the failed call was on, which the error handler's function gets
     * @param message names the method and the place
     */
    MPIException fail(Object owner, Errhandler handler, String message, int errorClass, RuntimeException cause) {
        if (errorClass == ErrorClass.PROC_FAILED) {
            engine.told(message);
        }
        int code = errorClass;
        MPIException failure = new MPIException(code, errorCodes.classOrCode(code), message, cause);
        // What the function throws takes the place of the failure.
        handler.call(owner, code);
        if (handler.isFatal()) {
            if (listening != null) {
                listening.fatal(errorClass, message);
            }
            if (cause instanceof EngineException e && e.follows()) {
                job.awaitReason();
            }
            String reason = ErrorNames.of(errorClass) + " in " + message + " (" + handler + ")";
            job.abort(errorClass >= 1 && errorClass <= 255 ? errorClass : 1, reason, failure);
        }
        return failure;
    }
}
