package mpi;

import java.util.function.Supplier;
import org.bipj.core.payload.Data;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.Unexpected;
import org.jspecify.annotations.Nullable;

/**
 * What the point-to-point methods of {@link Comm} do, once the communicator is known and before errors go to its error handler.
 * See {@link Calls}.
 */
class PointToPointCalls {
    private static final boolean STANDARD = false;
    private static final boolean SYNCHRONOUS = true;

    void send(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        c.send(MessageChecks.send(c, buf, count, type, dest, tag), dest, tag, STANDARD);
    }

    void sSend(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        c.send(MessageChecks.send(c, buf, count, type, dest, tag), dest, tag, SYNCHRONOUS);
    }

    void rSend(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        c.send(MessageChecks.send(c, buf, count, type, dest, tag), dest, tag, STANDARD);
    }

    void bSend(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        c.bufferedSend(MessageChecks.send(c, buf, count, type, dest, tag), dest, tag);
    }

    Status recv(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int source, int tag) {
        return finish(c, c.receive(MessageChecks.recv(c, buf, count, type, source, tag), source, tag), count);
    }

    /** The status of a finished receive of some elements, whose life ends. */
    private static Status finish(CommCore c, PostedRecv op, int count) {
        // Most messages fill their receive, so that nothing is divided.
        long bytes = op.bytes();
        int received = bytes != 0 && bytes == op.size() ? count : Status.received(op);
        Status status =
                new Status(c.rankOf(op.source()), op.tag(), bytes, op.isCancelled(), 0, 0, op.signature(), received);
        EngineException failure = MessageChecks.failure(c, op);
        c.recycle(op);
        if (failure != null) {
            throw failure;
        }
        return status;
    }

    Status sendRecv(
            Comm comm,
            CommCore c,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag) {
        Data sent = MessageChecks.send(c, sendbuf, sendcount, sendtype, dest, sendtag);
        Data received = MessageChecks.recv(c, recvbuf, recvcount, recvtype, source, recvtag);
        MessageChecks.distinct(sent, received);
        if (source != CommCore.PROC_NULL) {
            MessageChecks.room(recvbuf, 0, recvcount, recvtype, true);
        }
        return finish(c, c.sendReceive(sent, dest, sendtag, received, source, recvtag), recvcount);
    }

    Status sendRecvReplace(
            Comm comm,
            CommCore c,
            @Nullable Object buf,
            int count,
            Datatype type,
            int dest,
            int sendtag,
            int source,
            int recvtag) {
        MessageChecks.send(c, buf, count, type, dest, sendtag);
        Data data = MessageChecks.recv(c, buf, count, type, source, recvtag);
        return finish(c, c.sendReceiveReplace(data, dest, sendtag, source, recvtag), count);
    }

    Request iSendRecv(
            Comm comm,
            CommCore c,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag) {
        Data sent = MessageChecks.send(c, sendbuf, sendcount, sendtype, dest, sendtag);
        Data received = MessageChecks.recv(c, recvbuf, recvcount, recvtype, source, recvtag);
        MessageChecks.distinct(sent, received);
        if (dest != CommCore.PROC_NULL) {
            MessageChecks.room(sendbuf, 0, sendcount, sendtype, false);
        }
        if (source != CommCore.PROC_NULL) {
            MessageChecks.room(recvbuf, 0, recvcount, recvtype, true);
        }
        return startExchange(comm, c, sent, dest, sendtag, received, source, recvtag);
    }

    Request iSendRecvReplace(
            Comm comm,
            CommCore c,
            @Nullable Object buf,
            int count,
            Datatype type,
            int dest,
            int sendtag,
            int source,
            int recvtag) {
        Data sent = MessageChecks.send(c, buf, count, type, dest, sendtag);
        Data received = MessageChecks.recv(c, buf, count, type, source, recvtag);
        boolean sends = dest != CommCore.PROC_NULL;
        boolean receives = source != CommCore.PROC_NULL;
        if (sends || receives) {
            MessageChecks.room(buf, 0, count, type, receives);
        }
        Data copy = sends && receives ? c.copyToSend(sent) : sent;
        return startExchange(comm, c, copy, dest, sendtag, received, source, recvtag);
    }

    private static Request startExchange(
            Comm comm, CommCore c, Data sent, int dest, int sendtag, Data received, int source, int recvtag) {
        PostedRecv receive = c.startReceive(received, source, recvtag);
        try {
            return new Request(comm, c, c.startSend(sent, dest, sendtag, STANDARD), receive);
        } catch (RuntimeException | OutOfMemoryError e) {
            c.cancel(receive);
            throw e;
        }
    }

    Request iSend(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        Data data = MessageChecks.send(c, buf, count, type, dest, tag);
        return new Request(comm, c, c.startSend(data, dest, tag, STANDARD));
    }

    Request isSend(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        Data data = MessageChecks.send(c, buf, count, type, dest, tag);
        return new Request(comm, c, c.startSend(data, dest, tag, SYNCHRONOUS));
    }

    Request irSend(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        Data data = MessageChecks.send(c, buf, count, type, dest, tag);
        return new Request(comm, c, c.startSend(data, dest, tag, STANDARD));
    }

    Request ibSend(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        Data data = MessageChecks.send(c, buf, count, type, dest, tag);
        c.bufferedSend(data, dest, tag);
        return new Request(comm, c, c.startSend(data, CommCore.PROC_NULL, 0, STANDARD));
    }

    Request iRecv(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int source, int tag) {
        Data data = MessageChecks.recv(c, buf, count, type, source, tag);
        return new Request(comm, c, c.startReceive(data, source, tag));
    }

    Prequest sendInit(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        return persistentSend(comm, c, buf, count, type, dest, tag, STANDARD);
    }

    Prequest sSendInit(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        return persistentSend(comm, c, buf, count, type, dest, tag, SYNCHRONOUS);
    }

    Prequest rSendInit(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        return persistentSend(comm, c, buf, count, type, dest, tag, STANDARD);
    }

    private static Prequest persistentSend(
            Comm comm,
            CommCore c,
            @Nullable Object buf,
            int count,
            Datatype type,
            int dest,
            int tag,
            boolean synchronous) {
        Data data = persistentData(c, buf, count, type, dest, tag);
        return comm.persistent(c, request -> request.begin(c.startSend(data, dest, tag, synchronous)));
    }

    Prequest bSendInit(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        Data data = persistentData(c, buf, count, type, dest, tag);
        return comm.persistent(c, request -> {
            c.bufferedSend(data, dest, tag);
            request.begin(c.startSend(data, CommCore.PROC_NULL, 0, STANDARD));
        });
    }

    Prequest recvInit(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int source, int tag) {
        Data data = MessageChecks.recv(c, buf, count, type, source, tag).copy();
        if (source != CommCore.PROC_NULL) {
            MessageChecks.room(buf, 0, count, type, true);
        }
        return comm.persistent(c, request -> request.begin(c.startReceive(data, source, tag)));
    }

    /** Describes the data of a persistent send, and reports when it is made what its starts would report. */
    private static Data persistentData(CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        Data data = MessageChecks.send(c, buf, count, type, dest, tag).copy();
        if (dest != CommCore.PROC_NULL) {
            MessageChecks.room(buf, 0, count, type, false);
        }
        return data;
    }

    @Nullable
    Status iProbe(Comm comm, CommCore c, int source, int tag) {
        MessageChecks.probe(c, source, tag);
        if (source == CommCore.PROC_NULL) {
            return ofNobody();
        }
        Unexpected message = c.probe(source, tag, false);
        return message == null ? null : statusOf(c, message);
    }

    Status probe(Comm comm, CommCore c, int source, int tag) {
        MessageChecks.probe(c, source, tag);
        return source == CommCore.PROC_NULL ? ofNobody() : statusOf(c, c.awaitProbe(source, tag, false));
    }

    static Status ofNobody() {
        return new Status(CommCore.PROC_NULL, CommCore.ANY_TAG, 0, false, 0, 0);
    }

    static Status statusOf(CommCore c, Unexpected message) {
        int signature = message.signature();
        long length = message.length();
        int count = Status.elements(signature, length, 1);
        return new Status(c.rankOf(message.source()), message.tag(), length, false, 0, 0, signature, count);
    }

    // ---- from some element of an array on; of objects, too (mpiJava 1.2) -----------------------------------------

    void send(Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        c.send(describe(comm, c, buf, offset, count, type, dest, tag), dest, tag, STANDARD);
    }

    void sSend(Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        c.send(describe(comm, c, buf, offset, count, type, dest, tag), dest, tag, SYNCHRONOUS);
    }

    void rSend(Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        c.send(describe(comm, c, buf, offset, count, type, dest, tag), dest, tag, STANDARD);
    }

    void bSend(Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        c.bufferedSend(describe(comm, c, buf, offset, count, type, dest, tag), dest, tag);
    }

    Request iSend(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        Data data = describe(comm, c, buf, offset, count, type, dest, tag);
        return new Request(comm, c, c.startSend(data, dest, tag, STANDARD));
    }

    Request isSend(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        Data data = describe(comm, c, buf, offset, count, type, dest, tag);
        return new Request(comm, c, c.startSend(data, dest, tag, SYNCHRONOUS));
    }

    Request irSend(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        Data data = describe(comm, c, buf, offset, count, type, dest, tag);
        return new Request(comm, c, c.startSend(data, dest, tag, STANDARD));
    }

    Request ibSend(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        Data data = describe(comm, c, buf, offset, count, type, dest, tag);
        c.bufferedSend(data, dest, tag);
        return new Request(comm, c, c.startSend(data, CommCore.PROC_NULL, 0, STANDARD));
    }

    Prequest sendInit(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        Supplier<Data> data = describeEachTime(comm, c, buf, offset, count, type, dest, tag);
        return comm.persistent(c, request -> request.begin(c.startSend(data.get(), dest, tag, STANDARD)));
    }

    Prequest sSendInit(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        Supplier<Data> data = describeEachTime(comm, c, buf, offset, count, type, dest, tag);
        return comm.persistent(c, request -> request.begin(c.startSend(data.get(), dest, tag, SYNCHRONOUS)));
    }

    Prequest rSendInit(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        Supplier<Data> data = describeEachTime(comm, c, buf, offset, count, type, dest, tag);
        return comm.persistent(c, request -> request.begin(c.startSend(data.get(), dest, tag, STANDARD)));
    }

    Prequest bSendInit(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        Supplier<Data> data = describeEachTime(comm, c, buf, offset, count, type, dest, tag);
        return comm.persistent(c, request -> {
            Data now = data.get();
            c.bufferedSend(now, dest, tag);
            request.begin(c.startSend(now, CommCore.PROC_NULL, 0, STANDARD));
        });
    }

    Status recv(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int source, int tag) {
        if (Datatype.isOfObjects(type)) {
            MessageChecks.probe(c, source, tag);
            ObjectTarget target = ObjectTarget.of(comm, buf, offset, count, type);
            return finishObjects(c, awaited(c, c.startReceiveOfAnyLength(source, tag)), target);
        }
        return finish(c, c.receive(MessageChecks.recv(c, buf, offset, count, type, source, tag), source, tag), count);
    }

    Request iRecv(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int source, int tag) {
        return startReceive(comm, c, buf, offset, count, type, source, tag);
    }

    private static Request startReceive(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int source, int tag) {
        if (Datatype.isOfObjects(type)) {
            MessageChecks.probe(c, source, tag);
            ObjectTarget target = ObjectTarget.of(comm, buf, offset, count, type);
            return new ObjectArrayRequest(comm, c, c.startReceiveOfAnyLength(source, tag), target);
        }
        Data data = MessageChecks.recv(c, buf, offset, count, type, source, tag);
        return new Request(comm, c, c.startReceive(data, source, tag));
    }

    Prequest recvInit(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int source, int tag) {
        if (Datatype.isOfObjects(type)) {
            MessageChecks.probe(c, source, tag);
            ObjectTarget target = ObjectTarget.of(comm, buf, offset, count, type);
            Prequest.Starter starter = request -> request.begin(c.startReceiveOfAnyLength(source, tag));
            return comm.persistent(c, starter, target);
        }
        Data data = MessageChecks.recv(c, buf, offset, count, type, source, tag).copy();
        if (source != CommCore.PROC_NULL) {
            MessageChecks.room(buf, data.offset(), count, type, true);
        }
        return comm.persistent(c, request -> request.begin(c.startReceive(data, source, tag)), null);
    }

    Status sendRecv(
            Comm comm,
            CommCore c,
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
            int recvtag) {
        Data sent = describe(comm, c, sendbuf, sendoffset, sendcount, sendtype, dest, sendtag);
        if (Datatype.isOfObjects(sendtype) || Datatype.isOfObjects(recvtype)) {
            return exchange(comm, c, sent, dest, sendtag, recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
        }
        Data received = MessageChecks.recv(c, recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
        if (source != CommCore.PROC_NULL) {
            MessageChecks.room(recvbuf, received.offset(), recvcount, recvtype, true);
        }
        boolean isBoth = dest != CommCore.PROC_NULL && source != CommCore.PROC_NULL;
        Data apart = isBoth && MessageChecks.overlap(sent, received) ? c.copyToSend(sent) : sent;
        return finish(c, c.sendReceive(apart, dest, sendtag, received, source, recvtag), recvcount);
    }

    Status sendRecvReplace(
            Comm comm,
            CommCore c,
            @Nullable Object buf,
            int offset,
            int count,
            Datatype type,
            int dest,
            int sendtag,
            int source,
            int recvtag) {
        Data sent = describe(comm, c, buf, offset, count, type, dest, sendtag);
        if (Datatype.isOfObjects(type)) {
            return exchange(comm, c, sent, dest, sendtag, buf, offset, count, type, source, recvtag);
        }
        Data data = MessageChecks.recv(c, buf, offset, count, type, source, recvtag);
        return finish(c, c.sendReceiveReplace(data, dest, sendtag, source, recvtag), count);
    }

    /** Sends and receives where one of both is of objects. */
    private static Status exchange(
            Comm comm,
            CommCore c,
            Data sent,
            int dest,
            int sendtag,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag) {
        Data message = sent.copy();
        ObjectTarget target = null;
        PostedRecv receive;
        if (Datatype.isOfObjects(recvtype)) {
            MessageChecks.probe(c, source, recvtag);
            target = ObjectTarget.of(comm, recvbuf, recvoffset, recvcount, recvtype);
            receive = c.startReceiveOfAnyLength(source, recvtag);
        } else {
            Data data = MessageChecks.recv(c, recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
            receive = c.startReceive(data, source, recvtag);
        }
        try {
            c.send(message, dest, sendtag, STANDARD);
        } catch (RuntimeException | OutOfMemoryError e) {
            c.cancel(receive);
            throw e;
        }
        awaited(c, receive);
        return target == null ? finish(c, receive, recvcount) : finishObjects(c, receive, target);
    }

    private static PostedRecv awaited(CommCore c, PostedRecv receive) {
        c.await(receive);
        return receive;
    }

    /** The status of a finished receive, whose objects go to {@code target}. */
    private static Status finishObjects(CommCore c, PostedRecv op, ObjectTarget target) {
        int source = c.rankOf(op.source());
        int count = target.elements(op);
        Status status = new Status(source, op.tag(), op.bytes(), op.isCancelled(), 0, 0, op.signature(), count);
        RuntimeException failure = target.take(op, MessageChecks.failure(c, op));
        c.recycle(op);
        if (failure != null) {
            throw failure;
        }
        return status;
    }

    /** Checks the arguments of a send and describes the data, or the message that objects become. */
    private static Data describe(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        if (!Datatype.isOfObjects(type)) {
            return MessageChecks.send(c, buf, offset, count, type, dest, tag);
        }
        Data nothing = MessageChecks.send(c, null, 0, Predefined.BYTE, dest, tag);
        Data message = ObjectArrays.message(comm, buf, offset, count, type);
        return dest == CommCore.PROC_NULL ? nothing : message;
    }

    /** The same at each start of a persistent send, for which the arguments are checked now. */
    private static Supplier<Data> describeEachTime(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        if (Datatype.isOfObjects(type)) {
            MessageChecks.send(c, null, 0, Predefined.BYTE, dest, tag);
            ObjectArrays.collect(buf, offset, count, type);
            return () -> describe(comm, c, buf, offset, count, type, dest, tag);
        }
        Data data = MessageChecks.send(c, buf, offset, count, type, dest, tag).copy();
        if (dest != CommCore.PROC_NULL) {
            MessageChecks.room(buf, data.offset(), count, type, false);
        }
        return () -> data;
    }
}
