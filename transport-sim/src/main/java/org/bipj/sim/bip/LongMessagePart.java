package org.bipj.sim.bip;

/**
 * One worm of a long message that is sent in several: all that the receiver stores by one host DMA. It names no
 * message, as its receiver puts together one at a time (BIP paper, section 4.3), which the request has told it.
 *
 * <pre>
 *   on the wire:  type (2)  source (2)  number (2)  length (2)  the bytes
 * </pre>
 */
final class LongMessagePart extends BoardMessage {
    /** Bytes before the data on the wire. */
    static final int HEADER = 8;

    final LongMessage transfer;
    final int bytes;

    LongMessagePart(LongMessage transfer, int bytes) {
        this.transfer = transfer;
        this.bytes = bytes;
        from = transfer.from;
        to = transfer.to;
    }

    @Override
    int wireBytes() {
        return HEADER + bytes;
    }
}
