package org.bipj.core.nic;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.bipj.core.payload.Payload;

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
 * waiting behind payload. Long messages may instead be moved out of one registered region into another by {@link #get}
 * and {@link #put}, the DMA of this port.
 *
 * <p>A network interface of the BIP kind has neither: its long messages go into posted receives ({@link
 * #postsReceives}).
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

    /** {@link #expose}: this memory cannot be reached by peers. The caller sends packets instead. */
    long NOT_EXPOSED = -1;

    /** {@link #get}, {@link #put}: the copy is complete on return. */
    int COMPLETE = 0;

    /** {@link #get}, {@link #put}: the copy has started; {@link PacketSink#onCompletion} will tell its end. */
    int PENDING = 1;

    /** {@link #get}, {@link #put}: the peer's region cannot be attached here. The caller falls back to packets. */
    int UNREACHABLE = 2;

    /** Rank of the owner. */
    int rank();

    /** Number of ranks that this port may talk to, the owner included. */
    int size();

    /** What this port can do; constant. */
    Capabilities capabilities();

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

    /** True if {@link #peek} shows packets: a port that can be looked at without cost. */
    default boolean canPeek() {
        return false;
    }

    /**
     * Looks at the next DATA packet of one peer without taking it: the short way for a caller who waits for just this
     * packet, and may find that it is another. {@link #poll} always serves.
     *
     * @return the packet's immediate in the high half and its length plus 1 in the low half; 0 if none is shown
     */
    default long peek(int peer) {
        return 0;
    }

    /** Memory in which the packet lies that the latest {@link #peek} showed. */
    default MemorySegment peekMemory(int peer) {
        throw new UnsupportedOperationException("this port shows no packets");
    }

    /** First byte of the packet that the latest {@link #peek} showed. */
    default long peekOffset(int peer) {
        throw new UnsupportedOperationException("this port shows no packets");
    }

    /** Ends the life of the packet that the latest {@link #peek} showed. Nothing was polled since. */
    default void take(int peer) {
        throw new UnsupportedOperationException("this port shows no packets");
    }

    /**
     * As {@link #poll}, but not of the peer that is expected: for those who {@link #peek} at that one. Where there are
     * many others each call looks at some, in turn.
     */
    default int pollOthers(PacketSink sink, int limit) {
        throw new UnsupportedOperationException("this port shows no packets");
    }

    /** Hint: the next packet of interest comes from this peer (negative: from anybody). Polls may look there first. */
    default void expect(int peer) {}

    /** Ends the sink's hold of a packet that it kept. */
    void release(int peer, int lane, long offset);

    /**
     * Memory that peers can reach by {@link #get} and {@link #put}. A port without direct access leaves this method and
     * the four below it as they are.
     *
     * @param bytes its length, positive
     * @return the region, or null where none can be had (the caller uses private memory, and packets serve)
     */
    default Region register(long bytes) {
        return null;
    }

    /**
     * A name under which peers can reach this payload's memory until {@link #conceal}.
     *
     * @return a key to send to peers, or {@link #NOT_EXPOSED}
     */
    default long expose(Payload payload) {
        return NOT_EXPOSED;
    }

    /** Ends what {@link #expose} began. */
    default void conceal(long key) {}

    /**
     * Copies the first {@code bytes} bytes of a peer's exposed payload into {@code into}.
     *
     * @return {@link #COMPLETE}, {@link #PENDING} or {@link #UNREACHABLE}
     */
    default int get(int peer, long key, Payload into, long bytes, long cookie) {
        return UNREACHABLE;
    }

    /**
     * Copies the first {@code bytes} bytes of {@code from} into a peer's exposed payload.
     *
     * @return {@link #COMPLETE}, {@link #PENDING} or {@link #UNREACHABLE}
     */
    default int put(int peer, long key, Payload from, long bytes, long cookie) {
        return UNREACHABLE;
    }

    /**
     * Most bytes that a rank can lay on the job's table; 0 where there is none. On the table each rank of the job has a
     * place that all can read: what {@link #lay}, {@link #isTableLaid} and {@link #pick} do for a few bytes, messages
     * do for more.
     */
    default int tableBytes() {
        return 0;
    }

    /**
     * Lays bytes on this rank's place and begins the next turn of the table. Every rank lays as often as every other,
     * and not before its {@link #isTableLaid} was true for the turn before.
     */
    default void lay(Payload data) {
        throw new UnsupportedOperationException("this port has no table: tableBytes() is 0");
    }

    /** True once every rank has laid in this rank's turn. A rank that sleeps meanwhile in {@link #idle} is woken. */
    default boolean isTableLaid() {
        throw new UnsupportedOperationException("this port has no table: tableBytes() is 0");
    }

    /**
     * Copies what all ranks have laid in this turn, in the order of ranks; between {@link #isTableLaid} and the next
     * turn.
     *
     * @param bytes how much of each rank's
     */
    default void pick(Payload into, long bytes) {
        throw new UnsupportedOperationException("this port has no table: tableBytes() is 0");
    }

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

    /**
     * True if long messages may go into receives that are posted at the network interface: {@link #post} and {@link
     * #readySend} serve, and {@link #expose}, {@link #get} and {@link #put} need not.
     */
    default boolean postsReceives() {
        return false;
    }

    /**
     * Posts a receive at the network interface: the next ready send with this name, from any peer, goes straight into
     * {@code into}, and {@link PacketSink#onReceived} tells its end (BIP paper, section 3: a long message needs its
     * receive posted first). One receive at a time per name.
     *
     * @param name what sender and receiver agree on, not negative
     * @param into the destination; unchanged until received or taken back
     * @param bytes how many of its first bytes a message may fill, at least 1
     * @param cookie the caller's own, not negative
     */
    default void post(long name, Payload into, long bytes, long cookie) {
        throw new UnsupportedOperationException("no receives are posted at this network interface");
    }

    /** Takes a posted receive back. False if a message has begun to arrive in it, or none is posted. */
    default boolean unpost(long name) {
        throw new UnsupportedOperationException("no receives are posted at this network interface");
    }

    /**
     * Sends the first {@code bytes} bytes of a payload into the receive that the peer has posted under a name. {@link
     * PacketSink#onCompletion} tells when all of it is there and the payload may change. If no receive is posted, or
     * one that is too short, nothing is stored, the peer's {@link PacketSink#onUnposted} is told, and it is for the
     * peer to refuse.
     *
     * @param cookie the caller's own, not negative; the peer sees it where it has to refuse
     */
    default void readySend(int peer, long name, Payload from, long bytes, long cookie) {
        throw new UnsupportedOperationException("no receives are posted at this network interface");
    }

    /**
     * Names who can say what this rank waits for: a phrase such as "a message from rank 3 with tag 7", empty if there
     * is nothing to say. Called by the rank itself while it waits, and only where a report is wanted: of a standstill in
     * virtual time; in real time of a deadlock, or because a user asks.
     */
    default void reportBy(Supplier<String> outstanding) {}

    /**
     * Reports what this rank waits for, if somebody has asked for that since the last time. {@link #idle} does so
     * before it sleeps; this is for those who wait without it.
     */
    default void reportIfAsked() {}

    /** Ends a ready send that the peer has refused: its {@link PacketSink#onCompletion} will not come. */
    default void refused(long cookie) {}

    /**
     * Charges a named piece of host software to the rank's clock. Only virtual time has such a clock, and knows what
     * the work costs: elsewhere this does nothing.
     */
    default void charge(HostWork work) {}

    /** Charges the copy of so many bytes in host memory by the processor. */
    default void chargeCopy(long bytes) {}

    /** Leaves the network. Packets already committed are still delivered. */
    @Override
    void close();
}
