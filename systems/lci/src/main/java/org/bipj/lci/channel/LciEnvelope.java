package org.bipj.lci.channel;

/**
 * Envelopes of LCI's messages in the channel:
 *
 * <pre>
 *   63        56 55      48 47          32 31            16 15           0
 *   | 0         | kind     | sender       | group + 1      | client       |
 *
 *   PACKET   a packet, or its last bytes; group 0: unicast
 *   PART     bytes of a packet that do not fit into one message; the rest follows
 *   ADD      counter (8), number to add (8)
 *   ADDED    value before (8), key of the counters' memory or -1 (8)
 * </pre>
 *
 * The sender of a multicast is the root of its tree, not the rank that forwards it.
 */
final class LciEnvelope {
    static final int PACKET = 0;
    static final int PART = 1;
    static final int ADD = 2;
    static final int ADDED = 3;

    /** How many bytes {@link #ADD} and {@link #ADDED} have. */
    static final int WORDS_BYTES = 2 * Long.BYTES;

    private static final int GROUP_SHIFT = 16;
    private static final int SENDER_SHIFT = 32;
    private static final int KIND_SHIFT = 48;
    private static final int MASK = 0xffff;
    private static final int KIND_MASK = 0xff;

    /** The largest number of a group that an envelope can hold. */
    static final int MAX_GROUP = MASK - 1;

    /** The largest number of ranks that an envelope can tell apart. */
    static final int MAX_RANKS = MASK + 1;

    private LciEnvelope() {}

    static long packet(int sender, int group, int client) {
        return (long) sender << SENDER_SHIFT | (long) (group + 1) << GROUP_SHIFT | client;
    }

    static long words(int kind) {
        return (long) kind << KIND_SHIFT;
    }

    /** The envelope of a part of the packet with this envelope. */
    static long part(long packet) {
        return packet | (long) PART << KIND_SHIFT;
    }

    static int kind(long envelope) {
        return (int) (envelope >>> KIND_SHIFT) & KIND_MASK;
    }

    static int sender(long envelope) {
        return (int) (envelope >>> SENDER_SHIFT) & MASK;
    }

    /** The group in an envelope; -1 for a packet to one rank. */
    static int group(long envelope) {
        return ((int) (envelope >>> GROUP_SHIFT) & MASK) - 1;
    }

    static int client(long envelope) {
        return (int) envelope & MASK;
    }
}
