package org.bipj.mpi.engine;

import java.lang.foreign.MemorySegment;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.Multicasts;
import org.bipj.core.channel.SendOp;
import org.bipj.core.nic.HostTime;
import org.bipj.core.nic.HostWork;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.mpi.call.BufferChecks;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.call.TimelineMarks;
import org.bipj.mpi.match.Envelope;
import org.bipj.mpi.match.Matcher;
import org.bipj.mpi.match.Unexpected;
import org.jspecify.annotations.Nullable;

/**
 * The sending side of the engine. A short message to another rank leaves at once if it can, without an operation; what
 * cannot is posted at the channel, or with {@link SelfMessages}, as an operation out of the pool.
 */
public final class Sending {
    /** A send completes when the buffer may be reused. */
    public static final boolean STANDARD = false;

    /** A send completes when the receive has started. */
    public static final boolean SYNCHRONOUS = true;

    /** Represents every short message that has been sent, in all engines; never written to. */
    private static final SendOp SENT = sent();

    private final Channel channel;
    private final HostTime time;
    private final int self;
    private final int eagerLimit;
    private final OpPool ops;
    private final Progress progress;
    private final SelfMessages toSelf;
    private final Receiving receiving;
    /** True if one thread at a time calls: a message may leave without the lock. */
    private final boolean alone;
    /** Whether {@link Progress#mayCopyOnOtherThread} holds. */
    private final boolean otherThreadsCopy;
    /** True if messages carry the signatures of their data. */
    private final boolean signs;

    /** Null in a plain run. */
    private final @Nullable FreeChoices open;

    private final Payload scratch;

    /** A try to send has been charged and has failed. */
    private boolean charged;

    private static SendOp sent() {
        SendOp op = new SendOp(null);
        op.completeLocally();
        return op;
    }

    Sending(EngineParts parts, SelfMessages toSelf, Receiving receiving) {
        channel = parts.channel();
        time = parts.time();
        self = parts.self();
        ops = parts.ops();
        progress = parts.progress();
        this.toSelf = toSelf;
        this.receiving = receiving;
        alone = progress.isAlone();
        otherThreadsCopy = progress.mayCopyOnOtherThread();
        signs = parts.checksTypes();
        scratch = ops.newPayload();
        open = receiving.open();
        eagerLimit = open != null && open.seesSends() ? -1 : channel.eagerLimit();
    }

    /** Sends and returns when the buffer may be used again; synchronous: when the receive has started. */
    public void send(int context, int dest, int tag, boolean synchronous, Data data) {
        send(context, dest, tag, synchronous, data, null);
    }

    /** The same in a collective call, which is watched while it waits if {@code watch} is not null. */
    public void send(int context, int dest, int tag, boolean synchronous, Data data, @Nullable WaitWatch watch) {
        if (alone && !synchronous) {
            describe(data);
            if (leavesAtOnce(context, dest, tag)) {
                return;
            }
        }
        sendAndWait(context, dest, tag, synchronous, data, watch);
    }

    private void sendAndWait(
            int context, int dest, int tag, boolean synchronous, Data data, @Nullable WaitWatch watch) {
        progress.enter();
        SendOp op;
        try {
            describe(data);
            if (!alone && !synchronous && leavesAtOnce(context, dest, tag)) {
                return;
            }
            channel.progress();
            op = startOpen(context, dest, tag, synchronous, data);
            if (!op.isDone() && dest == self && alone && !progress.decides()) {
                long bytes = op.size();
                toSelf.withdraw(receiving.matcher(context), op);
                ops.give(op);
                throw Deadlock.ofSend(self, bytes, tag);
            }
        } finally {
            progress.exit();
        }
        progress.await(op, watch);
        recycle(op);
    }

    /**
     * Sends a message if it is short and can leave at once; false if nothing was sent: the same message is then sent
     * in another way, or {@link #endTry} is called.
     */
    public boolean trySend(int context, int dest, int tag, Data data) {
        progress.enter();
        try {
            describe(data);
            return leavesAtOnce(context, dest, tag);
        } finally {
            progress.exit();
        }
    }

    /** Ends a failed try: the next send is of another message, and is charged in full. */
    public void endTry() {
        charged = false;
    }

    private void describe(Data data) {
        if (!scratch.setAlike(data)) {
            scratch.set(data);
        }
        BufferChecks.checkFits(scratch, data);
        if (otherThreadsCopy) {
            BufferChecks.checkForAllThreads(scratch);
        }
    }

    /**
     * Sends what {@link #scratch} describes, if it is short and goes to another rank and there are room and credits.
     */
    private boolean leavesAtOnce(int context, int dest, int tag) {
        if (!isShortAndRemote(dest)) {
            return false;
        }
        charge();
        if (channel.trySend(dest, envelope(context, tag, scratch), scratch)) {
            TimelineMarks.sent(context, dest, tag, scratch.size());
            return true;
        }
        charged = true;
        return false;
    }

    private long envelope(int context, int tag, Payload message) {
        return signs || message.layout().signature().isOfObjects()
                ? Envelope.signed(context, tag, message)
                : Envelope.of(context, tag);
    }

    /**
     * The host's work on a send, once for each: after a try that has failed the same message is tried again, or
     * started.
     */
    private void charge() {
        if (charged) {
            charged = false;
        } else {
            time.charge(HostWork.MPI_SEND);
        }
    }

    /** True if what {@link #scratch} describes can go to this rank without an announcement. */
    private boolean isShortAndRemote(int dest) {
        return dest != self && scratch.size() <= eagerLimit;
    }

    /** Starts a send. All sends that are done at once share one operation, which carries no information. */
    public SendOp startSend(int context, int dest, int tag, boolean synchronous, Data data) {
        if (alone && !synchronous) {
            describe(data);
            if (leavesAtOnce(context, dest, tag)) {
                return SENT;
            }
        }
        return startOther(context, dest, tag, synchronous, data);
    }

    private SendOp startOther(int context, int dest, int tag, boolean synchronous, Data data) {
        progress.enter();
        try {
            describe(data);
            if (!synchronous && isShortAndRemote(dest)) {
                if (!alone && leavesAtOnce(context, dest, tag)) {
                    return SENT;
                }
                // Credits may have arrived that have not been read yet; without them the message would be announced.
                channel.progress();
                if (leavesAtOnce(context, dest, tag)) {
                    return SENT;
                }
            }
            return startOpen(context, dest, tag, synchronous, data);
        } finally {
            progress.exit();
        }
    }

    /** Starts a send, if need be of a copy that nobody waits for. */
    private SendOp startOpen(int context, int dest, int tag, boolean synchronous, Data data) {
        if (open != null && !synchronous && context % 2 == 0) {
            describe(data);
            if (open.copies(dest, tag, scratch.size())) {
                byte[] copy = new byte[Math.toIntExact(scratch.size())];
                scratch.copyOut(0, MemorySegment.ofArray(copy), 0, scratch.size());
                Data copied = new Data().set(copy, 0, data.count(), data.type().packed());
                start(context, dest, tag, synchronous, copied);
                return SENT;
            }
        }
        return start(context, dest, tag, synchronous, data);
    }

    /** Starts a send; called under the lock. */
    SendOp start(int context, int dest, int tag, boolean synchronous, Data data) {
        charge();
        if (open != null && context % 2 == 0) {
            open.sends(context, dest);
        }
        SendOp op = ops.takeSend();
        op.set(data);
        TimelineMarks.sent(context, dest, tag, op.size());
        if (dest == self) {
            toSelf.send(context, receiving.matcher(context), tag, synchronous, op);
        } else {
            channel.post(op, dest, envelope(context, tag, op), synchronous);
        }
        return op;
    }

    /**
     * Sends to all other members of a group, and returns when the buffer may be used again.
     *
     * @param group its number at the channel
     */
    public void multicast(int context, int group, int tag, Data data, @Nullable WaitWatch watch) {
        progress.enter();
        SendOp op;
        try {
            describe(data);
            time.charge(HostWork.MPI_SEND);
            time.charge(HostWork.MPI_MULTICAST);
            op = ops.takeSend();
            op.set(data);
            Multicasts multicasts = channel.multicasts();
            assert multicasts != null : "a group of a port without them";
            multicasts.send(op, group, envelope(context, tag, op));
        } finally {
            progress.exit();
        }
        progress.await(op, watch);
        recycle(op);
    }

    /** Takes a send of the library back; false if something of it has gone out already. */
    public boolean cancel(int context, SendOp op) {
        TimelineMarks.withdrawn(context);
        progress.enter();
        try {
            return op.isLocal() ? toSelf.withdraw(receiving.matcher(context), op) : channel.cancel(op);
        } finally {
            progress.exit();
        }
    }

    /** Takes a send of the library back, if need be out of its receiver's queue; under the lock of progress. */
    public void takeBack(int context, SendOp op) {
        TimelineMarks.withdrawn(context);
        boolean ignored =
                op.isDone() || (op.isLocal() ? toSelf.withdraw(receiving.matcher(context), op) : channel.withdraw(op));
    }

    /**
     * Takes a send back, if need be out of its receiver's queue.
     *
     * @return true if it is cancelled already; false if it is too late, or if the receiver decides
     */
    public boolean withdraw(int context, SendOp op) {
        if (open != null) {
            open.cancelsSend(op.isDone());
        }
        TimelineMarks.withdrawn(context);
        progress.enter();
        try {
            if (open == null) {
                return op.isLocal() ? toSelf.withdraw(receiving.matcher(context), op) : channel.withdraw(op);
            }
            return op.isLocal() ? withdrawToSelf(receiving.matcher(context), op, open) : withdraw(op, open);
        } finally {
            progress.exit();
        }
    }

    private boolean withdrawToSelf(Matcher matcher, SendOp op, FreeChoices choices) {
        Unexpected entry = matcher.entry(op);
        boolean isKept = entry != null && choices.keepsCancelled(matcher, entry, () -> toSelf.giveBack(entry, op));
        return !isKept && toSelf.withdraw(matcher, op);
    }

    private boolean withdraw(SendOp op, FreeChoices choices) {
        boolean isCancelled = channel.withdraw(op);
        if (isCancelled) {
            choices.cancelledUnsent();
        }
        return isCancelled;
    }

    /** An operation for a send to PROC_NULL, which is done at once. */
    public SendOp nothing() {
        return SENT;
    }

    private EngineException lost(SendOp op) {
        String why = channel.failure(op.peer());
        assert why != null : "a send is lost, and its receiver has not failed";
        return new EngineException(ErrorClass.PROC_FAILED, why);
    }

    /** The class of the error of a finished send whose receiver has failed, or takes no more messages; else 0. */
    public static int errorClassOf(SendOp op) {
        return op.refusal() == SendOp.LOST ? ErrorClass.PROC_FAILED : Receiving.errorClassOf(op.refusal());
    }

    /**
     * Gives a finished send back.
     *
     * @throws EngineException if its receiver has failed, or its buffer's arena was closed
     */
    public void recycle(SendOp op) {
        if (op == SENT) {
            return;
        }
        if (op.refusal() == SendOp.LOST) {
            // It is not used again: its peer may still refer to it.
            throw lost(op);
        }
        int refused = Receiving.errorClassOf(op.refusal());
        boolean closed = op.isClosed();
        progress.enter();
        try {
            ops.give(op);
        } finally {
            progress.exit();
        }
        if (refused != 0) {
            throw new EngineException(refused, "the receiver takes no more messages of this communicator");
        }
        if (closed) {
            throw new EngineException(ErrorClass.BUFFER, Payload.CLOSED);
        }
    }
}
