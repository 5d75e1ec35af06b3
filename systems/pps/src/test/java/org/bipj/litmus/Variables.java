package org.bipj.litmus;

/**
 * Shared variables as one rank sees them. Each has a place, and a cell for each round. Several threads may call where the system
 * allows that.
 */
interface Variables {
    /** Of a variable that each rank has; others are the rank that has it. */
    int EVERYWHERE = -1;

    void write(int place, int variable, int cell, int value);

    int read(int place, int variable, int cell);

    /** Writes, and returns the value before. */
    int update(int place, int variable, int cell, int value);

    /** Waits until the value is not 0, and returns it. */
    int await(int place, int variable, int cell);

    /** Waits until the value is not 0, writes, and returns the value before. */
    int take(int place, int variable, int cell, int value);

    /** Serves others. */
    void poll();

    /** Waits until all ranks call this. */
    void barrier();

    /** Replaces each value by the sum over all ranks. */
    void sum(int[] values);
}
