package org.bipj.sim.bip;

/** Word from a board to its own host: of the end of a long message, or of a damage. */
final class HostNotice extends BoardMessage {
    /** What it is about. */
    enum Kind {
        /** A posted receive has its message. */
        RECEIVED,
        /** A ready send has ended. */
        SENT,
        /** A ready send found no receive. */
        UNPOSTED,
        /** Something was lost or corrupted. */
        DAMAGED
    }

    private static final int BYTES = 16;

    Kind kind;

    // A long message.
    long cookie;
    long name;
    long bytes;
    /** The host has to unpack the message: its destination is not one run of bytes. */
    boolean packed;

    LongMessage transfer;

    /** A damage. */
    String what;

    @Override
    int wireBytes() {
        return BYTES;
    }
}
