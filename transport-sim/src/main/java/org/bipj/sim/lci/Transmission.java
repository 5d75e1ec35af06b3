package org.bipj.sim.lci;

/**
 * A request to transmit a frame.
 *
 * @param buffer that holds the packet until its tail has left; null if there is none
 */
record Transmission(LciFrame frame, BoardBuffer buffer) {
    /** A request for a frame whose buffer is in use until it has left. */
    static Transmission of(LciFrame frame, BoardBuffer buffer) {
        buffer.use();
        return new Transmission(frame, buffer);
    }
}
