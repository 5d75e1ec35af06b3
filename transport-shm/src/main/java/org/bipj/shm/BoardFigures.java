package org.bipj.shm;

import java.util.function.Supplier;
import org.bipj.core.runtime.RankCounts;
import org.bipj.shm.board.Board;
import org.bipj.shm.figures.LibraryFigures;
import org.bipj.shm.figures.RankFigures.Activity;
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
        Activity activity = ofThread();
        if (wait != null && state == Board.STARTED) {
            activity = Activity.WAITS;
        } else {
            wait = null;
        }
        return new Situation(
                port == null ? job.size() : port.size(),
                state,
                activity,
                -1,
                port == null || severalThreads ? -1 : port.idleNs(),
                wait);
    }

    private Activity ofThread() {
        Thread thread = main.get();
        return switch (thread == null ? Thread.State.RUNNABLE : thread.getState()) {
            case BLOCKED, WAITING, TIMED_WAITING -> Activity.WAITS_ELSEWHERE;
            case TERMINATED -> Activity.ENDED;
            default -> Activity.COMPUTES;
        };
    }
}
