package org.bipj.net.remote;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PeerFailedException;

/** Receives what arrives after the owner of a port has left, and keeps the first failure by which packets are lost. */
public final class DroppedPackets implements PacketSink {
    private PeerFailedException loss;

    /** Creates a sink that has received nothing. */
    public DroppedPackets() {}

    /** The first failure of a peer to which packets were not sent; null if there is none. */
    public PeerFailedException loss() {
        return loss;
    }

    @Override
    public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
        return DONE;
    }

    @Override
    public void onCompletion(long cookie) {}

    @Override
    public void onFailure(int peer, String why, boolean unsent) {
        if (unsent && loss == null) {
            loss = new PeerFailedException(peer, why);
        }
    }
}
