package org.bipj.sim.lci;

/**
 * Reliability and flow control: where the placements of retransmission differ. It holds what is to be sent until it may
 * leave, and judges what arrives. The control program calls it in the order of its work; so does the host driver, if
 * retransmission is the host's.
 */
interface Reliability {
    /** A transmission is requested. It leaves as soon as its window allows it. */
    void submit(Transmission transmission);

    /**
     * Takes the next packet that may leave, its header complete. The use of its buffer ends when its tail has left.
     *
     * @param forwarded only if it is one that the board sends by itself: a forwarded packet, an answer
     * @return null if there is none
     */
    Transmission next(boolean forwarded);

    /** The tail of a packet has left: the use of its buffer for this transmission ends. */
    default void left(Transmission transmission) {
        transmission.done();
    }

    /** Takes the next acknowledgement that is due; null if there is none. */
    Transmission nextAcknowledgement();

    /**
     * Takes in the header of a frame that has arrived whole.
     *
     * @param hasBuffer whether a receive buffer holds the packet
     * @return true if its packet is to be taken; else it is dropped
     */
    boolean arrived(LciFrame frame, boolean hasBuffer);

    /**
     * A worm has arrived that is damaged or too short.
     *
     * @throws org.bipj.core.nic.PortException if the protocol cannot repair that
     */
    void damaged(LciFrame frame);

    /** The receive buffer of a packet that was taken is free. */
    void released(LciFrame frame);

    /** Handles timers that have expired; for protocols that have timers. */
    default void expire() {}

    /** True if nothing waits, nothing is unacknowledged, and no timer runs. */
    boolean isIdle();
}
