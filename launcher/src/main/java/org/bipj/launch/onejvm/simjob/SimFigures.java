package org.bipj.launch.onejvm.simjob;

import org.bipj.core.report.Waiter;
import org.bipj.core.runtime.RankCounts;
import org.bipj.shm.figures.LibraryFigures;
import org.bipj.shm.figures.RankFigures.Activity;
import org.bipj.shm.waiting.RankWait;
import org.bipj.sim.SimSession;

/** The figures of a rank that is a coroutine. */
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
        Waiter waiter = session.look(rank);
        return new Situation(
                session.ranks(),
                session.state(rank).ordinal(),
                activity(waiter),
                session.clockPs(rank) / PS_PER_NS,
                -1,
                waiter == null ? null : new RankWait(waiter, 0));
    }

    private static Activity activity(Waiter waiter) {
        if (waiter == null) {
            return Activity.ENDED;
        }
        if (waiter.waitsFor().isEmpty()) {
            return waiter.isInLibrary() ? Activity.CALLS : Activity.COMPUTES;
        }
        return waiter.isInLibrary() ? Activity.WAITS : Activity.WAITS_ELSEWHERE;
    }
}
