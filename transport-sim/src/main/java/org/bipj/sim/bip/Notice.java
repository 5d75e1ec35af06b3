package org.bipj.sim.bip;

/** What the board has for its host: a packet, or word of the end of a long message. It goes to the host by one DMA. */
final class Notice {
    /** What it is about. */
    enum Kind {
        /** A packet, in a slot of the host's queue. */
        PACKET,
        /** A posted receive has its message. */
        RECEIVED,
        /** A ready send has ended. */
        SENT,
        /** A ready send found no receive. */
        UNPOSTED,
        /** Something was lost or corrupted. */
        DAMAGED
    }

    Kind kind;
    /** The other rank. */
    int peer;

    // A packet: where it comes from in the board, and where it goes in the host.
    Packet packet;
    int slot;

    // A long message.
    long cookie;
    long name;
    long bytes;
    /** The host has to unpack the message: its destination is not one run of bytes. */
    boolean packed;

    Transfer transfer;

    String what;
    Notice next;
}
