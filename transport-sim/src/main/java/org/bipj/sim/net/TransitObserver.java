package org.bipj.sim.net;

/**
 * Watches worms on their way, within the network: faults ({@link WormFaults}) and the trace ({@link NetTrace}). A run
 * without faults and without a trace has no observer.
 */
interface TransitObserver {
    /** A cable was granted to a worm; its first character goes onto it at {@link Hop#start}. */
    default void granted(Hop hop) {}

    /** A STOP holds the worm that a cable is sending, or a GO lets it continue. */
    default void held(CableDirection cable, boolean held) {}

    /** A worm has ended, other than by being broken up. Its hops are still valid. */
    default void ended(WormTransit transit) {}
}
