package mpi;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.Unexpected;
import org.jspecify.annotations.Nullable;

/** A message that a matching probe took, and that only this object can receive (MPI 4.1 section 3.8.2). */
public final class Message {
    private Comm comm;
    /** The core of {@link #comm} when the message was taken: the communicator may be freed before the message is received. */
    private CommCore core;

    private @Nullable Unexpected taken;
    private boolean nobody;

    /** No message. */
    @SuppressWarnings("NullAway.Init") // Nothing is asked of a communicator before there is a message.
    public Message() {}

    /** True where there is no message to receive. */
    public boolean isNull() {
        return taken == null && !nobody;
    }

    /** True for the message that a probe of {@code MPI.PROC_NULL} gives. */
    public boolean isNoProc() {
        return nobody;
    }

    /** Waits for a message and takes it (MPI_Mprobe). */
    public Status mProbe(int source, int tag, Comm comm) throws MPIException {
        CommCore c = ValueChecks.notNull(comm, ErrorClass.COMM, "Message.mProbe: the communicator")
                .core();
        try {
            MessageChecks.probe(c, source, tag);
            checkFree();
            return source == CommCore.PROC_NULL ? takeNobody(comm, c) : take(comm, c, c.awaitProbe(source, tag, true));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw comm.raise("mProbe", e);
        }
    }

    /** Takes a message if there is one, else returns null (MPI_Improbe). */
    public @Nullable Status imProbe(int source, int tag, Comm comm) throws MPIException {
        CommCore c = ValueChecks.notNull(comm, ErrorClass.COMM, "Message.imProbe: the communicator")
                .core();
        try {
            MessageChecks.probe(c, source, tag);
            checkFree();
            if (source == CommCore.PROC_NULL) {
                return takeNobody(comm, c);
            }
            Unexpected message = c.probe(source, tag, true);
            if (message == null) {
                hold(comm, c, null, false);
                return null;
            }
            return take(comm, c, message);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw comm.raise("imProbe", e);
        }
    }

    private void checkFree() {
        if (taken != null) {
            throw new EngineException(
                    ErrorClass.REQUEST, "this Message holds one that was probed before; receive that, or use another");
        }
    }

    private Status takeNobody(Comm from, CommCore c) {
        hold(from, c, null, true);
        return PointToPointCalls.ofNobody();
    }

    private Status take(Comm from, CommCore c, Unexpected message) {
        hold(from, c, message, false);
        return PointToPointCalls.statusOf(c, message);
    }

    private void hold(Comm from, CommCore c, @Nullable Unexpected message, boolean isOfNobody) {
        comm = from;
        core = c;
        taken = message;
        nobody = isOfNobody;
    }

    /** Receives the message (MPI_Mrecv). This object then holds none. */
    public Status mRecv(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return start("mRecv", buf, count, type).waitStatus();
    }

    /** The same for any number of elements (MPI_Mrecv_c). */
    public Status mRecv(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        return start("mRecv", buf, number("mRecv", count), type).waitStatus();
    }

    /** Starts receiving the message (MPI_Imrecv). This object then holds none. */
    public Request imRecv(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return start("imRecv", buf, count, type);
    }

    /** The same for any number of elements (MPI_Imrecv_c). */
    public Request imRecv(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        return start("imRecv", buf, number("imRecv", count), type);
    }

    /**
     * Receives the message, which {@link Comm#sendObject} has sent. This object then holds none. New here.
     *
     * @param type class or interface of the object
     * @return the object; null if that was sent, and for a message of PROC_NULL
     */
    public <T> @Nullable T mRecvObject(Class<T> type) throws MPIException {
        return receiveObject("mRecvObject", type);
    }

    <T> @Nullable T receiveObject(String method, Class<T> type) {
        checkMessage(method);
        try {
            ObjectCalls.check(type);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw comm.raise(method, e);
        }
        Unexpected message = taken;
        byte[] bytes = message == null ? new byte[0] : roomForAll(method, message);
        start(method, bytes, bytes.length, Predefined.BYTE).waitFor();
        try {
            return message == null ? null : ObjectCalls.decode(comm, bytes, type);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw comm.raise(method, e);
        }
    }

    /** Room for the message, which is received and dropped where there is none. */
    private byte[] roomForAll(String method, Unexpected message) {
        try {
            return new byte[Math.toIntExact(message.length())];
        } catch (OutOfMemoryError | ArithmeticException e) {
            PostedRecv op = core.startReceiveOf(message, Data.of(new byte[0], 0, 0, TypeLayout.BYTE));
            taken = null;
            core.await(op);
            core.recycle(op);
            Throwable why = e instanceof OutOfMemoryError
                    ? e
                    : new EngineException(ErrorClass.COUNT, "the message is longer than an array");
            throw comm.raise(method, why);
        }
    }

    private void checkMessage(String method) {
        if (isNull()) {
            throw new MPIException(
                    ErrorClass.REQUEST, "Message." + method + ": there is no message; probe for one first");
        }
    }

    private long number(String method, Count count) {
        checkMessage(method);
        try {
            return Count.value("count", count);
        } catch (EngineException e) {
            throw comm.raise(method, e);
        }
    }

    private Request start(String method, @Nullable Object buf, long count, Datatype type) {
        checkMessage(method);
        if (!core.admitsThread()) {
            throw comm.refused(core);
        }
        CommCore c = comm.isNull() && comm.isOpen() ? core : comm.core();
        try {
            MessageChecks.count("count", count);
            Data data = c.callData().received.set(buf, 0, count, MessageChecks.layout(type));
            PostedRecv op = taken == null ? c.startReceive(data, CommCore.PROC_NULL, 0) : c.startReceiveOf(taken, data);
            taken = null;
            nobody = false;
            return new Request(comm, c, op);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw comm.raise(method, e);
        }
    }
}
