package org.bipj.sim.lci;

/**
 * A request to transmit a frame.
 *
 * @param buffer that holds the packet, in use until {@link #done}; null if there is none
 */
record Transmission(LciFrame frame, BoardBuffer buffer) {
    /** A request for a frame. Its buffer is in use from now on. */
    static Transmission of(LciFrame frame, BoardBuffer buffer) {
        if (buffer != null) {
            buffer.use();
        }
        return new Transmission(frame, buffer);
    }

    /** The request needs the buffer no more. */
    void done() {
        if (buffer != null) {
            buffer.done();
        }
    }
}
