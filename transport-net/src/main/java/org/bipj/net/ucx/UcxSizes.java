package org.bipj.net.ucx;

import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.NicPort;

/**
 * The numbers of this transport, each with its reason. All ranks of a job have the same ones.
 *
 * @param window bytes of DATA frames that a rank may have under way to a peer: a few packets, so that the peer copies out
 *     of one while others travel
 */
record UcxSizes(int window) {
    /** Less than the 64 KiB of a receive segment of UCX over TCP, so that a frame is one message of its too. */
    private static final int FRAME_MAX = 60 << 10;

    /** Longest message without a rendezvous, whose round trip takes as long as 40 KB at 2 GB/s. */
    private static final int EAGER_LIMIT = 1 << 15;

    private static final int CREDIT_WINDOW = 1 << 20;
    private static final int MAX_CONTROL = 64;
    private static final int CONTROL_WINDOW = 1 << 13;

    /** Two stages, each about 4 us a packet and 2 bytes a nanosecond (UCX over TCP; RDMA was not tried). */
    private static final Capabilities.PipelineModel PIPELINE = new Capabilities.PipelineModel(2, 4000, 2, 1024);

    /** Jobs of up to so many ranks have the largest window: memory counts more in larger ones. */
    private static final int MANY = 64;

    static UcxSizes of(int ranks) {
        return new UcxSizes(ranks <= MANY ? 1 << 18 : 1 << 17);
    }

    /** Bytes of frames of a lane that a rank may have under way to a peer, and that wait at the sender. */
    int window(int lane) {
        return lane == NicPort.DATA ? window : CONTROL_WINDOW;
    }

    /** Longest payload of a frame. */
    int maxPacket() {
        return FRAME_MAX - UcxFrame.HEADER;
    }

    Capabilities capabilities() {
        return new Capabilities(
                maxPacket(),
                MAX_CONTROL,
                true,
                true,
                false,
                false,
                EAGER_LIMIT,
                CREDIT_WINDOW,
                Capabilities.SHORT_BYTES,
                PIPELINE);
    }
}
