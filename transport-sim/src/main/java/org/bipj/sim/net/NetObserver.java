package org.bipj.sim.net;

import java.util.Locale;

/** Is notified of worms that the network does not deliver whole. Watching never changes the run. */
public interface NetObserver {
    /** Why a worm did not arrive whole. */
    enum Loss {
        /** A route byte names a port without cable, or none that exists. */
        NO_CABLE,
        /** The route ended in front of a switch. */
        ENDS_IN_SWITCH,
        /** A host was reached before the route ended. */
        HOST_TOO_EARLY,
        /** Broken up after it had been blocked for too long. */
        BLOCKED,
        /** A cable or port on its way is dead. */
        DEAD,
        /** A fault has removed the whole worm. */
        DROPPED,
        /** A fault has removed the end of the worm. */
        TRUNCATED,
        /** A fault has flipped a bit of the worm. */
        CORRUPTED;

        /** The reason as text, such as {@code no cable}. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * A worm is lost, in whole or in part.
     *
     * @param where the switch or host at which it happened
     */
    void lost(Worm worm, Loss why, NetworkTopology.End where, long now);
}
