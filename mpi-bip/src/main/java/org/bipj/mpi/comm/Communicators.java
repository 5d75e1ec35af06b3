package org.bipj.mpi.comm;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.bipj.core.job.Job;
import org.bipj.core.runtime.Threads;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.engine.Engine;
import org.bipj.mpi.fault.Memberships;
import org.bipj.mpi.match.Envelope;
import org.jspecify.annotations.Nullable;

/** The communicators of one rank: makes them on its engine, names them in reports, and forgets them. */
public final class Communicators {
    private final CommNames names = new CommNames();
    private final Engine engine;
    private final Memberships memberships;

    private Communicators(Job job, Threads threads, boolean checksTypes, @Nullable Engine before) {
        engine = Engine.open(job, threads, checksTypes, names, before);
        memberships = new Memberships(engine);
        engine.processes()
                .membersBy(() -> names.all()
                        .flatMapToInt(core -> Arrays.stream(core.whole().worldRanks())));
    }

    /** Opens the first engine of a rank; for arguments see {@link Engine#open}. */
    public static Communicators open(Job job, Threads threads, boolean checksTypes) {
        return open(job, threads, checksTypes, null);
    }

    /** Opens an engine of a rank; for arguments see {@link Engine#open}. */
    public static Communicators open(Job job, Threads threads, boolean checksTypes, @Nullable Engine before) {
        return new Communicators(job, threads, checksTypes, before);
    }

    /** What is known of the processes of all communicators. */
    public Memberships memberships() {
        return memberships;
    }

    /** The engine of the rank whose communicators these are. */
    public Engine engine() {
        return engine;
    }

    /**
     * Creates a communicator over these world ranks. Each member calls this with the ranks in the same order.
     *
     * @param context even number below 2^{@value Envelope#CONTEXT_BITS} that no communicator of these ranks uses
     */
    public CommCore create(int context, int[] worldRanks) {
        return named(new CommCore(engine, memberships, checked(context), worldRanks));
    }

    /**
     * Creates an intercommunicator between two disjoint groups, each with at least one process.
     *
     * @param context as for {@link #create}
     * @param localRanks world ranks of the calling process's group
     * @param remoteRanks world ranks of the other group
     */
    public CommCore createBetween(int context, int[] localRanks, int[] remoteRanks) {
        return named(CommCore.between(engine, memberships, checked(context), localRanks, remoteRanks));
    }

    private static int checked(int context) {
        if (context >>> Envelope.CONTEXT_BITS != 0) {
            throw new IllegalArgumentException("context " + context + " does not fit an envelope");
        }
        return context;
    }

    private CommCore named(CommCore communicator) {
        engine.progress().enter();
        try {
            names.add(communicator);
        } finally {
            engine.progress().exit();
        }
        return communicator.revocable();
    }

    /**
     * Removes a communicator; its context may be reused.
     *
     * @return false if receives are still posted in it; the caller retries later
     */
    public boolean forget(CommCore communicator) {
        int context = communicator.context();
        engine.progress().enter();
        try {
            boolean forgotten = engine.receiving().forget(context, context + 1);
            if (forgotten) {
                names.remove(context);
                communicator.collectives().endSharing();
                memberships.leave(communicator.membership());
            }
            return forgotten;
        } finally {
            engine.progress().exit();
        }
    }

    /** Forgets the jobs of which no communicator has a process, with those behind windows and files. */
    public void disconnect() {
        engine.processes().detachUnused();
    }

    /**
     * Looks for communicators whose ranks have made different collective calls, which none has noticed so far. Called when all ranks
     * have made their last calls.
     *
     * @param others contexts of communicators with which the rank goes on
     * @throws EngineException for the first of them
     */
    public void checkCalls(IntPredicate others) {
        engine.progress().enter();
        try {
            engine.takeLast();
            EngineException failure = names.leftCalls(others);
            if (failure != null) {
                throw failure;
            }
        } finally {
            engine.progress().exit();
        }
    }
}
