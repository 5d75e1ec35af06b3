package org.bipj.multigame;

import java.util.function.BooleanSupplier;
import org.bipj.panda.Panda;

/** A rank of a search: its parts, and its loop where it does what rank 0 orders. */
final class Member {
    /** Jobs after which a rank looks for messages. */
    private static final int POLL_INTERVAL = 4;

    private final Panda panda;
    private final Puzzle puzzle;
    private final Worker worker;
    private final Termination termination;
    private final Control control;
    /** What it waits for, for the report of a deadlock. */
    private final String waitsFor;
    /** Jobs done since it has looked for messages. */
    private int unpolled;

    /**
     * A rank of a search.
     *
     * @param panda is closed with this object
     * @param positions number of positions in the tables of all ranks
     */
    Member(Panda panda, Puzzle puzzle, int jobsPerMessage, int positions) {
        this.panda = panda;
        this.puzzle = puzzle;
        termination = new Termination(panda.rank(), panda.size());
        worker = new Worker(panda, puzzle, jobsPerMessage, (positions - 1) / panda.size() + 1);
        control = new Control(panda, termination, worker::find);
        waitsFor = "Multigame: jobs, or "
                + (panda.rank() == 0 ? "the end of the search on all ranks" : "the next order of rank 0");
    }

    int rank() {
        return panda.rank();
    }

    int size() {
        return panda.size();
    }

    Puzzle puzzle() {
        return puzzle;
    }

    Worker worker() {
        return worker;
    }

    Termination termination() {
        return termination;
    }

    Control control() {
        return control;
    }

    /** Does a job, and looks for messages now and then. Without a job, sends what waits, and returns false. */
    boolean workedOn() {
        if (!worker.hasJobs()) {
            worker.flush();
            return false;
        }
        worker.doNext();
        if (++unpolled >= POLL_INTERVAL) {
            unpolled = 0;
            panda.poll();
        }
        return true;
    }

    /** Waits for jobs, or a message that changes what this rank does. */
    void await(BooleanSupplier condition) {
        panda.await(waitsFor, condition);
    }

    /** Does what rank 0 orders, until the game is over. */
    Solution follow(Position start) {
        int search = 0;
        while (true) {
            if (control.hasOrder()) {
                long[] order = control.order();
                if (order[0] == Control.DONE) {
                    control.taken();
                    return Solution.read(order, 1);
                }
                SearchOrder next = SearchOrder.read(order, 1);
                checkSame(start, next);
                control.taken();
                search = next.search();
                worker.start(next.root(), next.state());
            } else if (!workedOn()) {
                if (termination.isDue()) {
                    control.answer(termination.close(worker.tally(search)));
                } else {
                    await(() -> worker.hasJobs() || termination.isDue() || control.hasOrder());
                }
            }
        }
    }

    private void checkSame(Position start, SearchOrder order) {
        int estimate = puzzle.estimate(start.high(), start.low());
        if (!start.equals(order.start()) || estimate != order.estimate()) {
            throw new MultigameException(
                    rank(),
                    "solve() of " + start + ", estimated at " + estimate + " moves, and rank 0's is " + order.start()
                            + ", estimated at " + order.estimate()
                            + "; expected the same position and rules on all ranks");
        }
    }

    void close() {
        worker.close();
        control.close();
        panda.close();
    }
}
