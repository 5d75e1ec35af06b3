package org.bipj.lci;

/**
 * Receives the packets of a {@link Channel}. Upcalls run inside {@link Lci#poll}, other calls that wait, and interrupts, one
 * at a time. They may send packets ({@link Channel#tryAllocate}, {@link Channel#unicast}, {@link Channel#multicast}) and
 * release others. Calls that wait or poll are refused.
 */
@FunctionalInterface
public interface Upcall {
    /**
     * A packet has arrived. If this throws an exception, the packet is released, and the call in which upcalls run throws the
     * exception when it has delivered the other packets of its poll.
     *
     * @param packet the packet; after {@link Disposal#RELEASE} it must not be used
     * @return whether the client keeps it
     */
    Disposal onPacket(ReceivedPacket packet);
}
