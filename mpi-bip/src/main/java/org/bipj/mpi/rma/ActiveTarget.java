package org.bipj.mpi.rma;

import java.lang.invoke.VarHandle;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.comm.CommCore;

/** Synchronisation of active targets (MPI 4.1 sections 12.5.1 and 12.5.2): fences; post, start, complete and wait. */
public final class ActiveTarget {
    /** Assertions (MPI 4.1 section 12.5.5), with the values of the facade. */
    public static final int NOCHECK = 1;

    public static final int NOPRECEDE = 2;
    public static final int NOPUT = 4;
    public static final int NOSTORE = 8;
    public static final int NOSUCCEED = 16;

    private final OneSided rma;
    private final CommCore core;
    private final Window window;
    private final WindowCollectives agreement;
    private final Epochs epochs;
    private final Completion completion;
    private final int rank;
    /** By rank: calls of post that no start has taken. */
    private final int[] posts;
    /** By rank: calls of complete that no wait has taken. */
    private final int[] completes;

    ActiveTarget(OneSided rma, CommCore core, Window window, WindowCollectives agreement) {
        this.rma = rma;
        this.core = core;
        this.window = window;
        this.agreement = agreement;
        epochs = window.epochs();
        completion = window.completion();
        rank = window.rank();
        posts = new int[core.size()];
        completes = new int[core.size()];
    }

    /** Completes all operations of all ranks (MPI_Win_fence, section 12.5.1). */
    public void fence(int assertions) {
        checkAssertions(assertions, NOPRECEDE | NOPUT | NOSTORE | NOSUCCEED, "NOSTORE, NOPUT, NOPRECEDE, NOSUCCEED");
        epochs.checkFence();
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
                if (one != rank) {
                    rma.send(window.world(one), MessageKind.envelope(kind, window.number(), 0));
                } else if (kind == MessageKind.POST) {
                    posts[rank]++;
                } else {
                    completes[rank]++;
                }
            }
        } finally {
            rma.exit();
        }
    }

    void posted(int peer) {
        posts[core.rankOf(peer)]++;
    }

    void completed(int peer) {
        completes[core.rankOf(peer)]++;
    }

    /** Begins an access epoch on some targets, once they have posted (MPI_Win_start). */
    public void start(int[] targets, int assertions) {
        checkAssertions(assertions, NOCHECK, "NOCHECK");
        epochs.checkStart();
        if ((assertions & NOCHECK) == 0) {
            awaitAll(posts, targets, "post");
        }
        epochs.started(targets);
    }

    /** Takes one of each rank's notices once all have given one; an error if one of them fails before. */
    private void awaitAll(int[] notices, int[] ranks, String call) {
        rma.await(
                () -> takeAll(notices, ranks) || completion.isFailed(ranks),
                "other ranks to call " + call + " on window " + window.number());
        completion.checkUsable(ranks);
    }

    /** Takes one of each rank's notices if all have given one. */
    private static boolean takeAll(int[] notices, int[] ranks) {
        for (int one : ranks) {
            if (notices[one] == 0) {
                return false;
            }
        }
        for (int one : ranks) {
            notices[one]--;
        }
        return true;
    }

    /** Ends the access epoch; its operations are complete here (MPI_Win_complete). */
    public void complete() {
        int[] targets = epochs.checkComplete();
        VarHandle.fullFence();
        notify(targets, MessageKind.COMPLETE);
        if (window.own().isDynamic()) {
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
            awaitAll(completes, origins, "complete");
        } finally {
            VarHandle.fullFence();
            epochs.concealed();
        }
    }

    /** Ends the exposure epoch if all origins have ended theirs (MPI_Win_test). */
    public boolean test() {
        int[] origins = epochs.checkExposed("test");
        rma.round();
        rma.enter();
        try {
            if (!takeAll(completes, origins) && !completion.isFailed(origins)) {
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
