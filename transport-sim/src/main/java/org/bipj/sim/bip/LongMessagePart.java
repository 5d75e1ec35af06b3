package org.bipj.sim.bip;

/**
 * One worm of a long message that is sent in several worms: the bytes that the receiver stores by one host DMA. It does
 * not name the message, because its receiver assembles one message at a time (BIP paper, section 4.3), which the
 * request has named.
 *
 * <pre>
 *   on the wire:  type (2)  source (2)  number (2)  length (2)  the bytes
 * </pre>
 */
final class LongMessagePart extends BoardMessage {
    /** Bytes before the data on the wire. */
    static final int HEADER = 8;

    final LongMessage whole;
    final int bytes;

    LongMessagePart(LongMessage whole, int bytes) {
        this.whole = whole;
        this.bytes = bytes;
        from = whole.from;
        to = whole.to;
    }

    @Override
    int wireBytes() {
        return HEADER + bytes;
    }
}
