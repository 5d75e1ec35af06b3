package org.bipj.samples.nas;

/**
 * A kernel that goes through time steps which are alike, for programs that look at a few of them instead of a whole
 * run. All ranks of its communicator take the steps together.
 *
 * @param step takes a step
 * @param operations the operations of a step on all ranks, as NPB counts them
 */
public record TimeSteps(Runnable step, double operations) {}
