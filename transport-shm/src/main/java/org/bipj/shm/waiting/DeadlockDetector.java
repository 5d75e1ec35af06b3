package org.bipj.shm.waiting;

import java.util.Arrays;
import org.bipj.shm.board.Board;

/**
 * Detects, for the launcher of a job, that all its ranks wait for ever. It reports no false deadlock: it compares several
 * collects of what ranks had done when a look last found nothing. Only ranks that are about to sleep take part
 * ({@link Idler}); nothing is done for it on the path of a message.
 *
 * <pre>
 *   rank:      r = round; look; if nothing is there: mark = what it has done so far; seen = r; sleep
 *   launcher:  a round ends when each rank is FINISHED, or STARTED and has seen it; all marks have been read then
 *   dead:      ROUNDS rounds in a row with the same marks, states and number of ranks that have left, and at least one
 *              rank STARTED
 * </pre>
 *
 * <p>Proof. Let T be the end of the first of these rounds. Each rank answers the second one with a look that
 * began after T, and with the mark that it had in the first: from before T until that look it was in one and the same
 * wait, and has sent and taken nothing. So at T no rank was active. Consider the first action after T, if there is one.
 * Its cause was not stored before T: the look would have found it, since the launcher has read a mark that was stored
 * after the cause, and then stored the round that was read before the look. Nor was it stored after T: that would have
 * been an earlier action. The third round has each wait evaluate its own condition once more after T, which therefore
 * need not be part of the look.
 */
public final class DeadlockDetector {
    /** Rounds with the same marks, the first one included. */
    private static final int ROUNDS = 3;

    /** Calls of {@link #look} in the time after which a deadlock is reported. */
    private static final int LOOKS = 8;

    /** The mark of a rank that has finalised; those of others are not negative. */
    private static final long FINISHED = -1;

    private final Board board;
    private final long patienceNs;
    private final long[] marks;
    private int left;
    private int round;
    /** Ranks below this one have answered the current round. */
    private int answered;
    /** The current round differs from the one before. */
    private boolean changed;
    /** Rounds that were all the same, and when the first of them ended. */
    private int same;

    private long sinceNs;

    /**
     * A detector. One per job.
     *
     * @param patienceNs how long nothing may happen before a deadlock is reported; correctness does not depend on it
     */
    DeadlockDetector(Board board, long patienceNs) {
        this.board = board;
        this.patienceNs = patienceNs;
        marks = new long[board.ranks()];
        Arrays.fill(marks, Long.MIN_VALUE);
        nextRound();
    }

    /** How often to {@link #look}, in nanoseconds. */
    public long periodNs() {
        return patienceNs / LOOKS;
    }

    private void nextRound() {
        changed = false;
        answered = 0;
        board.beginRound(++round);
    }

    /**
     * Looks at the ranks once; does not wait for any.
     *
     * @param nowNs the time, on any clock that does not go back
     * @return true if no rank will ever go on
     */
    public boolean look(long nowNs) {
        for (; answered < marks.length; answered++) {
            int state = board.state(answered);
            boolean finished = state == Board.FINISHED;
            if (!finished && (state != Board.STARTED || board.seen(answered) != round)) {
                return false;
            }
            long mark = finished ? FINISHED : board.mark(answered);
            changed |= marks[answered] != mark;
            marks[answered] = mark;
        }
        int leftNow = board.left();
        if (changed || leftNow != left) {
            left = leftNow;
            same = 0;
            sinceNs = nowNs;
        }
        same++;
        nextRound();
        return same >= ROUNDS && nowNs - sinceNs >= patienceNs && !haveAllFinished();
    }

    private boolean haveAllFinished() {
        return Arrays.stream(marks).allMatch(mark -> mark == FINISHED);
    }
}
