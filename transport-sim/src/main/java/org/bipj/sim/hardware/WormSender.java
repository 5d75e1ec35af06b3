package org.bipj.sim.hardware;

/** The sending half of a firmware that sends one worm after the other. */
public interface WormSender {
    /** The worm that was being sent has left the board. */
    void sent();

    /** The network has broken up the worm that was being sent: its packet is lost. */
    void broken();
}
