package org.bipj.net.remote;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.PacketSink;

/** Receives what arrives after the owner of a port has left. */
public final class DroppedPackets implements PacketSink {
    /** It has no state. */
    public static final DroppedPackets SINK = new DroppedPackets();

    private DroppedPackets() {}

    @Override
    public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
        return DONE;
    }

    @Override
    public void onCompletion(long cookie) {}

    @Override
    public void onFailure(int peer, String why) {}
}
