package org.bipj.shm.waiting;

/**
 * What a round of the detection of deadlocks has collected of one host's ranks, or of several hosts'.
 *
 * @param changed true if something differs from the round before
 * @param finished number of ranks that have finalised
 * @param dormant true if one of these may initialise the library again
 * @param awaitsDormant true if that could end the wait of one of the others
 * @param left number of ranks that wait only for the end of all, or did so
 * @param endKnown true if these ranks are notified once all ranks have left
 * @param balance sum of what the ranks report of their traffic with other hosts; 0 if nothing is under way there
 */
public record Collected(
        boolean changed,
        int finished,
        boolean dormant,
        boolean awaitsDormant,
        int left,
        boolean endKnown,
        long balance) {
    /** This and what has been collected of other ranks in the same round. */
    public Collected plus(Collected other) {
        return new Collected(
                changed || other.changed,
                finished + other.finished,
                dormant || other.dormant,
                awaitsDormant || other.awaitsDormant,
                left + other.left,
                endKnown && other.endKnown,
                balance + other.balance);
    }
}
