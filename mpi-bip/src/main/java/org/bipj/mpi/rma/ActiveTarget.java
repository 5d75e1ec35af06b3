package org.bipj.mpi.rma;

import java.lang.invoke.VarHandle;
import java.util.stream.IntStream;
import org.bipj.mpi.call.EngineException;

/** Synchronisation of active targets (MPI 4.1 sections 12.5.1 and 12.5.2): fences; post, start, complete and wait. */
public final class ActiveTarget {
    /** Assertions (MPI 4.1 section 12.5.5), with the values of the facade. */
    public static final int NOCHECK = 1;

    public static final int NOPRECEDE = 2;
    public static final int NOPUT = 4;
    public static final int NOSTORE = 8;
    public static final int NOSUCCEED = 16;

    private final OneSided rma;
    private final WindowShape shape;
    private final WindowCollectives agreement;
    private final Epochs epochs;
    private final Completion completion;
    private final Notices notices;
    private final Target own;

    ActiveTarget(
            OneSided rma,
            WindowShape shape,
            WindowCollectives agreement,
            Epochs epochs,
            Completion completion,
            Target own,
            Notices notices) {
        this.rma = rma;
        this.shape = shape;
        this.agreement = agreement;
        this.epochs = epochs;
        this.completion = completion;
        this.own = own;
        this.notices = notices;
    }

    /** Completes all operations of all ranks (MPI_Win_fence, section 12.5.1). */
    public void fence(int assertions) {
        checkAssertions(assertions, NOPRECEDE | NOPUT | NOSTORE | NOSUCCEED, "NOSTORE, NOPUT, NOPRECEDE, NOSUCCEED");
        epochs.checkFence();
        own.fences();
        completion.flushAll();
        agreement.barrier();
        VarHandle.fullFence();
        epochs.fenced((assertions & NOSUCCEED) == 0);
        completion.throwRefusal();
    }

    static void checkAssertions(int given, int allowed, String words) {
        if ((given & ~allowed) != 0) {
            throw new EngineException(
                    RmaErrors.ASSERT, "the assertion is " + given + "; expected 0, or a sum of " + words);
        }
    }

    /** Begins an exposure epoch for some origins (MPI_Win_post, section 12.5.2). */
    public void post(int[] origins, int assertions) {
        checkAssertions(assertions, NOCHECK | NOSTORE | NOPUT, "NOCHECK, NOSTORE, NOPUT");
        epochs.checkPost();
        VarHandle.fullFence();
        epochs.posted(origins);
        if ((assertions & NOCHECK) == 0) {
            notify(origins, MessageKind.POST);
        }
    }

    private void notify(int[] ranks, int kind) {
        rma.enter();
        try {
            for (int one : ranks) {
                if (one != shape.rank() || own.isServedInTurn()) {
                    rma.send(shape.world(one), MessageKind.envelope(kind, shape.number(), 0));
                } else if (kind == MessageKind.POST) {
                    notices.posts[one]++;
                } else {
                    notices.completes[one]++;
                }
            }
        } finally {
            rma.exit();
        }
    }

    /** Begins an access epoch on some targets, once they have posted (MPI_Win_start). */
    public void start(int[] targets, int assertions) {
        checkAssertions(assertions, NOCHECK, "NOCHECK");
        epochs.checkStart();
        if ((assertions & NOCHECK) == 0) {
            awaitAll(notices.posts, targets, "post");
        }
        epochs.started(targets);
    }

    /** Takes one of each rank's notices once all have given one; an error if one of them fails before. */
    private void awaitAll(int[] told, int[] ranks, String call) {
        rma.await(
                () -> takeAll(told, ranks) || completion.isFailed(ranks),
                new WindowWait(
                        shape,
                        rank -> told[rank] == 0 && IntStream.of(ranks).anyMatch(one -> one == rank),
                        who -> who + " to call " + call + " on window " + shape.number()));
        completion.checkUsable(ranks);
    }

    /** Takes one of each rank's notices if all have given one. */
    private static boolean takeAll(int[] told, int[] ranks) {
        if (!haveAll(told, ranks)) {
            return false;
        }
        for (int one : ranks) {
            told[one]--;
        }
        return true;
    }

    private static boolean haveAll(int[] told, int[] ranks) {
        for (int one : ranks) {
            if (told[one] == 0) {
                return false;
            }
        }
        return true;
    }

    /** Ends the access epoch; its operations are complete here (MPI_Win_complete). */
    public void complete() {
        int[] targets = epochs.checkComplete();
        VarHandle.fullFence();
        notify(targets, MessageKind.COMPLETE);
        if (shape.isDynamic()) {
            // Refusals come before the reply.
            completion.flushAll();
        }
        completion.awaitQuiet();
        for (int target : targets) {
            completion.clean(target);
        }
        epochs.completed();
        completion.throwRefusal();
        completion.checkUsable(targets);
    }

    /** Ends the exposure epoch, once all origins have ended theirs (MPI_Win_wait). */
    public void waitFor() {
        int[] origins = epochs.checkExposed("waitFor");
        try {
            awaitAll(notices.completes, origins, "complete");
        } finally {
            VarHandle.fullFence();
            epochs.concealed();
        }
    }

    /** Ends the exposure epoch if all origins have ended theirs (MPI_Win_test). */
    public boolean test() {
        int[] origins = epochs.checkExposed("test");
        boolean looks = rma.looks(() -> haveAll(notices.completes, origins));
        rma.enter();
        try {
            if ((!looks || !takeAll(notices.completes, origins)) && !completion.isFailed(origins)) {
                return false;
            }
        } finally {
            rma.exit();
        }
        VarHandle.fullFence();
        epochs.concealed();
        completion.checkUsable(origins);
        return true;
    }
}
