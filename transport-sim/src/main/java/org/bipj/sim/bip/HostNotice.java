package org.bipj.sim.bip;

/** A notice from a board to its own host: of the end of a long message, or of damage. */
final class HostNotice extends BoardMessage {
    /** What a board reports to its host. */
    enum Kind {
        /** A posted receive is complete. */
        RECEIVED,
        /** A ready send is complete. */
        SENT,
        /** A ready send found no posted receive. */
        UNPOSTED,
        /** A message was lost or corrupted. */
        DAMAGED
    }

    private static final int BYTES = 16;

    Kind kind;

    // Of a long message.
    long cookie;
    long name;
    long bytes;
    /** The host has to unpack the message, because its destination is not one run of bytes. */
    boolean packed;

    LongMessage subject;

    /** Of a {@link Kind#DAMAGED} message: what has happened, as text for the error. */
    String damage;

    @Override
    int wireBytes() {
        return BYTES;
    }
}
