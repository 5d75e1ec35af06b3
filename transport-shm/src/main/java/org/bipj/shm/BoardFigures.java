package org.bipj.shm;

import java.util.List;
import java.util.function.Supplier;
import org.bipj.core.report.Waiter;
import org.bipj.core.runtime.RankCounts;
import org.bipj.shm.board.Board;
import org.bipj.shm.figures.LibraryFigures;
import org.bipj.shm.figures.RankFigures.Activity;
import org.bipj.shm.waiting.Idler;
import org.bipj.shm.waiting.RankWait;

/** The figures of a rank that has a board. */
final class BoardFigures extends LibraryFigures {
    private final BoardJob job;
    private final Supplier<Thread> main;

    /**
     * Figures of a rank.
     *
     * @param counts as for {@link LibraryFigures}
     * @param main the thread that has opened the library; it returns null before
     */
    BoardFigures(BoardJob job, Supplier<RankCounts> counts, Supplier<Thread> main) {
        super(counts);
        this.job = job;
        this.main = main;
    }

    @Override
    protected Situation situation(boolean severalThreads) {
        ShmPort port = job.port();
        int state = job.board.state(job.rank);
        RankWait wait = port == null ? null : port.ask();
        Activity activity = Activity.WAITS;
        if (wait == null || state != Board.STARTED) {
            // It has not answered: it computes, or waits where processors are so short that it had none.
            Thread thread = main.get();
            List<StackTraceElement> stack = thread == null ? List.of() : List.of(thread.getStackTrace());
            activity = activity(thread == null ? Thread.State.RUNNABLE : thread.getState(), stack);
            wait = stack.isEmpty() ? null : new RankWait(Waiter.of(job.rank, "", Double.NaN, stack), 0);
        }
        return new Situation(
                port == null ? job.size() : port.size(),
                state,
                activity,
                -1,
                port == null || severalThreads ? -1 : port.idleNs(),
                wait);
    }

    /** What a thread does that has not said that it waits. */
    static Activity activity(Thread.State state, List<StackTraceElement> stack) {
        if (state == Thread.State.TERMINATED) {
            return Activity.ENDED;
        }
        if (stack.stream().anyMatch(frame -> frame.getClassName().equals(Idler.class.getName()))) {
            return Activity.WAITS;
        }
        return switch (state) {
            case BLOCKED, WAITING, TIMED_WAITING -> Activity.WAITS_ELSEWHERE;
            default -> Activity.COMPUTES;
        };
    }
}
