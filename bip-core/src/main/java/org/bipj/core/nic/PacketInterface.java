package org.bipj.core.nic;

import java.lang.foreign.MemorySegment;

/**
 * The facet of network interfaces that run LCI's protocols (LCI paper, section 2): packets of bounded length, unicast and
 * multicast, reliable and in order, in buffers that client and network interface hand to each other, and counters that
 * other ranks add to. The network interface, or its host driver, implements reliability, flow control and forwarding. The
 * library above implements clients, upcalls, waiting and the checks of its users' arguments; the network interface
 * relies on these checks.
 *
 * <p>Packets are numbers. A <em>send packet</em> belongs to the caller from {@link #allocate} until it is launched, a
 * <em>receive packet</em> from its upcall until it is released. Nothing is allocated per packet.
 *
 * <p>Unicasts of a pair arrive in order, and so do the multicasts of one sender in one group. The order of two packets of
 * different senders, groups or kinds is undefined.
 *
 * <p>Like its port it is called by one thread at a time. No method blocks. A caller that waits calls {@link #poll} or
 * {@link #progress}, and {@link #idle} if these have done nothing.
 */
public interface PacketInterface {
    /**
     * Sizes, constant for the life of the port and the same on every rank.
     *
     * @param payload maximum number of bytes of the client in a packet; the header comes on top
     * @param sendPackets number of send packets of this rank
     * @param receivePackets number of receive packets of this rank, those that wait to be polled included
     * @param counters number of counters of each rank, all zero at start
     */
    record Limits(int payload, int sendPackets, int receivePackets, int counters) {}

    /** The sizes of packets, and the numbers of packets and counters. */
    Limits limits();

    /**
     * Where the network interface's settings decide whether multicasts can wait for each other in a circle: these, for reports of
     * deadlocks. Empty elsewhere.
     */
    default String placement() {
        return "";
    }

    /** Sets who receives packets; called once. No packet is delivered before; packets that arrive earlier wait. */
    void attach(PacketUpcalls upcalls);

    /** Number of a free send packet, or -1 if there is none now: the caller calls {@link #progress} and retries. */
    int allocate();

    /** Gives a send packet back that was not launched. */
    void free(int packet);

    /**
     * Memory of a send packet, {@link Limits#payload} bytes; the same segment at each call. On a board it is memory of the
     * board. What the client has written is charged as programmed I/O when the packet is launched.
     */
    MemorySegment sendBuffer(int packet);

    /**
     * Sends a packet to one rank and takes it from the caller.
     *
     * @param destination a rank; may be the caller's own
     * @param length number of bytes, 0 to {@link Limits#payload}
     * @param client 16 bits of the packet's header, unsigned
     */
    void unicast(int destination, int packet, int length, int client);

    /** Sends a packet to all members of a group but the caller, and takes it from the caller, a member. */
    void multicast(int group, int packet, int length, int client);

    /**
     * Installs the caller's part of a group: the trees of all senders as far as they pass through this rank. The library
     * agrees on the number among the members, and multicasts in the group once all of them have installed it.
     *
     * @param group from 0; each number is installed once
     * @param members ranks in ascending order, the caller included
     * @throws PortException if the network interface has no room for another group
     */
    void group(int group, int[] members);

    /**
     * Takes in packets and acknowledgements that have arrived, and delivers packets by upcalls.
     *
     * @param limit approximate maximum number of packets
     * @return number of packets delivered
     */
    int poll(int limit);

    /** As {@link #poll}, for a caller that waits and does nothing else: it may look for the likely next packet alone. */
    default int pollWaiting(int limit) {
        return poll(limit);
    }

    /**
     * Takes in packets and acknowledgements that have arrived, without upcalls.
     *
     * @return true if something was done
     */
    boolean progress();

    /**
     * Called between two fruitless polls. Waits, longer with each consecutive fruitless poll, and wakes when something
     * arrives.
     *
     * @param fruitless number of consecutive fruitless polls, from 1
     */
    void idle(int fruitless);

    /**
     * One round of a wait: {@link #pollWaiting}, and {@link #idle} if that delivers nothing. For callers with no work between the
     * two.
     *
     * @param fruitless number of consecutive fruitless polls if this one is fruitless, from 1
     * @return number of packets delivered
     */
    default int pollOrIdle(int limit, int fruitless) {
        int delivered = pollWaiting(limit);
        if (delivered == 0) {
            idle(fruitless);
        }
        return delivered;
    }

    /**
     * Memory of a receive packet, whose payload starts at {@link #receiveOffset}. During the packet's upcall it may be
     * memory of the network, from which the packet moves when the upcall returns {@link PacketUpcalls#KEEP}: the caller
     * gets memory and offset again then. After that, or after {@link #pin}, both are constant until the release.
     */
    MemorySegment receiveBuffer(int packet);

    /** First byte of a receive packet's payload in its memory. */
    default long receiveOffset(int packet) {
        return 0;
    }

    /** Moves a packet whose upcall runs to memory that it will have until its release. */
    default void pin(int packet) {}

    /** Releases a receive packet whose upcall returned {@link PacketUpcalls#KEEP}. */
    void release(int packet);

    /**
     * Starts to add to a counter of a rank, which may be the caller's own. A rank has one addition outstanding at most.
     *
     * @param counter from 0 to {@link Limits#counters} - 1
     */
    void fetchAndAdd(int owner, int counter, long n);

    /** True once the outstanding addition has been answered. The caller calls {@link #poll} meanwhile. */
    boolean added();

    /** The counter's value before the addition that has been answered. */
    long previous();

    /**
     * True if the network interface can interrupt the rank ({@link PacketUpcalls#onInterrupt}). Where it cannot, the
     * library polls from a thread of its own.
     */
    default boolean canInterrupt() {
        return false;
    }

    /**
     * Switches interrupts on or off; they are off at first.
     *
     * @throws UnsupportedOperationException if the network interface cannot interrupt
     */
    default void interrupts(boolean on) {
        throw new UnsupportedOperationException("this network interface cannot interrupt its host");
    }

    /**
     * The client takes no more packets: those that have arrived are dropped, and so are those that arrive, so that their senders
     * go on. Counters are still served.
     */
    void leave();

    /**
     * Launched packets that have not been passed on to the network, and acknowledgements that are owed: the library polls
     * until this is false before it closes the port.
     */
    boolean busy();
}
