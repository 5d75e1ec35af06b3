package org.bipj.mpi.engine;

import org.bipj.core.channel.SendOp;
import org.bipj.core.nic.HostTime;
import org.bipj.core.nic.NicPort;
import org.bipj.core.payload.Signature;
import org.bipj.core.protocol.CreditWindow;
import org.bipj.mpi.call.TimelineMarks;
import org.bipj.mpi.match.Envelope;
import org.bipj.mpi.match.Matcher;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.Unexpected;
import org.bipj.mpi.match.UnexpectedPool;

/**
 * Messages of a rank to itself: matched like all others, copied from buffer to buffer, never seen by the channel. A
 * short one that no receive waits for is copied and done, as long as it has credits; any other waits with its sender.
 */
final class SelfMessages {
    private final int self;
    private final int eagerLimit;
    private final HostTime time;
    private final UnexpectedPool unexpected;
    /** True if messages carry the signatures of their data. */
    private final boolean signs;

    /** Short messages that wait for a receive are bounded like those of other ranks. */
    private final CreditWindow credits;

    SelfMessages(EngineParts parts) {
        eagerLimit = parts.channel().eagerLimit();
        self = parts.self();
        NicPort port = parts.port();
        time = parts.time();
        unexpected = parts.unexpected();
        signs = parts.checksTypes();
        credits = new CreditWindow(port.capabilities().creditWindow());
    }

    /** Sends: into the receive that waits for the message, else to the unexpected ones. */
    void send(int context, Matcher matcher, int tag, boolean synchronous, SendOp op) {
        int signature = signs || op.layout().signature().isOfObjects() ? Envelope.signature(op) : Signature.UNTYPED;
        PostedRecv receive = matcher.arrived(self, tag);
        if (receive != null) {
            TimelineMarks.matched(context, self, tag, op.size());
            copy(op, receive, receive.matched(self, tag, op.size(), signature));
        } else if (!synchronous && op.size() <= eagerLimit && credits.spend(CreditWindow.cost((int) op.size()))) {
            Unexpected entry = unexpected.ofBytes(self, tag, signature, (int) op.size());
            op.copyOut(0, entry.bytes(), 0, op.size());
            time.chargeCopy(op.size());
            matcher.keep(entry);
            TimelineMarks.kept(context, matcher.unexpected());
            op.completeLocally();
        } else {
            op.beginLocally();
            matcher.keep(unexpected.of(op, self, tag, signature));
            TimelineMarks.kept(context, matcher.unexpected());
        }
    }

    /** Takes back a message that waits with its sender; false if a probe has taken it already. */
    boolean withdraw(Matcher matcher, SendOp op) {
        Unexpected entry = matcher.withdraw(op);
        if (entry == null) {
            return false;
        }
        giveBack(entry, op);
        return true;
    }

    /** Ends a send whose message was taken back, and its entry's life. */
    void giveBack(Unexpected entry, SendOp op) {
        unexpected.give(entry);
        op.cancelLocally();
    }

    /** Copies a message to its receive and ends both. */
    void copy(SendOp from, PostedRecv to, long bytes) {
        to.copyFrom(from, bytes);
        time.chargeCopy(bytes);
        from.completeLocally();
        to.done(true);
    }

    /** A receive has taken a short message that had waited for one. */
    void taken(int bytes) {
        credits.refill(CreditWindow.cost(bytes));
    }
}
