package org.bipj.mpi.engine;

/** The envelope that MPI's messages carry on the channel: the context in the upper half, the tag in the lower one. */
final class Envelope {
    /** MPI's number as a client of the channel. */
    static final int CLIENT = 1;

    private static final long TAG_MASK = 0xffff_ffffL;

    /** What counts of an envelope where any tag will do. */
    static final long ANY_TAG_MASK = ~TAG_MASK;

    private Envelope() {}

    static long of(int context, int tag) {
        return (long) context << 32 | tag & TAG_MASK;
    }

    static int context(long envelope) {
        return (int) (envelope >>> 32);
    }

    static int tag(long envelope) {
        return (int) envelope;
    }
}
