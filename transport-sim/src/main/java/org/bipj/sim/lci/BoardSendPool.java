package org.bipj.sim.lci;

/** The send packets of a board: which are free, and whether the host waits for one. */
final class BoardSendPool {
    private final LciHost host;
    private final BoardSendPacket[] packets;
    private final FreeNumbers free;
    private int launched;
    /** The host has found no send packet. */
    private boolean starved;
    /** A starved host is woken when more packets than this are free. */
    private int spare;
    /** The host waits until all its packets have left. */
    private boolean draining;

    BoardSendPool(LciHost host) {
        this.host = host;
        int count = host.settings().sendPackets;
        packets = new BoardSendPacket[count];
        free = new FreeNumbers(count);
    }

    boolean hasMoreThan(int some) {
        return free.count() > some;
    }

    /** A free packet, which there must be. */
    BoardSendPacket take() {
        int number = free.take();
        if (packets[number] == null) {
            packets[number] = new BoardSendPacket(host, this, number);
        }
        packets[number].state = BoardSendPacket.State.CLIENTS;
        return packets[number];
    }

    /** The packet with a number, which the client must have. */
    BoardSendPacket clients(int packet) {
        host.checkCaller();
        BoardSendPacket known = packet < 0 || packet >= packets.length ? null : packets[packet];
        if (known == null || known.state != BoardSendPacket.State.CLIENTS) {
            throw new IllegalArgumentException(
                    host.who() + ": send packet " + packet + " is not the caller's; expected one that was allocated");
        }
        return known;
    }

    /** Takes back a packet that the client or the board no longer uses. */
    void giveBack(BoardSendPacket packet) {
        packet.state = BoardSendPacket.State.FREE;
        free.giveBack(packet.number);
    }

    /** Marks a packet as being sent by the board. */
    void launch(BoardSendPacket packet) {
        packet.state = BoardSendPacket.State.LAUNCHED;
        launched++;
    }

    /** The board has sent a packet to all its receivers. */
    void sent(BoardSendPacket packet) {
        launched--;
        giveBack(packet);
        if (starved || draining && launched == 0) {
            host.wake();
        }
    }

    // ---- waiting -----------------------------------------------------------------------------------------------

    /** The host has found no more than some packets: of several things that wait for them, the most modest one wakes it. */
    void starve(int some) {
        spare = starved ? Math.min(spare, some) : some;
        starved = true;
    }

    boolean isStarved() {
        return starved;
    }

    /** True if the host has waited for packets, and there are enough. */
    boolean isFed() {
        return starved && free.count() > spare;
    }

    /** The host waits for packets to leave; false if all have. */
    boolean drain() {
        draining = launched > 0;
        return draining;
    }

    /** True if the host has waited for packets to leave, and all have. */
    boolean isDrained() {
        return draining && launched == 0;
    }

    /** Ends what {@link #starve} and {@link #drain} began: the host no longer waits. */
    void endWait() {
        starved = false;
        draining = false;
    }

    /** True if no packet is in use. */
    boolean isIdle() {
        return launched == 0 && free.areAll();
    }

    @Override
    public String toString() {
        return free + " send packets";
    }
}
