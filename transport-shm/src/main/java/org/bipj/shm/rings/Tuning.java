package org.bipj.shm.rings;

import org.bipj.core.nic.Capabilities;

/**
 * The numbers of this transport, each with its reason. Measured on a 2-core machine; see docs/PERFORMANCE.md. Users can set
 * some of them: {@link RingSettings} has the defaults.
 */
public final class Tuning {
    /** Longest message sent without a rendezvous: two copies through the ring cost less than a round trip. */
    private static final int EAGER_LIMIT = RingSettings.GIVEN.eagerLimit();

    /** Bytes that a rank buffers for one sender while it does not receive from it. */
    private static final int CREDIT_WINDOW = 1 << 20;

    /** Two stages, copy in and copy out, each about 60 ns a packet and 25 bytes a nanosecond. */
    private static final Capabilities.PipelineModel PIPELINE = new Capabilities.PipelineModel(2, 60, 25, 512);

    /** From this length on both ranks work on a copy between registered memory. */
    public static final int SHARED_COPY_MIN = RingSettings.GIVEN.sharedCopyMin();

    /** The same where the owner is far: it writes a range past the caches while the other rank would still read it. */
    public static final int FAR_SHARED_COPY_MIN = Math.min(SHARED_COPY_MIN, 1 << 14);

    /** Bytes through a first ring after which large packets move to a long one: four laps. */
    public static final long GROW_AFTER = 4L * RingFile.DATA_BYTES;

    /** A long ring exceeds a core's own cache (see {@link LongRing}); in a large job memory counts more. */
    private static final int LONG_RING = RingSettings.GIVEN.longRingBytes();

    private static final int LONG_RING_RANKS = 8;
    private static final int SOME_LONG_RINGS_RANKS = 32;

    /** Bytes of a long ring in a job of this size; 0 for none. */
    public static int longRingBytes(int ranks) {
        if (ranks <= LONG_RING_RANKS) {
            return LONG_RING;
        }
        return ranks <= SOME_LONG_RINGS_RANKS ? LONG_RING / 4 : 0;
    }

    private Tuning() {}

    /** What this transport offers, with its measured numbers. */
    public static Capabilities capabilities() {
        return Capabilities.of(PIPELINE)
                .maxPacket(RingWriter.maxPacket(RingFile.DATA_BYTES), RingWriter.maxPacket(RingFile.CONTROL_BYTES))
                .reliable()
                .fifo()
                .directAccess()
                .eager(EAGER_LIMIT, 0)
                .creditWindow(CREDIT_WINDOW)
                .build();
    }
}
