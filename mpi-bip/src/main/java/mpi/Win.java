package mpi;

import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import org.bipj.core.payload.ElementKind;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.engine.CommCore;
import org.bipj.mpi.engine.EngineException;
import org.bipj.mpi.engine.ErrorClass;
import org.bipj.mpi.rma.Agreement;
import org.bipj.mpi.rma.RmaErrors;
import org.bipj.mpi.rma.Window;
import org.bipj.mpi.rma.WindowMaker;

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
 * <p>Origin and result buffers are those of {@link Comm}: arrays, NIO buffers, heap or direct, and memory segments. Sizes
 * and units of the constructors count elements of the buffer, those of {@link #allocate} and {@link #allocateShared}
 * bytes.
 */
public final class Win extends WinSynchronization implements Freeable {
    /** No window. */
    public static final int WIN_NULL = 0;

    /** The window's memory is each process's own. */
    public static final int FLAVOR_PRIVATE = 0;

    /** The window's memory is to be shared. */
    public static final int FLAVOR_SHARED = 1;

    private final Object base;
    private final MemorySegment memory;
    private final int unit;
    private final Attributes<Win> attributes = new Attributes<>(Attributes.Kind.WIN, this);
    /** By buffer the displacement of what is attached; null unless the window is dynamic. */
    private final Map<Object, Long> attached;

    private String name = "";
    private Info info;

    /**
     * A window over a buffer, an array or a memory segment of each process (MPI_Win_create). All processes call it.
     *
     * @param base the memory; null where {@code size} is 0
     * @param size elements of {@code base} that are part of the window
     * @param dispUnit elements of {@code base} that a displacement of 1 stands for
     */
    public Win(Object base, int size, int dispUnit, Info info, Comm comm) throws MPIException {
        super(comm, info);
        this.base = base;
        try {
            int elementBytes = elementBytes(base);
            memory = memory(base, size, elementBytes);
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
    public Win(int size, int dispUnit, Info info, Comm comm, Object base, int flavor) throws MPIException {
        super(comm, info);
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
                begin(makes ? maker.allocate((long) size * elementBytes, unit) : maker.over(brought, unit), info);
            }
            memory = window().query(rank());
            this.base = makes ? memory : base;
        } catch (RuntimeException | OutOfMemoryError e) {
            throw refused("Win", e);
        }
    }

    private static boolean isEmpty(Object base) {
        Payload payload = new Payload(new SegmentCache());
        payload.set(base, 0, 0, TypeLayout.BYTE);
        return payload.capacity() == 0;
    }

    /** A window without memory, to which memory is attached later (MPI_Win_create_dynamic). All processes call it. */
    public Win(Info info, Comm comm) throws MPIException {
        super(comm, info);
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
        super(comm, info);
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

    private static int elementBytes(Object base) {
        ElementKind kind = ElementKind.of(base);
        if (kind == null && base != null || kind == ElementKind.BOOLEAN) {
            throw new EngineException(
                    ErrorClass.BUFFER,
                    "base is " + ElementKind.describe(base)
                            + "; expected an array of numbers, an NIO buffer or a MemorySegment");
        }
        return kind == null ? 1 : kind.bytes();
    }

    private static MemorySegment memory(Object base, int size, int elementBytes) {
        if (size < 0) {
            throw new EngineException(RmaErrors.SIZE, "size is " + size + "; expected 0 or more");
        }
        Payload payload = new Payload(new SegmentCache());
        payload.set(base, 0, 0, TypeLayout.BYTE);
        long bytes = (long) size * elementBytes;
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

    // ---- memory ------------------------------------------------------------------------------------------------

    /** This process's memory in the window; null for a dynamic window. New here. */
    public MemorySegment memory() throws MPIException {
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
        Window w = window();
        try {
            return w.query(checkRank(rank) ? rank : w.firstWithMemory());
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.query", e);
        }
    }

    /**
     * Attaches memory to a dynamic window (MPI_Win_attach). Other processes access it by {@link #displacement}.
     *
     * @param base array, buffer or segment, not attached to this window yet
     * @param size elements of {@code base}
     */
    public void attach(Object base, int size) throws MPIException {
        Window w = window();
        try {
            if (base == null || attached != null && attached.containsKey(base)) {
                throw new EngineException(
                        RmaErrors.RMA_ATTACH, "base is " + (base == null ? "null" : "attached already"));
            }
            long at = w.attach(memory(base, size, elementBytes(base)));
            attached.put(base, at);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.attach", e);
        }
    }

    /** Takes memory out of a dynamic window again (MPI_Win_detach). */
    public void detach(Object base) throws MPIException {
        Window w = window();
        try {
            w.detach(placeOf(base));
            attached.remove(base);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.detach", e);
        }
    }

    /**
     * The displacement, in bytes, at which other processes find memory that this one has attached: what MPI_Get_address
     * is in C. The program sends it to them. New here.
     */
    public int displacement(Object base) throws MPIException {
        readable();
        try {
            return Math.toIntExact(placeOf(base));
        } catch (EngineException e) {
            throw raise("Win.displacement", e);
        }
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
        Window w = window();
        try {
            attributes.clear();
            w.free();
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.free", e);
        }
        end();
    }

    /** Frees the window if that has not happened yet. All processes call it. */
    @Override
    public void close() {
        if (!isNull() && isRunning()) {
            free();
        }
    }

    // ---- attributes, name, info, group, error handler ----------------------------------------------------------

    /** The processes of the window (MPI_Win_get_group). */
    public Group getGroup() throws MPIException {
        readable();
        return comm().getGroup();
    }

    /** Says what happens when a call on this window fails; at first {@code ERRORS_ARE_FATAL} does. */
    public void setErrhandler(Errhandler handler) throws MPIException {
        window();
        comm().setErrhandler(handler);
    }

    /** The error handler of this window. */
    public Errhandler getErrhandler() throws MPIException {
        readable();
        return comm().getErrhandler();
    }

    /** Calls the error handler (MPI_Win_call_errhandler); returns if that is {@code ERRORS_RETURN}. */
    public void callErrhandler(int errorCode) throws MPIException {
        readable();
        comm().callErrhandler(errorCode);
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
        window();
        try {
            attributes.set(keyval, value);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.setAttr", e);
        }
    }

    /**
     * The value under a key, or null (MPI_Win_get_attr). {@code MPI.WIN_BASE} is the buffer of the constructor, or the
     * memory that the library has made; {@code WIN_SIZE} and {@code WIN_DISP_UNIT} are in bytes. {@code WIN_SIZE} is a Number:
     * an Integer where it fits, as in the bindings, else a Long.
     */
    public Object getAttr(int keyval) throws MPIException {
        readable();
        try {
            return switch (keyval) {
                case Predefined.KEY_WIN_BASE -> base;
                case Predefined.KEY_WIN_SIZE -> size();
                case Predefined.KEY_WIN_DISP_UNIT -> unit;
                default -> attributes.get(keyval);
            };
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.getAttr", e);
        }
    }

    private Number size() {
        long bytes = memory == null ? 0 : memory.byteSize();
        return bytes <= Integer.MAX_VALUE ? (Number) (int) bytes : (Number) bytes;
    }

    /** Removes the value under a key (MPI_Win_delete_attr). */
    public void deleteAttr(int keyval) throws MPIException {
        window();
        try {
            attributes.delete(keyval);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.deleteAttr", e);
        }
    }

    /** Names the window for messages and tools (MPI_Win_set_name). */
    public void setName(String name) throws MPIException {
        window();
        this.name = Preconditions.notNull(name, ErrorClass.ARG, "Win.setName: the name");
        comm().setName("window " + name);
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
                Preconditions.notNull(info, Predefined.ERR_INFO, "Win.setInfo: the info object")
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

    private void begin(Window made, Info given) {
        begin(made);
        if (given != Predefined.INFO_NULL) {
            keep(made, given.dup());
        }
    }

    private WindowMaker maker() {
        Comm c = comm();
        CommCore core = c.core();
        return new WindowMaker(c.runtime.oneSided(), core, new Together(c));
    }

    /** The collective operations that windows need. */
    private record Together(Comm comm) implements Agreement {
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
