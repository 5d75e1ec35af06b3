package org.bipj.sim.hardware;

import org.bipj.sim.net.Worm;

/** The receiving half of a firmware that takes worms whole. */
public interface WormReceiver {
    /** Gives the receive engine room for the next worm, if there is any. */
    void arm();

    /** A worm has ended, whole or not. */
    void tail(Worm worm);
}
