package org.bipj.launch.onejvm.simjob;

import java.util.List;
import org.bipj.core.report.Waiter;
import org.bipj.core.runtime.RankCounts;
import org.bipj.shm.figures.LibraryFigures;
import org.bipj.shm.figures.RankFigures.Activity;
import org.bipj.shm.waiting.RankWait;
import org.bipj.sim.SimSession;

/**
 * The figures of a rank that is a coroutine. It runs on while it is looked at, so that they say in which call it is, but not for what it
 * waits there.
 */
final class SimFigures extends LibraryFigures {
    private static final long PS_PER_NS = 1000;

    private final SimSession session;
    private final int rank;

    SimFigures(SimSession session, int rank) {
        super(() -> RankCounts.of(session.job(rank)));
        this.session = session;
        this.rank = rank;
    }

    @Override
    protected Situation situation(boolean severalThreads) {
        List<StackTraceElement> stack = session.stack(rank);
        Waiter waiter = Waiter.of(rank, "", Double.NaN, stack);
        Activity activity =
                stack.isEmpty() ? Activity.ENDED : waiter.isInLibrary() ? Activity.CALLS : Activity.COMPUTES;
        return new Situation(
                session.ranks(),
                session.state(rank).ordinal(),
                activity,
                session.clockPs(rank) / PS_PER_NS,
                -1,
                stack.isEmpty() ? null : new RankWait(waiter, 0));
    }
}
