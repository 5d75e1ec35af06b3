package org.bipj.sim.bip;

import org.bipj.core.payload.Payload;

/**
 * A long message: a ready send on its way into a posted receive. Both boards cut it into pieces that end where pages
 * and multiples of the packet size in a page end, each by its own buffer's address: the pieces of the two need not
 * agree, as the wire carries one stream of bytes.
 *
 * <pre>
 *   on the wire:  type (2)  source (2)  number (2)  packet size (2)
 *                 name (8)  length (8)  sender's cookie (8)  the bytes
 * </pre>
 */
final class LongMessage extends BoardMessage {
    /** Bytes before the data on the wire. */
    static final int HEADER = 32;

    // What the sender's host says.
    long name;
    Payload payload;
    long bytes;
    long cookie;
    long address;
    int packet;

    // The sending board: bytes in its memory, and bytes that have left it.
    long fetched;
    long fed;
    /** Where the worm ends that leaves now, and what the send engine has of it: while it feeds. */
    long wormEnd;

    int piece;
    boolean feeding;
    /** Of one that goes in several worms, one waits to leave or leaves. */
    boolean partQueued;
    /**
     * Where in its page the receiver's buffer begins: the GO brings it, as the worms end where the receiver's pieces
     * do.
     */
    int storedFrom;
    /** The network broke its worm up: the rest is not sent. */
    boolean dropped;

    // The receiving board: bytes that have arrived, and bytes in the host's memory.
    PostedReceive posted;
    long arrived;
    long stored;
    /** The last byte is there, unharmed. */
    boolean whole;

    /** Makes it ready to be sent for the first time, or again. */
    void start() {
        fetched = 0;
        fed = 0;
        feeding = false;
        partQueued = false;
        dropped = false;
        posted = null;
        arrived = 0;
        stored = 0;
        whole = false;
    }

    /** Bytes of the piece of the sender's that begins at a position. */
    int pieceToSend(long position, int page) {
        return piece(address, position, page);
    }

    /** Bytes of the piece of the receiver's that begins at a position. */
    int pieceToStore(long position, int page) {
        return piece(posted.address, position, page);
    }

    /** Bytes of the worm that begins at a position, of a message that goes in several. */
    int partAt(long position, int page) {
        return piece(storedFrom, position, page);
    }

    /** True if a piece of the sender's ends at a position. */
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
