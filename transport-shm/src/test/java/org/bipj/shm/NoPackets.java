package org.bipj.shm;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.PacketSink;

/** A sink for polls that must hand nothing over. */
public final class NoPackets implements PacketSink {
    @Override
    public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
        throw new AssertionError("a packet of " + length + " bytes from rank " + peer);
    }

    @Override
    public void onCompletion(long cookie) {
        throw new AssertionError("completion " + cookie);
    }
}
