package org.bipj.am2.channel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.Endpoints;

/**
 * A message of an endpoint as a message of the channel. Its envelope:
 *
 * <pre>
 *   63  61  60     59         58   53  52    43  42         20 19       0
 *   | type | kind | reserved | words | reason  | generation | endpoint  |
 * </pre>
 *
 * and its bytes:
 *
 * <pre>
 *   name of the sender, packed (8)     of a RETURNED one: whom it was sent to
 *   tag (8)
 *   the library's header (8)
 *   argument words (4 each), padded to 8
 *   data
 * </pre>
 *
 * A bulk message whose data go straight into the segment is a long message of the channel: its announcement carries the
 * above, with the offset in the segment (8) for data.
 *
 * <pre>
 *   REQUEST, REPLY   to the endpoint in the envelope
 *   RETURNED         back to the endpoint that has sent it, for good; with the reason
 *   REFUSED          back to the rank that has sent it, which keeps it until there is ROOM at the endpoint named
 *   ROOM             the endpoint named has reserved an entry for a message that this rank keeps; nothing else follows
 *   LEFT             this rank has left: whatever is not answered by now never will be
 *   LEFT_SEEN        the answer to that: no request or reply follows
 *   GONE             the rank that has LEFT has sent back whatever came for it: nothing more follows
 * </pre>
 */
final class AmEnvelope {
    static final int REQUEST = Endpoints.REQUEST;
    static final int REPLY = Endpoints.REPLY;
    static final int RETURNED = 2;
    static final int REFUSED = 3;
    static final int ROOM = 4;
    static final int LEFT = 5;
    static final int LEFT_SEEN = 6;
    static final int GONE = 7;

    /** How many bytes precede the argument words. */
    static final int HEADER = 24;

    private static final int FROM = 0;
    private static final int TAG = 8;
    private static final int OWN = 16;

    private static final int ENDPOINT_BITS = 43;
    private static final long NUMBER_MASK = (1 << 20) - 1;
    private static final int REASON_SHIFT = 43;
    private static final int REASON_MASK = (1 << 10) - 1;
    private static final int WORDS_SHIFT = 53;
    private static final int WORDS_MASK = (1 << 6) - 1;
    private static final long RESERVED = 1L << 59;
    private static final int KIND_SHIFT = 60;
    private static final int TYPE_SHIFT = 61;

    /** Bits of a packed name below number and generation. */
    static final int RANK_BITS = 20;

    private AmEnvelope() {}

    /** The envelope of a request or reply. */
    static long envelope(int kind, long to, int words) {
        return (long) kind << TYPE_SHIFT | (long) kind << KIND_SHIFT | (long) words << WORDS_SHIFT | to >>> RANK_BITS;
    }

    /** Envelope of a message without bytes that names an endpoint of its sender's: ROOM. */
    static long control(int type, long endpoint) {
        return (long) type << TYPE_SHIFT | endpoint;
    }

    /** The same envelope, of a message that goes back to an endpoint. */
    static long returned(long envelope, long to, int reason) {
        return (long) RETURNED << TYPE_SHIFT
                | (envelope & (1L << KIND_SHIFT | (long) WORDS_MASK << WORDS_SHIFT))
                | (long) reason << REASON_SHIFT
                | to >>> RANK_BITS;
    }

    /** The same envelope, of a message that goes back to its sender's rank for a while. */
    static long refused(long envelope) {
        return withType(envelope & ~RESERVED, REFUSED);
    }

    /** The envelope that a refused message had before it was refused. */
    static long kept(long envelope) {
        return withType(envelope, kind(envelope));
    }

    /** The envelope of a message for which an entry is reserved. */
    static long again(long envelope) {
        return envelope | RESERVED;
    }

    private static long withType(long envelope, int type) {
        return envelope & (1L << TYPE_SHIFT) - 1 | (long) type << TYPE_SHIFT;
    }

    static int type(long envelope) {
        return (int) (envelope >>> TYPE_SHIFT);
    }

    /** Request or reply, whatever has become of the message. */
    static int kind(long envelope) {
        return (int) (envelope >>> KIND_SHIFT) & 1;
    }

    static boolean isReserved(long envelope) {
        return (envelope & RESERVED) != 0;
    }

    static int words(long envelope) {
        return (int) (envelope >>> WORDS_SHIFT) & WORDS_MASK;
    }

    static int reason(long envelope) {
        return (int) (envelope >>> REASON_SHIFT) & REASON_MASK;
    }

    /** The endpoint at its rank: number and generation. */
    static long endpoint(long envelope) {
        return envelope & (1L << ENDPOINT_BITS) - 1;
    }

    /** True if an envelope names an endpoint, or any generation of it. */
    static boolean isTo(long envelope, long endpoint) {
        long named = endpoint(envelope);
        return named == endpoint || named == (endpoint & NUMBER_MASK);
    }

    /** The packed name of the endpoint in an envelope, which is one of this rank. */
    static long name(long envelope, int rank) {
        return endpoint(envelope) << RANK_BITS | rank;
    }

    /** Where the data begin behind so many argument words. */
    static int dataAt(int words) {
        return HEADER + (words + 1 & ~1) * Integer.BYTES;
    }

    static void write(MemorySegment memory, long at, long from, long tag, long header) {
        memory.set(JAVA_LONG, at + FROM, from);
        memory.set(JAVA_LONG, at + TAG, tag);
        memory.set(JAVA_LONG, at + OWN, header);
    }

    /** How many bytes of a bulk message precede its data. */
    static int bulkHead(int words) {
        return dataAt(words) + Long.BYTES;
    }

    /** Where the data of a bulk message go in the segment. */
    static long offset(MemorySegment memory, long at, int words) {
        return memory.get(JAVA_LONG, at + dataAt(words));
    }

    static void setOffset(MemorySegment memory, long at, int words, long offset) {
        memory.set(JAVA_LONG, at + dataAt(words), offset);
    }

    static long from(MemorySegment memory, long at) {
        return memory.get(JAVA_LONG, at + FROM);
    }

    static void setFrom(MemorySegment memory, long at, long name) {
        memory.set(JAVA_LONG, at + FROM, name);
    }

    static long tag(MemorySegment memory, long at) {
        return memory.get(JAVA_LONG, at + TAG);
    }

    static long header(MemorySegment memory, long at) {
        return memory.get(JAVA_LONG, at + OWN);
    }
}
