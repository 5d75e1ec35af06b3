package org.bipj.core.nic;

/** Receives what a {@link PacketInterface} delivers. */
public interface PacketUpcalls {
    /** Result of {@link #onPacket}: the client keeps the packet and releases it later. */
    boolean KEEP = true;

    /** Result of {@link #onPacket}: the client has released the packet. */
    boolean RELEASE = false;

    /** Stands for the group of a packet that went to one rank. */
    int UNICAST = -1;

    /**
     * A packet has arrived. Runs inside {@link PacketInterface#poll}. It may allocate, launch and release packets; it does
     * not poll.
     *
     * @param source rank of the sender
     * @param group number of the group of a multicast, or {@link #UNICAST}
     * @param client 16 bits of the packet's header, unsigned
     * @param packet number of the receive packet
     * @param length number of bytes
     * @return {@link #KEEP} or {@link #RELEASE}
     */
    boolean onPacket(int source, int group, int client, int packet, int length);

    /**
     * The network interface interrupts the host: packets have waited for the delay of its watchdog, and interrupts are on.
     * Runs on a fiber of the rank, with the priority of interrupts, which has been charged the cost of the interrupt. The
     * library takes its lock and polls.
     */
    default void onInterrupt() {}

    /**
     * A rank cannot be reached any more: packets to it may be lost. Reported once per rank.
     *
     * @param reason what has happened, a clause for the user
     */
    void onUnreachable(int rank, String reason);
}
