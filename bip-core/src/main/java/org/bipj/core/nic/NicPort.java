package org.bipj.core.nic;

import java.lang.foreign.MemorySegment;

/**
 * What a host sees of its network interface. One rank owns one port; no method may be called by two threads at once.
 *
 * <p>Sending is programmed I/O into bounded packet memory:
 *
 * <pre>{@code
 * long at = port.claim(peer, NicPort.DATA, bytes);
 * if (at < 0) { ... BACK_PRESSURED: poll, then try again ... }
 * MemorySegment memory = port.memory(peer, NicPort.DATA);
 * ... write bytes at memory[at ...] ...
 * port.commit(peer, NicPort.DATA, at, bytes, immediate);
 * }</pre>
 *
 * <p>Receiving hands packets over in place: {@code poll(sink, limit)}. Two lanes keep credits and completions from
 * waiting behind payload.
 *
 * <p>Packets in and out are all that every port has. What only some network interfaces can do is a facet, an interface
 * of its own: a client asks for those that it can use once, when it is made, and holds them in final fields; null stands
 * for a facet that this port does not offer, and the client then does without.
 *
 * <p>Expected conditions are negative return codes; a broken peer or an exhausted resource is a {@link PortException}.
 */
public interface NicPort extends AutoCloseable {
    /** The lane of credits, acknowledgements and completions. */
    int CONTROL = 0;

    /** The lane of envelopes and payload. */
    int DATA = 1;

    /** Number of lanes. */
    int LANES = 2;

    /** No room in packet memory now. The caller polls, so that the peer can make progress too, and tries again. */
    long BACK_PRESSURED = -1;

    /** Rank of the owner. */
    int rank();

    /** Number of ranks that this port may talk to, the owner included. */
    int size();

    /** What this port can do towards every peer; constant. */
    Capabilities capabilities();

    /**
     * What this port can do towards one peer, at least what {@link #capabilities()} says; constant. Both ranks of a pair
     * say the same of each other. Ports that reach their peers by different ways override it.
     */
    default Capabilities capabilities(int peer) {
        return capabilities();
    }

    /**
     * Room for one packet.
     *
     * @param peer destination rank, not the owner's
     * @param lane {@link #CONTROL} or {@link #DATA}
     * @param bytes length of the packet, up to the lane's limit in {@link #capabilities}
     * @return offset into {@link #memory}, a multiple of 8, or {@link #BACK_PRESSURED}
     * @throws PortException if memory for this peer cannot be had (a full /dev/shm)
     */
    long claim(int peer, int lane, int bytes);

    /** Packet memory in which the claims of a peer and lane lie. Ask again after each claim: it may have moved. */
    MemorySegment memory(int peer, int lane);

    /**
     * Publishes a claimed packet.
     *
     * @param bytes its length: what was claimed, or less
     * @param immediate 32 bits that travel with the packet's header
     */
    void commit(int peer, int lane, long claim, int bytes, int immediate);

    /** Gives a claimed packet back unpublished. */
    void abort(int peer, int lane, long claim);

    /**
     * Hands arrived packets to the sink.
     *
     * @param limit at most about this many packets
     * @return number of packets and completions handed over
     */
    int poll(PacketSink sink, int limit);

    /** Hint: the next packet of interest comes from this peer (negative: from anybody). Polls may look there first. */
    default void expect(int peer) {}

    /** Ends the sink's hold of a packet that it kept. */
    void release(int peer, int lane, long offset);

    /** Nanoseconds since some fixed moment, in the port's time (real or virtual). */
    long now();

    /**
     * Called between two fruitless polls. Spins, yields or sleeps, the longer the more polls were fruitless; wakes up
     * when a packet arrives.
     *
     * @param fruitless number of fruitless polls in a row, from 1
     */
    void idle(int fruitless);

    /**
     * A round of a wait, for those who do nothing between the two: {@link #poll}, and {@link #idle} if that handed over
     * nothing. A port for which both at once are cheaper may also hand over what came while it idled.
     *
     * @param limit at most about this many packets
     * @param fruitless number of fruitless polls in a row if this one is, from 1
     * @return number of packets and completions handed over
     */
    default int pollOrIdle(PacketSink sink, int limit, int fruitless) {
        int handed = poll(sink, limit);
        if (handed == 0) {
            idle(fruitless);
        }
        return handed;
    }

    // ---- facets: what some network interfaces offer beside packets; each is constant for the life of the port ----

    /** Packets can be looked at before they are taken; null where not. */
    default LookAhead lookAhead() {
        return null;
    }

    /** Memory of peers can be read and written; null where not. */
    default RemoteMemory remoteMemory() {
        return null;
    }

    /** Receives can be posted at the network interface; null where not. */
    default PostedReceives postedReceives() {
        return null;
    }

    /** Groups of ranks can share memory; null where they cannot. */
    default SharedGroups sharedGroups() {
        return null;
    }

    /** Time is virtual, and what a host does is charged to it; null where time is real. See {@link HostTime}. */
    default VirtualTime virtualTime() {
        return null;
    }

    /** Somebody may ask what this rank waits for; null where nobody does. */
    default WaitReports waitReports() {
        return null;
    }

    /** The network interface knows endpoints, and holds messages for each of them; null where it knows none. */
    default Endpoints endpoints() {
        return null;
    }

    /** Leaves the network. Packets already committed are still delivered. */
    @Override
    void close();
}
