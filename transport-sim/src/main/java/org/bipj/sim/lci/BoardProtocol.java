package org.bipj.sim.lci;

/**
 * Reliability and flow control as the board runs them: where the placements of retransmission differ. Calls come from the
 * control program, in the order of its work; each charges its own cost to the board.
 */
interface BoardProtocol {
    /** Admits a packet to the window of its receiver; false if the window is closed. Packets are admitted in order. */
    boolean admit(LciFrame frame);

    /** A packet that was admitted is about to leave: completes its header. */
    void departs(LciFrame frame);

    /**
     * Takes in the header of a frame that has arrived whole.
     *
     * @return true if its packet is to be taken; else it is dropped
     */
    boolean arrived(LciFrame frame);

    /** A worm has arrived that is damaged or too short. */
    void damaged(LciFrame frame);

    /** The receive buffer of a packet from a peer is free. */
    void released(int peer);

    /** True if something is owed to a peer, or waits for one. */
    boolean isIdle();
}
