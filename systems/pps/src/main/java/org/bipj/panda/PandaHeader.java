package org.bipj.panda;

/**
 * What packets carry before their data.
 *
 * <pre>
 *   0  int   service (8 bits), kind (8 bits), first packet of its message (1 bit)
 *   4  int   number of the message at its sender
 *   first packet only:
 *   8  int   bytes of data in the message
 *   12 int   number of a remote procedure call
 *   16 long  ordered broadcasts only: number in the order
 * </pre>
 */
final class PandaHeader {
    static final int MESSAGE = 0;
    static final int REQUEST = 1;
    static final int REPLY = 2;
    static final int FAILURE = 3;
    static final int ORDERED = 4;
    /** From the sequencer of an ordered broadcast: where its numbers begin. */
    static final int OPENED = 5;

    static final int FIRST = 1 << 16;

    static final int NUMBER = 4;
    static final int LENGTH = 8;
    static final int CALL = 12;
    static final int ORDINAL = 16;

    /** Bytes before the data of a packet that is not the first one. */
    static final int NEXT_HEADER = 8;

    private static final int FIRST_HEADER = 16;
    private static final int ORDERED_HEADER = 24;

    private PandaHeader() {}

    static int head(int service, int kind) {
        return service | kind << 8;
    }

    static int service(int head) {
        return head & 0xff;
    }

    static int kind(int head) {
        return head >>> 8 & 0xff;
    }

    static boolean isFirst(int head) {
        return (head & FIRST) != 0;
    }

    /** Bytes before the data of a message's first packet. */
    static int firstHeader(int kind) {
        return kind == ORDERED ? ORDERED_HEADER : FIRST_HEADER;
    }
}
