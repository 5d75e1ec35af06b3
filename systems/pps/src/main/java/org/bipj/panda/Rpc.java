package org.bipj.panda;

import java.util.ArrayDeque;
import java.util.Objects;

/**
 * Remote procedure calls: a request runs the callee's {@link Procedure} once, and its reply returns to the caller.
 *
 * <pre>{@code
 * Rpc square = panda.rpc(5, (request, reply) -> {
 *     double x = request.getDouble();
 *     reply.send(new Gather().putDouble(x * x));
 * });
 * double[] result = new double[1];
 * square.call(2, new Gather().putDouble(3), reply -> result[0] = reply.getDouble());
 * }</pre>
 */
public final class Rpc extends Service implements AutoCloseable {
    private final Procedure procedure;
    private final Delivery delivery;
    private final Receiver serve = this::serve;
    private final Receiver answered = this::answered;
    private final PendingCalls calls;
    /** Replies that belong to no call. */
    private final ArrayDeque<Reply> free = new ArrayDeque<>();

    Rpc(Services services, int number, Delivery delivery, Procedure procedure) {
        super(services, number);
        calls = new PendingCalls(core(), number);
        this.delivery = Objects.requireNonNull(delivery, "delivery");
        this.procedure = Objects.requireNonNull(procedure, "procedure");
    }

    // ---- the caller --------------------------------------------------------------------------------------------

    /**
     * Calls the procedure of a rank, which may be this one, and waits for its reply. Receives meanwhile.
     *
     * @param reply receives the reply, unless another upcall throws an exception meanwhile; what it throws is thrown by this
     *     call
     * @throws RpcException if the procedure has thrown an exception
     * @throws PandaException inside an upcall, or if the rank is out of range
     */
    public void call(int callee, Gather request, Receiver reply) {
        call(callee, request, reply, null);
    }

    /**
     * The same for runtime systems over Panda.
     *
     * @param what is waited for, in the system's words; reports of a deadlock contain its text. Null: a reply
     */
    public void call(int callee, Gather request, Receiver reply, Object what) {
        RpcCall call = begin(callee, request, reply, what);
        try {
            core().lci().await(call, call);
        } catch (Throwable t) {
            // Of some upcall. A reply that follows is dropped.
            give(call);
            throw t;
        }
        boolean answered = end(call);
    }

    /**
     * Calls the procedure of a rank, and waits for its reply for some time at most.
     *
     * @throws RpcTimeoutException if there is no reply after that time
     * @throws RpcException if the procedure has thrown an exception
     */
    public void call(int callee, Gather request, Receiver reply, double seconds) {
        RpcCall call = begin(callee, request, reply, null);
        try {
            boolean answered = core().lci().await(call, seconds);
        } catch (Throwable t) {
            give(call);
            throw t;
        }
        if (!end(call)) {
            throw new RpcTimeoutException(core().rank(), callee, number(), seconds);
        }
    }

    private RpcCall begin(int callee, Gather request, Receiver reply, Object what) {
        Objects.requireNonNull(reply, "reply");
        core().checkRank(callee, "callee");
        RpcCall call;
        core().lci().lock();
        try {
            if (core().lci().isInUpcall()) {
                throw core().fail("call() inside an upcall; expected Messages.send(), which does not wait");
            }
            call = calls.begin(callee, reply, what);
        } finally {
            core().lci().unlock();
        }
        sender().sendReceiving(
                        callee, null, PandaHeader.head(number(), PandaHeader.REQUEST), call.number(), 0, request);
        return call;
    }

    /** Gives a call back; a reply that follows is dropped. */
    private void give(RpcCall call) {
        core().lci().lock();
        try {
            calls.end(call);
        } finally {
            core().lci().unlock();
        }
    }

    /** Ends a call. Returns whether it has been answered; throws what the answer is, if that is an exception. */
    private boolean end(RpcCall call) {
        int callee = call.callee();
        boolean answered;
        String failure;
        Throwable thrown;
        core().lci().lock();
        try {
            answered = call.getAsBoolean();
            failure = call.failure();
            thrown = call.thrown();
            calls.end(call);
        } finally {
            core().lci().unlock();
        }
        if (thrown != null) {
            PandaCore.rethrow(thrown);
        }
        if (failure != null) {
            throw new RpcException(core().rank(), callee, number(), failure);
        }
        return answered;
    }

    private void answered(Incoming reply) {
        RpcCall call = calls.find(reply.call());
        // A late reply is dropped.
        if (call != null) {
            call.replied(reply);
        }
    }

    // ---- the callee --------------------------------------------------------------------------------------------

    private void serve(Incoming request) {
        Reply reply = free.isEmpty() ? new Reply(core(), sender(), number()) : free.pop();
        reply.begin(request.source(), request.call());
        try {
            procedure.call(request, reply);
        } catch (Throwable t) {
            if (!reply.isOpen()) {
                throw t;
            }
            reply.fail(t.toString());
            if (t instanceof Error) {
                throw t;
            }
        }
        if (!reply.isLater()) {
            if (reply.isOpen()) {
                reply.fail("nothing, and has not replied; expected Reply.send() or later()");
            }
            free.push(reply);
        }
    }

    @Override
    void begun(Incoming message) {
        if (message.isWhole() || isServedWhenBegun(message)) {
            message.deliver(message.kind() == PandaHeader.REQUEST ? serve : answered);
        }
    }

    @Override
    void completed(Incoming message) {
        if (!isServedWhenBegun(message)) {
            message.deliver(message.kind() == PandaHeader.REQUEST ? serve : answered);
        }
    }

    private boolean isServedWhenBegun(Incoming message) {
        return delivery == Delivery.BEGUN && message.kind() == PandaHeader.REQUEST;
    }

    /** Closes the service: requests that arrive wait until one of its number is opened again. */
    @Override
    public void close() {
        leave();
    }
}
