package org.bipj.launch.contract;

/**
 * When the ranks of one job in this JVM have died, and when those that live have come to their end, in seconds of the job's time. Ranks have
 * their programs of loaders of their own, and this class in common.
 */
public final class DeathTimes {
    private static double died;
    private static double ended;

    private DeathTimes() {}

    static synchronized void begin() {
        died = 0;
        ended = 0;
    }

    /** A rank dies. */
    public static synchronized void dies(double when) {
        died = Math.max(died, when);
    }

    /** A rank that lives has come to its end. */
    public static synchronized void ends(double when) {
        ended = Math.max(ended, when);
    }

    /** Whether a rank has died: one that was to die at a point may not have come there. */
    static synchronized boolean isOfDeath() {
        return died > 0;
    }

    /** How long after the last death the last rank has ended. */
    static synchronized double between() {
        return ended - died;
    }
}
