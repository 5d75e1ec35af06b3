package org.bipj.sim.lci;

import org.bipj.sim.kernel.Event;

/** The receive packets of a host: which are free, and whether the board waits for one. */
final class HostReceivePool {
    private final LciHost host;
    private final ReceivePacket[] packets;
    private final FreeNumbers free;
    /** The board holds a packet that found no receive packet. */
    private boolean roomWanted;

    private final Event room;

    /**
     * All packets are free.
     *
     * @param room reports to the board that there is one again
     */
    HostReceivePool(LciHost host, Event room) {
        this.host = host;
        this.room = room;
        int count = host.settings().hostPackets;
        packets = new ReceivePacket[count];
        free = new FreeNumbers(count);
    }

    /** The board takes a free packet; negative if there is none, and then the report of room follows. */
    int takeForBoard() {
        if (free.count() == 0) {
            roomWanted = true;
            return BoardDelivery.NO_PACKET;
        }
        int number = free.take();
        packet(number).state = ReceivePacket.State.BOARDS;
        return number;
    }

    boolean hasFree() {
        return free.count() > 0;
    }

    /** The packet with that number, which is made when it is first used. */
    ReceivePacket packet(int number) {
        if (packets[number] == null) {
            packets[number] = new ReceivePacket(number, host.settings().packetBytes);
        }
        return packets[number];
    }

    /** The packet with a number, which the client must have. */
    ReceivePacket held(int packet) {
        ReceivePacket known = packet < 0 || packet >= packets.length ? null : packets[packet];
        if (known == null || known.state != ReceivePacket.State.CLIENTS) {
            throw new IllegalArgumentException(host.who() + ": receive packet " + packet
                    + " is not the caller's; expected one that was delivered");
        }
        return known;
    }

    /** Takes back a packet that is no longer used; a board that waited for room is notified. */
    void recycle(ReceivePacket packet) {
        packet.state = ReceivePacket.State.FREE;
        packet.frame = null;
        free.giveBack(packet.number);
        if (roomWanted && !room.isScheduled()) {
            roomWanted = false;
            host.schedule(room, host.clock());
        }
    }

    /** True if no packet is in use. */
    boolean isIdle() {
        return free.areAll();
    }

    @Override
    public String toString() {
        return free + " receive packets";
    }
}
