package org.bipj.net.remote;

import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.NicPort;

/**
 * The numbers of a transport between hosts, each with its reason. All ranks of a job have the same ones.
 *
 * @param window bytes of DATA frames that a rank may have under way to a peer: a few packets, so that the peer copies out
 *     of one while others travel
 * @param maxPacket longest payload of a frame
 * @param pipeline what a packet costs in each stage
 */
public record LinkSizes(int window, int maxPacket, Capabilities.PipelineModel pipeline) {
    /** Longest message without a rendezvous, whose round trip takes as long as 40 KB at 2 GB/s. */
    private static final int EAGER_LIMIT = 1 << 15;

    private static final int CREDIT_WINDOW = 1 << 20;
    private static final int MAX_CONTROL = 64;
    private static final int CONTROL_WINDOW = 1 << 13;

    /** Jobs of up to this number of ranks have the largest window: larger jobs have to save memory. */
    private static final int MANY = 64;

    /** The sizes for a job of this many ranks, over a transport with these packets. */
    public static LinkSizes of(int ranks, int maxPacket, Capabilities.PipelineModel pipeline) {
        return new LinkSizes(ranks <= MANY ? 1 << 18 : 1 << 17, maxPacket, pipeline);
    }

    /** Bytes of frames of a lane that a rank may have under way to a peer. */
    public int window(int lane) {
        return lane == NicPort.DATA ? window : CONTROL_WINDOW;
    }

    /** What the port of such a transport can do. */
    public Capabilities capabilities() {
        return Capabilities.of(pipeline)
                .maxPacket(maxPacket, MAX_CONTROL)
                .reliable()
                .fifo()
                .eager(EAGER_LIMIT, 0)
                .creditWindow(CREDIT_WINDOW)
                .build();
    }
}
