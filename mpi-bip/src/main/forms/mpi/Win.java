package mpi;

import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bipj.core.payload.ElementKind;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.CallData;
import org.bipj.mpi.call.Counts;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.call.WindowOperation;
import org.bipj.mpi.comm.WorldRanks;
import org.bipj.mpi.engine.RequestEnd;
import org.bipj.mpi.rma.RmaErrors;
import org.bipj.mpi.rma.Window;
import org.bipj.mpi.rma.WindowCollectives;
import org.bipj.mpi.rma.WindowMaker;
import org.jspecify.annotations.Nullable;

/**
 * A window: memory of each process of a communicator that the others read, write and update (MPI 4.1 chapter 12).
 *
 * <pre>{@code
 * Win win = Win.allocate(8 * n, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
 * win.lockAll(0);
 * win.fetchAndOp(one, before, MPI.LONG, 0, counter, MPI.SUM);
 * win.flush(0);
 * win.unlockAll();
 * win.free();
 * }</pre>
 *
 * <p>Where ranks share memory, operations on a window that the library has made, on memory of {@code MPI.newByteBuffer}
 * and, where ranks are threads, on every window are loads, stores and processor atomics of the caller. All other windows
 * are served by messages, inside the target's calls of this library, whichever they are: a target that computes for long
 * serves no other process meanwhile, not even in passive target epochs.
 *
 * <p>Operations (section 12.3) may all be called in an epoch with access to the target only (else ERR_RMA_SYNC), on data inside
 * the target's window (else ERR_RMA_RANGE). An origin buffer must not change, and a result is not there, until the operation is
 * complete: by the end of the epoch, a flush, or the wait for its request.
 *
 * <p>Origin and result buffers are those of {@link Comm}: arrays, NIO buffers, heap or direct, and memory segments. Sizes
 * and units of the constructors count elements of the buffer, those of {@link #allocate} and {@link #allocateShared}
 * bytes.
 */
public final class Win implements Freeable {

    /** No window. */
    public static final int WIN_NULL = 0;

    /** The window's memory is each process's own. */
    public static final int FLAVOR_PRIVATE = 0;

    /** The window's memory is to be shared. */
    public static final int FLAVOR_SHARED = 1;

    private static final int LOCK_EXCLUSIVE = 1;
    private static final int LOCK_SHARED = 2;

    /** A duplicate of the program's communicator: its processes, its collective operations, the error handler. */
    private final Comm comm;

    /** Null before the window is made, and after it was freed. */
    private @Nullable Window window;

    /** The program's memory, or {@link #memory} if the library has made it; null if there is none. */
    private final @Nullable Object base;
    /** Null for a dynamic window. */
    private final @Nullable MemorySegment memory;

    private final int unit;
    private final Attributes<Win> attributes = new Attributes<>(Attributes.Kind.WIN, this);
    /** By buffer the displacement of what is attached; null unless the window is dynamic. */
    private final @Nullable Map<Object, Long> attached;

    private String name = "";
    private @Nullable Info info;

    /**
     * A window over a buffer, an array or a memory segment of each process (MPI_Win_create). All processes call it.
     *
     * @param base the memory; null where {@code size} is 0
     * @param size elements of {@code base} that are part of the window
     * @param dispUnit elements of {@code base} that a displacement of 1 stands for
     */
    public Win(@Nullable Object base, int size, int dispUnit, Info info, Comm comm) throws MPIException {
        this(base, new Count(size), dispUnit, info, comm);
    }

    /** The same over any number of elements (MPI_Win_create_c). */
    public Win(@Nullable Object base, Count size, int dispUnit, Info info, Comm comm) throws MPIException {
        this.comm = duplicate(comm, info);
        this.base = base;
        try {
            int elementBytes = elementBytes(base);
            memory = memory(base, Count.value("size", size), elementBytes);
            unit = unit(dispUnit, elementBytes);
            attached = null;
            begin(maker().over(memory, unit), info);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw refused("Win", e);
        }
    }

    /**
     * A window over the program's memory or, where {@code base} is null or has no elements, over memory that the library makes
     * (MPI_Win_allocate, MPI_Win_allocate_shared). The bindings wrote the address of such memory, which Java cannot use, into
     * {@code base}; here {@link #memory} is it. All processes call this.
     *
     * @param size elements of {@code base} (bytes if it is null) that are part of the window
     * @param dispUnit elements of {@code base} that a displacement of 1 stands for
     * @param flavor {@link #FLAVOR_PRIVATE}, or {@link #FLAVOR_SHARED}: if no process brings memory, that of all is made as by
     *     {@link #allocateShared}
     */
    public Win(int size, int dispUnit, Info info, Comm comm, @Nullable Object base, int flavor) throws MPIException {
        this.comm = duplicate(comm, info);
        attached = null;
        try {
            if (flavor != FLAVOR_PRIVATE && flavor != FLAVOR_SHARED) {
                throw new EngineException(
                        RmaErrors.RMA_FLAVOR, "flavor is " + flavor + "; expected FLAVOR_PRIVATE or FLAVOR_SHARED");
            }
            int elementBytes = elementBytes(base);
            unit = unit(dispUnit, elementBytes);
            boolean makes = size > 0 && isEmpty(base);
            MemorySegment brought = makes ? null : memory(base, size, elementBytes);
            WindowMaker maker = maker();
            if (flavor == FLAVOR_SHARED && maker.isMadeByAll(makes, brought == null ? 0 : brought.byteSize())) {
                begin(maker.allocateShared((long) size * elementBytes, unit), info);
            } else {
                begin(
                        brought == null ? maker.allocate((long) size * elementBytes, unit) : maker.over(brought, unit),
                        info);
            }
            memory = window().query(rank());
            this.base = makes ? memory : base;
        } catch (RuntimeException | OutOfMemoryError e) {
            throw refused("Win", e);
        }
    }

    /** The duplicate of the program's communicator, in which the window's processes agree. */
    final Comm comm() {
        return comm;
    }

    /** This process's memory, for the checker; null for a dynamic window, and where it is empty or has no bound. */
    final @Nullable MpiBuffer ownMemory() {
        return memory == null || memory.byteSize() == 0
                ? null
                : MpiBuffer.of(memory, 0, memory.byteSize(), 1, Predefined.BYTE, true);
    }

    /** This process's memory, if only its own program stores there outside of calls. */
    final @Nullable MemorySegment unsharedMemory() {
        for (int rank = 0; window != null && rank < window.ranks(); rank++) {
            if (rank != comm.getRank() && window.reaches(rank)) {
                return null;
            }
        }
        return memory;
    }

    /** True if operations on a process's memory are complete when they return. */
    final boolean reaches(int rank) {
        return window != null && window.reaches(rank);
    }

    /** True while a process is locked exclusively by this one. */
    final boolean locksAlone() {
        return window != null && window.locksAlone();
    }

    /** The kind of its elements; null where there are none. */
    final @Nullable ElementKind elements() {
        return ElementKind.of(base);
    }

    /** What it is, in words. */
    final String memoryWords() {
        return ElementKind.describe(base);
    }

    private static boolean isEmpty(@Nullable Object base) {
        Payload payload = new Payload(new SegmentCache());
        payload.set(base, 0, 0, TypeLayout.BYTE);
        return payload.capacity() == 0;
    }

    /** A window without memory, to which memory is attached later (MPI_Win_create_dynamic). All processes call it. */
    public Win(Info info, Comm comm) throws MPIException {
        this.comm = duplicate(comm, info);
        base = null;
        memory = null;
        unit = 1;
        attached = Collections.synchronizedMap(new IdentityHashMap<>());
        try {
            begin(maker().dynamic(), info);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw refused("Win", e);
        }
    }

    private Win(String method, long bytes, int dispUnit, Info info, Comm comm, boolean shared) {
        this.comm = duplicate(comm, info);
        attached = null;
        try {
            if (bytes < 0) {
                throw new EngineException(RmaErrors.SIZE, "size is " + bytes + " bytes; expected 0 or more");
            }
            unit = unit(dispUnit, 1);
            WindowMaker maker = maker();
            begin(shared ? maker.allocateShared(bytes, unit) : maker.allocate(bytes, unit), info);
            memory = window().query(rank());
            base = memory;
        } catch (RuntimeException | OutOfMemoryError e) {
            throw refused(method, e);
        }
    }

    /**
     * A window over zeroed memory that the library makes, reachable by the other processes where they share memory
     * (MPI_Win_allocate); {@link #memory} is it. New here.
     *
     * @param bytes size of this process's part, which may differ from others'
     * @param dispUnit bytes that a displacement of 1 stands for
     */
    public static Win allocate(long bytes, int dispUnit, Info info, Comm comm) throws MPIException {
        return new Win("Win.allocate", bytes, dispUnit, info, comm, false);
    }

    /**
     * A window over zeroed memory that all its processes load and store (MPI_Win_allocate_shared): the parts follow each
     * other without gaps, in the order of ranks; {@link #query} has them. New here.
     *
     * @throws MPIException of class ERR_RMA_SHARED where the processes share no memory: see {@link Intracomm#splitType}
     */
    public static Win allocateShared(long bytes, int dispUnit, Info info, Comm comm) throws MPIException {
        return new Win("Win.allocateShared", bytes, dispUnit, info, comm, true);
    }

    // ---- memory --------------------------------------------------------------------------------------------------

    /** This process's memory in the window; null for a dynamic window. New here. */
    public @Nullable MemorySegment memory() throws MPIException {
        readable();
        return memory;
    }

    /**
     * The memory of a process, to be loaded from and stored to (MPI_Win_shared_query). New here.
     *
     * @param rank the process, or PROC_NULL for the first one whose memory is not empty
     * @throws MPIException of class ERR_RMA_SHARED where it cannot be reached; that of {@link #allocateShared} always can
     */
    public MemorySegment query(int rank) throws MPIException {
        return call("query", w -> w.query(checkRank(rank) ? rank : w.firstWithMemory()));
    }

    /**
     * Attaches memory to a dynamic window (MPI_Win_attach). Other processes access it by {@link #displacement}.
     *
     * @param base array, buffer or segment, not attached to this window yet
     * @param size elements of {@code base}
     */
    public void attach(Object base, int size) throws MPIException {
        attach(base, new Count(size));
    }

    /** The same for any number of elements. */
    public void attach(Object base, Count size) throws MPIException {
        run("attach", w -> {
            if (base == null || attached != null && attached.containsKey(base)) {
                throw new EngineException(
                        RmaErrors.RMA_ATTACH, "base is " + (base == null ? "null" : "attached already"));
            }
            long at = w.attach(memory(base, Count.value("size", size), elementBytes(base)));
            assert attached != null : "memory is attached to a dynamic window";
            attached.put(base, at);
        });
    }

    /** Takes memory out of a dynamic window again (MPI_Win_detach). */
    public void detach(Object base) throws MPIException {
        run("detach", w -> {
            w.detach(placeOf(base));
            assert attached != null : "memory is attached to a dynamic window";
            attached.remove(base);
        });
    }

    /**
     * The displacement, in bytes, at which other processes find memory that this one has attached: what MPI_Get_address
     * is in C. The program sends it to them. New here.
     */
    public int displacement(Object base) throws MPIException {
        return read("displacement", w -> Math.toIntExact(placeOf(base)));
    }

    /** As {@link #displacement}, for any number. New here. */
    public Count displacementX(Object base) throws MPIException {
        return new Count(read("displacementX", w -> placeOf(base)));
    }

    private long placeOf(Object base) {
        Long at = attached == null ? null : attached.get(base);
        if (at == null) {
            throw new EngineException(RmaErrors.RMA_ATTACH, "base is not attached to this window");
        }
        return at;
    }

    /**
     * Ends the window, whose epochs have ended. All processes call it, and wait for each other (MPI_Win_free). Memory that the
     * library has made for it ends, too: segments of it cannot be accessed any more. Attributes are deleted first, the newest
     * first; if a {@link DeleteAttrFunction} fails, the window stays usable.
     */
    @Override
    public void free() throws MPIException {
        run("free", w -> {
            attributes.clear();
            w.free();
            end();
        });
    }

    /** Frees the window if that has not happened yet. All processes call it. */
    @Override
    public void close() {
        if (!isNull() && comm.isOpen()) {
            free();
        }
    }

    // ---- operations (section 12.3) -------------------------------------------------------------------------------

    // Forms: Count.
    /**
     * Writes data into a target's window (MPI_Put).
     *
     * @param origin the data
     * @param originCount elements of {@code originType}
     * @param target rank of the target, or PROC_NULL
     * @param targetDisp where in the target's window the data go, in the target's units of displacement
     * @param targetCount elements of {@code targetType}, as many bytes as the origin's
     */
    public final void put(
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        operation(WindowOperation.PUT)
                .sends(origin, originCount, originType)
                .at(target, targetDisp, targetCount, targetType)
                .run();
    }

    // Forms: Count.
    /** As {@link #put}; the request is complete when {@code origin} may be used again (MPI_Rput). */
    public final Request rPut(
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        return operation(WindowOperation.PUT)
                .sends(origin, originCount, originType)
                .at(target, targetDisp, targetCount, targetType)
                .request();
    }

    // Forms: Count.
    /** Reads data from a target's window (MPI_Get). Arguments as those of {@link #put}; data go into {@code origin}. */
    public final void get(
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        operation(WindowOperation.GET)
                .receives(origin, originCount, originType)
                .at(target, targetDisp, targetCount, targetType)
                .run();
    }

    // Forms: Count.
    /** As {@link #get}; the request is complete when the data are there (MPI_Rget). */
    public final Request rGet(
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        return operation(WindowOperation.GET)
                .receives(origin, originCount, originType)
                .at(target, targetDisp, targetCount, targetType)
                .request();
    }

    // Forms: Count.
    /**
     * Replaces elements of a target's window by {@code element op origin}, each atomically with respect to other
     * accumulates of the same type (MPI_Accumulate). Origin and target have data of the same predefined type, in datatypes that
     * may differ: all components of a derived type, of a struct too, are of one predefined type (section 12.3.4). REPLACE also
     * moves data of several types. Another operation on such data is an error of class ERR_OP; data of different types at the
     * two ends are one of class ERR_TYPE.
     *
     * @param op a predefined operation, or {@code MPI.REPLACE}
     */
    public final void accumulate(
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        operation(WindowOperation.ACCUMULATE)
                .sends(origin, originCount, originType)
                .at(target, targetDisp, targetCount, targetType)
                .by(op)
                .run();
    }

    // Forms: Count.
    /** As {@link #accumulate}; the request is complete when {@code origin} may be used again (MPI_Raccumulate). */
    public final Request rAccumulate(
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        return operation(WindowOperation.ACCUMULATE)
                .sends(origin, originCount, originType)
                .at(target, targetDisp, targetCount, targetType)
                .by(op)
                .request();
    }

    // Forms: Count.
    /**
     * As {@link #accumulate}, and fetches what the elements were (MPI_Get_accumulate).
     *
     * @param origin not looked at for {@code MPI.NO_OP}; null where {@code originCount} is 0
     * @param result takes as many bytes as the target's data have; null where {@code resultCount} is 0
     */
    public final void getAccumulate(
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            @Nullable Object result,
            int resultCount,
            Datatype resultType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        operation(WindowOperation.GET_ACCUMULATE)
                .sends(origin, originCount, originType)
                .receives(result, resultCount, resultType)
                .at(target, targetDisp, targetCount, targetType)
                .by(op)
                .run();
    }

    // Forms: Count.
    /** As {@link #getAccumulate}; the request is complete when the result is there (MPI_Rget_accumulate). */
    public final Request rGetAccumulate(
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            @Nullable Object result,
            int resultCount,
            Datatype resultType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        return operation(WindowOperation.GET_ACCUMULATE)
                .sends(origin, originCount, originType)
                .receives(result, resultCount, resultType)
                .at(target, targetDisp, targetCount, targetType)
                .by(op)
                .request();
    }

    // Forms: Count.
    /**
     * Replaces one element by {@code element op origin}, and fetches what it was (MPI_Fetch_and_op).
     *
     * @param type a predefined type
     */
    public final void fetchAndOp(
            @Nullable Object origin, Object result, Datatype type, int target, int targetDisp, Op op)
            throws MPIException {
        operation(WindowOperation.FETCH_AND_OP)
                .sends(origin, 1, type)
                .receives(result, 1, type)
                .at(target, targetDisp, 1, type)
                .by(op)
                .run();
    }

    // Forms: Count.
    /**
     * Replaces one element by {@code origin} if it equals {@code compare}, atomically, and fetches what it was
     * (MPI_Compare_and_swap).
     *
     * @param type BYTE, CHAR, SHORT, INT, LONG or BOOLEAN
     */
    public final void compareAndSwap(
            Object origin, Object compare, Object result, Datatype type, int target, int targetDisp)
            throws MPIException {
        operation(WindowOperation.COMPARE_AND_SWAP)
                .sends(origin, 1, type)
                .compares(compare)
                .receives(result, 1, type)
                .at(target, targetDisp, 1, type)
                .run();
    }

    // ---- epochs (section 12.5) -----------------------------------------------------------------------------------

    /**
     * Ends the epoch of all processes since the last fence, whose operations are then complete, and begins another one
     * (MPI_Win_fence, section 12.5.1). All processes call it.
     *
     * @param assertion 0, or a sum of {@code MPI.MODE_NOSTORE}, {@code MODE_NOPUT}, {@code MODE_NOPRECEDE} and {@code
     *     MODE_NOSUCCEED}
     */
    public void fence(int assertion) throws MPIException {
        run("fence", w -> w.activeTarget().fence(assertion));
    }

    /**
     * Begins an epoch of access to the processes of a group, once they have called {@link #post} (MPI_Win_start, section
     * 12.5.2).
     *
     * @param assertion 0 or {@code MPI.MODE_NOCHECK}: they have done so already, with the same assertion
     */
    public void start(Group group, int assertion) throws MPIException {
        run("start", w -> w.activeTarget().start(ranks("start", group), assertion));
    }

    /** Ends the epoch of {@link #start}: buffers may be used again (MPI_Win_complete). */
    public void complete() throws MPIException {
        run("complete", w -> w.activeTarget().complete());
    }

    /**
     * Begins an epoch in which the processes of a group may access this process's memory (MPI_Win_post). Does not block.
     *
     * @param assertion 0, or a sum of {@code MPI.MODE_NOCHECK}, {@code MODE_NOSTORE} and {@code MODE_NOPUT}
     */
    public void post(Group group, int assertion) throws MPIException {
        run("post", w -> w.activeTarget().post(ranks("post", group), assertion));
    }

    /** Ends the epoch of {@link #post}, once all origins have called {@link #complete} (MPI_Win_wait). */
    public void waitFor() throws MPIException {
        run("waitFor", w -> w.activeTarget().waitFor());
    }

    /** As {@link #waitFor}, if that need not wait; else false (MPI_Win_test). */
    public boolean test() throws MPIException {
        return call("test", w -> w.activeTarget().test());
    }

    private int[] ranks(String method, Group group) {
        if (group == null) {
            throw new EngineException(ErrorClass.GROUP, "the group is null");
        }
        int[] world = group.worldRanks("of Win." + method);
        int[] ranks = new int[world.length];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = WorldRanks.indexOf(comm.readable().worldRanks(), world[i]);
            if (ranks[i] < 0) {
                throw new EngineException(ErrorClass.GROUP, "rank " + i + " of the group is no process of the window");
            }
        }
        return ranks;
    }

    /**
     * Begins an epoch of access to one process, which need not take part (MPI_Win_lock, section 12.5.3). Waits until no
     * other process holds a lock that excludes this one. Locks are granted in the order of the requests. A window with the
     * hint {@code no_locks} refuses this call, and {@link #lockAll}, with an error of class ERR_RMA_SYNC.
     *
     * @param lockType {@code MPI.LOCK_EXCLUSIVE} or {@code MPI.LOCK_SHARED}
     * @param rank the process, or PROC_NULL, for which this call, {@link #unlock} and {@link #flush} do nothing
     * @param assertion 0 or {@code MPI.MODE_NOCHECK}: no process holds or requests a lock that excludes this one
     */
    public void lock(int lockType, int rank, int assertion) throws MPIException {
        run("lock", w -> {
            w.locks().checkAllowed();
            if (lockType != LOCK_EXCLUSIVE && lockType != LOCK_SHARED) {
                throw new EngineException(
                        RmaErrors.LOCKTYPE, "lockType is " + lockType + "; expected LOCK_EXCLUSIVE or LOCK_SHARED");
            }
            if (checkRank(rank)) {
                w.locks().lock(lockType == LOCK_EXCLUSIVE, rank, assertion);
            }
        });
    }

    /** Ends the epoch of {@link #lock}: its operations are complete here and there (MPI_Win_unlock). */
    public void unlock(int rank) throws MPIException {
        run("unlock", rank, w -> {
            if (checkRank(rank)) {
                w.locks().unlock(rank);
            }
        });
    }

    /** Begins an epoch of access to all processes, which need not take part, shared with others (MPI_Win_lock_all). */
    public void lockAll(int assertion) throws MPIException {
        run("lockAll", w -> {
            w.locks().checkAllowed();
            w.locks().lockAll(assertion);
        });
    }

    /** Ends the epoch of {@link #lockAll} (MPI_Win_unlock_all). */
    public void unlockAll() throws MPIException {
        run("unlockAll", w -> w.locks().unlockAll());
    }

    /** Makes stores of others visible here, and serves others (MPI_Win_sync). */
    public void sync() throws MPIException {
        run("sync", Window::sync);
    }

    /** Completes this process's operations on one target, here and there (MPI_Win_flush, section 12.5.4). */
    public void flush(int rank) throws MPIException {
        Window w = window();
        try {
            Listening listening = runtime().listening();
            if (listening == null) {
                flush(w, rank);
            } else {
                listening.see(listening.call(this, "flush").to(rank, 0), () -> flush(w, rank));
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.flush", e);
        }
    }

    private void flush(Window w, int rank) {
        if (checkRank(rank)) {
            w.flush(rank);
        }
    }

    /** Completes this process's operations on all targets, here and there (MPI_Win_flush_all). */
    public void flushAll() throws MPIException {
        run("flushAll", Window::flushEverywhere);
    }

    /** Completes this process's operations on one target here: buffers may be used again (MPI_Win_flush_local). */
    public void flushLocal(int rank) throws MPIException {
        run("flushLocal", rank, w -> {
            if (checkRank(rank)) {
                w.flushLocal(rank);
            }
        });
    }

    /** Completes this process's operations on all targets here (MPI_Win_flush_local_all). */
    public void flushLocalAll() throws MPIException {
        run("flushLocalAll", Window::flushLocal);
    }

    // ---- attributes, name, info, group, error handler ------------------------------------------------------------

    /** The processes of the window (MPI_Win_get_group). */
    public Group getGroup() throws MPIException {
        readable();
        return comm.getGroup();
    }

    /**
     * An error handler that calls a function of the program (MPI_Win_create_errhandler), as {@link Comm#createErrhandler} says.
     *
     * @param function gets the window and the error code
     */
    public static Errhandler createErrhandler(ErrhandlerFunction<? super Win> function) throws MPIException {
        return Errhandler.of(Win.class, function);
    }

    /** Says what happens when a call on this window fails; at first {@code ERRORS_ARE_FATAL} does. */
    public void setErrhandler(Errhandler handler) throws MPIException {
        window();
        comm.setErrhandler(handler);
    }

    /** The error handler of this window. */
    public Errhandler getErrhandler() throws MPIException {
        readable();
        return comm.getErrhandler();
    }

    /** Calls the error handler (MPI_Win_call_errhandler); returns if that is {@code ERRORS_RETURN}. */
    public void callErrhandler(int errorCode) throws MPIException {
        readable();
        comm.callErrhandler(errorCode);
    }

    /** A new key for attributes of windows (MPI_Win_create_keyval). */
    public static int createKeyval() throws MPIException {
        return Attributes.newKey(Attributes.Kind.WIN);
    }

    /**
     * A new key for attributes of windows, with a function that is called when an attribute is deleted (MPI_Win_create_keyval).
     * New here.
     *
     * @param copy never called: windows are not duplicated
     * @param delete called by {@link #free} and by the methods that replace or delete the attribute
     */
    public static int createKeyval(CopyAttrFunction<? super Win> copy, DeleteAttrFunction<? super Win> delete)
            throws MPIException {
        return Attributes.newKey(Attributes.Kind.WIN, copy, delete);
    }

    /** Ends a key (MPI_Win_free_keyval). Attributes under it stay where they are. */
    public static void freeKeyval(int keyval) throws MPIException {
        Attributes.freeKey(Attributes.Kind.WIN, keyval);
    }

    /** Attaches a value under a key (MPI_Win_set_attr). */
    public void setAttr(int keyval, Object value) throws MPIException {
        run("setAttr", w -> attributes.set(keyval, value));
    }

    /**
     * The value under a key, or null (MPI_Win_get_attr). {@code MPI.WIN_BASE} is the buffer of the constructor, or the
     * memory that the library has made; {@code WIN_SIZE} and {@code WIN_DISP_UNIT} are in bytes. {@code WIN_SIZE} is a Number:
     * an Integer where it fits, as in the bindings, else a Long.
     */
    public @Nullable Object getAttr(int keyval) throws MPIException {
        return read("getAttr", w -> {
            return switch (keyval) {
                case Predefined.KEY_WIN_BASE -> base;
                case Predefined.KEY_WIN_SIZE -> size();
                case Predefined.KEY_WIN_DISP_UNIT -> unit;
                default -> attributes.get(keyval);
            };
        });
    }

    private Number size() {
        long bytes = memory == null ? 0 : memory.byteSize();
        return bytes <= Integer.MAX_VALUE ? (Number) (int) bytes : (Number) bytes;
    }

    /** Removes the value under a key (MPI_Win_delete_attr). */
    public void deleteAttr(int keyval) throws MPIException {
        run("deleteAttr", w -> attributes.delete(keyval));
    }

    /** Names the window for messages and tools (MPI_Win_set_name). */
    public void setName(String name) throws MPIException {
        window();
        this.name = ValueChecks.notNull(name, ErrorClass.ARG, "Win.setName: the name");
        comm.setName("window " + name);
    }

    /** The name; at first empty. */
    public String getName() throws MPIException {
        readable();
        return name;
    }

    /**
     * Sets hints (MPI_Win_set_info). {@code no_locks} is used: where it is {@code true}, {@link #lock} and {@link #lockAll} are
     * refused.
     */
    public void setInfo(Info info) throws MPIException {
        Window w = window();
        keep(
                w,
                ValueChecks.notNull(info, Predefined.ERR_INFO, "Win.setInfo: the info object")
                        .dup());
    }

    private void keep(Window w, Info hints) {
        info = hints;
        w.locks().refuse("true".equals(hints.get("no_locks")));
    }

    /** The hints, as a new object (MPI_Win_get_info). */
    public Info getInfo() throws MPIException {
        readable();
        return info == null ? new Info() : info.dup();
    }

    /** True once the window was freed. */
    public boolean isNull() {
        return window == null;
    }

    // ---- behind the methods --------------------------------------------------------------------------------------

    /** A communicator of the window's own. */
    private static Comm duplicate(Comm given, Info info) {
        ValueChecks.notNull(given, ErrorClass.COMM, "Win: the communicator");
        if (given instanceof Intercomm) {
            throw new MPIException(ErrorClass.COMM, "Win: the communicator is no intracommunicator");
        }
        ValueChecks.notNull(info, Predefined.ERR_INFO, "Win: the info object; MPI.INFO_NULL stands for none, and this");
        if (info != Predefined.INFO_NULL && info.isNull()) {
            throw new MPIException(Predefined.ERR_INFO, "Win: the info object is freed");
        }
        Comm own = given.dupForLibrary();
        own.setName("a window");
        own.serve(given);
        return own;
    }

    /** The window is made. From now on its own error handler counts, which is at first ERRORS_ARE_FATAL. */
    private void begin(Window made) {
        window = made;
        comm.serve(this);
        comm.setErrhandler(Errhandler.FATAL);
    }

    private void end() {
        window = null;
        comm.free();
    }

    /** The window is not made. */
    private RuntimeException refused(String method, Throwable thrown) {
        RuntimeException failure = raise(method, thrown);
        if (failure instanceof MPIException met) {
            comm.readable().membership().leaves(met.getErrorClass());
        }
        comm.free();
        return failure;
    }

    int rank() {
        return comm.getRank();
    }

    /** The window; an error where there is none, or the current thread may not call. */
    private Window window() {
        Window w = readable();
        comm.core();
        return w;
    }

    /** {@link #window} of calls that all threads may make, at any thread level: they read what does not change. */
    private Window readable() {
        Window w = window;
        if (w == null) {
            throw new MPIException(RmaErrors.WIN, "the window is null: it was freed");
        }
        return w;
    }

    /** An operation on a target's window that begins here: its arguments, and last what to do with it. */
    private WindowCall operation(WindowOperation operation) {
        Window w = window();
        return runtime().windowCall().begin(this, w, operation);
    }

    MpiRank runtime() {
        return comm.runtime;
    }

    RuntimeException raise(String method, Throwable thrown) {
        return comm.raise(method, thrown);
    }

    /** Checks the rank of a target; false for PROC_NULL, with which nothing happens. */
    boolean checkRank(int target) {
        int size = comm.readable().size();
        if (target >= 0 && target < size) {
            return true;
        }
        if (target == Predefined.PROC_NULL) {
            return false;
        }
        throw new EngineException(
                ErrorClass.RANK, "the target is rank " + target + "; expected 0 to " + (size - 1) + " or PROC_NULL");
    }

    /** The descriptions of the calling thread's buffers. */
    CallData callData() {
        return comm.readable().callData();
    }

    /** The request of an operation. */
    Request request(RequestEnd end) {
        return new Request(comm, comm.readable(), end);
    }

    private <R extends @Nullable Object> R call(Window w, String method, Function<Window, R> body) {
        try {
            return comm.calls().forms().other(this, method, () -> body.apply(w));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win." + method, e);
        }
    }

    private <R extends @Nullable Object> R call(String method, Function<Window, R> body) {
        return call(window(), method, body);
    }

    private void run(String method, int target, Consumer<Window> body) {
        Window w = window();
        try {
            comm.calls().forms().other(this, method, target, () -> {
                body.accept(w);
                return null;
            });
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win." + method, e);
        }
    }

    private void run(String method, Consumer<Window> body) {
        call(window(), method, w -> {
            body.accept(w);
            return null;
        });
    }

    /** The same by all threads: it reads what does not change. */
    private <R extends @Nullable Object> R read(String method, Function<Window, R> body) {
        return call(readable(), method, body);
    }

    private static int elementBytes(@Nullable Object base) {
        ElementKind kind = ElementKind.of(base);
        if (kind == null && base != null || kind == ElementKind.BOOLEAN) {
            throw new EngineException(
                    ErrorClass.BUFFER,
                    "base is " + ElementKind.describe(base)
                            + "; expected an array of numbers, an NIO buffer or a MemorySegment");
        }
        return kind == null ? 1 : kind.bytes();
    }

    private static MemorySegment memory(@Nullable Object base, long size, int elementBytes) {
        if (size < 0) {
            throw new EngineException(RmaErrors.SIZE, "size is " + size + "; expected 0 or more");
        }
        Payload payload = new Payload(new SegmentCache());
        payload.set(base, 0, 0, TypeLayout.BYTE);
        long bytes = Counts.product(size, elementBytes);
        if (bytes > payload.capacity()) {
            throw new EngineException(
                    ErrorClass.BUFFER,
                    "base is " + ElementKind.describe(base) + " of " + payload.capacity() + " bytes; expected " + bytes
                            + " or more");
        }
        if (payload.isReadOnly()) {
            throw new EngineException(ErrorClass.BUFFER, "base is read-only");
        }
        MemorySegment memory = payload.segmentFromOrigin().asSlice(0, bytes);
        if (bytes > 0) {
            Payload.checkAccessible(memory);
        }
        return memory;
    }

    private static int unit(int dispUnit, int elementBytes) {
        if (dispUnit < 1 || dispUnit > Integer.MAX_VALUE / elementBytes) {
            throw new EngineException(
                    RmaErrors.DISP, "dispUnit is " + dispUnit + "; expected 1 to " + Integer.MAX_VALUE / elementBytes);
        }
        return dispUnit * elementBytes;
    }

    private void begin(Window made, Info given) {
        begin(made);
        if (given != Predefined.INFO_NULL) {
            keep(made, given.dup());
        }
        comm.calls().forms().made(this);
    }

    private WindowMaker maker() {
        return new WindowMaker(comm.runtime.oneSided(), comm.core(), new Together(comm));
    }

    /** The collective operations that windows need. */
    private record Together(Comm comm) implements WindowCollectives {
        @Override
        public void barrier() {
            comm.barrier();
        }

        @Override
        public long[] gather(long[] mine) {
            long[] all = new long[mine.length * comm.getSize()];
            comm.allGather(mine, mine.length, Predefined.LONG, all, mine.length, Predefined.LONG);
            return all;
        }

        @Override
        public void all(int[] flags) {
            comm.allReduce(flags, flags.length, Predefined.INT, Predefined.MIN);
        }
    }
}
