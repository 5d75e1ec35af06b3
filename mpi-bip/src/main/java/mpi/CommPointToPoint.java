package mpi;

import org.bipj.core.payload.Data;
import org.bipj.mpi.engine.CommCore;
import org.bipj.mpi.engine.EngineException;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.Unexpected;

/** The point-to-point part of a communicator (MPI 4.1 chapter 3). Programs use it through {@link Comm}. */
public abstract class CommPointToPoint extends CommHandle {
    private static final boolean STANDARD = false;
    private static final boolean SYNCHRONOUS = true;

    CommPointToPoint(MpiRank runtime, CommCore core, String name) {
        super(runtime, core, name);
    }

    /**
     * Sends, and returns when the buffer may be used again (MPI_Send, section 3.2.1).
     *
     * @param buf primitive array, NIO buffer (its position is ignored) or memory segment
     * @param count elements of the datatype
     * @param type datatype of an element
     * @param dest rank of the receiver, or PROC_NULL
     * @param tag 0 to TAG_UB
     */
    public final void send(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        CommCore c = core();
        try {
            c.send(Checks.send(c, buf, count, type, dest, tag), dest, tag, STANDARD);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("send", e);
        }
    }

    /** Sends, and returns when the receiver has begun to receive (MPI_Ssend, section 3.4). */
    public final void sSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        CommCore c = core();
        try {
            c.send(Checks.send(c, buf, count, type, dest, tag), dest, tag, SYNCHRONOUS);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("sSend", e);
        }
    }

    /** Sends to a receiver that has posted its receive already (MPI_Rsend, section 3.4). Here as {@link #send}. */
    public final void rSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        CommCore c = core();
        try {
            c.send(Checks.send(c, buf, count, type, dest, tag), dest, tag, STANDARD);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("rSend", e);
        }
    }

    /**
     * Sends, out of the buffer attached with {@code MPI.attachBuffer} where the message cannot leave at once, and returns
     * without waiting for the receiver (MPI_Bsend, section 3.4). An error of class ERR_BUFFER where no buffer is attached,
     * whatever the length, and where a message that cannot leave at once has no room in it.
     */
    public final void bSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        CommCore c = core();
        try {
            c.bufferedSend(Checks.send(c, buf, count, type, dest, tag), dest, tag);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("bSend", e);
        }
    }

    /**
     * Receives (MPI_Recv, section 3.2.4).
     *
     * @param count elements that the buffer has room for; a longer message is an error of class ERR_TRUNCATE
     * @param source rank of the sender, or ANY_SOURCE or PROC_NULL
     * @param tag tag of the message, or ANY_TAG
     * @return the source, tag and size of the message
     */
    public final Status recv(Object buf, int count, Datatype type, int source, int tag) throws MPIException {
        CommCore c = core();
        try {
            return finish(c, c.receive(Checks.recv(c, buf, count, type, source, tag), source, tag));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("recv", e);
        }
    }

    /** The status of a finished receive, whose life ends. */
    private static Status finish(CommCore c, PostedRecv op) {
        Status status = new Status(c.rankOf(op.source()), op.tag(), op.bytes(), op.isCancelled(), 0, 0);
        EngineException failure = Checks.failure(c, op);
        c.recycle(op);
        if (failure != null) {
            throw failure;
        }
        return status;
    }

    /** Sends and receives at the same time (MPI_Sendrecv, section 3.10). */
    public final Status sendRecv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        CommCore c = core();
        try {
            Data sent = Checks.send(c, sendbuf, sendcount, sendtype, dest, sendtag);
            Data received = Checks.recv(c, recvbuf, recvcount, recvtype, source, recvtag);
            Checks.distinct(sent, received);
            if (source != CommCore.PROC_NULL) {
                Checks.room(recvbuf, 0, recvcount, recvtype, true);
            }
            return finish(c, c.sendReceive(sent, dest, sendtag, received, source, recvtag));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("sendRecv", e);
        }
    }

    /** Sends from a buffer and receives into the same (MPI_Sendrecv_replace, section 3.10). */
    public final Status sendRecvReplace(
            Object buf, int count, Datatype type, int dest, int sendtag, int source, int recvtag) throws MPIException {
        CommCore c = core();
        try {
            Checks.send(c, buf, count, type, dest, sendtag);
            Data data = Checks.recv(c, buf, count, type, source, recvtag);
            return finish(c, c.sendReceiveReplace(data, dest, sendtag, source, recvtag));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("sendRecvReplace", e);
        }
    }

    /**
     * Starts a {@link #sendRecv} (MPI_Isendrecv, section 3.10). The request is complete when both are, and its status is the
     * receive's. It cannot be cancelled. New here.
     */
    public final Request iSendRecv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        CommCore c = core();
        try {
            Data sent = Checks.send(c, sendbuf, sendcount, sendtype, dest, sendtag);
            Data received = Checks.recv(c, recvbuf, recvcount, recvtype, source, recvtag);
            Checks.distinct(sent, received);
            if (dest != CommCore.PROC_NULL) {
                Checks.room(sendbuf, 0, sendcount, sendtype, false);
            }
            if (source != CommCore.PROC_NULL) {
                Checks.room(recvbuf, 0, recvcount, recvtype, true);
            }
            return startExchange(c, sent, dest, sendtag, received, source, recvtag);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("iSendRecv", e);
        }
    }

    /**
     * Starts a {@link #sendRecvReplace} (MPI_Isendrecv_replace, section 3.10). What is sent is copied by the call. The request
     * is as that of {@link #iSendRecv}. New here.
     */
    public final Request iSendRecvReplace(
            Object buf, int count, Datatype type, int dest, int sendtag, int source, int recvtag) throws MPIException {
        CommCore c = core();
        try {
            Data sent = Checks.send(c, buf, count, type, dest, sendtag);
            Data received = Checks.recv(c, buf, count, type, source, recvtag);
            boolean sends = dest != CommCore.PROC_NULL;
            boolean receives = source != CommCore.PROC_NULL;
            if (sends || receives) {
                Checks.room(buf, 0, count, type, receives);
            }
            Data copy = sends && receives ? c.copyToSend(sent) : sent;
            return startExchange(c, copy, dest, sendtag, received, source, recvtag);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("iSendRecvReplace", e);
        }
    }

    private Request startExchange(
            CommCore c, Data sent, int dest, int sendtag, Data received, int source, int recvtag) {
        PostedRecv receive = c.startReceive(received, source, recvtag);
        try {
            return new Request(this, c, c.startSend(sent, dest, sendtag, STANDARD), receive);
        } catch (RuntimeException | OutOfMemoryError e) {
            c.cancel(receive);
            throw e;
        }
    }

    /** Starts a {@link #send} (MPI_Isend, section 3.7). The buffer must not change until the request is complete. */
    public final Request iSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        CommCore c = core();
        try {
            Data data = Checks.send(c, buf, count, type, dest, tag);
            return new Request(this, c, c.startSend(data, dest, tag, STANDARD));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("iSend", e);
        }
    }

    /** Starts an {@link #sSend} (MPI_Issend, section 3.7). */
    public final Request isSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        CommCore c = core();
        try {
            Data data = Checks.send(c, buf, count, type, dest, tag);
            return new Request(this, c, c.startSend(data, dest, tag, SYNCHRONOUS));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("isSend", e);
        }
    }

    /** Starts an {@link #rSend} (MPI_Irsend, section 3.7). */
    public final Request irSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        CommCore c = core();
        try {
            Data data = Checks.send(c, buf, count, type, dest, tag);
            return new Request(this, c, c.startSend(data, dest, tag, STANDARD));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("irSend", e);
        }
    }

    /** Starts a {@link #bSend} (MPI_Ibsend, section 3.7). The request is complete at once. */
    public final Request ibSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        CommCore c = core();
        try {
            Data data = Checks.send(c, buf, count, type, dest, tag);
            c.bufferedSend(data, dest, tag);
            return new Request(this, c, c.startSend(data, CommCore.PROC_NULL, 0, STANDARD));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("ibSend", e);
        }
    }

    /** Starts a {@link #recv} (MPI_Irecv, section 3.7). The buffer must not be touched until the request is complete. */
    public final Request iRecv(Object buf, int count, Datatype type, int source, int tag) throws MPIException {
        CommCore c = core();
        try {
            Data data = Checks.recv(c, buf, count, type, source, tag);
            return new Request(this, c, c.startReceive(data, source, tag));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("iRecv", e);
        }
    }

    /**
     * A persistent {@link #iSend} (MPI_Send_init, section 3.9). Its {@link Prequest#start} is not complete before a wait or
     * test of the request.
     */
    public final Prequest sendInit(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return persistentSend("sendInit", buf, count, type, dest, tag, STANDARD);
    }

    /** A persistent {@link #isSend} (MPI_Ssend_init, section 3.9). */
    public final Prequest sSendInit(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return persistentSend("sSendInit", buf, count, type, dest, tag, SYNCHRONOUS);
    }

    /** A persistent {@link #irSend} (MPI_Rsend_init, section 3.9). */
    public final Prequest rSendInit(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return persistentSend("rSendInit", buf, count, type, dest, tag, STANDARD);
    }

    private Prequest persistentSend(
            String method, Object buf, int count, Datatype type, int dest, int tag, boolean synchronous) {
        CommCore c = core();
        try {
            Data data = persistentData(c, buf, count, type, dest, tag);
            return persistent(c, request -> request.begin(c.startSend(data, dest, tag, synchronous)));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise(method, e);
        }
    }

    /** A persistent {@link #ibSend} (MPI_Bsend_init, section 3.9). */
    public final Prequest bSendInit(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        CommCore c = core();
        try {
            Data data = persistentData(c, buf, count, type, dest, tag);
            return persistent(c, request -> {
                c.bufferedSend(data, dest, tag);
                request.begin(c.startSend(data, CommCore.PROC_NULL, 0, STANDARD));
            });
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("bSendInit", e);
        }
    }

    /** A persistent {@link #iRecv} (MPI_Recv_init, section 3.9). */
    public final Prequest recvInit(Object buf, int count, Datatype type, int source, int tag) throws MPIException {
        CommCore c = core();
        try {
            Data data = Checks.recv(c, buf, count, type, source, tag).copy();
            if (source != CommCore.PROC_NULL) {
                Checks.room(buf, 0, count, type, true);
            }
            return persistent(c, request -> request.begin(c.startReceive(data, source, tag)));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("recvInit", e);
        }
    }

    /** Describes the data of a persistent send, and reports when it is made what its starts would report. */
    private static Data persistentData(CommCore c, Object buf, int count, Datatype type, int dest, int tag) {
        Data data = Checks.send(c, buf, count, type, dest, tag).copy();
        if (dest != CommCore.PROC_NULL) {
            Checks.room(buf, 0, count, type, false);
        }
        return data;
    }

    /** The communicator's context stays in use until the request is freed. */
    final Prequest persistent(CommCore c, Prequest.Starter starter) {
        c.retain();
        return new Prequest(this, c, starter, c::release);
    }

    /** The status of a message that could be received now, or null (MPI_Iprobe, section 3.8.1). */
    public final Status iProbe(int source, int tag) throws MPIException {
        CommCore c = core();
        try {
            Checks.probe(c, source, tag);
            if (source == CommCore.PROC_NULL) {
                return ofNobody();
            }
            Unexpected message = c.probe(source, tag, false);
            return message == null ? null : statusOf(c, message);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("iProbe", e);
        }
    }

    /** Waits for a message that could be received (MPI_Probe, section 3.8.1). */
    public final Status probe(int source, int tag) throws MPIException {
        CommCore c = core();
        try {
            Checks.probe(c, source, tag);
            return source == CommCore.PROC_NULL ? ofNobody() : statusOf(c, c.awaitProbe(source, tag, false));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("probe", e);
        }
    }

    static Status ofNobody() {
        return new Status(CommCore.PROC_NULL, CommCore.ANY_TAG, 0, false, 0, 0);
    }

    static Status statusOf(CommCore c, Unexpected message) {
        return new Status(c.rankOf(message.source()), message.tag(), message.length(), false, 0, 0);
    }
}
