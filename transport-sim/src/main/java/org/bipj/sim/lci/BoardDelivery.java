package org.bipj.sim.lci;

/**
 * A packet, or the answer to an addition, that the board stores in host memory.
 *
 * @param buffer of the board that holds it until then
 * @param packet number of the host's receive packet; negative: none is needed
 */
record BoardDelivery(LciFrame frame, BoardBuffer buffer, int packet) {
    /** The receive packet of an answer: it needs none. */
    static final int NO_PACKET = -1;
}
