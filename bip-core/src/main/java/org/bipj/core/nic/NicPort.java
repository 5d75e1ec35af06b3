package org.bipj.core.nic;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.bipj.core.payload.StreamingCopy;
import org.jspecify.annotations.Nullable;

/**
 * A rank's access to its network interface. One rank owns one port; no two threads may call its methods concurrently.
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
 * <p>{@code poll(sink, limit)} delivers received packets in place. There are two lanes, so that credits and completions
 * do not wait behind payload.
 *
 * <p>Every port sends and receives packets. A capability that only some network interfaces have is a facet, represented
 * by a separate interface. A client gets the facets that it uses once, in its constructor, and keeps them in final
 * fields. The getter of a facet that the port does not support returns null; the client then works without it.
 *
 * <p>Expected conditions are negative return codes. For a broken peer or an exhausted resource, methods throw a {@link
 * PortException}.
 */
public interface NicPort extends AutoCloseable {
    /** The lane of credits, acknowledgements and completions. */
    int CONTROL = 0;

    /** The lane of envelopes and payload. */
    int DATA = 1;

    /** The number of lanes. */
    int LANES = 2;

    /** No room in packet memory now. The caller polls, so that the peer can make progress too, and retries. */
    long BACK_PRESSURED = -1;

    /** The rank that owns this port. */
    int rank();

    /** Number of ranks that can communicate through this port, the owner included. */
    int size();

    /** Capabilities that this port has towards every peer; constant. */
    Capabilities capabilities();

    /**
     * Capabilities towards one peer, at least those of {@link #capabilities()}; constant. Both ranks of a pair return
     * the same capabilities for each other. Ports that reach their peers by different transports override this method.
     */
    default Capabilities capabilities(int peer) {
        return capabilities();
    }

    /**
     * Number of the host that a rank runs on, the same on every rank of the job; constant. Ranks of one host share memory.
     * All are 0 where they run on one host, or where the port does not distinguish hosts.
     */
    default int host(int peer) {
        return 0;
    }

    /**
     * Claims room for one packet.
     *
     * @param peer destination rank, not the owner's
     * @param lane {@link #CONTROL} or {@link #DATA}
     * @param bytes length of the packet, up to the lane's limit in {@link #capabilities}
     * @return offset into {@link #memory}, a multiple of 8, or {@link #BACK_PRESSURED}
     * @throws PortException if memory for this peer cannot be allocated (for example because /dev/shm is full)
     */
    long claim(int peer, int lane, int bytes);

    /** Packet memory that contains the claims of a peer and lane. Call this after each claim: the memory may change. */
    MemorySegment memory(int peer, int lane);

    /**
     * Publishes a claimed packet.
     *
     * @param bytes length of the packet, at most the length claimed
     * @param immediate 32 bits that travel with the packet's header
     */
    void commit(int peer, int lane, long claim, int bytes, int immediate);

    /** The least bytes of a packet for which a {@link #streaming} copy is asked for. A port may fetch the lines of shorter ones ahead. */
    int STREAMED_MIN = 6 << 10;

    /**
     * How best to write bytes of a claimed packet.
     *
     * @param at where they begin in {@link #memory}; there are at least {@link #STREAMED_MIN}
     * @return null: by plain stores
     */
    default @Nullable StreamingCopy streaming(int peer, int lane, long at) {
        return null;
    }

    /** Releases a claimed packet without publishing it. */
    void abort(int peer, int lane, long claim);

    /**
     * Delivers packets that have arrived to the sink.
     *
     * @param limit approximate maximum number of packets
     * @return number of packets and completions delivered
     */
    int poll(PacketSink sink, int limit);

    /** Hint: the next packet of interest comes from this peer (negative: any). The port may poll that peer first. */
    default void expect(int peer) {}

    /** Releases a packet that the sink kept. */
    void release(int peer, int lane, long offset);

    /** Nanoseconds since an arbitrary fixed origin, in the port's time (real or virtual). */
    long now();

    /**
     * Called between two fruitless polls. Spins, yields or sleeps, longer with each consecutive fruitless poll. Wakes
     * when a packet arrives.
     *
     * @param fruitless number of consecutive fruitless polls, from 1
     */
    void idle(int fruitless);

    /**
     * One polling round of a blocking wait: {@link #poll}, and {@link #idle} if that delivered nothing. For callers
     * with no work between the two. A port that combines both may also deliver packets that arrived while it idled.
     *
     * @param limit approximate maximum number of packets
     * @param fruitless number of consecutive fruitless polls if this one is fruitless, from 1
     * @return number of packets and completions delivered
     */
    default int pollOrIdle(PacketSink sink, int limit, int fruitless) {
        int handed = poll(sink, limit);
        if (handed == 0) {
            WaitMarks.pauses();
            idle(fruitless);
        }
        return handed;
    }

    /**
     * A sleep, as in {@link #idle}, of one of several threads of the rank, which {@link #wakeBeside} ends. Others compute meanwhile, so that the rank
     * does not count as waiting.
     *
     * @param mayNot evaluated last before the sleep; true: it does not sleep
     * @param ns at most so long
     * @return false if this port has not slept, because it cannot
     */
    default boolean sleepBeside(BooleanSupplier mayNot, long ns) {
        return false;
    }

    /** Wakes the thread that sleeps in {@link #sleepBeside}, or is about to. The one method that any thread may call at any time. */
    default void wakeBeside() {}

    // ---- facets: optional capabilities; each getter's result is constant for the life of the port ----

    /** Access to packets before they are taken; null if not supported. */
    default @Nullable LookAhead lookAhead() {
        return null;
    }

    /** Reads and writes of peers' memory; null if not supported. */
    default @Nullable RemoteMemory remoteMemory() {
        return null;
    }

    /** Receives that are posted at the network interface; null if not supported. */
    default @Nullable PostedReceives postedReceives() {
        return null;
    }

    /** Memory shared by groups of ranks; null if not supported. */
    default @Nullable SharedGroups sharedGroups() {
        return null;
    }

    /** Packets to groups of ranks; null if not supported. */
    default @Nullable Multicast multicast() {
        return null;
    }

    /** Virtual time, to which the host's work is charged; null if time is real. See {@link HostTime}. */
    default @Nullable VirtualTime virtualTime() {
        return null;
    }

    /** Reports of what this rank waits for; null if not supported. */
    default @Nullable WaitReports waitReports() {
        return null;
    }

    /** Endpoints, each with its own queues of messages in the network interface; null if not supported. */
    default @Nullable Endpoints endpoints() {
        return null;
    }

    /** ATM cells, which processes send and receive by traps into the kernel; null if not supported. */
    default @Nullable CellTraps cellTraps() {
        return null;
    }

    /** Memory that the hosts' kernels serve to each other; null if not supported. */
    default @Nullable RemoteSegments remoteSegments() {
        return null;
    }

    /** Packets of LCI, whose protocols the network interface runs; null if not supported. */
    default @Nullable PacketInterface packetInterface() {
        return null;
    }

    /**
     * False while packets wait in this rank because their peer has not been reached yet, and may still be. A rank that tells the
     * others that it needs nothing more of them waits for this first: they may leave then, and could not be reached any more.
     */
    default boolean hasReachedPeers() {
        return true;
    }

    /**
     * The rank has no client that polls, until {@link #resume}: what it has committed leaves now, and what arrives waits in the
     * network interface, as far as that has room.
     *
     * @param sink takes what arrives during this call
     * @return false, without effect, if this kind of port cannot be resumed: the caller closes it
     * @throws PeerFailedException if the port could not send some packets; it pauses nevertheless
     */
    default boolean pause(PacketSink sink) {
        return false;
    }

    /** The rank, by the calling thread, polls again after a {@link #pause}. */
    default void resume() {}

    /**
     * Leaves the network. Packets already committed are still delivered.
     *
     * @throws PeerFailedException if the port could not send some of them; it is closed nevertheless
     */
    @Override
    void close();
}
