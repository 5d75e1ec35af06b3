package org.bipj.shm.figures;

import org.bipj.core.job.Traffic;

/**
 * What a rank does, at one moment.
 *
 * @param peers number of ranks that it can exchange messages with, itself included
 * @param pid of its process
 * @param state as on the {@linkplain org.bipj.shm.board.Board board}
 * @param activity what it does
 * @param timeNs when this was so, on the clock of {@link System#nanoTime}
 * @param virtualNs the rank's virtual time; negative: its time is real
 * @param traffic its messages
 * @param idleNs how long it has waited so far; negative: not known
 * @param unexpected messages that have come and that no receive has matched; negative: not known
 * @param collectiveCalls blocking collective calls so far
 * @param sinceNs of a rank that waits: when that began, on the clock of {@code timeNs}; 0: not known
 * @param call the library's method that it is in; empty: none
 * @param waitsFor what it waits for, in words; empty: it does not say
 * @param place the program's innermost call; empty: not known
 */
public record RankFigures(
        int peers,
        long pid,
        int state,
        Activity activity,
        long timeNs,
        long virtualNs,
        Traffic traffic,
        long idleNs,
        int unexpected,
        long collectiveCalls,
        long sinceNs,
        String call,
        String waitsFor,
        String place) {
    /** What a rank does. */
    public enum Activity {
        /** It computes, copies or polls: it did not wait when it was asked. */
        COMPUTES,
        /** It waits in a call of the library. */
        WAITS,
        /** It is in a call of the library; whether that waits is not known. */
        CALLS,
        /** It waits, but not in the library. */
        WAITS_ELSEWHERE,
        /** Its program is over. */
        ENDED
    }
}
