package org.bipj.core.nic;

import java.lang.foreign.MemorySegment;

/**
 * The facet of ports whose network interfaces, or their drivers, send a packet to all members of a group: along a spanning
 * tree, for instance, whose inner nodes forward it (LCI paper, sections 3.4 and 3.5). Packets arrive at {@link
 * PacketSink#onMulticast}, those of one sender in one group in the order in which they were sent. Their order with other
 * packets is undefined.
 *
 * <p>The members of a group agree on a number that is free at all of them, and each {@linkplain #join joins} under it. Only
 * when all have joined may one of them send. A member {@linkplain #leave leaves} when it has received all that was sent to it;
 * for it the number is free then.
 *
 * <p>A packet is claimed and committed as with {@link NicPort#claim}; one claim may be open at a time.
 */
public interface Multicast {
    /** Numbers of groups are below this, which is {@value #MOST_GROUPS} or less. */
    int groups();

    /** The largest number of {@link #groups}. */
    int MOST_GROUPS = 63;

    /** True if the caller is in no group of this number. */
    boolean isFree(int group);

    /**
     * Makes the caller a member.
     *
     * @param group a free number
     * @param members ranks in ascending order, the caller included, the same at each of them
     * @return false if the network interface has no room for another group
     */
    boolean join(int group, int[] members);

    /** Ends this rank's membership in a group. */
    void leave(int group);

    /**
     * Claims room for a packet to all other members.
     *
     * @param bytes length of the packet, up to {@link Capabilities#maxPacket}
     * @return offset into {@link #memory}, a multiple of 8, or {@link NicPort#BACK_PRESSURED}
     */
    long claim(int group, int bytes);

    /** The packet memory that contains the open claim. */
    MemorySegment memory(int group);

    /**
     * Sends a claimed packet.
     *
     * @param bytes length of the packet, at most the length claimed
     * @param immediate 32 bits that travel with the packet's header
     */
    void commit(int group, long claim, int bytes, int immediate);

    /** Releases a claimed packet without sending it. */
    void abort(int group, long claim);
}
