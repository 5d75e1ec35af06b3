package org.bipj.mpi.match;

import org.bipj.core.payload.Payload;
import org.bipj.core.payload.Signature;

/**
 * The envelope that MPI's messages carry on the channel:
 *
 * <pre>
 *   63         53 52         32 31                    0
 *   | signature  | context     | tag                  |
 * </pre>
 *
 * The signature is that of the data ({@link Signature#code}) where types are checked, else 0. It takes no part in
 * matching, and as it lies in bits that are there anyway it changes neither a message's length nor its time.
 */
public final class Envelope {
    /** Contexts are below 2 to the power of this. */
    public static final int CONTEXT_BITS = Integer.SIZE - Signature.CODE_BITS;

    /** The context of messages of partitioned operations, which no communicator has. It is odd, as those of the library's own messages are. */
    public static final int PARTITIONED = 5;

    /** The context of messages by which processes say what has failed, and agree: no receive is posted in it, and no communicator has it. */
    public static final int CONTROL = 4;

    private static final int CONTEXT_SHIFT = 32;
    private static final int SIGNATURE_SHIFT = CONTEXT_SHIFT + CONTEXT_BITS;
    private static final long TAG_MASK = 0xffff_ffffL;

    /** The bits of an envelope that a receive with a tag compares. */
    public static final long MASK = (1L << SIGNATURE_SHIFT) - 1;

    /** The bits of an envelope that a receive of any tag compares. */
    public static final long ANY_TAG_MASK = MASK & ~TAG_MASK;

    /** The bits that a receive in a blocking collective call compares: {@link CallWord}. */
    private static final long CALL_MASK = ANY_TAG_MASK | (CallWord.BLOCKING | CallWord.MULTICAST) & TAG_MASK;

    private Envelope() {}

    /** The bits that a receive with a negative tag compares. */
    public static long maskOf(int negativeTag) {
        return negativeTag == PostedRecv.ANY ? ANY_TAG_MASK : CALL_MASK;
    }

    /** An envelope that carries no signature of the data. */
    public static long of(int context, int tag) {
        return (long) context << CONTEXT_SHIFT | tag & TAG_MASK;
    }

    /** The envelope of a message whose type the receiver checks. */
    public static long signed(int context, int tag, Payload message) {
        return (long) signature(message) << SIGNATURE_SHIFT | of(context, tag);
    }

    /** The signature of a message's data, as an envelope carries it. */
    public static int signature(Payload message) {
        return message.layout().signature().code(message.size());
    }

    /** The context that a message was sent in. */
    public static int context(long envelope) {
        return (int) ((envelope & MASK) >>> CONTEXT_SHIFT);
    }

    /** The tag of a message, or the word of the call that it belongs to. */
    public static int tag(long envelope) {
        return (int) envelope;
    }

    /** The code of the signature of a message's data. */
    public static int signature(long envelope) {
        return (int) (envelope >>> SIGNATURE_SHIFT);
    }
}
