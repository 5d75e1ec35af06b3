package org.bipj.core.protocol;

import java.util.Arrays;

/**
 * Credits between one network interface and all others, counted in packets (LCI paper, section 3.1): each reserves a
 * window of receive buffers for each sender. A sender spends a credit for each packet. The receiver owes it when the
 * packet's buffer is free again, and returns what it owes with any packet to that sender, or alone as soon as it owes half
 * a window. One instance serves both roles.
 *
 * <pre>
 *   invariant, per direction:  window = available + on the wire + in receive buffers + owed + on their way back
 * </pre>
 */
public final class PacketCredits {
    private final int window;
    private final int returnAt;
    private final int[] available;
    private final int[] owed;

    /**
     * Full windows to and from each peer.
     *
     * @param peers number of peers, the own number included
     * @param window receive buffers for each sender
     */
    public PacketCredits(int peers, int window) {
        if (window < 1) {
            throw new IllegalArgumentException("a window of " + window + " packets; expected 1 or more");
        }
        this.window = window;
        returnAt = Math.max(1, window / 2);
        available = new int[peers];
        Arrays.fill(available, window);
        owed = new int[peers];
    }

    /** How many packets a full window allows. */
    public int window() {
        return window;
    }

    /** Spends a credit for a packet to a peer; false, without effect, if there is none. */
    public boolean spend(int peer) {
        if (available[peer] == 0) {
            return false;
        }
        available[peer]--;
        return true;
    }

    /**
     * A peer has returned credits.
     *
     * @throws IllegalStateException if there are more than a window now: the peer has returned what was not spent
     */
    public void refill(int peer, int credits) {
        available[peer] += credits;
        if (available[peer] > window) {
            throw new IllegalStateException(
                    "peer " + peer + " has returned " + available[peer] + " credits of a window of " + window);
        }
    }

    /** How many packets can be sent to a peer now. */
    public int available(int peer) {
        return available[peer];
    }

    /**
     * The buffer of a packet from a peer is free: its credit is owed.
     *
     * @return true if so much is owed that it should be returned alone
     */
    public boolean owe(int peer) {
        owed[peer]++;
        return isDue(peer);
    }

    /** True if half a window or more is owed to a peer. */
    public boolean isDue(int peer) {
        return owed[peer] >= returnAt;
    }

    /** How many credits this rank owes to a peer. */
    public int owed(int peer) {
        return owed[peer];
    }

    /** Takes what is owed to a peer, to return it. */
    public int takeOwed(int peer) {
        int taken = owed[peer];
        owed[peer] = 0;
        return taken;
    }
}
