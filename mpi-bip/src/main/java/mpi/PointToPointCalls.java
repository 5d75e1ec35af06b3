package mpi;

import java.util.function.Supplier;
import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.Data;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.PointToPoint;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.engine.Sending;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.Unexpected;
import org.jspecify.annotations.Nullable;

/** What the point-to-point methods of {@link Comm} check, and do. */
final class PointToPointCalls {
    private PointToPointCalls() {}

    // ---- sends and receives --------------------------------------------------------------------------------------

    static void send(CommCore c, MessageCall call) {
        Data data = sent(c, call);
        if (call.operation() == PointToPoint.BSEND) {
            c.bufferedSend(data, call.dest, call.sendTag);
        } else {
            c.send(data, call.dest, call.sendTag, call.isSynchronous());
        }
    }

    static Status receive(CommCore c, MessageCall call) {
        PointToPoint operation = call.operation();
        if (operation == PointToPoint.SENDRECV) {
            return exchange(c, call);
        } else if (operation == PointToPoint.SENDRECV_REPLACE) {
            return replace(c, call);
        } else if (isOfObjects(call, call.received)) {
            ObjectTarget target = target(c, call);
            PostedRecv op = c.startReceiveOfAnyLength(call.source, call.recvTag);
            c.await(op);
            return finish(c, op, target);
        }
        PostedRecv op = c.receive(received(c, call), call.source, call.recvTag);
        return finish(c, op, call.received.count);
    }

    /** The status of a finished receive of some elements, whose life ends. */
    static Status finish(CommCore c, PostedRecv op, long count) {
        // Most messages fill their receive, so that nothing is divided.
        long bytes = op.bytes();
        int received = bytes != 0 && bytes == op.size() && count == (int) count ? (int) count : Status.received(op);
        Status status =
                new Status(c.rankOf(op.source()), op.tag(), bytes, op.isCancelled(), 0, 0, op.signature(), received);
        EngineException failure = MessageChecks.finalFailure(c, op);
        c.recycle(op);
        if (failure != null) {
            throw failure;
        }
        return status;
    }

    /** The same of one whose objects go to {@code target}. */
    private static Status finish(CommCore c, PostedRecv op, ObjectTarget target) {
        int source = c.rankOf(op.source());
        int count = target.elements(op);
        Status status = new Status(source, op.tag(), op.bytes(), op.isCancelled(), 0, 0, op.signature(), count);
        RuntimeException failure = target.take(op, MessageChecks.finalFailure(c, op));
        c.recycle(op);
        if (failure != null) {
            throw failure;
        }
        return status;
    }

    static Request start(CommCore c, MessageCall call) {
        Comm comm = call.comm();
        PointToPoint operation = call.operation();
        if (operation == PointToPoint.SENDRECV || operation == PointToPoint.SENDRECV_REPLACE) {
            return startExchange(c, call);
        } else if (operation == PointToPoint.RECV) {
            return startReceive(comm, c, call);
        }
        Data data = sent(c, call);
        if (operation == PointToPoint.BSEND) {
            c.bufferedSend(data, call.dest, call.sendTag);
            return new Request(comm, c, leftAlready(c, data));
        }
        return new Request(comm, c, c.startSend(data, call.dest, call.sendTag, call.isSynchronous()));
    }

    private static Request startReceive(Comm comm, CommCore c, MessageCall call) {
        if (isOfObjects(call, call.received)) {
            ObjectTarget target = target(c, call);
            PostedRecv op = c.startReceiveOfAnyLength(call.source, call.recvTag);
            return new ObjectArrayRequest(comm, c, op, target);
        }
        Data data = received(c, call);
        return new Request(comm, c, c.startReceive(data, call.source, call.recvTag));
    }

    /** A send that is complete: that of a message in the attached buffer. */
    private static SendOp leftAlready(CommCore c, Data data) {
        return c.startSend(data, CommCore.PROC_NULL, 0, Sending.STANDARD);
    }

    static Prequest prepare(CommCore c, MessageCall call) {
        return call.operation() == PointToPoint.RECV ? prepareReceive(c, call) : prepareSend(c, call);
    }

    private static Prequest prepareSend(CommCore c, MessageCall call) {
        Supplier<Data> data = sentEachTime(c, call);
        int dest = call.dest;
        int tag = call.sendTag;
        if (call.operation() == PointToPoint.BSEND) {
            return call.comm().persistent(c, request -> {
                Data now = data.get();
                c.bufferedSend(now, dest, tag);
                request.begin(leftAlready(c, now));
            });
        }
        boolean isSynchronous = call.isSynchronous();
        return call.comm().persistent(c, request -> request.begin(c.startSend(data.get(), dest, tag, isSynchronous)));
    }

    private static Prequest prepareReceive(CommCore c, MessageCall call) {
        int source = call.source;
        int tag = call.recvTag;
        if (isOfObjects(call, call.received)) {
            ObjectTarget target = target(c, call);
            Prequest.Starter starter = request -> request.begin(c.startReceiveOfAnyLength(source, tag));
            return call.comm().persistent(c, starter, target);
        }
        Data data = received(c, call).copy();
        roomToReceive(call, data);
        return call.comm().persistent(c, request -> request.begin(c.startReceive(data, source, tag)));
    }

    // ---- exchanges -----------------------------------------------------------------------------------------------

    private static Status exchange(CommCore c, MessageCall call) {
        Data sent = sent(c, call);
        if (isOfObjects(call, call.sent) || isOfObjects(call, call.received)) {
            return exchangeObjects(c, call, sent);
        }
        Data received = received(c, call);
        if (!call.isOfSecondDialect()) {
            MessageChecks.distinct(sent, received);
        }
        roomToReceive(call, received);
        boolean isBoth = call.dest != CommCore.PROC_NULL && call.source != CommCore.PROC_NULL;
        if (call.isOfSecondDialect() && isBoth && MessageChecks.overlap(sent, received)) {
            sent = c.copyToSend(sent);
        }
        PostedRecv op = c.sendReceive(sent, call.dest, call.sendTag, received, call.source, call.recvTag);
        return finish(c, op, call.received.count);
    }

    private static Status replace(CommCore c, MessageCall call) {
        Data sent = sent(c, call);
        if (isOfObjects(call, call.received)) {
            return exchangeObjects(c, call, sent);
        }
        Data data = received(c, call);
        PostedRecv op = c.sendReceiveReplace(data, call.dest, call.sendTag, call.source, call.recvTag);
        return finish(c, op, call.received.count);
    }

    /** Sends and receives where one of both is of objects. */
    private static Status exchangeObjects(CommCore c, MessageCall call, Data sent) {
        Data message = sent.copy();
        ObjectTarget target = null;
        PostedRecv receive;
        if (isOfObjects(call, call.received)) {
            target = target(c, call);
            receive = c.startReceiveOfAnyLength(call.source, call.recvTag);
        } else {
            receive = c.startReceive(received(c, call), call.source, call.recvTag);
        }
        try {
            c.send(message, call.dest, call.sendTag, Sending.STANDARD);
        } catch (RuntimeException | OutOfMemoryError e) {
            c.cancel(receive);
            throw e;
        }
        c.await(receive);
        return target == null ? finish(c, receive, call.received.count) : finish(c, receive, target);
    }

    /** Starts an exchange, of one buffer or of two. */
    private static Request startExchange(CommCore c, MessageCall call) {
        Data sent = sent(c, call);
        Data received = received(c, call);
        boolean sends = call.dest != CommCore.PROC_NULL;
        boolean receives = call.source != CommCore.PROC_NULL;
        if (call.operation() == PointToPoint.SENDRECV) {
            MessageChecks.distinct(sent, received);
            roomToSend(call, sent);
            roomToReceive(call, received);
        } else if (sends || receives) {
            MessageChecks.room(call.received.buffer, 0, call.received.count, call.received.type, receives);
            sent = sends && receives ? c.copyToSend(sent) : sent;
        }
        PostedRecv receive = c.startReceive(received, call.source, call.recvTag);
        try {
            SendOp send = c.startSend(sent, call.dest, call.sendTag, Sending.STANDARD);
            return new Request(call.comm(), c, send, receive);
        } catch (RuntimeException | OutOfMemoryError e) {
            c.cancel(receive);
            throw e;
        }
    }

    // ---- probes --------------------------------------------------------------------------------------------------

    static @Nullable Status probe(CommCore c, MessageCall call) {
        MessageChecks.probe(c, call.source, call.recvTag);
        if (call.source == CommCore.PROC_NULL) {
            return ofNobody();
        }
        if (call.operation() == PointToPoint.PROBE) {
            return statusOf(c, c.awaitProbe(call.source, call.recvTag, false));
        }
        Unexpected message = c.probe(call.source, call.recvTag, false);
        return message == null ? null : statusOf(c, message);
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

    // ---- what the arguments say ----------------------------------------------------------------------------------

    /** Objects are data in the second dialect only. */
    private static boolean isOfObjects(MessageCall call, Side side) {
        return call.isOfSecondDialect() && side.isOfObjects();
    }

    /** Checks the arguments of a send and describes the data, or the message that objects become. */
    private static Data sent(CommCore c, MessageCall call) {
        Side side = call.sent;
        if (!isOfObjects(call, side)) {
            return MessageChecks.send(c, side.buffer, side.offset, side.count, side.type, call.dest, call.sendTag);
        }
        Data nothing = MessageChecks.send(c, null, 0, Predefined.BYTE, call.dest, call.sendTag);
        Data message = ObjectArrays.message(call.comm(), side.buffer, side.offset, (int) side.count, side.type);
        return call.dest == CommCore.PROC_NULL ? nothing : message;
    }

    /** The same at each start of a persistent send, for which the arguments are checked now. */
    private static Supplier<Data> sentEachTime(CommCore c, MessageCall call) {
        Side side = call.sent;
        if (isOfObjects(call, side)) {
            MessageChecks.send(c, null, 0, Predefined.BYTE, call.dest, call.sendTag);
            ObjectArrays.collect(side.buffer, side.offset, (int) side.count, side.type);
            MessageCall kept = call.copy();
            return () -> sent(c, kept);
        }
        Data data = sent(c, call).copy();
        roomToSend(call, data);
        return () -> data;
    }

    private static Data received(CommCore c, MessageCall call) {
        Side side = call.received;
        return MessageChecks.recv(c, side.buffer, side.offset, side.count, side.type, call.source, call.recvTag);
    }

    /** Where a receive of objects puts them, once its arguments are checked. */
    private static ObjectTarget target(CommCore c, MessageCall call) {
        Side side = call.received;
        MessageChecks.probe(c, call.source, call.recvTag);
        return ObjectTarget.of(call.comm(), side.buffer, side.offset, (int) side.count, side.type);
    }

    private static void roomToSend(MessageCall call, Data data) {
        if (call.dest != CommCore.PROC_NULL) {
            MessageChecks.room(call.sent.buffer, data.offset(), call.sent.count, call.sent.type, false);
        }
    }

    private static void roomToReceive(MessageCall call, Data data) {
        if (call.source != CommCore.PROC_NULL) {
            MessageChecks.room(call.received.buffer, data.offset(), call.received.count, call.received.type, true);
        }
    }
}
