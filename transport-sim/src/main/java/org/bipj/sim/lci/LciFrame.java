package org.bipj.sim.lci;

/**
 * What a worm of LCI carries: a header, and the payload of a packet. A frame travels one edge, from board to board. Only
 * what is filled in when it leaves changes: what the sender owes its receiver.
 *
 * <pre>
 *   header   | kind 1 | group 1 | root 1 | from 1 | client 2 | length 2 | ... | 16 bytes, {@link LciSettings#HEADER}
 *            ... without retransmission   | flows 1 | credits 1 |
 *            ... with it                  | flows 1 | sequence number 2 | acknowledged number 2 |
 * </pre>
 *
 * <p>The payload is a copy that all frames of a packet share, and that nobody changes.
 */
final class LciFrame {
    /** The purposes of frames. */
    enum Kind {
        /** A packet to one rank. */
        UNICAST("unicast"),
        /** A packet on an edge of a tree. */
        MULTICAST("multicast"),
        /** A request to add to a counter. */
        ADD("fetch-and-add"),
        /** The answer to {@link #ADD}: the counter's value before. */
        ADDED("answer to fetch-and-add"),
        /** A packet of MPI or BIP: its lane is in place of the group, its immediate in place of the client. */
        PORT("message"),
        /** Only credits. It takes none itself, and no buffer. */
        ACKNOWLEDGEMENT("acknowledgement");

        /** The name of this kind in reports. */
        final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    private static final long[] EMPTY = {};

    final Kind kind;
    /** Ranks, each the only one of its board. */
    final int from;

    final int to;
    /** The rank that has sent the multicast. */
    int root;

    int group;
    int client;
    int length;
    long[] payload = EMPTY;
    /** Of an addition: the counter, and what to add or what was there. */
    int counter;

    long value;
    /** The packet's flow among those of the two boards. */
    int flow;
    /** With retransmission: its number in the flow. */
    int sequence;
    /** The flow that the acknowledgement in this frame is for, of the other direction. */
    int acknowledgedFlow;
    /** Without retransmission: what the sender owes to that flow. */
    int credits;
    /** With retransmission: the number that is expected next in it. */
    int acknowledges;
    /** With retransmission: packets of that flow were dropped for lack of buffers, and are wanted again. */
    boolean requests;

    LciFrame(Kind kind, int from, int to) {
        this.kind = kind;
        this.from = from;
        this.to = to;
    }

    /** A copy of this packet's frame for another edge of its tree. */
    LciFrame to(int sender, int receiver) {
        LciFrame next = new LciFrame(kind, sender, receiver);
        next.root = root;
        next.group = group;
        next.client = client;
        next.length = length;
        next.payload = payload;
        return next;
    }

    /** A copy of this frame for another transmission. */
    LciFrame copy() {
        LciFrame copy = to(from, to);
        copy.counter = counter;
        copy.value = value;
        return copy;
    }

    /** The rank that has sent the packet, whoever forwards it. */
    int sender() {
        return kind == Kind.MULTICAST ? root : from;
    }

    /** True if it is sent for the host of its board: it is no answer, and not forwarded. */
    boolean isOwn() {
        return kind == Kind.MULTICAST ? root == from : kind != Kind.ADDED;
    }

    /**
     * True if its packet is one of MPI or BIP.
     *
     * @param groups numbers of LCI's groups are below this, those of MPI's are not
     */
    boolean isForPort(int groups) {
        return kind == Kind.PORT || kind == Kind.MULTICAST && group >= groups;
    }

    /** True if its packet goes to a client of the host, and not to the protocols. */
    boolean isForClient() {
        return kind == Kind.UNICAST || kind == Kind.MULTICAST || kind == Kind.PORT;
    }

    /** True if it takes a buffer of its receiver, and a place in the window. */
    boolean isPacket() {
        return kind != Kind.ACKNOWLEDGEMENT;
    }

    /** How many bytes follow the route. */
    int wireBytes() {
        return LciSettings.HEADER + length;
    }

    @Override
    public String toString() {
        return kind + " from rank " + from + " to rank " + to;
    }
}
