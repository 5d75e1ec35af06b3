package org.bipj.launch.sharedjvm;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bipj.core.job.WaitReport;
import org.bipj.core.job.Waiter;
import org.bipj.launch.job.JobState;
import org.bipj.shm.waiting.Stacks;
import org.bipj.sim.SimSession;
import org.bipj.sim.kernel.Fiber;

/**
 * The state of ranks that are coroutines. They run on meanwhile, so that what they wait for is unknown; the report
 * about a standstill of virtual time has it.
 */
final class SimState implements JobState {
    private static final double PS_PER_US = 1e6;

    private final SimSession session;
    private final List<SimRank> ranks;

    SimState(SimSession session, List<SimRank> ranks) {
        this.session = session;
        this.ranks = ranks;
    }

    @Override
    public int ranks() {
        return ranks.size();
    }

    @Override
    public WaitReport words() {
        return new WaitReport("at", 3, "us of virtual time");
    }

    @Override
    public SortedMap<Integer, Waiter> waiters(long patienceMillis) {
        SortedMap<Integer, Waiter> waiters = new TreeMap<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            Waiter waiter = Waiter.of(rank, "", session.clockPs(rank) / PS_PER_US, session.stack(rank));
            if (waiter.isInLibrary()) {
                waiters.put(rank, waiter);
            }
        }
        return waiters;
    }

    @Override
    public Condition condition(int rank, boolean answers) {
        return switch (session.state(rank)) {
            case ABSENT -> Condition.ABSENT;
            case FINISHED -> Condition.FINISHED;
            default -> session.stack(rank).isEmpty() ? Condition.ENDED : Condition.BUSY;
        };
    }

    @Override
    public SortedMap<Integer, Stacks> stacks(boolean last) {
        SortedMap<Integer, Stacks> stacks = new TreeMap<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            List<StackTraceElement> own = session.stack(rank);
            StringBuilder all = new StringBuilder(Stacks.one("rank " + rank, own.toArray(StackTraceElement[]::new)));
            for (Fiber fiber : session.processor(rank).all()) {
                if (!fiber.isMain()) {
                    all.append('\n')
                            .append(Stacks.one(
                                    "thread \"" + fiber.name() + '"',
                                    fiber.stack().toArray(StackTraceElement[]::new)));
                }
            }
            ranks.get(rank)
                    .threads()
                    .forEach((thread, frames) -> all.append('\n').append(Stacks.one(thread, frames)));
            stacks.put(rank, Stacks.of(own, all.toString()));
        }
        return stacks;
    }
}
