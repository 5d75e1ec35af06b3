package mpi;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.nic.PortException;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.NoBufferException;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.call.PointToPoint;
import org.bipj.mpi.coll.neighbour.Neighbourhood;
import org.bipj.mpi.comm.CommCollectives;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.engine.Background;
import org.bipj.mpi.engine.Sending;
import org.bipj.mpi.fault.Membership;
import org.bipj.mpi.partitioned.PartitionedOperation;
import org.bipj.mpi.topology.Cartesian;
import org.bipj.mpi.topology.Graph;
import org.bipj.mpi.topology.ProcessTopology;
import org.jspecify.annotations.Nullable;

/**
 * A communicator: an ordered group of processes, and contexts of its own for their messages (MPI 4.1 chapter 7).
 *
 * <h2>Buffers</h2>
 *
 * <p>Buffers are arrays of primitive types, NIO buffers (heap or direct) of any kind, or memory segments. The position
 * and limit of a buffer are ignored: data begin at its first element. A buffer may be null where nothing is read from it or written
 * to it: for a count of 0, with PROC_NULL, and at processes where it does not matter.
 *
 * <p>An array or a typed buffer holds data of its own type only: an {@code int[]} goes with INT, INT2, and types made of
 * them. Byte arrays, byte buffers and memory segments hold data of every type, and BYTE and PACKED go with every buffer. A
 * datatype with negative displacements reaches data before a buffer's first element where the buffer is a part of an array,
 * or of memory that {@code MPI.newByteBuffer} or one of its siblings has made.
 *
 * <h2>Collective operations</h2>
 *
 * <p>All processes of the communicator call them, in the same order (MPI 4.1 chapter 6). Reductions with one buffer reduce in
 * place; the same object as both buffers means in place, too.
 *
 * <p><b>Non-blocking</b> forms ({@code iBcast}, section 6.12) take the arguments of the blocking method of the same name. All
 * processes start them in the same order, the blocking ones included; a non-blocking operation does not match a blocking one.
 * Any number may be under way at once, and they complete in any order. An operation goes on inside every MPI call of its
 * process that waits or tests. Buffers must not be touched until the request is complete; arrays of counts, displacements and
 * datatypes may be used again at once. An error after the start is reported by the wait or test of the request.
 *
 * <p><b>Persistent</b> forms ({@code bcastInit}, section 6.13) take the same arguments, and are done once for each start of
 * their request. All processes make them in the same order, and start each as often. Buffers must not be touched between a
 * start and its completion; arrays of counts, displacements and datatypes may be used again at once.
 *
 * <p><b>Among neighbours</b> ({@code neighborAllGather}, sections 8.6 to 8.8) data move along the edges of the communicator's
 * topology only; without topology these methods fail with ERR_TOPOLOGY. Buffers have one block for each edge. In a grid
 * ({@link CartComm}) that is the neighbour below and then the one above along each dimension in turn; blocks of neighbours
 * beyond the edge of the grid stay as they are. In a graph ({@link GraphComm}), the order is that of {@link
 * GraphComm#getNeighbors}, which must be a symmetric graph, or of {@link GraphComm#getDistGraphNeighbors}. Several edges from
 * one process to another correspond in the order in which both list them.
 *
 * <h2>Objects</h2>
 *
 * <p>Messages that are objects are new here: the Open MPI Java bindings lack them.
 *
 * <pre>{@code
 * if (rank == 0) {
 *     comm.sendObject(new Task("mesh.vtk", 7), 1, TAG);
 * } else {
 *     Task task = comm.recvObject(Task.class, 0, TAG);
 * }
 * }</pre>
 *
 * <p>An object is sent as bytes, at first those of Java serialisation ({@link ObjectCodec}). It matches as every message does,
 * and must be received by {@link #recvObject} or {@link Message#mRecvObject}. One object has at most 2 GiB as bytes.
 *
 * <p>Errors: ERR_TYPE for an object that is not serializable, and for one of another class than expected; ERR_ACCESS for what the
 * filter refuses; ERR_TRUNCATE for an object that is not complete; ERR_CONVERSION for bytes that are no object, or one of a class
 * that is not there. A message that ends so has been received.
 */
public class Comm implements Freeable, Cloneable {
    /** Processes that share memory, for {@link Intracomm#splitType}. */
    public static final int TYPE_SHARED = 0;

    /** Processes that use one instance of the hardware that an info key names, for {@link Intracomm#splitType}. New here. */
    public static final int TYPE_HW_GUIDED = 12;

    /** Processes that use one instance of the largest hardware that splits them. New here. */
    public static final int TYPE_HW_UNGUIDED = 13;

    /** As {@link #TYPE_HW_GUIDED}, or processes of the process set that an info key names. New here. */
    public static final int TYPE_RESOURCE_GUIDED = 14;

    private static final String PACKAGE = "mpi.";

    final MpiRank runtime;
    final Attributes<Comm> attributes = new Attributes<>(Attributes.Kind.COMM, this);
    private @Nullable CommCore core;
    /** Null until the program sets one: the two dialects differ in what an error does then. */
    private @Nullable Errhandler errhandler;
    /** The handle whose calls use this communicator: itself, or a window or file. */
    private Object owner = this;

    private String name;
    private @Nullable Info info;
    /** Null for the standard one, which programs without objects need not load. */
    private @Nullable ObjectCodec objectCodec;
    /** The edges of this process in the topology; null before the first operation that needs them. */
    private @Nullable Neighbourhood neighbours;

    private Request making = new Request();
    /** Duplicates that were started here. */
    private int duplicates;
    /** What the communicator belongs to; null: to what begins with Init. */
    private @Nullable Session session;
    /** What {@link #Rank} and {@link #Size} still tell once MPI is finalised; no processes before. */
    private int rankAtEnd;

    private int sizeAtEnd;

    /**
     * A handle.
     *
     * @param core null for a null communicator, and for COMM_WORLD and COMM_SELF before initialisation
     */
    Comm(MpiRank runtime, @Nullable CommCore core, String name) {
        this.runtime = runtime;
        this.name = name;
        setCore(core);
    }

    // ---- properties ----------------------------------------------------------------------------------------------

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
        return new Group(c.worldRanks(), c.world(c.rank()), session);
    }

    /**
     * An error handler that calls a function of the program (MPI_Comm_create_errhandler). The failed call throws afterwards, as
     * under {@code ERRORS_RETURN}; if the function throws, that takes its place.
     *
     * @param function gets the communicator and the error code
     */
    public static Errhandler createErrhandler(ErrhandlerFunction<? super Comm> function) throws MPIException {
        return Errhandler.of(Comm.class, function);
    }

    /**
     * Sets the error handler for calls on this communicator.
     *
     * @param handler one of {@link MPI}, or of {@link #createErrhandler}
     * @throws MPIException of class ERR_ERRHANDLER for a handler of windows or files
     */
    public final void setErrhandler(Errhandler handler) throws MPIException {
        setErrhandler("setErrhandler", handler);
    }

    private void setErrhandler(String method, Errhandler handler) {
        Errhandler given = given(method, ErrorClass.ARG, "the handler", handler);
        if (!given.isFor(owner.getClass())) {
            throw raise(method, new EngineException(ErrorClass.ERRHANDLER, "the handler is " + given));
        }
        errhandler = given;
    }

    /** Sets the error handler of a communicator that is being made. */
    final void handleErrorsBy(Errhandler handler, String method) {
        if (!handler.isFor(getClass())) {
            throw new MPIException(ErrorClass.ERRHANDLER, method + ": the handler is " + handler);
        }
        errhandler = handler;
    }

    /** The error handler of this communicator; initially {@code ERRORS_ARE_FATAL}. */
    public final Errhandler getErrhandler() throws MPIException {
        return errhandler("getErrhandler");
    }

    /**
     * Calls the error handler (MPI_Comm_call_errhandler, section 9.5); returns if that is {@code ERRORS_RETURN}, or a function that
     * returns.
     */
    public void callErrhandler(int errorCode) throws MPIException {
        readable();
        Errhandler handler = getErrhandler();
        handler.call(owner, errorCode);
        if (handler.isFatal()) {
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
        CommCore c = evenRevoked();
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
        runOnAny("setAttr", c -> attributes.set(keyval, value));
    }

    /**
     * The value under a key, or null (MPI_Comm_get_attr). The keys TAG_UB, HOST, IO, WTIME_IS_GLOBAL, LASTUSEDCODE and
     * UNIVERSE_SIZE of {@link MPI} have values on every communicator.
     */
    public final @Nullable Object getAttr(int keyval) throws MPIException {
        return getAttr("getAttr", keyval);
    }

    @Nullable
    Object getAttr(String method, int keyval) {
        return read(method, c -> {
            return switch (keyval) {
                case Predefined.KEY_TAG_UB -> CommCore.TAG_UB;
                case Predefined.KEY_HOST -> CommCore.PROC_NULL;
                case Predefined.KEY_IO -> c.rank();
                case Predefined.KEY_WTIME_IS_GLOBAL -> Boolean.FALSE;
                case Predefined.KEY_APPNUM -> runtime.job().application().number();
                case Predefined.KEY_LASTUSEDCODE -> runtime.lastUsedCode();
                case Predefined.KEY_UNIVERSE_SIZE -> runtime.job().universeSize();
                default -> attributes.get(keyval);
            };
        });
    }

    /** Deletes the value under a key, if there is one (MPI_Comm_delete_attr). Its {@link DeleteAttrFunction} is called before. */
    public final void deleteAttr(int keyval) throws MPIException {
        runOnAny("deleteAttr", c -> attributes.delete(keyval));
    }

    // ---- point to point (chapter 3) ------------------------------------------------------------------------------

    /**
     * Sends, and returns when the buffer may be used again (MPI_Send, section 3.2.1).
     *
     * @param buf primitive array, NIO buffer (its position is ignored) or memory segment
     * @param count elements of the datatype
     * @param type datatype of an element
     * @param dest rank of the receiver, or PROC_NULL
     * @param tag 0 to TAG_UB
     */
    public final void send(@Nullable Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        CommCore c = core();
        if (runtime.isPlain()) {
            try {
                c.send(MessageChecks.send(c, buf, count, type, dest, tag), dest, tag, Sending.STANDARD);
                return;
            } catch (RuntimeException | OutOfMemoryError e) {
                throw raise("send", e);
            }
        }
        message(PointToPoint.SEND).sends(buf, count, type).to(dest, tag).send();
    }

    /** The same for any number of elements (MPI_Send_c). */
    public final void send(@Nullable Object buf, Count count, Datatype type, int dest, int tag) throws MPIException {
        message(PointToPoint.SEND).sends(buf, count, type).to(dest, tag).send();
    }

    // Forms: Count.
    /** Sends, and returns when the receiver has begun to receive (MPI_Ssend, section 3.4). */
    public final void sSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        message(PointToPoint.SSEND).sends(buf, count, type).to(dest, tag).send();
    }

    // Forms: Count.
    /** Sends to a receiver that has posted its receive already (MPI_Rsend, section 3.4). Here as {@link #send}. */
    public final void rSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        message(PointToPoint.RSEND).sends(buf, count, type).to(dest, tag).send();
    }

    /**
     * Gives room to the buffered sends of this communicator (MPI_Comm_attach_buffer), as {@code MPI.attachBuffer} does to those of
     * communicators that have no buffer. {@link #free} detaches it.
     *
     * @param buffer tells how much room there is; {@code MPI.BUFFER_AUTOMATIC} for as much as is needed
     */
    public final void attachBuffer(byte[] buffer) throws MPIException {
        given("attachBuffer", ErrorClass.BUFFER, "the buffer", buffer);
        Object attached = call("attachBuffer", c -> {
            c.engine().bufferedSends().attach(c.buffer(), buffer, false);
            return buffer;
        });
    }

    /**
     * Waits until the communicator's buffered sends have left, and takes their room back (MPI_Comm_detach_buffer).
     *
     * @return what {@link #attachBuffer} was given; null if there is none now
     */
    public final byte @Nullable [] detachBuffer() throws MPIException {
        return call("detachBuffer", c -> c.engine().bufferedSends().detach(c.buffer()));
    }

    /** Waits until all messages that lie in the communicator's buffer have left it (MPI_Comm_flush_buffer). */
    public final void flushBuffer() throws MPIException {
        run("flushBuffer", c -> c.engine().bufferedSends().flush(c.buffer()));
    }

    /** Starts what {@link #flushBuffer} does (MPI_Comm_iflush_buffer). Messages that are sent later do not count. */
    public final Request iFlushBuffer() throws MPIException {
        return call(
                "iFlushBuffer",
                c -> new Request(this, c, c.engine().bufferedSends().startFlush(c.buffer())));
    }

    // Forms: Count.
    /**
     * Sends, out of the buffer attached with {@link #attachBuffer} or {@code MPI.attachBuffer} where the message cannot leave at once, and returns
     * without waiting for the receiver (MPI_Bsend, section 3.4). Messages of up to 65,536 bytes need no attached buffer, since Open
     * MPI sends short ones without.
     *
     * @throws MPIException of class ERR_BUFFER for a longer message where no buffer is attached, and for one that cannot leave at once
     *     and has no room in it
     */
    public final void bSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        message(PointToPoint.BSEND).sends(buf, count, type).to(dest, tag).send();
    }

    /**
     * Receives (MPI_Recv, section 3.2.4).
     *
     * @param count elements that the buffer has room for; a longer message is an error of class ERR_TRUNCATE
     * @param source rank of the sender, or ANY_SOURCE or PROC_NULL
     * @param tag tag of the message, or ANY_TAG
     * @return the source, tag and size of the message
     */
    public final Status recv(@Nullable Object buf, int count, Datatype type, int source, int tag) throws MPIException {
        CommCore c = core();
        if (runtime.isPlain()) {
            try {
                Data data = MessageChecks.recv(c, buf, count, type, source, tag);
                return PointToPointCalls.finish(c, c.receive(data, source, tag), count);
            } catch (RuntimeException | OutOfMemoryError e) {
                throw raise("recv", e);
            }
        }
        return message(PointToPoint.RECV)
                .receives(buf, count, type)
                .from(source, tag)
                .receive();
    }

    /** The same for any number of elements (MPI_Recv_c). */
    public final Status recv(@Nullable Object buf, Count count, Datatype type, int source, int tag)
            throws MPIException {
        return message(PointToPoint.RECV)
                .receives(buf, count, type)
                .from(source, tag)
                .receive();
    }

    // Forms: Count.
    /** Sends and receives at the same time (MPI_Sendrecv, section 3.10). */
    public final Status sendRecv(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        return message(PointToPoint.SENDRECV)
                .sends(sendbuf, sendcount, sendtype)
                .to(dest, sendtag)
                .receives(recvbuf, recvcount, recvtype)
                .from(source, recvtag)
                .receive();
    }

    // Forms: Count.
    /** Sends from a buffer and receives into the same (MPI_Sendrecv_replace, section 3.10). */
    public final Status sendRecvReplace(
            @Nullable Object buf, int count, Datatype type, int dest, int sendtag, int source, int recvtag)
            throws MPIException {
        return message(PointToPoint.SENDRECV_REPLACE)
                .replaces(buf, 0, count, type)
                .to(dest, sendtag)
                .from(source, recvtag)
                .receive();
    }

    // Forms: Count.
    /**
     * Starts a {@link #sendRecv} (MPI_Isendrecv, section 3.10). The request is complete when both are, and its status is the
     * receive's. It cannot be cancelled. New here.
     */
    public final Request iSendRecv(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        return message(PointToPoint.SENDRECV)
                .sends(sendbuf, sendcount, sendtype)
                .to(dest, sendtag)
                .receives(recvbuf, recvcount, recvtype)
                .from(source, recvtag)
                .start();
    }

    // Forms: Count.
    /**
     * Starts a {@link #sendRecvReplace} (MPI_Isendrecv_replace, section 3.10). What is sent is copied by the call. The request
     * is as that of {@link #iSendRecv}. New here.
     */
    public final Request iSendRecvReplace(
            @Nullable Object buf, int count, Datatype type, int dest, int sendtag, int source, int recvtag)
            throws MPIException {
        return message(PointToPoint.SENDRECV_REPLACE)
                .replaces(buf, 0, count, type)
                .to(dest, sendtag)
                .from(source, recvtag)
                .start();
    }

    /** Starts a {@link #send} (MPI_Isend, section 3.7). The buffer must not change until the request is complete. */
    public final Request iSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        CommCore c = core();
        if (runtime.isPlain()) {
            try {
                Data data = MessageChecks.send(c, buf, count, type, dest, tag);
                return new Request(this, c, c.startSend(data, dest, tag, Sending.STANDARD));
            } catch (RuntimeException | OutOfMemoryError e) {
                throw raise("iSend", e);
            }
        }
        return message(PointToPoint.SEND).sends(buf, count, type).to(dest, tag).start();
    }

    /** The same for any number of elements (MPI_Isend_c). */
    public final Request iSend(@Nullable Object buf, Count count, Datatype type, int dest, int tag)
            throws MPIException {
        return message(PointToPoint.SEND).sends(buf, count, type).to(dest, tag).start();
    }

    // Forms: Count.
    /** Starts an {@link #sSend} (MPI_Issend, section 3.7). */
    public final Request isSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return message(PointToPoint.SSEND).sends(buf, count, type).to(dest, tag).start();
    }

    // Forms: Count.
    /** Starts an {@link #rSend} (MPI_Irsend, section 3.7). */
    public final Request irSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return message(PointToPoint.RSEND).sends(buf, count, type).to(dest, tag).start();
    }

    // Forms: Count.
    /** Starts a {@link #bSend} (MPI_Ibsend, section 3.7). The request is complete at once. */
    public final Request ibSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return message(PointToPoint.BSEND).sends(buf, count, type).to(dest, tag).start();
    }

    /** Starts a {@link #recv} (MPI_Irecv, section 3.7). The buffer must not be touched until the request is complete. */
    public final Request iRecv(@Nullable Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        CommCore c = core();
        if (runtime.isPlain()) {
            try {
                Data data = MessageChecks.recv(c, buf, count, type, source, tag);
                return new Request(this, c, c.startReceive(data, source, tag));
            } catch (RuntimeException | OutOfMemoryError e) {
                throw raise("iRecv", e);
            }
        }
        return message(PointToPoint.RECV)
                .receives(buf, count, type)
                .from(source, tag)
                .start();
    }

    /** The same for any number of elements (MPI_Irecv_c). */
    public final Request iRecv(@Nullable Object buf, Count count, Datatype type, int source, int tag)
            throws MPIException {
        return message(PointToPoint.RECV)
                .receives(buf, count, type)
                .from(source, tag)
                .start();
    }

    /**
     * Prepares a partitioned send (MPI_Psend_init, chapter 4). After each {@link Prequest#start} the program says by {@link
     * Prequest#pReady} which partitions may be sent, in any order; a partition arrives while others are not ready whenever both ranks make
     * calls. The operation is complete when all are ready and have left.
     *
     * <p>It is for the first {@link #pRecvInit} of the receiver with this tag, in the order in which both sides prepare. Both may have
     * different numbers of partitions, and different types; the sum of all bytes is the same. Other receives do not see it.
     *
     * @param buf partitions times count elements
     * @param partitions 0 or more
     * @param count elements of each partition
     * @param info without effect
     */
    public final Prequest pSendInit(
            @Nullable Object buf, int partitions, int count, Datatype type, int dest, int tag, Info info)
            throws MPIException {
        return partitionedSend(buf, partitions, count, type, dest, tag, info);
    }

    /** The same for any number of elements in each partition. */
    public final Prequest pSendInit(
            @Nullable Object buf, int partitions, Count count, Datatype type, int dest, int tag, Info info)
            throws MPIException {
        return partitionedSend(buf, partitions, value("pSendInit", count), type, dest, tag, info);
    }

    private Prequest partitionedSend(
            @Nullable Object buf, int partitions, long count, Datatype type, int dest, int tag, Info info) {
        given("pSendInit", Predefined.ERR_INFO, "the info object", info);
        return call("pSendInit", c -> {
            MessageChecks.send(c, null, 0, type, dest, tag);
            Data first = MessageChecks.partitions(c.callData().sent, buf, partitions, count, type, false);
            int peer = dest == CommCore.PROC_NULL ? dest : c.world(dest);
            return partitioned(c, runtime.partitions().send(c.context(), peer, tag, first, partitions));
        });
    }

    /**
     * Prepares a partitioned receive (MPI_Precv_init, chapter 4). {@link Prequest#pArrived} tells which partitions have come. Arguments as
     * those of {@link #pSendInit}; neither {@code source} nor {@code tag} is a wildcard. The status of its wait or test has source and tag,
     * and counts the elements of all partitions.
     */
    public final Prequest pRecvInit(
            @Nullable Object buf, int partitions, int count, Datatype type, int source, int tag, Info info)
            throws MPIException {
        return partitionedReceive(buf, partitions, count, type, source, tag, info);
    }

    /** The same for any number of elements in each partition. */
    public final Prequest pRecvInit(
            @Nullable Object buf, int partitions, Count count, Datatype type, int source, int tag, Info info)
            throws MPIException {
        return partitionedReceive(buf, partitions, value("pRecvInit", count), type, source, tag, info);
    }

    private Prequest partitionedReceive(
            @Nullable Object buf, int partitions, long count, Datatype type, int source, int tag, Info info) {
        given("pRecvInit", Predefined.ERR_INFO, "the info object", info);
        return call("pRecvInit", c -> {
            MessageChecks.exactly(c, source, tag);
            Data first = MessageChecks.partitions(c.callData().received, buf, partitions, count, type, true);
            int peer = source == CommCore.PROC_NULL ? source : c.world(source);
            return partitioned(c, runtime.partitions().receive(c.context(), peer, tag, first, partitions));
        });
    }

    private long value(String method, Count count) {
        return given(method, ErrorClass.COUNT, "the count", count).getCount();
    }

    private Prequest partitioned(CommCore c, PartitionedOperation operation) {
        c.retain();
        return new Prequest(this, c, operation, () -> {
            operation.free();
            c.release();
        });
    }

    // Forms: Count.
    /**
     * A persistent {@link #iSend} (MPI_Send_init, section 3.9). Its {@link Prequest#start} is not complete before a wait or
     * test of the request.
     */
    public final Prequest sendInit(@Nullable Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return message(PointToPoint.SEND).sends(buf, count, type).to(dest, tag).prepare();
    }

    // Forms: Count.
    /** A persistent {@link #isSend} (MPI_Ssend_init, section 3.9). */
    public final Prequest sSendInit(@Nullable Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return message(PointToPoint.SSEND).sends(buf, count, type).to(dest, tag).prepare();
    }

    // Forms: Count.
    /** A persistent {@link #irSend} (MPI_Rsend_init, section 3.9). */
    public final Prequest rSendInit(@Nullable Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return message(PointToPoint.RSEND).sends(buf, count, type).to(dest, tag).prepare();
    }

    // Forms: Count.
    /** A persistent {@link #ibSend} (MPI_Bsend_init, section 3.9). */
    public final Prequest bSendInit(@Nullable Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return message(PointToPoint.BSEND).sends(buf, count, type).to(dest, tag).prepare();
    }

    // Forms: Count.
    /** A persistent {@link #iRecv} (MPI_Recv_init, section 3.9). */
    public final Prequest recvInit(@Nullable Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        return message(PointToPoint.RECV)
                .receives(buf, count, type)
                .from(source, tag)
                .prepare();
    }

    /** The status of a message that could be received now, or null (MPI_Iprobe, section 3.8.1). */
    public final @Nullable Status iProbe(int source, int tag) throws MPIException {
        return message(PointToPoint.IPROBE).from(source, tag).probe();
    }

    /** Waits for a message that could be received (MPI_Probe, section 3.8.1). */
    public final Status probe(int source, int tag) throws MPIException {
        return message(PointToPoint.PROBE).from(source, tag).probe();
    }

    // ---- collective operations that move data (sections 6.3 to 6.8) ----------------------------------------------

    // Forms: i, Init.
    /** Returns when all processes have called it (MPI_Barrier). */
    public final void barrier() throws MPIException {
        collective(Collective.BARRIER).run();
    }

    // Forms: Count, i, Init.
    /** Sends the root's data to all (MPI_Bcast). */
    public final void bcast(@Nullable Object buf, int count, Datatype type, int root) throws MPIException {
        collective(Collective.BCAST).sends(buf, count, type).at(root).run();
    }

    // Forms: Count, i, Init.
    /**
     * Collects equal parts at the root, in the order of ranks (MPI_Gather).
     *
     * @param recvcount elements from each process; the receive arguments matter at the root only
     */
    public final void gather(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            @Nullable Datatype recvtype,
            int root)
            throws MPIException {
        collective(Collective.GATHER)
                .sends(sendbuf, sendcount, sendtype)
                .receivesEach(recvbuf, recvcount, recvtype)
                .at(root)
                .run();
    }

    // Forms: Count, i, Init.
    /**
     * As the other form, with one buffer: the root's own part is in place already in {@code buf}, which receives; at
     * the others {@code buf} is sent.
     *
     * @param count elements from each process
     */
    public final void gather(@Nullable Object buf, int count, Datatype type, int root) throws MPIException {
        collective(Collective.GATHER)
                .sends(buf, count, type)
                .receivesEach(buf, count, type)
                .inPlace()
                .at(root)
                .run();
    }

    // Forms: Count, i, Init.
    /**
     * Collects parts of any length at the root (MPI_Gatherv).
     *
     * @param recvcount elements from each process; the receive arguments matter at the root only
     * @param displs where each part goes, in extents of the receive type
     */
    public final void gatherv(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int @Nullable [] recvcount,
            int @Nullable [] displs,
            @Nullable Datatype recvtype,
            int root)
            throws MPIException {
        collective(Collective.GATHERV)
                .sends(sendbuf, sendcount, sendtype)
                .receivesEach(recvbuf, recvcount, displs, recvtype)
                .at(root)
                .run();
    }

    // Forms: Count, i, Init.
    /** The root's form, whose own part is in place already. */
    public final void gatherv(@Nullable Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        collective(Collective.GATHERV)
                .sendsNothing()
                .receivesEach(recvbuf, recvcount, displs, recvtype)
                .at(root)
                .run();
    }

    // Forms: Count, i, Init.
    /** The form of processes that are not the root. */
    public final void gatherv(@Nullable Object sendbuf, int sendcount, Datatype sendtype, int root)
            throws MPIException {
        collective(Collective.GATHERV)
                .sends(sendbuf, sendcount, sendtype)
                .receivesNothing()
                .at(root)
                .run();
    }

    // Forms: Count, i, Init.
    /**
     * Deals equal parts out from the root, in the order of ranks (MPI_Scatter).
     *
     * @param sendcount elements to each process; the send arguments matter at the root only
     */
    public final void scatter(
            @Nullable Object sendbuf,
            int sendcount,
            @Nullable Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        collective(Collective.SCATTER)
                .sendsEach(sendbuf, sendcount, sendtype)
                .receives(recvbuf, recvcount, recvtype)
                .at(root)
                .run();
    }

    // Forms: Count, i, Init.
    /**
     * As the other form, with one buffer: the root sends from {@code buf} and its own part stays there; at the others
     * {@code buf} receives.
     *
     * @param count elements to each process
     */
    public final void scatter(@Nullable Object buf, int count, Datatype type, int root) throws MPIException {
        collective(Collective.SCATTER)
                .sendsEach(buf, count, type)
                .receives(buf, count, type)
                .inPlace()
                .at(root)
                .run();
    }

    // Forms: Count, i, Init.
    /**
     * Deals parts of any length out from the root (MPI_Scatterv).
     *
     * @param sendcount elements to each process; the send arguments matter at the root only
     * @param displs where each part begins, in extents of the send type
     */
    public final void scatterv(
            @Nullable Object sendbuf,
            int @Nullable [] sendcount,
            int @Nullable [] displs,
            @Nullable Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        collective(Collective.SCATTERV)
                .sendsEach(sendbuf, sendcount, displs, sendtype)
                .receives(recvbuf, recvcount, recvtype)
                .at(root)
                .run();
    }

    // Forms: Count, i, Init.
    /** The root's form, whose own part stays where it is. */
    public final void scatterv(@Nullable Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        collective(Collective.SCATTERV)
                .sendsEach(sendbuf, sendcount, displs, sendtype)
                .receivesNothing()
                .at(root)
                .run();
    }

    // Forms: Count, i, Init.
    /** The form of processes that are not the root. */
    public final void scatterv(@Nullable Object recvbuf, int recvcount, Datatype recvtype, int root)
            throws MPIException {
        collective(Collective.SCATTERV)
                .sendsNothing()
                .receives(recvbuf, recvcount, recvtype)
                .at(root)
                .run();
    }

    // Forms: Count, i, Init.
    /**
     * Collects equal parts at all processes (MPI_Allgather).
     *
     * @param recvcount elements from each process
     */
    public final void allGather(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        collective(Collective.ALLGATHER)
                .sends(sendbuf, sendcount, sendtype)
                .receivesEach(recvbuf, recvcount, recvtype)
                .run();
    }

    // Forms: Count, i, Init.
    /** In place: this process's part is in {@code buf} already. */
    public final void allGather(@Nullable Object buf, int count, Datatype type) throws MPIException {
        collective(Collective.ALLGATHER)
                .receivesEach(buf, count, type)
                .inPlace()
                .run();
    }

    // Forms: Count, i, Init.
    /**
     * Collects parts of any length at all processes (MPI_Allgatherv).
     *
     * @param recvcount elements from each process
     * @param displs where each part goes, in extents of the receive type
     */
    public final void allGatherv(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        collective(Collective.ALLGATHERV)
                .sends(sendbuf, sendcount, sendtype)
                .receivesEach(recvbuf, recvcount, displs, recvtype)
                .run();
    }

    // Forms: Count, i, Init.
    /** In place: this process's part is in {@code recvbuf} already. */
    public final void allGatherv(@Nullable Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
            throws MPIException {
        collective(Collective.ALLGATHERV)
                .receivesEach(recvbuf, recvcount, displs, recvtype)
                .inPlace()
                .run();
    }

    // Forms: Count, i, Init.
    /**
     * Sends a part to each process and receives one from each (MPI_Alltoall).
     *
     * @param sendcount elements to each process
     * @param recvcount elements from each process
     */
    public final void allToAll(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        collective(Collective.ALLTOALL)
                .sendsEach(sendbuf, sendcount, sendtype)
                .receivesEach(recvbuf, recvcount, recvtype)
                .run();
    }

    // Forms: Count, i, Init.
    /** In place: the received parts replace those of {@code buf}, which are sent (MPI 4.1 section 6.8, MPI_IN_PLACE). */
    public final void allToAll(@Nullable Object buf, int count, Datatype type) throws MPIException {
        collective(Collective.ALLTOALL).receivesEach(buf, count, type).inPlace().run();
    }

    // Forms: Count, i, Init.
    /**
     * Sends a part of any length to each process and receives one from each (MPI_Alltoallv).
     *
     * @param sdispls where each part to send begins, in extents of the send type
     * @param rdispls where each received part goes, in extents of the receive type
     */
    public final void allToAllv(
            @Nullable Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        collective(Collective.ALLTOALLV)
                .sendsEach(sendbuf, sendcount, sdispls, sendtype)
                .receivesEach(recvbuf, recvcount, rdispls, recvtype)
                .run();
    }

    // Forms: Count, i, Init.
    /**
     * In place: the received parts replace those of {@code buf}, which are sent. Any two processes send each other parts of
     * the same length.
     */
    public final void allToAllv(@Nullable Object buf, int[] counts, int[] displs, Datatype type) throws MPIException {
        collective(Collective.ALLTOALLV)
                .receivesEach(buf, counts, displs, type)
                .inPlace()
                .run();
    }

    // Forms: Count, i, Init.
    /**
     * Sends a part of any length and type to each process and receives one from each (MPI_Alltoallw).
     *
     * @param sdispls where each part to send begins, in bytes
     * @param rdispls where each received part goes, in bytes
     */
    public final void allToAllw(
            @Nullable Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype[] sendtypes,
            @Nullable Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype[] recvtypes)
            throws MPIException {
        collective(Collective.ALLTOALLW)
                .sendsEach(sendbuf, sendcount, sdispls, sendtypes)
                .receivesEach(recvbuf, recvcount, rdispls, recvtypes)
                .run();
    }

    // Forms: Count, i, Init.
    /**
     * In place: the received parts replace those of {@code buf}, which are sent. Any two processes send each other parts of
     * the same length and type.
     *
     * @param displs where each part lies, in bytes
     */
    public final void allToAllw(@Nullable Object buf, int[] counts, int[] displs, Datatype[] types)
            throws MPIException {
        collective(Collective.ALLTOALLW)
                .receivesEach(buf, counts, displs, types)
                .inPlace()
                .run();
    }

    // ---- reductions (sections 6.9 to 6.11) -----------------------------------------------------------------------

    // Forms: Count, i, Init.
    /**
     * Combines a value of each process at the root (MPI_Reduce).
     *
     * @param sendbuf this process's operands
     * @param recvbuf the results; matters at the root only
     * @param count number of elements, each reduced separately
     */
    public final void reduce(
            @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        collective(Collective.REDUCE)
                .reduces(sendbuf, recvbuf, count, type, op)
                .at(root)
                .run();
    }

    // Forms: Count, i, Init.
    /** As the other form; the root's operands are in {@code buf}, and are replaced by the results (MPI_IN_PLACE). */
    public final void reduce(@Nullable Object buf, int count, Datatype type, Op op, int root) throws MPIException {
        collective(Collective.REDUCE)
                .reduces(buf, buf, count, type, op)
                .inPlace()
                .at(root)
                .run();
    }

    // Forms: Count, i, Init.
    /** Combines a value of each process, for all (MPI_Allreduce). */
    public final void allReduce(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        collective(Collective.ALLREDUCE)
                .reduces(sendbuf, recvbuf, count, type, op)
                .run();
    }

    // Forms: Count, i, Init.
    /** In place: the results replace the operands. */
    public final void allReduce(@Nullable Object buf, int count, Datatype type, Op op) throws MPIException {
        collective(Collective.ALLREDUCE).reduces(buf, buf, count, type, op).run();
    }

    // Forms: Count, i, Init.
    /**
     * Combines values of each process, and gives each process a part of the results (MPI_Reduce_scatter).
     *
     * @param counts number of elements that each process gets; the operands are their sum
     */
    public final void reduceScatter(
            @Nullable Object sendbuf, @Nullable Object recvbuf, int[] counts, Datatype type, Op op)
            throws MPIException {
        collective(Collective.REDUCE_SCATTER)
                .reducesEach(sendbuf, recvbuf, counts, type, op)
                .run();
    }

    // Forms: Count, i, Init.
    /** In place: the results are at the beginning of the operands' buffer. */
    public final void reduceScatter(@Nullable Object buf, int[] counts, Datatype type, Op op) throws MPIException {
        collective(Collective.REDUCE_SCATTER)
                .reducesEach(buf, buf, counts, type, op)
                .run();
    }

    // Forms: Count, i, Init.
    /**
     * Combines values of each process, and gives each process an equal part of the results (MPI_Reduce_scatter_block).
     *
     * @param count number of elements that each process gets
     */
    public final void reduceScatterBlock(
            @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        collective(Collective.REDUCE_SCATTER_BLOCK)
                .reducesEach(sendbuf, recvbuf, count, type, op)
                .run();
    }

    // Forms: Count, i, Init.
    /** In place: the results are at the beginning of the operands' buffer. */
    public final void reduceScatterBlock(@Nullable Object buf, int count, Datatype type, Op op) throws MPIException {
        collective(Collective.REDUCE_SCATTER_BLOCK)
                .reducesEach(buf, buf, count, type, op)
                .run();
    }

    // ---- operations among neighbours in a topology (sections 8.6 to 8.8) -----------------------------------------

    /** The topology; null without one. */
    @Nullable
    ProcessTopology topology() {
        return null;
    }

    /** The edges of this process in the topology; an error without one. */
    final Neighbourhood neighbours() {
        Neighbourhood found = neighbours;
        if (found == null) {
            ProcessTopology topology = topology();
            if (topology == null) {
                throw new EngineException(
                        ErrorClass.TOPOLOGY,
                        "the communicator has no topology; expected one of createCart, createGraph, createDistGraph or"
                                + " createDistGraphAdjacent");
            }
            found = topology.neighbours(core().rank());
            neighbours = found;
        }
        return found;
    }

    // Forms: Count, i, Init.
    /**
     * Sends one block to all neighbours and receives one from each (MPI_Neighbor_allgather).
     *
     * @param recvcount elements from each neighbour
     */
    public final void neighborAllGather(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        collective(Collective.NEIGHBOR_ALLGATHER)
                .sends(sendbuf, sendcount, sendtype)
                .receivesEach(recvbuf, recvcount, recvtype)
                .run();
    }

    // Forms: Count, i, Init.
    /**
     * Sends one block to all neighbours and receives one of any length from each (MPI_Neighbor_allgatherv).
     *
     * @param recvcount elements from each neighbour
     * @param displs where each block goes, in extents of the receive type
     */
    public final void neighborAllGatherv(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        collective(Collective.NEIGHBOR_ALLGATHERV)
                .sends(sendbuf, sendcount, sendtype)
                .receivesEach(recvbuf, recvcount, displs, recvtype)
                .run();
    }

    // Forms: Count, i, Init.
    /**
     * Sends a block to each neighbour and receives one from each (MPI_Neighbor_alltoall).
     *
     * @param sendcount elements to each neighbour
     * @param recvcount elements from each neighbour
     */
    public final void neighborAllToAll(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        collective(Collective.NEIGHBOR_ALLTOALL)
                .sendsEach(sendbuf, sendcount, sendtype)
                .receivesEach(recvbuf, recvcount, recvtype)
                .run();
    }

    // Forms: Count, i, Init.
    /**
     * Sends a block of any length to each neighbour and receives one from each (MPI_Neighbor_alltoallv).
     *
     * @param sdispls where each block to send begins, in extents of the send type
     * @param rdispls where each received block goes, in extents of the receive type
     */
    public final void neighborAllToAllv(
            @Nullable Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        collective(Collective.NEIGHBOR_ALLTOALLV)
                .sendsEach(sendbuf, sendcount, sdispls, sendtype)
                .receivesEach(recvbuf, recvcount, rdispls, recvtype)
                .run();
    }

    // Forms: Count, i, Init.
    /**
     * Sends a block of any length and type to each neighbour and receives one from each (MPI_Neighbor_alltoallw).
     *
     * @param sdispls where each block to send begins, in bytes
     * @param rdispls where each received block goes, in bytes
     */
    public final void neighborAllToAllw(
            @Nullable Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype[] sendtypes,
            @Nullable Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype[] recvtypes)
            throws MPIException {
        collective(Collective.NEIGHBOR_ALLTOALLW)
                .sendsEach(sendbuf, sendcount, sdispls, sendtypes)
                .receivesEach(recvbuf, recvcount, rdispls, recvtypes)
                .run();
    }

    // ---- objects -------------------------------------------------------------------------------------------------

    /**
     * Says how objects become messages, and what a received object may consist of. Communicators that are made of this one
     * later take it over, as they do the error handler.
     */
    public final void setObjectCodec(ObjectCodec codec) throws MPIException {
        core();
        objectCodec = ValueChecks.notNull(codec, ErrorClass.ARG, "Comm.setObjectCodec: the codec");
    }

    /** How objects become messages; at first {@link ObjectCodec#serialization()}. */
    public final ObjectCodec getObjectCodec() throws MPIException {
        readable();
        return objectCodec();
    }

    /**
     * Sends an object, and returns when it may be changed again.
     *
     * @param object null, too
     * @param dest rank of the receiver, or PROC_NULL
     * @param tag 0 to TAG_UB
     */
    public final void sendObject(@Nullable Object object, int dest, int tag) throws MPIException {
        byte[] bytes = ObjectCalls.bytesFor(this, "sendObject", object, dest, tag);
        send(bytes, bytes.length, Predefined.BYTE, dest, tag);
    }

    /** Starts a {@link #sendObject}. The object may be changed at once: its bytes are sent. */
    public final Request iSendObject(@Nullable Object object, int dest, int tag) throws MPIException {
        byte[] bytes = ObjectCalls.bytesFor(this, "iSendObject", object, dest, tag);
        return iSend(bytes, bytes.length, Predefined.BYTE, dest, tag);
    }

    /**
     * Sends an object out of the attached buffer where it cannot leave at once, as {@link #bSend} does. Where one is attached, it needs
     * room for the object's bytes, and {@code MPI.BSEND_OVERHEAD}.
     */
    public final void bSendObject(@Nullable Object object, int dest, int tag) throws MPIException {
        byte[] bytes = ObjectCalls.bytesFor(this, "bSendObject", object, dest, tag);
        bSend(bytes, bytes.length, Predefined.BYTE, dest, tag);
    }

    /** Starts a {@link #bSendObject}. The request is complete at once. */
    public final Request ibSendObject(@Nullable Object object, int dest, int tag) throws MPIException {
        byte[] bytes = ObjectCalls.bytesFor(this, "ibSendObject", object, dest, tag);
        return ibSend(bytes, bytes.length, Predefined.BYTE, dest, tag);
    }

    /**
     * A persistent {@link #iSendObject}. Each start sends the object as it is then, and reports what makes it unfit to be sent. The
     * object may be changed between a start and the end of the operation.
     */
    public final Prequest sendObjectInit(@Nullable Object object, int dest, int tag) throws MPIException {
        CommCore c = core();
        return ObjectCalls.init(
                this,
                "sendObjectInit",
                object,
                dest,
                tag,
                (request, data) -> request.begin(c.startSend(data, dest, tag, Sending.STANDARD)));
    }

    /** A persistent {@link #ibSendObject}, with starts as those of {@link #sendObjectInit}. */
    public final Prequest bSendObjectInit(@Nullable Object object, int dest, int tag) throws MPIException {
        CommCore c = core();
        return ObjectCalls.init(this, "bSendObjectInit", object, dest, tag, (request, data) -> {
            c.bufferedSend(data, dest, tag);
            request.begin(c.startSend(data, CommCore.PROC_NULL, 0, Sending.STANDARD));
        });
    }

    /**
     * Starts a {@link #recvObject}. It matches in the order in which receives are posted, and needs no size: the message that
     * matches decides how much memory is allocated. The object is made of its bytes by {@link ObjectRequest#getObject}.
     */
    public final <T> ObjectRequest<T> iRecvObject(Class<T> type, int source, int tag) throws MPIException {
        CommCore c = core();
        try {
            ObjectCalls.check(type);
            MessageChecks.probe(c, source, tag);
            return new ObjectRequest<>(this, c, c.startReceiveOfAnyLength(source, tag), type);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("iRecvObject", e);
        }
    }

    /**
     * Receives an object. {@link Message#mProbe} with {@link Message#mRecvObject} also tells who sent it.
     *
     * @param type class or interface of the object
     * @param source rank of the sender, or ANY_SOURCE or PROC_NULL
     * @param tag tag of the message, or ANY_TAG
     * @return the object; null if that was sent, and from PROC_NULL
     */
    public final <T> @Nullable T recvObject(Class<T> type, int source, int tag) throws MPIException {
        CommCore c = core();
        try {
            ObjectCalls.check(type);
            MessageChecks.probe(c, source, tag);
        } catch (RuntimeException e) {
            throw raise("recvObject", e);
        }
        Message message = new Message();
        message.mProbe(source, tag, this);
        return message.receiveObject("recvObject", type);
    }

    // ---- duplicates, comparison, end; packed data ----------------------------------------------------------------

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

    /**
     * Starts a {@link #dupWithInfo} (MPI_Comm_idup_with_info). The new communicator is null until its {@link #getRequest request} is
     * complete.
     *
     * @param info hints of the new communicator, as they are now
     */
    public Comm iDupWithInfo(Info info) throws MPIException {
        Info hints = hints("iDupWithInfo", info);
        Comm copy = iDup();
        copy.setHints(hints);
        return copy;
    }

    /** The request of the {@link #iDup} or {@link #iDupWithInfo} that makes this communicator; a null request if no such call did. */
    public final Request getRequest() {
        return making;
    }

    /** Starts to make a null communicator a duplicate of this one. */
    final <C extends Comm> C startDup(C copy) {
        return call("iDup", c -> {
            RuntimeException refusal = inheritOrFail(copy);
            Consumer<CommCore> use = refusal == null ? copy::setCore : runtime.contexts()::releaseLater;
            Background agreement = runtime.contexts().begin(c, ++duplicates, use);
            Comm made = copy;
            made.making = new Request(this, c, agreement);
            // After a refusal, too: the other processes wait for this one.
            c.start(agreement);
            if (refusal != null) {
                throw refusal;
            }
            return copy;
        });
    }

    /** Makes a duplicate out of its engine's communicator; where the copy of an attribute fails, it is released. */
    final <C extends Comm> C duplicate(Function<CommCore, C> make) {
        return call("dup", c -> {
            C copy = make.apply(runtime.contexts().duplicate(c));
            RuntimeException refusal = inheritOrFail(copy);
            if (refusal != null) {
                Comm made = copy;
                CommCore unused = made.core();
                made.setCore(null);
                runtime.contexts().release(unused);
                throw refusal;
            }
            return copy;
        });
    }

    private @Nullable RuntimeException inheritOrFail(Comm copy) {
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

    /** The same processes under a new context, for the library's own use. */
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
        return createIntercomm("createIntercomm", localComm, localLeader, remoteLeader, tag);
    }

    private Intercomm createIntercomm(String method, Comm localComm, int localLeader, int remoteLeader, int tag) {
        ValueChecks.notNull(localComm, ErrorClass.COMM, "Comm." + method + ": localComm");
        // Where it is revoked, the other group hears of that, which waits for this one.
        return localComm.callOnAny(method, local -> {
            CommCore core = new IntercommMaker(runtime, local, localLeader).make(this, remoteLeader, tag);
            Intercomm made = new Intercomm(runtime, core);
            made.inheritSettings(localComm);
            return made;
        });
    }

    /** As {@link #dup}, with other hints, none where {@code MPI.INFO_NULL} is given (MPI_Comm_dup_with_info). */
    public Comm dupWithInfo(Info info) throws MPIException {
        Info hints = hints("dupWithInfo", info);
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
        ValueChecks.notNull(comm1, ErrorClass.COMM, "Comm.compare: the first communicator");
        ValueChecks.notNull(comm2, ErrorClass.COMM, "Comm.compare: the second communicator");
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
        free("free");
    }

    private void free(String method) {
        runOnAny(method, c -> {
            runtime.checkMayBeFreed(this);
            attributes.clear();
            RuntimeException parted = c.collectives().leftCalls();
            runtime.contexts().release(c);
            // Before the handle is null, so that the error tells the rank.
            RuntimeException failure = parted == null ? null : raise(method, parted);
            setCore(null);
            if (failure != null) {
                throw failure;
            }
        });
    }

    /**
     * As {@link #free}; communication must be complete (MPI_Comm_disconnect, section 11.10.4). Jobs that no communicator connects any more
     * are independent of each other: the failure of one does not end the other, and {@code Finalize} does not wait for it. Waits for all
     * processes of the communicator, which disconnect it too: for one that frees it instead, for ever. Where the job survives deaths, it
     * waits for those that live, and succeeds.
     */
    public final void disconnect() throws MPIException {
        if (!isNull() && core().membership().survives()) {
            // What it fails for are the dead, who need not be waited for.
            runOnAny("disconnect", c -> {
                c.await(c.startAgreement(new int[1]));
                c.membership().part();
            });
        } else {
            barrier();
        }
        free();
        runtime.disconnected();
    }

    /** Frees the communicator if that has not happened yet; COMM_WORLD and COMM_SELF stay as they are. */
    @Override
    public void close() {
        if (!isNull() && !runtime.isPredefined(this)) {
            free();
        }
    }

    // ---- failed processes (ULFM) -----------------------------------------------------------------------------------

    /**
     * Ends communication on this communicator at all its processes (ULFM's MPIX_Comm_revoke). Calls that wait, and all later ones
     * but {@link #agree}, {@link #shrink}, {@link #getFailed}, {@link #ackFailed} and {@link #free}, fail there with ERR_REVOKED once the
     * word has come, and no message is delivered any more. No collective call: one process is enough, and it waits for none.
     */
    public final void revoke() throws MPIException {
        runOnAny("revoke", c -> c.membership().revoke());
    }

    /** True once this process has heard that the communicator is revoked (ULFM's MPIX_Comm_is_revoked). */
    public final boolean isRevoked() throws MPIException {
        return callOnAny("isRevoked", c -> {
            // A loop that asks hears of it.
            int ignored = c.progress();
            return c.membership().isRevoked();
        });
    }

    /**
     * The processes of this communicator that have failed as far as this process knows, of an intercommunicator those of both groups
     * (ULFM's MPIX_Comm_get_failed). In the order in which it has heard of them, so that later calls only add some. Empty in a job that
     * ends with the first process that fails, as one without {@code mpirun --with-ft}.
     */
    public final Group getFailed() throws MPIException {
        return callOnAny("getFailed", c -> {
            int ignored = c.progress();
            return new Group(c.membership().failed(), c.engine().worldRank(), session);
        });
    }

    /**
     * Acknowledges the first failures of {@link #getFailed} (ULFM's MPIX_Comm_ack_failed). If all are, receives from {@code ANY_SOURCE}
     * wait for the others again; {@link #agree} succeeds if all processes have acknowledged the same.
     *
     * @param number how many; those that were acknowledged before stay so
     * @return how many are acknowledged now
     * @throws MPIException of class ERR_ARG for a negative number
     */
    public final int ackFailed(int number) throws MPIException {
        return callOnAny("ackFailed", c -> {
            if (number < 0) {
                throw new EngineException(ErrorClass.ARG, "the number is " + number + "; expected 0 or more");
            }
            return c.membership().acknowledge(number);
        });
    }

    /**
     * Agrees on the bitwise and of all processes' flags, of an intercommunicator those of the other group (ULFM's MPIX_Comm_agree).
     * All processes that live call it. It ends at all of them, whoever fails meanwhile, and with the same flag and error; it works on
     * revoked communicators.
     *
     * @param flag its first element is contributed and replaced, also where the call throws
     * @throws MPIException of class ERR_PROC_FAILED, at all processes, if some have failed and not all others have {@linkplain
     *     #ackFailed acknowledged} that
     */
    public final void agree(int[] flag) throws MPIException {
        runOnAny("agree", c -> c.awaitAgreement(c.startAgreement(flag)));
    }

    /**
     * Starts an {@link #agree} (ULFM's MPIX_Comm_iagree). Agreements on a communicator are begun in the same order at all processes.
     *
     * @param flag must not be touched until the request is complete
     */
    public final Request iAgree(int[] flag) throws MPIException {
        return callOnAny("iAgree", c -> new Request(this, c, c.startAgreement(flag)));
    }

    /**
     * A communicator of the processes that have not failed, in the same order, with contexts of its own (ULFM's MPIX_Comm_shrink). All
     * processes that live call it. They agree on who has failed, and it succeeds whoever fails meanwhile: such a one may be in
     * the new communicator. It works on revoked communicators. The error handler is inherited; attributes, hints and a topology are
     * not.
     *
     * @throws MPIException of class ERR_PROC_FAILED if all processes of an intercommunicator's other group have failed
     */
    public Comm shrink() throws MPIException {
        throw new UnsupportedOperationException(getClass() + " cannot be shrunk");
    }

    /** Starts a {@link #shrink} (ULFM's MPIX_Comm_ishrink). The new communicator is null until its {@link #getRequest request} is complete. */
    public Comm iShrink() throws MPIException {
        throw new UnsupportedOperationException(getClass() + " cannot be shrunk");
    }

    /** Makes a null communicator one of those that have not failed. */
    final <C extends Comm> C shrinkInto(C shrunk) {
        return callOnAny("shrink", c -> {
            c.awaitAgreement(startShrink(c, shrunk));
            return shrunk;
        });
    }

    /** Starts to do the same. */
    final <C extends Comm> C startShrinkInto(C shrunk) {
        return callOnAny("iShrink", c -> {
            Comm made = shrunk;
            made.making = new Request(this, c, startShrink(c, shrunk));
            return shrunk;
        });
    }

    private Background startShrink(CommCore c, Comm shrunk) {
        shrunk.inheritSettings(this);
        Background agreement = runtime.contexts().shrink(c, ++duplicates, shrunk::setCore);
        c.start(agreement);
        return agreement;
    }

    // ---- topology, keys and packed data ----------------------------------------------------------------------------

    /** {@code MPI.CART}, {@code MPI.GRAPH} or {@code MPI.DIST_GRAPH}; {@code MPI.UNDEFINED} without topology (MPI_Topo_test). */
    public final int getTopology() throws MPIException {
        readable();
        ProcessTopology topology = topology();
        if (topology == null) {
            return Predefined.UNDEFINED;
        } else if (topology instanceof Cartesian) {
            return Predefined.CART;
        }
        return topology instanceof Graph ? Predefined.GRAPH : Predefined.DIST_GRAPH;
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
    public final int pack(@Nullable Object inbuf, int incount, Datatype type, byte[] outbuf, int position)
            throws MPIException {
        return (int) packInto(inbuf, incount, type, outbuf, outbuf == null ? 0 : outbuf.length, position);
    }

    /** The same into a memory segment. New here. */
    public final long pack(@Nullable Object inbuf, int incount, Datatype type, MemorySegment outbuf, long position)
            throws MPIException {
        return packInto(inbuf, incount, type, outbuf, outbuf == null ? 0 : outbuf.byteSize(), position);
    }

    /** The same for any number of elements (MPI_Pack_c). */
    public final long pack(@Nullable Object inbuf, Count incount, Datatype type, MemorySegment outbuf, long position)
            throws MPIException {
        long capacity = outbuf == null ? 0 : outbuf.byteSize();
        return packInto(inbuf, number("pack", "incount", incount), type, outbuf, capacity, position);
    }

    private long number(String method, String argument, Count count) {
        try {
            return Count.value(argument, count);
        } catch (EngineException e) {
            throw raise(method, e);
        }
    }

    private long packInto(
            @Nullable Object inbuf,
            long incount,
            Datatype type,
            @Nullable Object outbuf,
            long capacity,
            long position) {
        return call(
                "pack",
                c -> LocalCalls.pack(
                        MessageChecks.data(new Data(), inbuf, incount, type, false), outbuf, capacity, position));
    }

    /**
     * Copies data out of a byte array that {@link #pack} filled (MPI_Unpack).
     *
     * @param position where in {@code inbuf} to begin
     * @return the position after the data
     */
    public final int unpack(byte[] inbuf, int position, @Nullable Object outbuf, int outcount, Datatype type)
            throws MPIException {
        return (int) unpackFrom(inbuf, inbuf == null ? 0 : inbuf.length, position, outbuf, outcount, type);
    }

    /** The same out of a memory segment. New here. */
    public final long unpack(MemorySegment inbuf, long position, @Nullable Object outbuf, int outcount, Datatype type)
            throws MPIException {
        return unpackFrom(inbuf, inbuf == null ? 0 : inbuf.byteSize(), position, outbuf, outcount, type);
    }

    /** The same for any number of elements (MPI_Unpack_c). */
    public final long unpack(MemorySegment inbuf, long position, @Nullable Object outbuf, Count outcount, Datatype type)
            throws MPIException {
        long capacity = inbuf == null ? 0 : inbuf.byteSize();
        return unpackFrom(inbuf, capacity, position, outbuf, number("unpack", "outcount", outcount), type);
    }

    private long unpackFrom(
            @Nullable Object inbuf,
            long capacity,
            long position,
            @Nullable Object outbuf,
            long outcount,
            Datatype type) {
        return call(
                "unpack",
                c -> LocalCalls.unpack(
                        inbuf, capacity, position, MessageChecks.data(new Data(), outbuf, outcount, type, true)));
    }

    /** Bytes that {@link #pack} needs at most (MPI_Pack_size). */
    public final int packSize(int incount, Datatype type) throws MPIException {
        return packSize("packSize", incount, type);
    }

    /** The same for any number of elements (MPI_Pack_size_c). */
    public final Count packSize(Count incount, Datatype type) throws MPIException {
        long number = number("packSize", "incount", incount);
        return new Count(read("packSize", c -> LocalCalls.packedBytes(number, type)));
    }

    private int packSize(String method, int incount, Datatype type) {
        return read(method, c -> {
            long bytes = LocalCalls.packedBytes(incount, type);
            if (bytes > Integer.MAX_VALUE) {
                throw new EngineException(
                        ErrorClass.COUNT, "packed data are " + bytes + " bytes; expected no more than a byte[] holds");
            }
            return (int) bytes;
        });
    }

    /**
     * Combines two buffers here: {@code inOut[i] = in[i] op inOut[i]} (MPI_Reduce_local). Errors are thrown, whatever
     * the error handlers say.
     */
    public static void reduceLocal(@Nullable Object inBuf, @Nullable Object inOutBuf, int count, Datatype type, Op op)
            throws MPIException {
        LocalCalls.combine(inBuf, inOutBuf, count, type, op);
    }

    /** The same for any number of elements (MPI_Reduce_local_c). */
    public static void reduceLocal(@Nullable Object inBuf, @Nullable Object inOutBuf, Count count, Datatype type, Op op)
            throws MPIException {
        long number;
        try {
            number = Count.value("count", count);
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "Comm.reduceLocal: " + e.getMessage(), e);
        }
        LocalCalls.combine(inBuf, inOutBuf, number, type, op);
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + " " + place() + (isNull() ? " (null)" : "");
    }

    // ---- mpiJava 1.2: point to point (its sections 3.2 to 3.10) --------------------------------------------------

    /**
     * As {@link #send}, from some element of an array on; of objects, too. Errors of this method and the others of mpiJava 1.2 are
     * thrown where the program has set no error handler.
     *
     * @param buf array of primitive values, or of serializable objects for OBJECT and types made of it
     * @param offset index of the first element
     * @param count elements of the datatype
     */
    public final void Send(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        CommCore c = core();
        if (runtime.isPlain() && !Datatype.isOfObjects(datatype)) {
            try {
                c.send(MessageChecks.send(c, buf, offset, count, datatype, dest, tag), dest, tag, Sending.STANDARD);
                return;
            } catch (RuntimeException | OutOfMemoryError e) {
                throw raise("Send", e);
            }
        }
        message(PointToPoint.SEND, "Send")
                .sends(buf, offset, count, datatype)
                .to(dest, tag)
                .send();
    }

    /** As {@link #bSend}, with arguments as those of {@link #Send}. */
    public final void Bsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        message(PointToPoint.BSEND, "Bsend")
                .sends(buf, offset, count, datatype)
                .to(dest, tag)
                .send();
    }

    /** As {@link #sSend}, with arguments as those of {@link #Send}. */
    public final void Ssend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        message(PointToPoint.SSEND, "Ssend")
                .sends(buf, offset, count, datatype)
                .to(dest, tag)
                .send();
    }

    /** As {@link #rSend}, with arguments as those of {@link #Send}. */
    public final void Rsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        message(PointToPoint.RSEND, "Rsend")
                .sends(buf, offset, count, datatype)
                .to(dest, tag)
                .send();
    }

    /** As {@link #recv}, into an array from some element on; of objects, too. */
    public final Status Recv(@Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException {
        CommCore c = core();
        if (runtime.isPlain() && !Datatype.isOfObjects(datatype)) {
            try {
                Data data = MessageChecks.recv(c, buf, offset, count, datatype, source, tag);
                return PointToPointCalls.finish(c, c.receive(data, source, tag), count);
            } catch (RuntimeException | OutOfMemoryError e) {
                throw raise("Recv", e);
            }
        }
        return message(PointToPoint.RECV, "Recv")
                .receives(buf, offset, count, datatype)
                .from(source, tag)
                .receive();
    }

    /** As {@link #iSend}, with arguments as those of {@link #Send}. */
    public final Request Isend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        CommCore c = core();
        if (runtime.isPlain() && !Datatype.isOfObjects(datatype)) {
            try {
                Data data = MessageChecks.send(c, buf, offset, count, datatype, dest, tag);
                return new Request(this, c, c.startSend(data, dest, tag, Sending.STANDARD));
            } catch (RuntimeException | OutOfMemoryError e) {
                throw raise("Isend", e);
            }
        }
        return message(PointToPoint.SEND, "Isend")
                .sends(buf, offset, count, datatype)
                .to(dest, tag)
                .start();
    }

    /** As {@link #ibSend}, with arguments as those of {@link #Send}. */
    public final Request Ibsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return message(PointToPoint.BSEND, "Ibsend")
                .sends(buf, offset, count, datatype)
                .to(dest, tag)
                .start();
    }

    /** As {@link #isSend}, with arguments as those of {@link #Send}. */
    public final Request Issend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return message(PointToPoint.SSEND, "Issend")
                .sends(buf, offset, count, datatype)
                .to(dest, tag)
                .start();
    }

    /** As {@link #irSend}, with arguments as those of {@link #Send}. */
    public final Request Irsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return message(PointToPoint.RSEND, "Irsend")
                .sends(buf, offset, count, datatype)
                .to(dest, tag)
                .start();
    }

    /** As {@link #iRecv}, with arguments as those of {@link #Recv}. */
    public final Request Irecv(@Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException {
        CommCore c = core();
        if (runtime.isPlain() && !Datatype.isOfObjects(datatype)) {
            try {
                Data data = MessageChecks.recv(c, buf, offset, count, datatype, source, tag);
                return new Request(this, c, c.startReceive(data, source, tag));
            } catch (RuntimeException | OutOfMemoryError e) {
                throw raise("Irecv", e);
            }
        }
        return message(PointToPoint.RECV, "Irecv")
                .receives(buf, offset, count, datatype)
                .from(source, tag)
                .start();
    }

    /** The same as {@link #iProbe}. */
    public final @Nullable Status Iprobe(int source, int tag) throws MPIException {
        return message(PointToPoint.IPROBE, "Iprobe").from(source, tag).probe();
    }

    /** The same as {@link #probe}. */
    public final Status Probe(int source, int tag) throws MPIException {
        return message(PointToPoint.PROBE, "Probe").from(source, tag).probe();
    }

    /** As {@link #sendInit}, with arguments as those of {@link #Send}; objects are sent as they are at each start. */
    public final Prequest Send_init(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return message(PointToPoint.SEND, "Send_init")
                .sends(buf, offset, count, datatype)
                .to(dest, tag)
                .prepare();
    }

    /** As {@link #bSendInit}, with arguments as those of {@link #Send_init}. */
    public final Prequest Bsend_init(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return message(PointToPoint.BSEND, "Bsend_init")
                .sends(buf, offset, count, datatype)
                .to(dest, tag)
                .prepare();
    }

    /** As {@link #sSendInit}, with arguments as those of {@link #Send_init}. */
    public final Prequest Ssend_init(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return message(PointToPoint.SSEND, "Ssend_init")
                .sends(buf, offset, count, datatype)
                .to(dest, tag)
                .prepare();
    }

    /** As {@link #rSendInit}, with arguments as those of {@link #Send_init}. */
    public final Prequest Rsend_init(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return message(PointToPoint.RSEND, "Rsend_init")
                .sends(buf, offset, count, datatype)
                .to(dest, tag)
                .prepare();
    }

    /** As {@link #recvInit}, with arguments as those of {@link #Recv}. */
    public final Prequest Recv_init(@Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException {
        return message(PointToPoint.RECV, "Recv_init")
                .receives(buf, offset, count, datatype)
                .from(source, tag)
                .prepare();
    }

    /** As {@link #sendRecv}, from and to some elements of arrays; of objects, too. Both may be parts of one array. */
    public final Status Sendrecv(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        return message(PointToPoint.SENDRECV, "Sendrecv")
                .sends(sendbuf, sendoffset, sendcount, sendtype)
                .to(dest, sendtag)
                .receives(recvbuf, recvoffset, recvcount, recvtype)
                .from(source, recvtag)
                .receive();
    }

    /** As {@link #sendRecvReplace}, of an array from some element on; of objects, too. */
    public final Status Sendrecv_replace(
            @Nullable Object buf,
            int offset,
            int count,
            Datatype datatype,
            int dest,
            int sendtag,
            int source,
            int recvtag)
            throws MPIException {
        return message(PointToPoint.SENDRECV_REPLACE, "Sendrecv_replace")
                .replaces(buf, offset, count, datatype)
                .to(dest, sendtag)
                .from(source, recvtag)
                .receive();
    }

    // ---- mpiJava 1.2: packed data and communicators (its sections 3.13 and 5 to 7) ---------------------------------

    /** As {@link #pack(Object, int, Datatype, byte[], int)}, from some element of an array on; of objects, too. */
    public final int Pack(
            @Nullable Object inbuf, int offset, int incount, Datatype datatype, byte[] outbuf, int position)
            throws MPIException {
        return call("Pack", c -> {
            int capacity = outbuf == null ? 0 : outbuf.length;
            if (Datatype.isOfObjects(datatype)) {
                byte[] packed = ObjectArrays.packed(this, ObjectArrays.collect(inbuf, offset, incount, datatype));
                long end = LocalCalls.packedEnd("outbuf", outbuf, capacity, position, packed.length);
                System.arraycopy(packed, 0, outbuf, position, packed.length);
                return (int) end;
            }
            Data data = MessageChecks.data(new Data(), inbuf, offset, incount, datatype, false);
            return (int) LocalCalls.pack(data, outbuf, capacity, position);
        });
    }

    /**
     * As {@link #unpack(byte[], int, Object, int, Datatype)}, to some element of an array on; of objects, too, as many as one call
     * has packed.
     */
    public final int Unpack(
            byte[] inbuf, int position, @Nullable Object outbuf, int offset, int outcount, Datatype datatype)
            throws MPIException {
        return call("Unpack", c -> {
            if (Datatype.isOfObjects(datatype)) {
                Object[] objects = ObjectArrays.unpacked(this, inbuf, position);
                ObjectArrays.distribute(objects, outbuf, offset, outcount, datatype);
                return ObjectArrays.packedEnd(inbuf, position);
            }
            Data data = MessageChecks.data(new Data(), outbuf, offset, outcount, datatype, true);
            return (int) LocalCalls.unpack(inbuf, inbuf == null ? 0 : inbuf.length, position, data);
        });
    }

    /** The same as {@link #packSize}. An error for objects, of which only their bytes tell the size. */
    public final int Pack_size(int incount, Datatype datatype) throws MPIException {
        return packSize("Pack_size", incount, datatype);
    }

    /** The same as {@link #getSize}; after {@code MPI.Finalize}, too, as in MPJ Express. */
    public final int Size() throws MPIException {
        return isNull() && sizeAtEnd > 0 ? sizeAtEnd : getSize();
    }

    /** The same as {@link #getRank}; after {@code MPI.Finalize}, too, as in MPJ Express. */
    public final int Rank() throws MPIException {
        return isNull() && sizeAtEnd > 0 ? rankAtEnd : getRank();
    }

    /** The same as {@link #getGroup}. */
    public final Group Group() throws MPIException {
        return getGroup();
    }

    /** The same as {@link #compare}. */
    public static int Compare(Comm comm1, Comm comm2) throws MPIException {
        return compare(comm1, comm2);
    }

    /**
     * As {@link #free}. Has no effect on COMM_WORLD, on COMM_SELF, on a null communicator, and after {@code MPI.Finalize}: in MPJ
     * Express it never has one, and its programs free twice.
     */
    public final void Free() throws MPIException {
        if (!isNull() && !runtime.isPredefined(this)) {
            free("Free");
        }
    }

    /** The same as {@link #isNull}. */
    public final boolean Is_null() throws MPIException {
        return isNull();
    }

    /** The same as {@link #isInter}. */
    public final boolean Test_inter() throws MPIException {
        return isInter();
    }

    /** The same as {@link #createIntercomm}. */
    public final Intercomm Create_intercomm(Comm local_comm, int local_leader, int remote_leader, int tag)
            throws MPIException {
        return createIntercomm("Create_intercomm", local_comm, local_leader, remote_leader, tag);
    }

    /**
     * The same as {@link #getAttr}, for attributes that are numbers; {@code true} is 1.
     *
     * @return null where there is no value
     */
    public final @Nullable Integer Attr_get(int keyval) throws MPIException {
        Object value = getAttr("Attr_get", keyval);
        if (value == null || value instanceof Integer) {
            return (Integer) value;
        } else if (value instanceof Boolean is) {
            return is ? 1 : 0;
        }
        throw raise(
                "Attr_get",
                new EngineException(
                        Predefined.ERR_KEYVAL,
                        "the attribute is a " + value.getClass().getTypeName() + "; expected a number"));
    }

    /** The same as {@link #getTopology}. */
    public final int Topo_test() throws MPIException {
        return getTopology();
    }

    /** The same as {@link #setErrhandler}. */
    public final void Errorhandler_set(Errhandler errhandler) throws MPIException {
        setErrhandler("Errorhandler_set", errhandler);
    }

    /** As {@link #getErrhandler}: {@code ERRORS_RETURN} where the program has set none. */
    public final Errhandler Errorhandler_get() throws MPIException {
        return errhandler("Errorhandler_get");
    }

    /** The same as {@link #Errorhandler_set}: so mpiJava 1.2.5 has it. */
    public final void Errhandler_set(Errhandler errhandler) throws MPIException {
        setErrhandler("Errhandler_set", errhandler);
    }

    /** The same as {@link #Errorhandler_get}: so mpiJava 1.2.5 has it. */
    public final Errhandler Errhandler_get() throws MPIException {
        return errhandler("Errhandler_get");
    }

    /** The same as {@link #abort}. */
    public final void Abort(int errorcode) throws MPIException {
        abort(errorcode);
    }

    // ---- behind the methods --------------------------------------------------------------------------------------

    /** The handle that the program's function gets for an error. */
    final Object owner() {
        return owner;
    }

    /** Makes this the communicator behind a window or a file. */
    final void serve(Object handle) {
        owner = handle;
    }

    /** The engine's communicator; an error where there is none, or the current thread may not call. */
    final CommCore core() {
        CommCore c = core;
        if (c == null || !c.admitsThread()) {
            throw c == null ? unusable() : refused(c);
        }
        return c;
    }

    /** {@link #core}, of a communicator that is revoked, too. */
    private CommCore evenRevoked() {
        CommCore c = readable();
        return c.engine().admitsThread() ? c : core();
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
        boolean isRevoked = c.membership().isRevoked() && c.engine().admitsThread();
        String method = StackWalker.getInstance()
                .walk(frames -> frames.takeWhile(frame -> frame.getClassName().startsWith(PACKAGE))
                        .reduce((inner, outer) -> outer))
                .map(Comm::nameOf)
                .orElse("");
        return raise(method, isRevoked ? Membership.revocation() : c.engine().refusal());
    }

    private static String nameOf(StackWalker.StackFrame frame) {
        String type = frame.getClassName().substring(PACKAGE.length());
        return frame.getMethodName().equals("<init>") ? type : frame.getMethodName();
    }

    private MPIException unusable() {
        String why = session == null ? runtime.whyNot() : session.isNull() ? "its session was closed" : null;
        return why != null
                ? new MPIException(session == null ? ErrorClass.OTHER : ErrorClass.SESSION, why)
                : new MPIException(
                        ErrorClass.COMM,
                        "the communicator is null: it was freed, the process is not in it, or the request of its iDup is not"
                                + " complete");
    }

    /** What the communicator belongs to; null: to what begins with Init. */
    final @Nullable Session session() {
        return session;
    }

    /** The communicator belongs to what another one belongs to. */
    final void belongsTo(@Nullable Session to) {
        session = to;
        CommCore c = core;
        if (c != null) {
            runtime.owns(to, c.context());
            if (to != null) {
                c.share(to.buffer());
            }
        }
    }

    /** False once what the communicator belongs to has ended. */
    final boolean isOpen() {
        return session == null ? runtime.isRunning() : !session.isNull();
    }

    /** Makes the handle null because MPI is finalised, or its session closed. */
    final void end() {
        CommCore c = readable();
        rankAtEnd = c.rank();
        sizeAtEnd = c.local().size();
        setCore(null);
    }

    /** Makes the handle usable, or null again. */
    final void setCore(@Nullable CommCore core) {
        this.core = core;
        if (core != null) {
            core.name(name);
            belongsTo(session);
        }
        runtime.track(this, core != null);
    }

    /** True if the communicator's collective operations are these, in an intercommunicator of one of its groups or of both. */
    final boolean hasCollectives(CommCollectives collectives) {
        CommCore c = core;
        return c != null && c.whole().collectives() == collectives.whole();
    }

    /** The engine's communicator; null where there is none. */
    final @Nullable CommCore coreOrNull() {
        return core;
    }

    /** The communicator in words: {@code " in MPI_COMM_WORLD"}; empty if it is null. */
    final String where() {
        CommCore c = core;
        return c == null ? "" : c.where();
    }

    /** What stands behind the handles of this rank. */
    final Calls calls() {
        return runtime.calls();
    }

    /** A call of point-to-point communication that begins here: its arguments, and last what to do with it. */
    private MessageCall message(PointToPoint operation) {
        return message(operation, null);
    }

    /** The same of the second dialect. */
    private MessageCall message(PointToPoint operation, @Nullable String method) {
        CommCore c = core();
        return runtime.messageCall().begin(this, c, operation, method);
    }

    /** A collective call that begins here: its arguments, and last what to do with it. */
    final CollectiveCall collective(Collective operation) {
        CommCore c = core();
        return runtime.collectiveCall().begin(this, c, operation);
    }

    /** A call that is not made for every message; by the threads that may call. */
    final <R extends @Nullable Object> R call(String method, Function<CommCore, R> body) {
        return call(core(), method, body);
    }

    /** The same on communicators that are revoked, too. */
    private <R extends @Nullable Object> R callOnAny(String method, Function<CommCore, R> body) {
        return call(evenRevoked(), method, body);
    }

    private void runOnAny(String method, Consumer<CommCore> body) {
        callOnAny(method, c -> {
            body.accept(c);
            return null;
        });
    }

    /** The same, of which nothing comes back. */
    final void run(String method, Consumer<CommCore> body) {
        call(core(), method, c -> {
            body.accept(c);
            return null;
        });
    }

    /** The same by all threads: it reads what does not change. */
    final <R extends @Nullable Object> R read(String method, Function<CommCore, R> body) {
        return call(readable(), method, body);
    }

    private <R extends @Nullable Object> R call(CommCore c, String method, Function<CommCore, R> body) {
        try {
            return calls().forms().other(this, method, () -> body.apply(c));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise(method, e);
        }
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
            return runtime.fail(this, method, failed.getErrorCode(), e);
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

    /** The communicator's context stays in use until the request is freed. */
    final Prequest persistent(CommCore c, Prequest.Starter starter) {
        return persistent(c, starter, null);
    }

    /** The same for a receive of objects into an array; {@code target} is null for all others. */
    final Prequest persistent(CommCore c, Prequest.Starter starter, @Nullable ObjectTarget target) {
        c.retain();
        return new Prequest(this, c, starter, c::release, target);
    }

    /** Returns an argument unless it is null. */
    private <T> T given(String method, int errorClass, String what, @Nullable T argument) {
        CommCore unused = evenRevoked();
        if (argument == null) {
            throw raise(method, new EngineException(errorClass, what + " is null"));
        }
        return argument;
    }

    /** Checks the hints of a persistent collective operation, of which none is known. */
    final void checkInfo(String method, Info info) {
        Info hints = given(method, Predefined.ERR_INFO, "the info object", info);
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
    final Info hints(String method, Info given) {
        return given == Predefined.INFO_NULL ? new Info() : copy(method, given);
    }

    /** Gives a duplicate its hints. */
    final void setHints(Info hints) {
        info = hints;
    }

    /**
     * Takes over what a duplicate has of its original: hints are not among it (MPI 4.1 section 7.4.2). The program's functions
     * that copy attributes may throw.
     */
    final void inherit(Comm original) {
        inheritSettings(original);
        original.attributes.copyTo(attributes);
    }

    /** Takes over what every communicator made of another one has of it. */
    final void inheritSettings(Comm original) {
        belongsTo(original.session);
        errhandler = original.errhandler;
        objectCodec = original.objectCodec;
    }

    final ObjectCodec objectCodec() {
        ObjectCodec codec = objectCodec;
        return codec != null ? codec : ObjectCodec.serialization();
    }

    /** The error handler of a method: where the program has set none, errors of the second dialect are thrown. */
    final Errhandler errhandler(String method) {
        return errhandler != null ? errhandler : Errhandler.byDefault(method);
    }

    /** Rank in the communicator and its name, for messages. */
    final String place() {
        CommCore c = core;
        return (c == null ? "" : "rank " + c.rank() + " of ") + (name.isEmpty() ? "a communicator" : name);
    }
}
