package mpi;

import java.util.function.BiConsumer;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.engine.CommCore;
import org.bipj.mpi.engine.Engine;
import org.bipj.mpi.engine.ErrorClass;

/**
 * Messages that are objects. New here: the Open MPI Java bindings lack them. Programs use them through {@link Comm}.
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
public abstract class CommObjects extends CommNeighbours {
    CommObjects(MpiRank runtime, CommCore core, String name) {
        super(runtime, core, name);
    }

    /**
     * Says how objects become messages, and what a received object may consist of. Communicators that are made of this one
     * later take it over, as they do the error handler.
     */
    public final void setObjectCodec(ObjectCodec codec) throws MPIException {
        core();
        objectCodec(Preconditions.notNull(codec, ErrorClass.ARG, "Comm.setObjectCodec: the codec"));
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
    public final void sendObject(Object object, int dest, int tag) throws MPIException {
        byte[] bytes = bytesFor("sendObject", object, dest, tag);
        send(bytes, bytes.length, Predefined.BYTE, dest, tag);
    }

    /** Starts a {@link #sendObject}. The object may be changed at once: its bytes are sent. */
    public final Request iSendObject(Object object, int dest, int tag) throws MPIException {
        byte[] bytes = bytesFor("iSendObject", object, dest, tag);
        return iSend(bytes, bytes.length, Predefined.BYTE, dest, tag);
    }

    /**
     * Sends an object out of the attached buffer where it cannot leave at once, as {@link #bSend} does. The buffer needs room for
     * the object's bytes, and {@code MPI.BSEND_OVERHEAD}.
     */
    public final void bSendObject(Object object, int dest, int tag) throws MPIException {
        byte[] bytes = bytesFor("bSendObject", object, dest, tag);
        bSend(bytes, bytes.length, Predefined.BYTE, dest, tag);
    }

    /** Starts a {@link #bSendObject}. The request is complete at once. */
    public final Request ibSendObject(Object object, int dest, int tag) throws MPIException {
        byte[] bytes = bytesFor("ibSendObject", object, dest, tag);
        return ibSend(bytes, bytes.length, Predefined.BYTE, dest, tag);
    }

    /**
     * A persistent {@link #iSendObject}. Each start sends the object as it is then, and reports what makes it unfit to be sent. The
     * object may be changed between a start and the end of the operation.
     */
    public final Prequest sendObjectInit(Object object, int dest, int tag) throws MPIException {
        CommCore c = core();
        return objectInit(
                "sendObjectInit",
                object,
                dest,
                tag,
                (request, data) -> request.begin(c.startSend(data, dest, tag, Engine.STANDARD)));
    }

    /** A persistent {@link #ibSendObject}, with starts as those of {@link #sendObjectInit}. */
    public final Prequest bSendObjectInit(Object object, int dest, int tag) throws MPIException {
        CommCore c = core();
        return objectInit("bSendObjectInit", object, dest, tag, (request, data) -> {
            c.bufferedSend(data, dest, tag);
            request.begin(c.startSend(data, CommCore.PROC_NULL, 0, Engine.STANDARD));
        });
    }

    private Prequest objectInit(String method, Object object, int dest, int tag, BiConsumer<Prequest, Data> sendBytes) {
        CommCore c = core();
        try {
            Checks.send(c, null, 0, Predefined.BYTE, dest, tag);
            return persistent(c, request -> {
                byte[] bytes = ObjectCalls.encode(this, object);
                sendBytes.accept(request, Data.of(bytes, 0, bytes.length, TypeLayout.BYTE));
            });
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise(method, e);
        }
    }

    private byte[] bytesFor(String method, Object object, int dest, int tag) {
        CommCore c = core();
        try {
            Checks.send(c, null, 0, Predefined.BYTE, dest, tag);
            return ObjectCalls.encode(this, object);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise(method, e);
        }
    }

    /**
     * Starts a {@link #recvObject}. It matches in the order in which receives are posted, and needs no size: the message that
     * matches decides how much memory is allocated. The object is made of its bytes by {@link ObjectRequest#getObject}.
     */
    public final <T> ObjectRequest<T> iRecvObject(Class<T> type, int source, int tag) throws MPIException {
        CommCore c = core();
        try {
            ObjectCalls.check(type);
            Checks.probe(c, source, tag);
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
    public final <T> T recvObject(Class<T> type, int source, int tag) throws MPIException {
        CommCore c = core();
        try {
            ObjectCalls.check(type);
            Checks.probe(c, source, tag);
        } catch (RuntimeException e) {
            throw raise("recvObject", e);
        }
        Message message = new Message();
        message.mProbe(source, tag, (Comm) this);
        return message.receiveObject("recvObject", type);
    }
}
