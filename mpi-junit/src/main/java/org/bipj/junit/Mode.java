package org.bipj.junit;

/** Where the ranks of a test live. */
public enum Mode {
    /** A rank is a thread, in real time. */
    THREADS,
    /**
     * A rank is a coroutine on a simulated cluster, in virtual time. What hosts do, and what arrives there, is delayed at
     * random: each seed gives another legal interleaving of the ranks, the same one in each run.
     */
    SIM
}
