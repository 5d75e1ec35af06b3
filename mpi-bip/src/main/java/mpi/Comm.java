package mpi;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Consumer;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.NoBufferException;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.engine.Background;
import org.bipj.mpi.engine.CommCore;
import org.bipj.mpi.engine.EngineException;
import org.bipj.mpi.engine.ErrorClass;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;
import org.bipj.mpi.topology.Cartesian;
import org.bipj.mpi.topology.DistGraph;
import org.bipj.mpi.topology.Graph;
import org.bipj.mpi.topology.Topology;

/**
 * A communicator: an ordered group of processes, and contexts of its own for their messages (MPI 4.1 chapter 7).
 *
 * <p>Buffers are arrays of primitive types, NIO buffers (heap or direct) of any kind, or memory segments. The position
 * and limit of a buffer are ignored: data begin at its first element.
 *
 * <p>An array or a typed buffer holds data of its own type only: an {@code int[]} goes with INT, INT2, and types made of
 * them. Byte arrays, byte buffers and memory segments hold data of every type, and BYTE and PACKED go with every buffer. A
 * datatype with negative displacements reaches data before a buffer's first element where the buffer is a part of an array,
 * or of memory that {@code MPI.newByteBuffer} or one of its siblings has made.
 */
public class Comm extends CommObjects implements Freeable, Cloneable {
    /** Processes that share memory, for {@link Intracomm#splitType}. */
    public static final int TYPE_SHARED = 0;

    private Request making = new Request();
    /** Duplicates that were started here. */
    private int duplicates;

    Comm(MpiRank runtime, CommCore core, String name) {
        super(runtime, core, name);
    }

    /** The same as {@link #dup}. */
    @Override
    public Comm clone() {
        return dup();
    }

    /**
     * A communicator of the same processes with contexts of its own. All of them call it (MPI_Comm_dup). It has the error
     * handler, the topology, and of the attributes what the keys' {@link CopyAttrFunction} give it; hints are not copied: see
     * {@link #dupWithInfo}.
     */
    public Comm dup() throws MPIException {
        throw new UnsupportedOperationException(getClass() + " cannot be duplicated");
    }

    /**
     * Starts a {@link #dup} (MPI_Comm_idup). The new communicator is null until its {@link #getRequest request} is complete.
     */
    public Comm iDup() throws MPIException {
        throw new UnsupportedOperationException(getClass() + " cannot be duplicated");
    }

    /** The request of the {@link #iDup} that makes this communicator; a null request if no such call did. */
    public final Request getRequest() {
        return making;
    }

    /** Starts to make a null communicator a duplicate of this one. */
    final <C extends Comm> C startDup(C copy) {
        CommCore c = core();
        RuntimeException refusal = inheritOrFail(copy);
        try {
            Consumer<CommCore> use = refusal == null ? copy::setCore : runtime.contexts()::releaseLater;
            Background agreement = runtime.contexts().begin(c, ++duplicates, use);
            Comm made = copy;
            made.making = new Request(this, c, agreement);
            // After a refusal, too: the other processes wait for this one.
            c.start(agreement);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("iDup", e);
        }
        if (refusal != null) {
            throw raise("iDup", refusal);
        }
        return copy;
    }

    /** Completes a duplicate; where the copy of an attribute fails, it is released. */
    final <C extends Comm> C complete(C copy) {
        RuntimeException refusal = inheritOrFail(copy);
        if (refusal != null) {
            Comm made = copy;
            CommCore c = made.core();
            made.setCore(null);
            runtime.contexts().release(c);
            throw raise("dup", refusal);
        }
        return copy;
    }

    private RuntimeException inheritOrFail(Comm copy) {
        try {
            copy.inherit(this);
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** The same processes in a communicator of the library's own, without attributes and hints. */
    final Intracomm dupForLibrary() {
        Intracomm copy = new Intracomm(runtime, duplicateCore(), "");
        copy.inheritSettings(this);
        return copy;
    }

    /** The same processes under a new context. */
    final CommCore duplicateCore() {
        CommCore c = core();
        try {
            return runtime.contexts().duplicate(c);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("dup", e);
        }
    }

    /**
     * Makes an intercommunicator between two groups (MPI_Intercomm_create, MPI 4.1 section 7.6.2). All processes of both
     * groups call it. This communicator is the peer communicator, in which the two leaders are; at other processes it does
     * not matter and may be a null communicator.
     *
     * @param localComm the calling process's group, an intracommunicator
     * @param localLeader rank of this group's leader in {@code localComm}, the same at all processes of the group
     * @param remoteLeader rank of the other group's leader in this communicator; matters at the leader only
     * @param tag of the leaders' messages in this communicator; matters at the leader only
     */
    public final Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag)
            throws MPIException {
        Preconditions.notNull(localComm, ErrorClass.COMM, "Comm.createIntercomm: localComm");
        try {
            CommCore core = new IntercommMaker(runtime, localComm.core(), localLeader).make(this, remoteLeader, tag);
            Intercomm made = new Intercomm(runtime, core);
            made.inheritSettings(localComm);
            return made;
        } catch (RuntimeException | OutOfMemoryError e) {
            throw localComm.raise("createIntercomm", e);
        }
    }

    /** As {@link #dup}, with other hints, none where {@code MPI.INFO_NULL} is given (MPI_Comm_dup_with_info). */
    public Comm dupWithInfo(Info info) throws MPIException {
        Info hints = hints(info);
        Comm copy = dup();
        copy.setHints(hints);
        return copy;
    }

    /**
     * Compares communicators (MPI_Comm_compare): {@code MPI.IDENT} for one communicator, {@code CONGRUENT} for the same
     * processes in the same order, {@code SIMILAR} for the same processes, else {@code UNEQUAL}. Intercommunicators are
     * compared in both groups.
     */
    public static int compare(Comm comm1, Comm comm2) throws MPIException {
        Preconditions.notNull(comm1, ErrorClass.COMM, "Comm.compare: the first communicator");
        Preconditions.notNull(comm2, ErrorClass.COMM, "Comm.compare: the second communicator");
        if (comm1.readable() == comm2.readable()) {
            return Predefined.IDENT;
        }
        if (comm1.isInter() != comm2.isInter()) {
            return Predefined.UNEQUAL;
        }
        int groups = Group.compare(comm1.getGroup(), comm2.getGroup());
        if (comm1 instanceof Intercomm one && comm2 instanceof Intercomm other) {
            groups = Math.max(groups, Group.compare(one.getRemoteGroup(), other.getRemoteGroup()));
        }
        return groups == Predefined.IDENT ? Predefined.CONGRUENT : groups;
    }

    /**
     * Gives the communicator back. All its processes call it; none waits for the others. Sends and receives that were
     * started complete as usual; a message for which no receive is posted must not be under way (MPI_Comm_free). Attributes are
     * deleted first, the newest first; if a {@link DeleteAttrFunction} fails, the communicator stays usable.
     */
    @Override
    public final void free() throws MPIException {
        CommCore c = core();
        RuntimeException parted = null;
        try {
            runtime.checkMayBeFreed(this);
            attributes.clear();
            parted = c.leftCalls();
            runtime.contexts().release(c);
        } catch (RuntimeException e) {
            throw raise("free", e);
        }
        RuntimeException failure = parted == null ? null : raise("free", parted);
        setCore(null);
        if (failure != null) {
            throw failure;
        }
    }

    /** As {@link #free}; communication must be complete (MPI_Comm_disconnect). */
    public final void disconnect() throws MPIException {
        barrier();
        free();
    }

    /** Frees the communicator if that has not happened yet; COMM_WORLD and COMM_SELF stay as they are. */
    @Override
    public void close() {
        if (!isNull() && runtime.isRunning() && !runtime.isPredefined(this)) {
            free();
        }
    }

    /** {@code MPI.CART}, {@code MPI.GRAPH} or {@code MPI.DIST_GRAPH}; {@code MPI.UNDEFINED} without topology (MPI_Topo_test). */
    public final int getTopology() throws MPIException {
        readable();
        Topology topology = topology();
        return switch (topology) {
            case null -> Predefined.UNDEFINED;
            case Cartesian grid -> Predefined.CART;
            case Graph graph -> Predefined.GRAPH;
            case DistGraph graph -> Predefined.DIST_GRAPH;
        };
    }

    /** A new key for attributes of communicators (MPI_Comm_create_keyval). Duplicates take the attributes over. */
    public static int createKeyval() throws MPIException {
        return Attributes.newKey(Attributes.Kind.COMM);
    }

    /**
     * A new key for attributes of communicators, with functions that are called when an attribute is copied and deleted
     * (MPI_Comm_create_keyval). New here.
     *
     * @param copy called by {@link #dup}, {@link #iDup} and {@link #dupWithInfo}
     * @param delete called by {@link #free}, by the methods that replace or delete the attribute, and by {@code MPI.Finalize} for
     *     attributes of COMM_SELF, then of COMM_WORLD, the newest first, while MPI can still be called
     */
    public static int createKeyval(CopyAttrFunction<? super Comm> copy, DeleteAttrFunction<? super Comm> delete)
            throws MPIException {
        return Attributes.newKey(Attributes.Kind.COMM, copy, delete);
    }

    /** Ends a key (MPI_Comm_free_keyval). Attributes under it stay where they are. */
    public static void freeKeyval(int keyval) throws MPIException {
        Attributes.freeKey(Attributes.Kind.COMM, keyval);
    }

    /**
     * Copies data into a byte array, to be sent as PACKED (MPI_Pack).
     *
     * @param position where in {@code outbuf} to begin
     * @return the position after the data
     */
    public final int pack(Object inbuf, int incount, Datatype type, byte[] outbuf, int position) throws MPIException {
        return (int) packInto(inbuf, incount, type, outbuf, outbuf == null ? 0 : outbuf.length, position);
    }

    /** The same into a memory segment. New here. */
    public final long pack(Object inbuf, int incount, Datatype type, MemorySegment outbuf, long position)
            throws MPIException {
        return packInto(inbuf, incount, type, outbuf, outbuf == null ? 0 : outbuf.byteSize(), position);
    }

    private long packInto(Object inbuf, int incount, Datatype type, Object outbuf, long capacity, long position) {
        core();
        try {
            Data data = Checks.data(new Data(), inbuf, incount, type, false);
            if (outbuf instanceof MemorySegment segment && segment.isReadOnly()) {
                throw new EngineException(ErrorClass.BUFFER, "outbuf is read-only");
            }
            long end = packedEnd("outbuf", outbuf, capacity, position, data.bytes());
            copy(data, Data.of(outbuf, position, end - position, TypeLayout.BYTE));
            return end;
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("pack", e);
        }
    }

    /**
     * Copies data out of a byte array that {@link #pack} filled (MPI_Unpack).
     *
     * @param position where in {@code inbuf} to begin
     * @return the position after the data
     */
    public final int unpack(byte[] inbuf, int position, Object outbuf, int outcount, Datatype type)
            throws MPIException {
        return (int) unpackFrom(inbuf, inbuf == null ? 0 : inbuf.length, position, outbuf, outcount, type);
    }

    /** The same out of a memory segment. New here. */
    public final long unpack(MemorySegment inbuf, long position, Object outbuf, int outcount, Datatype type)
            throws MPIException {
        return unpackFrom(inbuf, inbuf == null ? 0 : inbuf.byteSize(), position, outbuf, outcount, type);
    }

    private long unpackFrom(Object inbuf, long capacity, long position, Object outbuf, int outcount, Datatype type) {
        core();
        try {
            Data data = Checks.data(new Data(), outbuf, outcount, type, true);
            long end = packedEnd("inbuf", inbuf, capacity, position, data.bytes());
            copy(Data.of(inbuf, position, end - position, TypeLayout.BYTE), data);
            return end;
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("unpack", e);
        }
    }

    /** Bytes that {@link #pack} needs at most (MPI_Pack_size). */
    public final int packSize(int incount, Datatype type) throws MPIException {
        readable();
        try {
            Checks.count("incount", incount);
            long bytes = incount * Checks.layout(type).size();
            if (bytes > Integer.MAX_VALUE) {
                throw new EngineException(
                        ErrorClass.COUNT, "packed data are " + bytes + " bytes; expected no more than a byte[] holds");
            }
            return (int) bytes;
        } catch (RuntimeException e) {
            throw raise("packSize", e);
        }
    }

    private static long packedEnd(String argument, Object packed, long capacity, long position, long bytes) {
        if (packed == null || position < 0 || position > capacity - bytes) {
            throw new EngineException(
                    ErrorClass.ARG,
                    argument + (packed == null ? " is null" : " has " + capacity + " bytes") + ", position is "
                            + position + "; expected " + bytes + " bytes from there");
        }
        return position + bytes;
    }

    /** Copies a message from one buffer to another, as if it were sent. */
    private static void copy(Data from, Data to) {
        SegmentCache segments = new SegmentCache();
        Payload source = new Payload(segments);
        Payload target = new Payload(segments);
        source.set(from);
        target.set(to);
        target.copyFrom(source, source.size());
    }

    /**
     * Combines two buffers here: {@code inOut[i] = in[i] op inOut[i]} (MPI_Reduce_local). Errors are thrown, whatever
     * the error handlers say.
     */
    public static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op) throws MPIException {
        try {
            Data both = Checks.data(new Data(), inOutBuf, count, type, true);
            TypeLayout layout = both.type();
            Checks.room(inBuf, 0, count, type, false);
            Reduction reduction = ReductionCalls.localOperation(op, type);
            ReduceType reduceType = type.reduceType();
            TypeLayout packed = TypeLayout.bytes(layout.size());
            Data in = Data.of(reduceType.newArray(count), 0, count, packed);
            Data inOut = Data.of(reduceType.newArray(count), 0, count, packed);
            copy(Data.of(inBuf, 0, count, layout), in);
            copy(both, inOut);
            reduction.apply(in.buffer(), 0, inOut.buffer(), 0, count * reduceType.elements());
            copy(inOut, both);
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "Comm.reduceLocal: " + e.getMessage(), e);
        } catch (NoBufferException e) {
            throw new MPIException(ErrorClass.BUFFER, "Comm.reduceLocal: " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + " " + place() + (isNull() ? " (null)" : "");
    }

    static int[] identity(int n) {
        int[] ranks = new int[n];
        Arrays.setAll(ranks, i -> i);
        return ranks;
    }
}
