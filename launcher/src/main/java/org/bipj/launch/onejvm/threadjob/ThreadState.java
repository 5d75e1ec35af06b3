package org.bipj.launch.onejvm.threadjob;

import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bipj.core.report.WaitReport;
import org.bipj.core.report.Waiter;
import org.bipj.launch.mpirun.job.JobState;
import org.bipj.shm.ShmSession;
import org.bipj.shm.board.Board;
import org.bipj.shm.waiting.Stacks;

/** The state of ranks that are threads of this JVM. */
public final class ThreadState implements JobState {
    private final ShmSession session;
    private final ThreadRank[] ranks;

    public ThreadState(ShmSession session, ThreadRank[] ranks) {
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
        return ranks.length;
    }

    @Override
    public SortedMap<Integer, Waiter> waiters(long patienceMillis) throws InterruptedException {
        return session.questions().waiters(patienceMillis);
    }

    @Override
    public Condition condition(int rank, boolean answers) {
        return switch (session.board().state(rank)) {
            case Board.ABSENT -> answers ? Condition.ABSENT : Condition.ENDED;
            case Board.FINISHED -> Condition.FINISHED;
            case Board.DEAD -> Condition.DEAD;
            default -> answers ? Condition.BUSY : ranks[rank].hasEnded() ? Condition.ENDED : Condition.SILENT;
        };
    }

    @Override
    public SortedMap<Integer, Stacks> stacks(boolean last) {
        SortedMap<Integer, Stacks> stacks = new TreeMap<>();
        for (ThreadRank rank : ranks) {
            StringBuilder all = new StringBuilder();
            List<StackTraceElement> own = List.of();
            for (Thread thread : rank.threads()) {
                StackTraceElement[] frames = thread.getStackTrace();
                all.append(Stacks.one(thread, frames)).append('\n');
                if (thread == rank.main()) {
                    own = Arrays.asList(frames);
                }
            }
            if (!all.isEmpty()) {
                stacks.put(rank.number(), Stacks.of(own, all.toString()));
            }
        }
        return stacks;
    }
}
