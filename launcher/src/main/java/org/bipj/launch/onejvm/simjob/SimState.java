package org.bipj.launch.onejvm.simjob;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bipj.core.report.WaitReport;
import org.bipj.core.report.Waiter;
import org.bipj.launch.mpirun.job.JobState;
import org.bipj.shm.waiting.Stacks;
import org.bipj.sim.SimSession;
import org.bipj.sim.SimWorld;
import org.bipj.sim.kernel.Fiber;

/** The state of ranks that are coroutines, which run on meanwhile. */
public final class SimState implements JobState {
    private static final WaitReport WORDS = new WaitReport("at", 3, "us of virtual time");

    private final SimSession session;
    /** Of all jobs of the run, by place. */
    private final List<SimRank> all;
    /** The place of the job's rank 0. */
    private final int first;

    private final int size;
    private final WaitReport words;

    /** The state of a job of a run, whose ranks are given by their places in all jobs. */
    public SimState(SimSession session, SimWorld job, List<SimRank> all) {
        this.session = session;
        this.all = all;
        first = job.first();
        size = job.size();
        words = job.number() == 0 ? WORDS : WORDS.ofJob(job.number());
    }

    @Override
    public int ranks() {
        return size;
    }

    @Override
    public WaitReport words() {
        return words;
    }

    @Override
    public SortedMap<Integer, Waiter> waiters(long patienceMillis) {
        SortedMap<Integer, Waiter> waiters = new TreeMap<>();
        for (int rank = 0; rank < size; rank++) {
            Waiter waiter = session.look(first + rank);
            if (waiter != null && waiter.isInLibrary()) {
                waiters.put(rank, waiter);
            }
        }
        return waiters;
    }

    @Override
    public Condition condition(int rank, boolean answers) {
        return switch (session.state(first + rank)) {
            case ABSENT -> Condition.ABSENT;
            case FINISHED -> Condition.FINISHED;
            case DEAD -> Condition.DEAD;
            default -> session.stack(first + rank).isEmpty() ? Condition.ENDED : Condition.BUSY;
        };
    }

    @Override
    public SortedMap<Integer, Stacks> stacks(boolean last) {
        SortedMap<Integer, Stacks> stacks = new TreeMap<>();
        for (int rank = 0; rank < size; rank++) {
            List<StackTraceElement> own = session.stack(first + rank);
            StringBuilder text = new StringBuilder(Stacks.one("rank " + rank, own.toArray(StackTraceElement[]::new)));
            for (Fiber fiber : session.processor(first + rank).all()) {
                if (!fiber.isMain()) {
                    text.append('\n')
                            .append(Stacks.one(
                                    "thread \"" + fiber.name() + '"',
                                    fiber.stack().toArray(StackTraceElement[]::new)));
                }
            }
            all.get(first + rank)
                    .threads()
                    .forEach((thread, frames) -> text.append('\n').append(Stacks.one(thread, frames)));
            stacks.put(rank, Stacks.of(own, text.toString()));
        }
        return stacks;
    }
}
