package org.bipj.sim.bip;

import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.kernel.Event;

/**
 * What travels from board to board in one worm, or from a board to its host by one DMA; a short message does both. Its
 * bytes are counted; its content is the object itself. As an event it is the doorbell that the host rings when it has
 * written the message, or its descriptor, into the board.
 */
abstract class BoardMessage extends Event {
    /** The one behind it in a {@link MessageQueue}; null in none. */
    BoardMessage next;

    /** The board that the host writes it into; null for what firmware says. */
    Lanai board;

    /** Rank that sends it, or that it is about, and rank that it is for. */
    int from;

    int to;

    /** Number in the sequence of worms of this pair, given when the worm begins. */
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
