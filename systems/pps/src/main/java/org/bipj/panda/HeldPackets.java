package org.bipj.panda;

import org.bipj.lci.ReceivedPacket;

/** How many packets the messages of a rank hold; the bytes of further ones are copied out. */
final class HeldPackets {
    private final PandaCore core;
    private final int most;
    private int held;
    private long copiedOut;

    HeldPackets(PandaCore core, int most) {
        this.core = core;
        this.most = most;
    }

    /** Counts a packet in that waits, if it may. */
    boolean mayHold() {
        if (held >= most) {
            return false;
        }
        held++;
        return true;
    }

    /** A packet that has waited is not needed any more. */
    void release(ReceivedPacket packet) {
        core.lci().lock();
        try {
            held--;
            packet.release();
        } finally {
            core.lci().unlock();
        }
    }

    void copiedOut(int bytes) {
        copiedOut++;
        core.lci().hostTime().chargeCopy(bytes, bytes);
    }

    /** Packets whose bytes had to be copied out. */
    long copiedOut() {
        return copiedOut;
    }

    /** Packets that wait. */
    int held() {
        return held;
    }
}
