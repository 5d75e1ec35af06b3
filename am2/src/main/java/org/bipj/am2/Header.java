package org.bipj.am2;

/**
 * The 64 bits that this library adds to each message:
 *
 * <pre>
 *   63      60 59     52 51     36 35        0
 *   | category | handler | credits | transfer   |
 * </pre>
 *
 * A reply returns credits: one for the request that it answers, and those of others that had no reply. A bulk message is
 * sent in pieces, each with its words and a prefix to its data:
 *
 * <pre>
 *   BULK   offset in the segment (8), bytes of the message (8), position of the piece (8), piece
 *   GET    offset in the source's segment (8), offset in the destination's (8), bytes (8)
 * </pre>
 */
final class Header {
    static final int SHORT = 0;
    static final int MEDIUM = 1;
    static final int BULK = 2;
    static final int GET = 3;
    /** A reply without a handler: for requests that were not replied to. */
    static final int CREDITS = 4;
    /** A bulk message in one piece, whose data the network puts into the segment. */
    static final int WHOLE = 5;

    /** How many bytes precede a piece of a bulk message. */
    static final int PREFIX = 24;

    /** Most credits that a message can return. */
    static final int MAX_CREDITS = 0xffff;

    private static final int CATEGORY_SHIFT = 60;
    private static final int HANDLER_SHIFT = 52;
    private static final int CREDITS_SHIFT = 36;
    private static final long TRANSFER_MASK = (1L << 36) - 1;

    private Header() {}

    static long of(int category, int handler, int credits, long transfer) {
        return (long) category << CATEGORY_SHIFT
                | (long) handler << HANDLER_SHIFT
                | (long) credits << CREDITS_SHIFT
                | transfer & TRANSFER_MASK;
    }

    static int category(long header) {
        return (int) (header >>> CATEGORY_SHIFT);
    }

    static int handler(long header) {
        return (int) (header >>> HANDLER_SHIFT) & 0xff;
    }

    static int credits(long header) {
        return (int) (header >>> CREDITS_SHIFT) & MAX_CREDITS;
    }

    static long transfer(long header) {
        return header & TRANSFER_MASK;
    }
}
