package org.bipj.core.nic;

import java.lang.foreign.MemorySegment;

/**
 * Takes what a {@linkplain NicPort port} delivers, in place. Called from inside {@link NicPort#poll} only, on the
 * polling thread; it may claim and commit packets, but must not poll.
 */
public interface PacketSink {
    /** The sink is done with the packet: its memory may be reused at once. */
    int DONE = 0;

    /** The sink keeps the packet; its memory stays untouched until {@link NicPort#release}. */
    int KEEP = 1;

    /**
     * One packet has arrived.
     *
     * @param peer rank that sent it
     * @param lane {@link NicPort#CONTROL} or {@link NicPort#DATA}
     * @param immediate the 32 bits given to {@link NicPort#commit}
     * @param memory packet memory, valid only during the call unless kept
     * @param offset first byte of the packet in {@code memory}, a multiple of 8
     * @param length bytes in the packet
     * @return {@link #DONE} or {@link #KEEP}
     */
    int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length);

    /**
     * One packet has arrived that its sender has multicast ({@link Multicast}). It cannot be kept.
     *
     * @param sender rank that sent it
     * @param group number under which the receiver has joined
     * @param immediate the 32 bits given to {@link Multicast#commit}
     * @param memory packet memory, valid only during the call
     * @param offset first byte of the packet in {@code memory}, a multiple of 8
     * @param length bytes in the packet
     */
    default void onMulticast(int sender, int group, int immediate, MemorySegment memory, long offset, int length) {
        throw new UnsupportedOperationException("this client joins no groups");
    }

    /**
     * A {@code get} or {@code put} that had returned {@link RemoteMemory#PENDING} has completed.
     *
     * @param cookie the caller's cookie
     */
    void onCompletion(long cookie);

    /**
     * A {@linkplain PostedReceives#post posted} receive has its message.
     *
     * @param peer rank that sent it
     * @param cookie the receiver's cookie
     * @param bytes length of the message
     */
    default void onReceived(int peer, long cookie, long bytes) {
        throw new UnsupportedOperationException("this client posts no receives");
    }

    /**
     * A ready send found no receive posted under its name, or one that was too short (which stays posted). Nothing was
     * stored.
     *
     * @param peer rank that sent it
     * @param name the name it asked for
     * @param bytes length of the message
     * @param sendCookie the sender's cookie
     */
    default void onUnposted(int peer, long name, long bytes, long sendCookie) {
        throw new UnsupportedOperationException("this client posts no receives");
    }

    /**
     * The network interface has found out that something from a peer, or on its way to it, was lost or corrupted, and
     * has not repaired it. What it has handed over is good. Where something from the peer was damaged, nothing more
     * will come from it.
     */
    default void onDamage(int peer, String what) {
        throw new PortException("rank " + peer + ": " + what);
    }

    /**
     * A peer has failed: nothing more comes from it, and claims of packets to it throw a {@link PeerFailedException}. Called
     * once for each, after all that has come from it.
     *
     * @param why which rank on which host, and the reason
     * @param unsent true if packets that were committed to the peer have not left this rank: they are lost
     */
    default void onFailure(int peer, String why, boolean unsent) {
        throw new PeerFailedException(peer, why);
    }
}
