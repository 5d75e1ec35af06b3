package org.bipj.shm.waiting;

/**
 * Decides from rounds that all ranks of a job wait for ever. It reports no false deadlock: it compares several collects of
 * what ranks had done when a look last found nothing. Only ranks that are about to sleep take part ({@link Idler}); nothing
 * is done for it on the path of a message.
 *
 * <pre>
 *   rank:      r = round; look; if nothing is there: mark = what it has done so far; seen = r; sleep
 *   launcher:  a round ends when each rank is FINISHED, or STARTED and has seen it; all marks have been read then
 *   dead:      ROUNDS rounds in a row with the same marks, states and number of ranks that have left, and at least one
 *              rank STARTED; nothing is under way between hosts; no rank is dormant, or none of those that are STARTED waits
 *              for what a dormant one could send
 * </pre>
 *
 * <p>Proof. Let T be the end of the first of these rounds. Each rank answers the second one with a look that
 * began after T, and with the mark that it had in the first: from before T until that look it was in one and the same
 * wait, and has sent and taken nothing. So at T no rank was active. Consider the first action after T, if there is one.
 * Its cause was not stored before T: the look would have found it, since the launcher has read a mark that was stored
 * after the cause, and then stored the round that was read before the look. Nor was it stored after T: that would have
 * been an earlier action. The third round has each wait evaluate its own condition once more after T, which therefore
 * need not be part of the look.
 *
 * <p>Ranks of other hosts cause actions by bytes. What each rank had sent and received did not change from the first round to
 * the second, so all of that held at T, and the balance of 0 says that all bytes had arrived.
 *
 * <p>A rank that is dormant may act, but what it does is the cause of no action in question: it had sent all before, and what it sends
 * later ends no wait. It has another mark each time that it becomes dormant.
 */
public final class Standstill {
    /** Rounds with the same marks, the first one included. */
    private static final int ROUNDS = 3;

    private final int ranks;
    private final long patienceNs;
    /** Rounds that were all the same, and when the first of them ended. */
    private int same;

    private long sinceNs;

    /**
     * Of one job.
     *
     * @param ranks of all hosts
     * @param patienceNs how long nothing may happen before a deadlock is reported; correctness does not depend on it
     */
    public Standstill(int ranks, long patienceNs) {
        this.ranks = ranks;
        this.patienceNs = patienceNs;
    }

    /**
     * A round has ended.
     *
     * @param round what it has collected of all ranks
     * @param nowNs the time, on any clock that does not go back
     * @return true if no rank will ever continue
     */
    public boolean isReached(Collected round, long nowNs) {
        boolean endUnderWay = round.left() >= ranks && !round.endKnown();
        boolean mayEnd = round.dormant() && round.awaitsDormant();
        if (round.balance() != 0 || endUnderWay || mayEnd) {
            same = 0;
            return false;
        }
        if (same == 0 || round.changed()) {
            same = 0;
            sinceNs = nowNs;
        }
        same++;
        return same >= ROUNDS && nowNs - sinceNs >= patienceNs && round.finished() < ranks;
    }
}
