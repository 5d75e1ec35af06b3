package org.bipj.core.job;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.WaitingPolicy;

/** The port of a job of one rank: there is no peer, so nothing is ever sent, and nothing arrives. */
final class SoloPort implements NicPort {
    private static final long SLEEP_NS = 50_000;

    private static final Capabilities NOTHING = Capabilities.of(new Capabilities.PipelineModel(1, 1, 1, 64))
            .maxPacket(4096, 64)
            .reliable()
            .fifo()
            .eager(2048, 0)
            .creditWindow(65536)
            .build();

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public Capabilities capabilities() {
        return NOTHING;
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        throw noPeer(peer);
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        throw noPeer(peer);
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        throw noPeer(peer);
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        throw noPeer(peer);
    }

    @Override
    public int poll(PacketSink sink, int limit) {
        return 0;
    }

    @Override
    public void release(int peer, int lane, long offset) {
        throw noPeer(peer);
    }

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public void idle(int fruitless) {
        if (WaitingPolicy.ALONE.isOver(fruitless)) {
            LockSupport.parkNanos(SLEEP_NS);
        }
    }

    @Override
    public void close() {}

    private static IllegalArgumentException noPeer(int peer) {
        return new IllegalArgumentException("peer " + peer + ": a job of one rank has no peers");
    }
}
