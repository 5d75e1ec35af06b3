package org.bipj.samples.nas;

/**
 * A kernel that goes through time steps which are alike, for programs that look at a few of them instead of a whole
 * run. All ranks of its communicator take the steps together.
 */
public interface TimeSteps {
    /** Takes a step. */
    void step();

    /** Returns the operations of a step on all ranks, as NPB counts them. */
    double operations();
}
