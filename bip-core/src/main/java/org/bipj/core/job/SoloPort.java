package org.bipj.core.job;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.nic.SharedGroups;
import org.bipj.core.nic.WaitingPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The port of a job of one rank: there is no peer, so nothing is sent, and nothing arrives. Once the job is one that a launcher serves,
 * another port does everything: what this one says of itself, it can do.
 */
final class SoloPort implements NicPort {
    private static final long SLEEP_NS = 50_000;

    private static final Capabilities NOTHING = Capabilities.of(new Capabilities.PipelineModel(1, 1, 1, 64))
            .maxPacket(4096, 64)
            .reliable()
            .fifo()
            .eager(2048, 0)
            .creditWindow(65536)
            .build();

    /** The port of the job that a launcher serves; null: there is none. */
    private volatile @Nullable NicPort served;

    /** From now on, this other port does everything. */
    void continueAs(NicPort port) {
        served = port;
    }

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int size() {
        NicPort other = served;
        return other == null ? 1 : other.size();
    }

    @Override
    public Capabilities capabilities(int peer) {
        NicPort other = served;
        return other == null ? NOTHING : other.capabilities(peer);
    }

    @Override
    public int host(int peer) {
        NicPort other = served;
        return other == null ? 0 : other.host(peer);
    }

    @Override
    public Capabilities capabilities() {
        return NOTHING;
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        return served(peer).claim(peer, lane, bytes);
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        return served(peer).memory(peer, lane);
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        served(peer).commit(peer, lane, claim, bytes, immediate);
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        served(peer).abort(peer, lane, claim);
    }

    @Override
    public int poll(PacketSink sink, int limit) {
        NicPort other = served;
        return other == null ? 0 : other.poll(sink, limit);
    }

    @Override
    public void release(int peer, int lane, long offset) {
        served(peer).release(peer, lane, offset);
    }

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public void idle(int fruitless) {
        NicPort other = served;
        if (other != null) {
            other.idle(fruitless);
        } else if (WaitingPolicy.ALONE.isOver(fruitless)) {
            LockSupport.parkNanos(SLEEP_NS);
        }
    }

    /** Clients that were made before the launcher served the job have asked in vain: their messages go in packets. */
    @Override
    public @Nullable RemoteMemory remoteMemory() {
        NicPort other = served;
        return other == null ? null : other.remoteMemory();
    }

    @Override
    public @Nullable SharedGroups sharedGroups() {
        NicPort other = served;
        return other == null ? null : other.sharedGroups();
    }

    @Override
    public boolean hasReachedPeers() {
        NicPort other = served;
        return other == null || other.hasReachedPeers();
    }

    @Override
    public boolean pause(PacketSink sink) {
        NicPort other = served;
        return other != null && other.pause(sink);
    }

    @Override
    public void resume() {
        NicPort other = served;
        if (other != null) {
            other.resume();
        }
    }

    @Override
    public void expect(int peer) {
        NicPort other = served;
        if (other != null) {
            other.expect(peer);
        }
    }

    @Override
    public void close() {
        NicPort other = served;
        if (other != null) {
            other.close();
        }
    }

    private NicPort served(int peer) {
        NicPort other = served;
        if (other == null) {
            throw noPeer(peer);
        }
        return other;
    }

    private static IllegalArgumentException noPeer(int peer) {
        return new IllegalArgumentException("peer " + peer + ": a job of one rank has no peers");
    }
}
