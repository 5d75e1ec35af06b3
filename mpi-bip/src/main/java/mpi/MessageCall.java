package mpi;

import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.PointToPoint;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * A call of point-to-point communication as the program makes it, with its arguments as they are given. As with a {@link CollectiveCall},
 * {@link Comm} names them one after the other, and last what to do. {@link PointToPointCalls} checks the arguments and does what they
 * say. Sends and receives in standard mode, blocking and not, do without in a rank that has no listeners: they are on the path of every
 * message, and {@link Comm} has bodies of their own for them.
 *
 * <p>Each thread has one, from {@link MpiRank#messageCall}; where there are listeners, each call has its own. Between calls it refers to no
 * memory of the program.
 */
final class MessageCall {
    private @Nullable Comm comm;
    private @Nullable CommCore core;
    private @Nullable PointToPoint operation;
    /** Name of the method in the second dialect; null in the first one. */
    private @Nullable String dialectMethod;

    final Side sent = new Side();
    final Side received = new Side();
    int dest;
    int sendTag;
    int source;
    int recvTag;

    /** A call of which nothing else is known yet. */
    MessageCall begin(Comm on, CommCore itsCore, PointToPoint what, @Nullable String nameInDialect) {
        comm = on;
        core = itsCore;
        operation = what;
        dialectMethod = nameInDialect;
        return this;
    }

    Comm comm() {
        return comm;
    }

    PointToPoint operation() {
        return operation;
    }

    /** True for calls of the second dialect: objects are data too, and buffers of one call may overlap. */
    boolean isOfSecondDialect() {
        return dialectMethod != null;
    }

    /** True for a send that waits for its receive. */
    boolean isSynchronous() {
        if (operation == PointToPoint.SEND) {
            return comm.runtime.standardSendsWait();
        }
        return operation == PointToPoint.SSEND;
    }

    /** The same call, for later starts. */
    MessageCall copy() {
        MessageCall copy = new MessageCall().begin(comm, core, operation, dialectMethod);
        copy.sent.set(sent);
        copy.received.set(received);
        return copy.to(dest, sendTag).from(source, recvTag);
    }

    // ---- what the facade says ------------------------------------------------------------------------------------

    MessageCall sends(@Nullable Object buf, int offset, long count, Datatype type) {
        sent.set(Side.Form.WHOLE, buf, offset, count, type);
        return this;
    }

    MessageCall sends(@Nullable Object buf, long count, Datatype type) {
        return sends(buf, 0, count, type);
    }

    MessageCall receives(@Nullable Object buf, int offset, long count, Datatype type) {
        received.set(Side.Form.WHOLE, buf, offset, count, type);
        return this;
    }

    MessageCall receives(@Nullable Object buf, long count, Datatype type) {
        return receives(buf, 0, count, type);
    }

    MessageCall sends(@Nullable Object buf, Count count, Datatype type) {
        return sends(buf, number(count), type);
    }

    MessageCall receives(@Nullable Object buf, Count count, Datatype type) {
        return receives(buf, number(count), type);
    }

    MessageCall replaces(@Nullable Object buf, int offset, Count count, Datatype type) {
        return replaces(buf, offset, number(count), type);
    }

    private long number(Count count) {
        try {
            return Count.value("count", count);
        } catch (EngineException e) {
            clear();
            throw raise(operation.method(), e);
        }
    }

    /** The one buffer of an exchange, which listeners see as received. */
    MessageCall replaces(@Nullable Object buf, int offset, long count, Datatype type) {
        sent.set(Side.Form.WHOLE, buf, offset, count, type);
        return receives(buf, offset, count, type);
    }

    MessageCall to(int rank, int tag) {
        dest = rank;
        sendTag = tag;
        return this;
    }

    MessageCall from(int rank, int tag) {
        source = rank;
        recvTag = tag;
        return this;
    }

    // ---- what it does --------------------------------------------------------------------------------------------

    /** Sends, and returns when the buffer may be used again. */
    void send() {
        try {
            CommCore c = core;
            Listening listening = comm.runtime.listening();
            if (listening == null) {
                PointToPointCalls.send(c, this);
            } else {
                listening.see(seen(listening, operation.method()), () -> PointToPointCalls.send(c, this));
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise(operation.method(), e);
        } finally {
            clear();
        }
    }

    /** Receives, or exchanges. */
    Status receive() {
        try {
            CommCore c = core;
            Listening listening = comm.runtime.listening();
            return listening == null
                    ? PointToPointCalls.receive(c, this)
                    : listening.see(seen(listening, operation.method()), () -> PointToPointCalls.receive(c, this));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise(operation.method(), e);
        } finally {
            clear();
        }
    }

    /** Looks for a message; null if there is none and the call does not wait. */
    @Nullable
    Status probe() {
        try {
            CommCore c = core;
            Listening listening = comm.runtime.listening();
            return listening == null
                    ? PointToPointCalls.probe(c, this)
                    : listening.see(seen(listening, operation.method()), () -> PointToPointCalls.probe(c, this));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise(operation.method(), e);
        } finally {
            clear();
        }
    }

    /** Starts the operation. */
    Request start() {
        try {
            CommCore c = core;
            Listening listening = comm.runtime.listening();
            return listening == null
                    ? PointToPointCalls.start(c, this)
                    : listening.see(seen(listening, operation.startMethod()), () -> PointToPointCalls.start(c, this));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise(operation.startMethod(), e);
        } finally {
            clear();
        }
    }

    /** Makes a persistent request of the operation. */
    Prequest prepare() {
        try {
            CommCore c = core;
            Listening listening = comm.runtime.listening();
            return listening == null
                    ? PointToPointCalls.prepare(c, this)
                    : listening.see(
                            seen(listening, operation.prepareMethod()), () -> PointToPointCalls.prepare(c, this));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise(operation.prepareMethod(), e);
        } finally {
            clear();
        }
    }

    private MpiCall seen(Listening listening, String method) {
        return listening.call(comm, method).of(operation, this);
    }

    private RuntimeException raise(String method, Throwable thrown) {
        return comm.raise(dialectMethod == null ? method : dialectMethod, thrown);
    }

    /** Forgets the program's memory. The rest stays until the next call overwrites it. */
    private void clear() {
        sent.clear();
        received.clear();
    }
}
