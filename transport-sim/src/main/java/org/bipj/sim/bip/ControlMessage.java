package org.bipj.sim.bip;

/**
 * A message from firmware to firmware about a long message. The hosts do not see it.
 *
 * <pre>
 *   on the wire:  type (2)  source (2)  number (2)  kind (2)  sender's cookie (8)
 *   a request also: name (8)  length (8)
 * </pre>
 */
final class ControlMessage extends BoardMessage {
    /** The messages by which a long message is agreed upon and ended. */
    enum Kind {
        /** The whole message is in the receiver's memory. */
        ACKNOWLEDGE,
        /** Asks whether the message may be sent. Only in the mode of several worms. */
        REQUEST,
        /** Grants a {@link #REQUEST}: the message may be sent. */
        GO
    }

    private static final int BYTES = 16;
    private static final int REQUEST_BYTES = 32;

    Kind kind;
    /** The long message that this one is about. */
    LongMessage subject;

    @Override
    int wireBytes() {
        return kind == Kind.REQUEST ? REQUEST_BYTES : BYTES;
    }
}
