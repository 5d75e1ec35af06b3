package org.bipj.shm;

import org.bipj.core.nic.Capabilities;

/** The numbers of this transport, each with its reason. Measured on a 2-core machine; see docs/PERFORMANCE.md. */
final class Tuning {
    /** Longest message sent without a rendezvous: two copies through the ring cost less than a round trip. */
    private static final int EAGER_LIMIT = Integer.getInteger("org.bipj.shm.eagerLimit", 12 << 10);

    /** What a rank holds for one sender that it does not listen to. */
    private static final int CREDIT_WINDOW = 1 << 20;

    /** Two stages, copy in and copy out, each about 60 ns a packet and 25 bytes a nanosecond. */
    private static final Capabilities.PipelineModel PIPELINE = new Capabilities.PipelineModel(2, 60, 25, 512);

    /** From this length on both ranks work on a copy between registered memory. */
    static final int SHARED_COPY_MIN = Integer.getInteger("org.bipj.shm.sharedCopyMin", 1 << 17);

    private Tuning() {}

    static Capabilities capabilities() {
        return new Capabilities(
                RingWriter.maxPacket(RingFile.DATA_BYTES),
                RingWriter.maxPacket(RingFile.CONTROL_BYTES),
                true,
                true,
                true,
                false,
                EAGER_LIMIT,
                CREDIT_WINDOW,
                PIPELINE);
    }
}
