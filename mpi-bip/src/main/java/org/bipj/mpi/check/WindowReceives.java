package org.bipj.mpi.check;

import java.util.ArrayList;
import java.util.List;
import mpi.MpiBuffer;
import mpi.MpiCall;
import org.bipj.mpi.call.CallFacts;
import org.jspecify.annotations.Nullable;

/**
 * Receives of a rank into its own memory of a window since a fence. Between two fences another rank may update that memory only behind
 * the receive, of which a message has to tell it. So a receive that is complete is forgotten with the rank's next call of which another
 * rank could learn: what is left at the next fence had no order with any update of the epoch.
 */
final class WindowReceives {
    /** Older ones are forgotten: a rank that only receives would keep all. */
    private static final int MOST = 256;

    /**
     * A receive.
     *
     * @param said names it
     * @param from its first byte in the window
     * @param to one past its last byte
     * @param pending null if it was complete when its call returned
     */
    record Receive(
            String said, long from, long to, @Nullable PendingOperation pending) {
        boolean isOver() {
            return pending == null || pending.isOver;
        }
    }

    private final List<Receive> receives = new ArrayList<>();

    /** The rank makes a call. */
    void before(MpiCall call) {
        if (!receives.isEmpty() && mayBeLearntOf(call)) {
            forgetOver();
        }
    }

    private static boolean mayBeLearntOf(MpiCall call) {
        boolean onlyReceives = call.recvTag() != MpiCall.NONE && call.sendTag() == MpiCall.NONE;
        boolean onlyEnds = call.requests().length > 0 && !PendingOperations.isStart(call);
        CallFacts facts = Facts.of(call);
        return !onlyReceives && !onlyEnds && facts != CallFacts.FENCE && facts != CallFacts.PROBE;
    }

    /**
     * A call receives.
     *
     * @param memory all of the window's here
     * @param buffer what it writes
     * @param bytes what it has written at most
     */
    void add(Object said, MpiBuffer memory, MpiBuffer buffer, long bytes, @Nullable PendingOperation pending) {
        if (!buffer.isWritten() || !buffer.isDense() || bytes == 0 || !buffer.overlaps(memory)) {
            return;
        }
        if (receives.size() == MOST) {
            receives.removeFirst();
        }
        long from = buffer.lowest() - memory.lowest();
        long length = Math.min(buffer.highest() - buffer.lowest(), bytes);
        // The text now: the place in it is that of the running call.
        receives.add(new Receive(said.toString(), from, from + length, pending));
    }

    /** Those that have no order with an update of these bytes. */
    List<Receive> in(long from, long to) {
        return receives.stream()
                .filter(receive -> receive.from < to && from < receive.to)
                .toList();
    }

    /** An epoch has ended: those that are under way go on in the next one. */
    void forgetOver() {
        receives.removeIf(Receive::isOver);
    }
}
