package org.bipj.net.tcp;

import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.NicPort;

/**
 * The numbers of this transport, each with its reason. All ranks of a job have the same ones.
 *
 * @param window bytes of DATA frames that a rank may have under way to a peer: a few packets, so that the peer copies out
 *     of one while others travel
 */
record TcpSizes(int window) {
    private static final int FRAME_MAX = 1 << 16;

    /** Longest message without a rendezvous, whose round trip takes as long as 40 KB at 2 GB/s. */
    private static final int EAGER_LIMIT = 1 << 15;

    private static final int CREDIT_WINDOW = 1 << 20;
    private static final int MAX_CONTROL = 64;
    private static final int CONTROL_WINDOW = 1 << 13;

    /** Two stages, each about 6 us a packet (a system call and the kernel's work) and 2 bytes a nanosecond. */
    private static final Capabilities.PipelineModel PIPELINE = new Capabilities.PipelineModel(2, 6000, 2, 1024);

    /** Jobs of up to this number of ranks have the largest window: larger jobs have to save memory. */
    private static final int MANY = 64;

    static TcpSizes of(int ranks) {
        return new TcpSizes(ranks <= MANY ? 1 << 18 : 1 << 17);
    }

    /** Bytes of frames of a lane that a rank may have under way to a peer. */
    int window(int lane) {
        return lane == NicPort.DATA ? window : CONTROL_WINDOW;
    }

    /** Bytes of frames of the CONTROL lane that wait for the kernel: the window, and frames beside it. */
    int controlQueue() {
        return 2 * CONTROL_WINDOW;
    }

    /** Room for a window that is kept, and as much around it. */
    int inbox() {
        return 2 * window;
    }

    /** Longest payload of a frame. */
    int maxPacket() {
        return FRAME_MAX - Frame.HEADER;
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
