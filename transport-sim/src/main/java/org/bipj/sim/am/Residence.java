package org.bipj.sim.am;

/** Where the page of an endpoint is, as the board sees it. Only in a frame it sends and receives. */
enum Residence {
    /** The page is in host memory, the backing store. */
    HOST,
    /** The page is on its way to a frame. */
    LOADING,
    /** The page is in a frame of the board's memory. */
    BOARD,
    /** The page waits until its packets are settled, or is on its way to host memory. */
    UNLOADING
}
