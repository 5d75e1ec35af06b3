package org.bipj.sim.hardware;

/** Decides when a rank takes what has come to its host, where runs are explored. */
public interface ArrivalGate {
    /**
     * True if the rank takes the oldest message now; else the gate is shut.
     *
     * @param from the process that has sent it, by its place
     */
    boolean opensTo(int from);

    /** True if the rank takes nothing before it has been told of a death. */
    boolean isShut();

    /** The rank is about to send something. If it is to die before that, this does not return. */
    void sends();

    /** The rank has been told that a process has died. */
    void told(int dead);
}
