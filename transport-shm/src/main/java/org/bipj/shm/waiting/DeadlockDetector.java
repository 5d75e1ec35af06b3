package org.bipj.shm.waiting;

import org.bipj.shm.board.Board;

/** Detects, for the launcher of a job on one host, that all its ranks wait for ever: see {@link Standstill}. */
public final class DeadlockDetector {
    /** Calls of {@link #look} in the time after which a deadlock is reported. */
    private static final int LOOKS = 8;

    private final Board board;
    private final HostRounds rounds;
    private final Standstill standstill;
    private final long patienceNs;
    private int round;

    /**
     * A detector. One per job.
     *
     * @param patienceNs how long nothing may happen before a deadlock is reported; correctness does not depend on it
     */
    DeadlockDetector(Board board, long patienceNs) {
        this.board = board;
        this.patienceNs = patienceNs;
        rounds = new HostRounds(board);
        standstill = new Standstill(board.ranks(), patienceNs);
        rounds.begin(++round);
    }

    /** How often to {@link #look}, in nanoseconds. */
    public long periodNs() {
        return periodNs(patienceNs);
    }

    /** How often to look at the ranks of a job, in nanoseconds. */
    public static long periodNs(long patienceNs) {
        return patienceNs / LOOKS;
    }

    /**
     * Looks at the ranks once; does not wait for any.
     *
     * @param nowNs the time, on any clock that does not go back
     * @return true if no rank will ever go on
     */
    public boolean look(long nowNs) {
        if (board.isLinked()) {
            // Ranks may wait for those of other jobs.
            return false;
        }
        Collected collected = rounds.collect();
        if (collected == null) {
            return false;
        }
        boolean dead = standstill.isReached(collected, nowNs);
        rounds.begin(++round);
        return dead;
    }
}
