package org.bipj.junit;

/** How the ranks of a test run. */
public enum Mode {
    /** Each rank is a thread, in real time. */
    THREADS,
    /**
     * Each rank is a coroutine on a simulated cluster, in virtual time. Random delays apply to the work of hosts and to
     * arrivals there: each seed gives another legal interleaving of the ranks, which is the same in each run.
     */
    SIM
}
