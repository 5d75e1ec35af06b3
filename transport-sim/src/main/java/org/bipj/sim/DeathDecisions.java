package org.bipj.sim;

/** Decides when the ranks of a run hear of one that has died. Called within calls of the rank, but for {@link #died}. */
public interface DeathDecisions {
    /**
     * A rank has died, and all that it has sent has come to the hosts of the others. Called by an event.
     *
     * @param why which rank, and how
     */
    void died(int dead, String why);

    /** True if a rank takes the oldest message that has come, now; else nothing until {@link #isShut} says so. */
    boolean takes(int rank, int from);

    /** True if a rank takes nothing before it has been told of a death. */
    boolean isShut(int rank);

    /** A rank is about to send something. If it is to die before that, this does not return. */
    void sends(int rank);

    /** A rank has been told of a death. */
    void told(int rank, int dead);
}
