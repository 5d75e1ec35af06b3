package org.bipj.launch.mpirun.process;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bipj.core.report.WaitReport;
import org.bipj.core.report.Waiter;
import org.bipj.launch.mpirun.job.JobState;
import org.bipj.shm.ShmSession;
import org.bipj.shm.board.Board;
import org.bipj.shm.waiting.Stacks;

/** The state of ranks that are processes. */
final class ProcessState implements JobState {
    /** A rank polls for the request five times a second, if it gets a processor. */
    private static final long STACKS_MILLIS = 2000;

    private final ShmSession session;
    private final Supplier<List<RankProcess>> ranks;

    /**
     * The state of a job.
     *
     * @param ranks those that have been started, by rank
     */
    ProcessState(ShmSession session, Supplier<List<RankProcess>> ranks) {
        this.session = session;
        this.ranks = ranks;
    }

    @Override
    public WaitReport words() {
        int job = session.job();
        return job == 0 ? IN_SECONDS : IN_SECONDS.ofJob(job);
    }

    @Override
    public int ranks() {
        return session.board().ranks();
    }

    @Override
    public SortedMap<Integer, Waiter> waiters(long patienceMillis) throws InterruptedException {
        return session.questions().waiters(patienceMillis);
    }

    @Override
    public Condition condition(int rank, boolean answers) {
        List<RankProcess> started = ranks.get();
        if (session.board().state(rank) == Board.DEAD) {
            return Condition.DEAD;
        }
        if (rank < started.size() && started.get(rank).hasEnded()) {
            return Condition.ENDED;
        }
        return switch (session.board().state(rank)) {
            case Board.ABSENT -> Condition.ABSENT;
            case Board.FINISHED -> Condition.FINISHED;
            default -> answers ? Condition.BUSY : Condition.SILENT;
        };
    }

    @Override
    public SortedMap<Integer, Stacks> stacks(boolean last) throws InterruptedException {
        Map<Integer, RankProcess> living = ranks.get().stream()
                .filter(rank -> !rank.hasEnded())
                .collect(Collectors.toMap(RankProcess::rank, rank -> rank));
        SortedMap<Integer, Stacks> stacks = session.questions()
                .stacks(rank -> living.containsKey(rank) && !living.get(rank).hasEnded(), STACKS_MILLIS);
        if (last) {
            // A process that has not joined the job gets no such request, but a JVM prints its stacks on SIGQUIT.
            List<RankProcess> strangers = living.values().stream()
                    .filter(rank -> session.board().pid(rank.rank()) == 0)
                    .toList();
            StackDump.of(strangers).forEach((rank, text) -> stacks.put(rank, new Stacks("", "", text)));
        }
        return stacks;
    }
}
