package org.bipj.lci;

/**
 * A client's packets. Each packet carries the number of its channel, and arrives at the channel of this number on its
 * destination. So several clients, such as runtime systems and the program itself, use LCI without seeing each other's
 * packets.
 */
public final class Channel implements AutoCloseable {
    private final Lci lci;
    private final int number;
    private final Upcall upcall;

    Channel(Lci lci, int number, Upcall upcall) {
        this.lci = lci;
        this.number = number;
        this.upcall = upcall;
    }

    /** The channel's number, which is the same on all ranks. */
    public int number() {
        return number;
    }

    Upcall upcall() {
        return upcall;
    }

    /**
     * Allocates a send packet. Waits until there is one: packets and acknowledgements are taken in meanwhile, and no upcalls
     * run. Ranks that send to each other more than their receive packets hold, and do not poll, wait for ever: they call {@link
     * #allocatePolling}.
     *
     * @throws LciException inside an upcall, where {@link #tryAllocate} is to be used; if there is none, and the client keeps
     *     all receive packets
     */
    public SendPacket allocate() {
        return lci.allocate();
    }

    /**
     * Allocates a send packet, as {@link #allocate} does, but polls while it waits: upcalls run, and make room for what others
     * send. What they throw is thrown by the next call that polls.
     *
     * <p>Ranks that all send in this way, and receive, do not wait for each other, with one exception: multicasts in several
     * groups on boards that run LCI's protocols. Boards or hosts that forward can wait for each other's buffers in a circle (LCI
     * paper, section 3.6), unless they have some for each depth of the groups' trees. They have by default ({@code lci.reserve =
     * auto}) where boards forward ({@code lci.multicast = ni}) or hosts retransmit ({@code lci.retransmission = host}) and the
     * buffers suffice, which they do up to 64 ranks of platform das64. A report of a deadlock names the setting.
     *
     * @throws LciException as {@link #allocate}
     */
    public SendPacket allocatePolling() {
        return lci.allocatePolling();
    }

    /** Allocates a send packet; null if there is none now. Does not wait, and may be called inside upcalls. */
    public SendPacket tryAllocate() {
        return lci.tryAllocate();
    }

    /**
     * Sends a packet to one rank. Never waits, and runs no upcalls. Packets to one rank arrive in the order in which they were
     * sent.
     *
     * @param destination a rank, this one included
     * @param packet of {@link #allocate}; it belongs to the network afterwards
     * @param length its bytes, 0 to {@link Lci#payload}
     * @throws LciException if an argument is out of range, or the packet has been sent or freed
     */
    public void unicast(int destination, SendPacket packet, int length) {
        lci.unicast(number, destination, packet, length);
    }

    /**
     * Sends a packet to all members of a group but this rank. Never waits, and runs no upcalls. Multicasts of one sender in one
     * group arrive in the order in which they were sent; unicasts may overtake them.
     *
     * @param group this rank is a member
     * @param packet of {@link #allocate}; it belongs to the network afterwards
     * @param length its bytes, 0 to {@link Lci#payload}
     * @throws LciException if an argument is out of range, this rank is no member, or the packet has been sent or freed
     */
    public void multicast(Group group, SendPacket packet, int length) {
        lci.multicast(number, group, packet, length);
    }

    /** Closes the channel: packets that arrive for it wait until a channel of this number is opened again. */
    @Override
    public void close() {
        lci.close(this);
    }
}
