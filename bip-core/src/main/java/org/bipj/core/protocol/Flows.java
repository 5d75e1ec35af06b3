package org.bipj.core.protocol;

/**
 * Numbers the flows between a board and its peers. Packets of one flow keep their order and share a window.
 *
 * <p>Without reservation there is one flow per peer. Boards that forward packets can then wait for each other's receive
 * buffers in a circle (LCI paper, section 3.6). With reservation there is one flow per peer and depth in the tree, and a
 * window of receive buffers for each. A packet at depth d waits for nothing but buffers of depth d + 1, and the deepest
 * ones are always delivered, so no circle is possible. It needs a flow of its own for each depth because a packet also
 * waits for all that is before it in its flow. Unicast packets are not forwarded: they share the deepest flow.
 *
 * <pre>
 *   flow = peer * depths + depth - 1      depth from 1 to depths
 * </pre>
 */
public final class Flows {
    private final int peers;
    private final int depths;

    private Flows(int peers, int depths) {
        this.peers = peers;
        this.depths = depths;
    }

    /** The flows of peers that have one each. */
    public static Flows perPeer(int peers) {
        return new Flows(peers, 1);
    }

    /** One flow per peer and depth, for trees of up to so many members as there are peers. */
    public static Flows perDepth(int peers) {
        return new Flows(peers, Math.max(1, MulticastTree.height(peers)));
    }

    /** Number of flows to, or from, all peers. */
    public int count() {
        return peers * depths;
    }

    /** How many flows there are to each peer. */
    public int depths() {
        return depths;
    }

    /** The flow of unicast packets with a peer. */
    public int unicast(int peer) {
        return peer * depths + depths - 1;
    }

    /**
     * The flow of multicast packets with a peer.
     *
     * @param depth of the receiver in the packet's tree, from 1
     */
    public int multicast(int peer, int depth) {
        return peer * depths + Math.min(depth, depths) - 1;
    }

    /** The peer that a flow goes to. */
    public int peer(int flow) {
        return flow / depths;
    }

    /** Where a flow stands among those of its peer: what a packet says to name its flow to the other side. */
    public int number(int flow) {
        return flow % depths;
    }

    /** The flow of a peer that a packet names by {@link #number}. */
    public int flow(int peer, int number) {
        return peer * depths + number;
    }

    /**
     * The window of a flow if each has receive buffers of its own.
     *
     * @param pool receive buffers of a board
     * @param most largest window of use
     * @return at most so many packets; 0 if there are more flows than buffers
     */
    public int window(int pool, int most) {
        return Math.min(most, pool / count());
    }
}
