package org.bipj.mpi.rma;

import java.lang.invoke.VarHandle;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.engine.RequestEnd;
import org.jspecify.annotations.Nullable;

/**
 * The operations of this rank on one window that travel as messages: which of them are not complete, and the first refusal.
 * Ranks are ranks of the window.
 */
final class Completion {
    private final OneSided rma;
    private final WindowShape shape;

    /** By target: replies that have not come, operands that have not left, and whether it may have more to serve. */
    private final int[] awaited;

    private final int[] sending;
    private final boolean[] dirty;
    /** The sums of the first two of these arrays. */
    private int outstanding;

    /** The first refusal since the last synchronisation, or null. */
    private @Nullable EngineException refusal;

    Completion(OneSided rma, WindowShape shape) {
        this.rma = rma;
        this.shape = shape;
        int ranks = shape.ranks();
        awaited = new int[ranks];
        sending = new int[ranks];
        dirty = new boolean[ranks];
    }

    /** A message is about to be sent behind which the target has nothing more to serve. */
    void clean(int target) {
        dirty[target] = false;
    }

    /** Something is under way to a target that is not reached. */
    void touched(int target) {
        dirty[target] = true;
    }

    /** Expects a reply to an operation, which a flush waits for. */
    Pending expect(Pending one) {
        rma.expect(one);
        awaited[one.target]++;
        outstanding++;
        return one;
    }

    /** True while a reply of a target has not come. */
    boolean awaits(int target) {
        return awaited[target] > 0;
    }

    void replied(int target) {
        awaited[target]--;
        outstanding--;
    }

    void sends(int target) {
        sending[target]++;
        outstanding++;
    }

    void sent(int target) {
        sending[target]--;
        outstanding--;
    }

    /** Why a target has failed, or lacks the window; null if neither. */
    @Nullable
    String failure(int target) {
        String why = rma.failure(shape.world(target));
        return why == null ? shape.absence(target) : why;
    }

    /** Throws an error of class PROC_FAILED if a target has failed. */
    void checkUsable(int target) {
        String why = failure(target);
        if (why != null) {
            throw new EngineException(ErrorClass.PROC_FAILED, why);
        }
    }

    /** Throws an error of class PROC_FAILED if one of some ranks has failed. */
    void checkUsable(int[] ranks) {
        for (int one : ranks) {
            checkUsable(one);
        }
    }

    boolean isFailed(int[] ranks) {
        for (int one : ranks) {
            if (failure(one) != null) {
                return true;
            }
        }
        return false;
    }

    /** An operation has ended because its target has failed: an error of its request, and of the next synchronisation. */
    void lose(String why, @Nullable RequestEnd request) {
        fail(new EngineException(ErrorClass.PROC_FAILED, why), request);
    }

    /** An operation has ended without its data: the arena of its buffer was closed. */
    void close(@Nullable RequestEnd request) {
        fail(new EngineException(ErrorClass.BUFFER, Payload.CLOSED), request);
    }

    private void fail(EngineException why, @Nullable RequestEnd request) {
        refused(why);
        if (request != null) {
            request.end(why);
        }
    }

    void refused(EngineException why) {
        if (refusal == null) {
            refusal = why;
        }
    }

    /** Asks a target for a reply, which comes when it has served all before; of one that has failed, that is refused. */
    void ask(int target, int kind) {
        String why = failure(target);
        if (why != null) {
            lose(why, null);
            return;
        }
        Pending one = new Pending(rma.cache, this, target, shape.world(target), null);
        one.set(null, 0, 0, TypeLayout.BYTE);
        expect(one);
        rma.send(shape.world(target), MessageKind.envelope(kind, shape.number(), one.handle));
    }

    void askForFlush(int target) {
        rma.enter();
        try {
            if (dirty[target]) {
                dirty[target] = false;
                ask(target, MessageKind.FLUSH);
            }
        } finally {
            rma.exit();
        }
    }

    /** True if no operation on a target is under way. */
    boolean isQuiet(int target) {
        return awaited[target] + sending[target] == 0;
    }

    /** True if no operation is under way. */
    boolean isQuiet() {
        return outstanding == 0;
    }

    /** Waits for a target. Where there is nothing to wait for, serves others once: the caller may be polling for them. */
    void awaitQuiet(int target) {
        if (isQuiet(target)) {
            rma.round();
        } else {
            rma.await(() -> isQuiet(target), new WindowWait(shape, rank -> rank == target, this::serving));
        }
    }

    /** Waits as {@link #awaitQuiet(int)} does, for all targets. */
    void awaitQuiet() {
        if (isQuiet()) {
            rma.round();
        } else {
            rma.await(this::isQuiet, new WindowWait(shape, rank -> !isQuiet(rank), this::serving));
        }
    }

    private String serving(String who) {
        return who + " to serve one-sided operations on window " + shape.number();
    }

    /** Completes all operations of this rank at all targets. */
    void flushAll() {
        askForFlush();
        awaitQuiet();
    }

    /** Asks all targets that may have something to serve. */
    void askForFlush() {
        VarHandle.fullFence();
        for (int target = 0; target < dirty.length; target++) {
            askForFlush(target);
        }
    }

    void throwRefusal() {
        EngineException why = refusal;
        if (why != null) {
            refusal = null;
            throw why;
        }
    }
}
