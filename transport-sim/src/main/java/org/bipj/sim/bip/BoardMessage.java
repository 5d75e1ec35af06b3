package org.bipj.sim.bip;

import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.kernel.Event;

/**
 * A message that travels from board to board as one worm, or from a board to its host by one DMA, or both. Its bytes
 * are counted; its content is the object itself. As an event it is the doorbell that the host rings when it has written
 * the message, or its descriptor, into the board.
 */
abstract class BoardMessage extends Event {
    /** The message behind it in a {@link MessageQueue} or {@link MessagePool}; null if there is none. */
    BoardMessage next;

    /** The board into which the host writes it; null for messages of the firmware. */
    Lanai board;

    /** The rank that sends it; of a notice, the rank that it is about. */
    int from;
    /** The rank that receives the message. */
    int to;

    /** Number in the sequence of worms of this pair, assigned when the worm begins. */
    int number;

    /** Bytes of the worm's body, and of the DMA into the host's queue. */
    abstract int wireBytes();

    @Override
    protected final void fire() {
        board.ring(this);
    }

    @Override
    public String toString() {
        return "worm " + number + " from rank " + from + " to rank " + to;
    }
}
