package org.bipj.sim.bip;

import org.bipj.core.payload.Payload;

/**
 * A long message: a ready send on its way into a posted receive. Both boards cut it into pieces that end at the ends of
 * pages and at multiples of the packet size within a page, each by the address of its own buffer. The pieces of the two
 * boards need not agree, because the wire carries one stream of bytes.
 *
 * <pre>
 *   on the wire:  type (2)  source (2)  number (2)  packet size (2)
 *                 name (8)  length (8)  sender's cookie (8)  the bytes
 * </pre>
 */
final class LongMessage extends BoardMessage {
    /** Bytes before the data on the wire. */
    static final int HEADER = 32;

    // The descriptor of the sending host.
    long name;
    Payload payload;
    /** What a datagram carries. */
    Object content;

    long bytes;
    long cookie;
    long address;
    int packet;

    // The sending board.
    /** Bytes that have been fetched into its memory. */
    long fetched;
    /** Bytes that have left its memory. */
    long fed;
    /** The end of the present worm, as a position in the message. */
    long wormEnd;
    /** Whether the send engine is feeding the message into the network. */
    boolean feeding;
    /** How many bytes the send engine is feeding. */
    int piece;

    /** In the mode of several worms: one of them waits to leave, or leaves. */
    boolean partQueued;
    /**
     * The offset of the receiver's buffer in its page. The GO carries it, because worms end where the receiver's pieces
     * do.
     */
    int storedFrom;
    /** The network has broken up its worm: the rest is not sent. */
    boolean dropped;

    // The receiving board.
    PostedReceive posted;
    /** Bytes that have arrived in its memory. */
    long arrived;
    /** Bytes that are in the host's memory. */
    long stored;
    /** Whether all bytes have arrived undamaged. */
    boolean whole;
    /** It is damaged, and its receive is to be free again when its pieces have been stored. */
    boolean lost;

    /** Prepares the object for another message, on both boards. */
    void reset() {
        fetched = 0;
        fed = 0;
        feeding = false;
        partQueued = false;
        dropped = false;
        posted = null;
        arrived = 0;
        stored = 0;
        whole = false;
        lost = false;
    }

    /** True if it goes into any receive of the ring, and nobody acknowledges it. */
    boolean isDatagram() {
        return name == PostedReceive.RING;
    }

    /** Length of the sender's piece that begins at a position. */
    int pieceToSend(long position, int page) {
        return piece(address, position, page);
    }

    /** Length of the receiver's piece that begins at a position. */
    int pieceToStore(long position, int page) {
        return piece(posted.address, position, page);
    }

    /** In the mode of several worms: length of the worm that begins at a position. */
    int partAt(long position, int page) {
        return piece(storedFrom, position, page);
    }

    /** True if a piece of the sender ends at a position. */
    boolean endsPiece(long position, int page) {
        return pieceToSend(position - 1, page) == 1;
    }

    private int piece(long base, long position, int page) {
        int inPage = (int) ((base + position) % page);
        int most = Math.min(packet - inPage % packet, page - inPage);
        return (int) Math.min(most, bytes - position);
    }

    @Override
    int wireBytes() {
        return HEADER + Math.toIntExact(bytes);
    }
}
