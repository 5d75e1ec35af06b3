package org.bipj.shm.waiting;

import java.util.Arrays;
import org.bipj.shm.board.Board;

/** One host's part of the detection of deadlocks: collects what its ranks answer in each round. See {@link Standstill}. */
public final class HostRounds {
    /** The mark of a rank that has finalised for good, or has died. Those of ranks that are dormant are below, and those of others not negative. */
    private static final long FINISHED = -1;

    private final Board board;
    private final long[] marks;
    private int left;
    /** Ranks below this one have answered the current round. */
    private int answered;
    /** The current round differs from the one before. */
    private boolean changed;

    private int finished;
    private boolean dormant;
    private boolean awaitsDormant;
    private long balance;
    private int round;

    /** Rounds of the ranks on a board. One per job and host. */
    public HostRounds(Board board) {
        this.board = board;
        marks = new long[board.ranks()];
        Arrays.fill(marks, Long.MIN_VALUE);
    }

    /** Begins the next round; the one before has been collected. */
    public void begin(int next) {
        round = next;
        changed = false;
        answered = 0;
        finished = 0;
        dormant = false;
        awaitsDormant = false;
        balance = 0;
        board.beginRound(next);
    }

    /** Looks at the ranks once. Returns what they have answered in this round; null as long as one has not. */
    public Collected collect() {
        for (; answered < marks.length; answered++) {
            int state = board.state(answered);
            boolean hasFinished = state == Board.FINISHED || state == Board.DEAD;
            if (!hasFinished && (state != Board.STARTED || board.seen(answered) != round)) {
                return null;
            }
            finished += hasFinished ? 1 : 0;
            // Those of the others do not count what they have exchanged with a rank that is dead.
            balance += state == Board.DEAD ? 0 : board.balance(answered);
            awaitsDormant |= !hasFinished && board.awaitsDormant(answered);
            long mark = hasFinished ? finished(answered) : board.mark(answered);
            changed |= marks[answered] != mark;
            marks[answered] = mark;
        }
        boolean endKnown = board.isEndKnown();
        int leftNow = board.left();
        changed |= leftNow != left;
        left = leftNow;
        // Ranks may wait for those of jobs that never come.
        changed |= board.isAwaiting();
        return new Collected(changed, finished, dormant, awaitsDormant, left, endKnown, balance);
    }

    /** The mark of a rank that has finalised; each time that it becomes dormant it has another one. */
    private long finished(int rank) {
        int times = board.dormant(rank);
        if (times == 0 || board.isOver(rank)) {
            return FINISHED;
        }
        dormant = true;
        return FINISHED - times;
    }
}
