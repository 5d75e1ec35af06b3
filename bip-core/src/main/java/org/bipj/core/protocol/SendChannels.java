package org.bipj.core.protocol;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The sending half of stop-and-wait over logical channels (virtual networks paper, sections 4.2 to 4.4): to each peer a
 * few channels for each kind of message, each with at most one packet that is not acknowledged. A periodic scan finds
 * the packets whose answer is overdue. Peers without an unacknowledged packet cost the scan one comparison.
 *
 * <pre>
 *   free ---- send ----&gt; in use ---- ACK ----&gt; free, other bit
 *                         | ^  scan: overdue, sent again with a new stamp
 *                         | +--- NACK: the peer is alive; the next scan sends again
 *                         +---- overdue after so many silent tries ----&gt; free, uninitialised
 * </pre>
 *
 * <p>A packet carries three values: the alternating bit, the <b>stamp</b> of this transmission, which answers echo, and
 * the <b>epoch</b>, the stamp of the first transmission since the channel was initialised. The paper takes its 32-bit
 * timestamp from a clock. The stamp here counts the transmissions of its channel, so it is never ambiguous on a channel
 * that was idle for long. With the stamp, an answer to an earlier packet or an earlier transmission is recognised whether
 * or not the network keeps the order of packets, for instance after a change of the route.
 *
 * @param <P> what the firmware sends
 */
public final class SendChannels<P> {
    /** Stands for a channel if none is free. */
    public static final int NONE = -1;

    /** Tries without any answer after which a peer is unreachable (section 4.4.2). */
    public static final int SILENT_TRIES = 255;

    /** Receives the decisions of {@link #scan} about packets that are not acknowledged. */
    public interface Overdue<P> {
        /** The packet is to be sent again. Its stamp is new already. */
        void again(int peer, int channel, P packet);

        /** The packet is abandoned. Its channel is free and uninitialised. It may have been delivered. */
        void unreachable(int peer, int channel, P packet);
    }

    private static final byte BIT = 1;
    private static final byte INITIALISED = 2;
    private static final byte REFUSED = 4;

    private final int perKind;
    private final int perPeer;
    private final int tries;
    private final Object[] packets;
    private final byte[] flags;
    private final int[] firstStamps;
    private final int[] stamps;
    private final int[] epochs;
    private final int[] silent;
    private final long[] sentAt;
    /** By peer: packets that are not acknowledged. */
    private final int[] outstanding;
    /** By peer: until when packets of an earlier route may arrive. */
    private final long[] unorderedUntil;

    private int total;

    /**
     * Channels that are free and uninitialised.
     *
     * @param kinds of messages; each has channels of its own, so that one kind never waits for another
     * @param perKind channels of each kind to each peer
     * @param tries silent tries after which a peer is unreachable
     */
    public SendChannels(int peers, int kinds, int perKind, int tries) {
        this.perKind = perKind;
        this.tries = tries;
        perPeer = kinds * perKind;
        int channels = peers * perPeer;
        packets = new Object[channels];
        flags = new byte[channels];
        firstStamps = new int[channels];
        stamps = new int[channels];
        epochs = new int[channels];
        silent = new int[channels];
        sentAt = new long[channels];
        outstanding = new int[peers];
        unorderedUntil = new long[peers];
        Arrays.fill(unorderedUntil, Long.MIN_VALUE);
    }

    private int index(int peer, int channel) {
        return peer * perPeer + channel;
    }

    /** A free channel of a kind to a peer, or {@link #NONE}. */
    public int free(int peer, int kind) {
        for (int channel = kind * perKind; channel < (kind + 1) * perKind; channel++) {
            if (packets[index(peer, channel)] == null) {
                return channel;
            }
        }
        return NONE;
    }

    /** A packet takes a free channel and is sent. */
    public void send(int peer, int channel, P packet, long now) {
        int at = index(peer, channel);
        if (packets[at] != null) {
            throw new IllegalStateException("channel " + channel + " to peer " + peer + " is in use");
        }
        packets[at] = packet;
        silent[at] = 0;
        stamp(at, now);
        firstStamps[at] = stamps[at];
        if ((flags[at] & INITIALISED) == 0) {
            flags[at] = INITIALISED;
            epochs[at] = stamps[at];
        }
        outstanding[peer]++;
        total++;
    }

    private void stamp(int at, long now) {
        stamps[at]++;
        sentAt[at] = now;
        flags[at] &= ~REFUSED;
    }

    /** The alternating bit of the packet in a channel: 0 or 1. */
    public int bit(int peer, int channel) {
        return flags[index(peer, channel)] & BIT;
    }

    /** The stamp of the latest transmission on a channel. */
    public int stamp(int peer, int channel) {
        return stamps[index(peer, channel)];
    }

    /** The present epoch of a channel, which its packets carry. */
    public int epoch(int peer, int channel) {
        return epochs[index(peer, channel)];
    }

    /** True if an answer is one to the packet that is in the channel now. */
    private boolean isCurrent(int at, int stamp) {
        return packets[at] != null && stamp - firstStamps[at] >= 0 && stamps[at] - stamp >= 0;
    }

    /**
     * A positive acknowledgement has arrived.
     *
     * @param stamp that it echoes
     * @return the packet, whose channel is free now; null if the answer is stale
     */
    public @Nullable P acknowledged(int peer, int channel, int stamp) {
        int at = index(peer, channel);
        if (!isCurrent(at, stamp)) {
            return null;
        }
        flags[at] ^= BIT;
        return release(peer, at);
    }

    @SuppressWarnings("unchecked") // Only send() fills the array.
    private P release(int peer, int at) {
        P packet = (P) packets[at];
        packets[at] = null;
        outstanding[peer]--;
        total--;
        return packet;
    }

    /**
     * A negative acknowledgement has arrived: the peer is alive. The packet stays for the scan.
     *
     * @param stamp that it echoes
     * @return true if it answers the latest transmission
     */
    public boolean refused(int peer, int channel, int stamp) {
        int at = index(peer, channel);
        if (!isCurrent(at, stamp)) {
            return false;
        }
        silent[at] = 0;
        if (stamp == stamps[at]) {
            flags[at] |= REFUSED;
            return true;
        }
        return false;
    }

    /**
     * The route to a peer has changed. Packets that were sent by the earlier one may arrive after later ones.
     *
     * @param until when none of them can arrive any more, in the unit of {@link #send}
     */
    public void rerouted(int peer, long until) {
        unorderedUntil[peer] = Math.max(unorderedUntil[peer], until);
    }

    /**
     * True if no answer can arrive that would matter: the channel is free, or its packet's latest transmission was
     * refused. An endpoint whose packets are all settled may leave the board (section 4.4.4). This needs packets to arrive
     * in the order in which they were sent, so no packet is settled for some time after its {@linkplain #rerouted route has
     * changed}: an earlier transmission may still be under way.
     *
     * @param now in the unit of {@link #send}
     */
    public boolean isSettled(int peer, int channel, long now) {
        int at = index(peer, channel);
        return packets[at] == null || (flags[at] & REFUSED) != 0 && now >= unorderedUntil[peer];
    }

    /**
     * Takes a {@linkplain #isSettled settled} packet off its channel. It was not delivered. The channel keeps its bit for
     * the next packet.
     */
    public @Nullable P withdraw(int peer, int channel, long now) {
        if (!isSettled(peer, channel, now)) {
            throw new IllegalStateException("the packet in channel " + channel + " to peer " + peer
                    + " may still be delivered; expected the NACK of its latest transmission");
        }
        int at = index(peer, channel);
        return packets[at] == null ? null : release(peer, at);
    }

    /** Number of packets that are not acknowledged, to all peers. */
    public int outstanding() {
        return total;
    }

    /**
     * The timer event: sends again what was sent at least a quantum ago, and abandons what was tried too often.
     *
     * @param now time of this scan, in the unit of {@link #send}
     * @param quantum least age of a transmission that is overdue
     */
    public void scan(long now, long quantum, Overdue<P> decisions) {
        for (int peer = 0; peer < outstanding.length && total > 0; peer++) {
            for (int channel = 0; outstanding[peer] > 0 && channel < perPeer; channel++) {
                int at = index(peer, channel);
                if (packets[at] != null && now - sentAt[at] >= quantum) {
                    overdue(peer, channel, at, now, decisions);
                }
            }
        }
    }

    @SuppressWarnings("unchecked") // Only send() fills the array.
    private void overdue(int peer, int channel, int at, long now, Overdue<P> decisions) {
        if (silent[at] == tries) {
            flags[at] = 0;
            decisions.unreachable(peer, channel, release(peer, at));
            return;
        }
        silent[at]++;
        stamp(at, now);
        decisions.again(peer, channel, (P) packets[at]);
    }

    @Override
    public String toString() {
        return total + " packets not acknowledged, by peer " + Arrays.toString(outstanding);
    }
}
