package org.bipj.mpi.check;

import java.util.Objects;
import java.util.function.IntPredicate;
import mpi.MpiCall;
import mpi.MpiListener;
import mpi.MpiProcess;
import org.bipj.core.replay.Choices;
import org.bipj.mpi.call.CallFacts;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.engine.Progress;

/** The listener of a run in which ranks may die before each call: says which deaths change what a call does. */
public final class DeathPoints implements MpiListener {
    private static final IntPredicate NONE = rank -> false;
    private static final IntPredicate ALL = rank -> true;

    private MpiProcess process;
    private Choices.Deaths deaths;
    /** The program has started a collective operation: any later call may make it go on. */
    private boolean hasStarted;

    /** The listener of one rank. */
    @SuppressWarnings("NullAway.Init") // The rank initialises MPI before it makes calls.
    public DeathPoints() {}

    @Override
    public void initialized(MpiProcess rank) {
        process = rank;
        Choices choices = Objects.requireNonNull(rank.job().choices(), "the run is explored");
        deaths = Objects.requireNonNull(choices.deaths(), "ranks may die");
    }

    @Override
    public void before(MpiCall call) {
        CallFacts.Method method = Facts.method(call);
        deaths.begins(process.rank(), call.name());
        switch (method.facts().kind()) {
            case SENDS, RECEIVES, EXCHANGES, PROBES -> {
                IntPredicate dest = peer(call, call.dest());
                IntPredicate source = peer(call, call.source());
                enter(call.source() == CommCore.ANY_SOURCE ? ALL : dest);
                deaths.waits(process.rank(), dest.or(source), false, false);
            }
            case WAITS, TESTS -> {
                enter(ALL);
                deaths.waits(process.rank(), ALL, hasStarted, hasStarted);
            }
            case FREES, CANCELS, PLAIN -> enter(method.facts().readsFailures() ? ALL : NONE);
            default -> {
                hasStarted |= !method.isBlocking();
                enter(ALL);
                // Agreements end alike at all that live, wherever a rank dies: dying within one is dying before or
                // after it.
                boolean agrees = method.facts() == CallFacts.AGREE || method.facts() == CallFacts.SHRINK;
                deaths.waits(process.rank(), ALL, true, !agrees || hasStarted);
            }
        }
    }

    private IntPredicate peer(MpiCall call, int rank) {
        int world = process.world(call.handle(), rank);
        boolean isNobody = rank == MpiCall.NONE || rank == CommCore.PROC_NULL;
        return isNobody ? NONE : world < 0 ? ALL : other -> other == world;
    }

    private void enter(IntPredicate matters) {
        int rank = process.rank();
        Progress progress = process.engine().progress();
        // What has been decided is done before the rank waits for a death: it does nothing meanwhile.
        progress.enter();
        progress.advanceBackgrounds();
        progress.exit();
        while (deaths.noticesBefore(rank, matters)) {
            while (deaths.isBeingTold(rank)) {
                progress.round();
            }
        }
    }

    @Override
    public void after(MpiCall call) {
        deaths.waits(process.rank(), NONE, false, false);
    }

    @Override
    public void finalizing(MpiCall call) {
        deaths.begins(process.rank(), call.name());
    }
}
