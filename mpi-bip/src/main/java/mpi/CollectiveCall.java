package mpi;

import java.lang.reflect.Array;
import org.bipj.core.payload.Data;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.TimelineMarks;
import org.bipj.mpi.coll.Schedules;
import org.bipj.mpi.coll.schedule.Schedule;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * A collective call as the program makes it: the operation, the communicator and the arguments. The facade names them one after the
 * other, and last what to do: {@link #run}, {@link #start} or {@link #prepare}. Listeners see the call as an {@link MpiCall} before its
 * arguments are checked, which its {@link Collective} does. A form that does the operation later copies what it needs.
 *
 * <p>Each thread has one, from {@link MpiRank#collectiveCall}, so that no call allocates; where there are listeners, whose own calls
 * may come between, each call has its own. Between calls it refers to no memory of the program.
 */
final class CollectiveCall extends CollectiveArguments {
    private @Nullable Comm comm;
    private @Nullable CommCore core;
    private @Nullable Collective operation;

    /** A call of which nothing else is known yet. */
    CollectiveCall begin(Comm on, CommCore itsCore, Collective what) {
        // References are stored where they change only, as each such store tells the collector; but the compiler shall
        // know the operation.
        if (comm != on) {
            comm = on;
        }
        if (core != itsCore) {
            core = itsCore;
        }
        operation = what;
        return this;
    }

    // ---- what the facade says ------------------------------------------------------------------------------------

    /** This rank's elements, which all who get some get. */
    CollectiveCall sends(@Nullable Object buf, long count, @Nullable Datatype type) {
        return sends(buf, 0, count, type);
    }

    CollectiveCall sends(@Nullable Object buf, int offset, long count, @Nullable Datatype type) {
        sent.set(Side.Form.WHOLE, buf, offset, count, type);
        return this;
    }

    /** A block of this rank's for each peer. */
    CollectiveCall sendsEach(@Nullable Object buf, long count, @Nullable Datatype type) {
        return sendsEach(buf, 0, count, type);
    }

    CollectiveCall sendsEach(@Nullable Object buf, int offset, long count, @Nullable Datatype type) {
        sent.set(Side.Form.EQUAL, buf, offset, count, type);
        return this;
    }

    CollectiveCall sendsEach(
            @Nullable Object buf, int @Nullable [] counts, int @Nullable [] displs, @Nullable Datatype type) {
        return sendsEach(buf, 0, counts, displs, type);
    }

    CollectiveCall sendsEach(
            @Nullable Object buf,
            int offset,
            int @Nullable [] counts,
            int @Nullable [] displs,
            @Nullable Datatype type) {
        sent.set(Side.Form.VECTOR, buf, offset, counts, displs, type);
        return this;
    }

    CollectiveCall sendsEach(@Nullable Object buf, int[] counts, int[] displs, Datatype[] types) {
        sent.set(buf, counts, displs, types);
        return this;
    }

    /** The form of the method for the root, or for others, which has no such arguments. */
    CollectiveCall sendsNothing() {
        sent.form = Side.Form.NONE;
        return this;
    }

    CollectiveCall receivesNothing() {
        received.form = Side.Form.NONE;
        return this;
    }

    CollectiveCall receives(@Nullable Object buf, long count, @Nullable Datatype type) {
        return receives(buf, 0, count, type);
    }

    CollectiveCall receives(@Nullable Object buf, int offset, long count, @Nullable Datatype type) {
        received.set(Side.Form.WHOLE, buf, offset, count, type);
        return this;
    }

    /** A block from each peer. */
    CollectiveCall receivesEach(@Nullable Object buf, long count, @Nullable Datatype type) {
        return receivesEach(buf, 0, count, type);
    }

    CollectiveCall receivesEach(@Nullable Object buf, int offset, long count, @Nullable Datatype type) {
        received.set(Side.Form.EQUAL, buf, offset, count, type);
        return this;
    }

    CollectiveCall receivesEach(
            @Nullable Object buf, int @Nullable [] counts, int @Nullable [] displs, @Nullable Datatype type) {
        return receivesEach(buf, 0, counts, displs, type);
    }

    CollectiveCall receivesEach(
            @Nullable Object buf,
            int offset,
            int @Nullable [] counts,
            int @Nullable [] displs,
            @Nullable Datatype type) {
        received.set(Side.Form.VECTOR, buf, offset, counts, displs, type);
        return this;
    }

    CollectiveCall receivesEach(@Nullable Object buf, int[] counts, int[] displs, Datatype[] types) {
        received.set(buf, counts, displs, types);
        return this;
    }

    /** Operands and results of a reduction. */
    CollectiveCall reduces(
            @Nullable Object sendbuf, @Nullable Object recvbuf, long count, Datatype type, Op operation) {
        return reduces(sendbuf, 0, recvbuf, 0, count, type, operation);
    }

    CollectiveCall reduces(
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            long count,
            Datatype type,
            Op operation) {
        sent.set(Side.Form.WHOLE, sendbuf, sendoffset, count, type);
        received.set(Side.Form.WHOLE, recvbuf, recvoffset, count, type);
        by(operation);
        return this;
    }

    /** Operands for all, and the results of each. */
    CollectiveCall reducesEach(
            @Nullable Object sendbuf, @Nullable Object recvbuf, int[] counts, Datatype type, Op operation) {
        return reducesEach(sendbuf, 0, recvbuf, 0, counts, type, operation);
    }

    CollectiveCall reducesEach(
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] counts,
            Datatype type,
            Op operation) {
        sent.set(Side.Form.ROW, sendbuf, sendoffset, counts, null, type);
        received.set(Side.Form.ROW, recvbuf, recvoffset, counts, null, type);
        by(operation);
        return this;
    }

    CollectiveCall reducesEach(
            @Nullable Object sendbuf, @Nullable Object recvbuf, long count, Datatype type, Op operation) {
        sent.set(Side.Form.EQUAL, sendbuf, 0, count, type);
        received.set(Side.Form.WHOLE, recvbuf, 0, count, type);
        by(operation);
        return this;
    }

    // The same with numbers as Count.

    CollectiveCall sends(@Nullable Object buf, Count count, @Nullable Datatype type) {
        return sends(buf, number(count), type);
    }

    CollectiveCall sendsEach(@Nullable Object buf, Count count, @Nullable Datatype type) {
        return sendsEach(buf, number(count), type);
    }

    CollectiveCall sendsEach(
            @Nullable Object buf, Count @Nullable [] counts, Count @Nullable [] displs, @Nullable Datatype type) {
        return blocks(sent, Side.Form.VECTOR, buf, counts, displs, type);
    }

    CollectiveCall sendsEach(@Nullable Object buf, Count[] counts, Count[] displs, Datatype[] types) {
        return blocks(sent, Side.Form.TYPED, buf, counts, displs, types);
    }

    CollectiveCall receives(@Nullable Object buf, Count count, @Nullable Datatype type) {
        return receives(buf, number(count), type);
    }

    CollectiveCall receivesEach(@Nullable Object buf, Count count, @Nullable Datatype type) {
        return receivesEach(buf, number(count), type);
    }

    CollectiveCall receivesEach(
            @Nullable Object buf, Count @Nullable [] counts, Count @Nullable [] displs, @Nullable Datatype type) {
        return blocks(received, Side.Form.VECTOR, buf, counts, displs, type);
    }

    CollectiveCall receivesEach(@Nullable Object buf, Count[] counts, Count[] displs, Datatype[] types) {
        return blocks(received, Side.Form.TYPED, buf, counts, displs, types);
    }

    CollectiveCall reduces(
            @Nullable Object sendbuf, @Nullable Object recvbuf, Count count, Datatype type, Op reduction) {
        return reduces(sendbuf, recvbuf, number(count), type, reduction);
    }

    CollectiveCall reducesEach(
            @Nullable Object sendbuf, @Nullable Object recvbuf, Count[] counts, Datatype type, Op reduction) {
        by(reduction);
        return blocks(sent, Side.Form.ROW, sendbuf, counts, null, type)
                .blocks(received, Side.Form.ROW, recvbuf, counts, null, type);
    }

    CollectiveCall reducesEach(
            @Nullable Object sendbuf, @Nullable Object recvbuf, Count count, Datatype type, Op reduction) {
        return reducesEach(sendbuf, recvbuf, number(count), type, reduction);
    }

    private long number(Count count) {
        try {
            return Count.value("count", count);
        } catch (EngineException e) {
            throw refused(e);
        }
    }

    /** One side of blocks; {@code of} is their datatype, or one for each. */
    private CollectiveCall blocks(
            Side side,
            Side.Form form,
            @Nullable Object buf,
            Count @Nullable [] counts,
            Count @Nullable [] displs,
            @Nullable Object of) {
        try {
            side.set(form, buf, Count.values("counts", counts), Count.values("displs", displs));
        } catch (EngineException e) {
            throw refused(e);
        }
        if (form == Side.Form.TYPED) {
            side.types = (Datatype[]) of;
        } else {
            side.type = (Datatype) of;
        }
        return this;
    }

    private RuntimeException refused(EngineException e) {
        clear();
        return comm.raise(operation.method(), e);
    }

    private void by(Op reduction) {
        if (op != reduction) {
            op = reduction;
        }
    }

    CollectiveCall at(int rank) {
        root = rank;
        return this;
    }

    CollectiveCall inPlace() {
        isInPlace = true;
        return this;
    }

    // ---- what it does --------------------------------------------------------------------------------------------

    /** Does the operation; errors go to the communicator's error handler. */
    void run() {
        try {
            perform();
        } catch (RuntimeException e) {
            throw comm.raise(operation.method(), e);
        }
    }

    /**
     * Does the operation of a call of the second dialect, in which objects are data too, and both sides may be parts of one array.
     *
     * @param method its name there
     */
    void runAs(String method) {
        try {
            if ((operation.isDealt() ? received : sent).isOfObjects()) {
                // Collectives on objects are made of others, which use this thread's description.
                CollectiveCall kept = copy();
                comm.calls().forms().other(comm, method, () -> {
                    ObjectCollectives.perform((Intracomm) comm, operation, kept);
                    return null;
                });
            } else {
                setApart();
                perform();
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw comm.raise(method, e);
        } finally {
            clear();
        }
    }

    private CollectiveCall copy() {
        CollectiveCall copy = new CollectiveCall();
        copy.sent.set(sent);
        copy.received.set(received);
        copy.root = root;
        copy.op = op;
        return copy;
    }

    /** Sends from a copy where what is sent may lie in what is received. A reduction from and to the same elements is in place. */
    private void setApart() {
        Object buffer = sent.buffer;
        boolean isRoot = !operation.hasRoot() || core.rank() == root;
        if (buffer == null
                || buffer != received.buffer
                || !operation.sends(this, isRoot)
                || !operation.receives(this, isRoot)
                || operation.isReduction() && sent.offset == received.offset) {
            return;
        }
        boolean mayOverlap =
                sent.counts != null || received.counts != null || MessageChecks.overlap(all(sent), all(received));
        if (mayOverlap && buffer.getClass().isArray()) {
            int length = Array.getLength(buffer);
            Object copy = Array.newInstance(buffer.getClass().getComponentType(), length);
            System.arraycopy(buffer, 0, copy, 0, length);
            sent.buffer = copy;
        }
    }

    /** All that a side without counts of its own for each peer holds. */
    private Data all(Side side) {
        long count = side.form == Side.Form.EQUAL ? side.count * core.size() : side.count;
        long offset = MessageChecks.at(side.buffer, side.offset);
        return Data.of(side.buffer, offset, count, MessageChecks.layout(side.type));
    }

    /** The same; errors are the caller's. */
    void perform() {
        // In locals, which stay what they are where the compiler knows nothing of fields any more.
        Collective what = operation;
        CommCore c = core;
        Comm on = comm;
        try {
            describe(what, on);
            mark(what, c);
            Listening listening = on.runtime.listening();
            if (listening == null) {
                what.perform(c.collectives(), this);
            } else {
                listening.see(seen(listening, c, MpiCall.Form.BLOCKING), () -> what.perform(c.collectives(), this));
            }
        } finally {
            clear();
        }
    }

    /** Starts the operation. */
    Request start() {
        try {
            CommCore c = core;
            describe(operation, comm);
            mark(operation, c);
            Listening listening = comm.runtime.listening();
            return listening == null
                    ? started(c)
                    : listening.see(seen(listening, c, MpiCall.Form.STARTED), () -> started(c));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw comm.raise(operation.startMethod(), e);
        } finally {
            clear();
        }
    }

    private Request started(CommCore c) {
        Schedule schedule = Schedules.record(c.whole(), false, port -> operation.perform(port, this));
        c.start(schedule);
        return new Request(comm, c, schedule);
    }

    /** Makes a persistent request of the operation. */
    Prequest prepare() {
        try {
            CommCore c = core;
            describe(operation, comm);
            Listening listening = comm.runtime.listening();
            return listening == null
                    ? prepared(c)
                    : listening.see(seen(listening, c, MpiCall.Form.PERSISTENT), () -> prepared(c));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw comm.raise(operation.prepareMethod(), e);
        } finally {
            clear();
        }
    }

    private Prequest prepared(CommCore c) {
        Schedule schedule = Schedules.record(c.whole(), true, port -> operation.perform(port, this));
        return new Prequest(
                comm, c, request -> startAgain(request, schedule), () -> Schedules.free(c.whole(), schedule));
    }

    private static void startAgain(Prequest request, Schedule schedule) {
        request.core().start(schedule);
        request.begin(schedule);
    }

    /** Neighbours alone wait for each other. */
    private void mark(Collective what, CommCore c) {
        if (!what.isAmongNeighbours()) {
            TimelineMarks.collective(c.context(), what.hasRoot() ? root : -1);
        }
    }

    /** Adds what only the communicator knows, which it is asked for where its errors are handled. */
    private void describe(Collective what, Comm on) {
        if (what.isAmongNeighbours()) {
            edges = on.neighbours();
        }
    }

    private MpiCall seen(Listening listening, CommCore c, MpiCall.Form form) {
        String method = switch (form) {
            case BLOCKING -> operation.method();
            case STARTED -> operation.startMethod();
            case PERSISTENT -> operation.prepareMethod();
        };
        return listening.call(comm, method).form(form).of(c.collectives(), operation, this);
    }

    /** Forgets the program's memory. The rest stays until the next call overwrites it. */
    void clear() {
        sent.clear();
        received.clear();
        if (isInPlace) {
            isInPlace = false;
        }
    }
}
