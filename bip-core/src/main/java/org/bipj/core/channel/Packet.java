package org.bipj.core.channel;

/**
 * Packets on the port. The 32-bit immediate of each packet:
 *
 * <pre>
 *   31            16 15        7 6    4 3    0
 *   | credits       | opening   | client | kind |
 * </pre>
 *
 * (client and opening, modulo {@value #OPENINGS}, are the address of a channel)
 *
 * and its bytes, by kind:
 *
 * <pre>
 *   EAGER     DATA     envelope (8), payload
 *   ANNOUNCE  DATA     envelope (8), length (8), send handle (8), key of the payload or -1 (8),
 *                      bytes of the client, usually none
 *   STREAM    DATA     receive handle (8), payload
 *   ACCEPT    CONTROL  send handle (8), receive handle (8), bytes wanted (8), key of the destination or -1 (8)
 *   FETCHED   CONTROL  send handle (8), refusal or 0 (8)   the receiver has fetched all it needs
 *   STORED    CONTROL  receive handle (8)                  the sender has put all that was requested
 *   CREDIT    CONTROL  nothing: the immediate carries the credits
 *   TRAIN     DATA     envelope (8), length (8), the first bytes of the message
 *   CAR       DATA     the next bytes of the message
 *   WITHDRAW  DATA     envelope (8), send handle (8)       behind the announcement, which the sender takes back
 *   OPENED    both     number of the sender's opening (8): what follows on this lane belongs to it
 *   DROPPED   CONTROL  number of an opening (8), credits (8) of its messages that came too late
 * </pre>
 *
 * On a port that can lose packets, a number (4) and a CRC (4) precede all this.
 */
final class Packet {
    static final int EAGER = 1;
    static final int ANNOUNCE = 2;
    static final int STREAM = 3;
    static final int ACCEPT = 4;
    static final int FETCHED = 5;
    static final int STORED = 6;
    static final int CREDIT = 7;
    static final int TRAIN = 8;
    static final int CAR = 9;
    static final int WITHDRAW = 10;
    static final int OPENED = 11;
    static final int DROPPED = 12;

    static final int EAGER_HEADER = 8;
    static final int ANNOUNCE_BYTES = 32;
    static final int TRAIN_HEADER = 16;
    static final int STREAM_HEADER = 8;
    static final int ACCEPT_BYTES = 32;
    static final int FETCHED_BYTES = 16;
    static final int STORED_BYTES = 8;
    static final int WITHDRAW_BYTES = 16;
    static final int OPENED_BYTES = 8;
    static final int DROPPED_BYTES = 16;

    /** Number and CRC of a packet on a port that can lose some. */
    static final int CHECK_BYTES = 8;

    /** The bits of the immediate that hold kind, client and opening. */
    static final int TYPE_MASK = 0xffff;

    /** Maximum number of clients of a port. */
    static final int CLIENTS = 8;

    /** Openings of a client that an immediate tells apart. */
    static final int OPENINGS = 512;

    private static final int CLIENT_BITS = 3;
    private static final int ADDRESS_MASK = CLIENTS * OPENINGS - 1;

    /**
     * Bits of a name or cookie below its owner: the number of the client that it belongs to and, above a bit for names of
     * rendezvous ({@link #CLIENTS}), the number of the opening.
     */
    private static final int OWNER_SHIFT = 32;

    private static final int OPENING_SHIFT = CLIENT_BITS + 1;

    private Packet() {}

    /** The owner of names and cookies: a client's opening. */
    static int owner(int client, int opening) {
        return opening << OPENING_SHIFT | client;
    }

    /** Name of a receive that a client posts at the network interface. */
    static long name(int owner, int name) {
        return (long) owner << OWNER_SHIFT | name;
    }

    /** Name of the receive of an accepted message, by its handle. */
    static long rendezvous(int owner, int handle) {
        return (long) (CLIENTS | owner) << OWNER_SHIFT | handle;
    }

    static boolean isRendezvous(long name) {
        return (name >>> OWNER_SHIFT & CLIENTS) != 0;
    }

    /** The cookie of an operation, by its handle; the port returns it when the operation ends. */
    static long cookie(int owner, int handle) {
        return (long) owner << OWNER_SHIFT | handle;
    }

    /** The owner of a name, of a cookie, or of a cookie's complement. */
    static int owner(long nameOrCookie) {
        long plain = nameOrCookie < 0 ? ~nameOrCookie : nameOrCookie;
        return (int) (plain >>> OWNER_SHIFT) & ~CLIENTS;
    }

    /** The number of the client in an {@link #owner}. */
    static int clientOf(int owner) {
        return owner & (CLIENTS - 1);
    }

    /** The number of the opening in an {@link #owner}. */
    static int openingOf(int owner) {
        return owner >>> OPENING_SHIFT;
    }

    /** What the immediates of a client's opening have in common. */
    static int address(int client, int opening) {
        return (opening & (OPENINGS - 1)) << CLIENT_BITS | client;
    }

    static int immediate(int kind, int address, int credits) {
        return credits << 16 | address << 4 | kind;
    }

    /** The {@link #address(int, int)} of the channel that has sent a packet. */
    static int address(int immediate) {
        return immediate >>> 4 & ADDRESS_MASK;
    }

    static int kind(int immediate) {
        return immediate & 0xf;
    }

    static int client(int immediate) {
        return immediate >>> 4 & (CLIENTS - 1);
    }

    static int credits(int immediate) {
        return immediate >>> 16;
    }
}
