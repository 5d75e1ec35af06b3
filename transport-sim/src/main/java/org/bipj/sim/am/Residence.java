package org.bipj.sim.am;

/** Where the page of an endpoint is, as the board sees it. Only in a frame it sends and receives. */
enum Residence {
    /** In host memory, the backing store. */
    HOST,
    /** On its way to a frame. */
    LOADING,
    /** In a frame of the board's memory. */
    BOARD,
    /** Waits until its packets are settled, or is on its way to host memory. */
    UNLOADING
}
