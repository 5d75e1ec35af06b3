package org.bipj.sim.am;

/**
 * A command of the segment driver to the board, and the host DMA that carries it out: the page of an endpoint moves
 * between its frame and host memory.
 *
 * @param out to host memory, as soon as its packets are settled
 */
record PageMove(BoardEndpoint endpoint, boolean out) {}
