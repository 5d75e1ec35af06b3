package org.bipj.sim.lci;

/**
 * A packet buffer in the board's memory. It is in use while a frame is to be sent from it, or its packet is to be stored
 * in host memory.
 */
abstract class BoardBuffer {
    private int uses;

    /** Counts one more use of the buffer. */
    final void use() {
        uses++;
    }

    /** A use has ended. With the last one the buffer is free. */
    final void done() {
        if (--uses == 0) {
            freed();
        }
    }

    /** Called when the last use of the buffer has ended. */
    abstract void freed();
}
