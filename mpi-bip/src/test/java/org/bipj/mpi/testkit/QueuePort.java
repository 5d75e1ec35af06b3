package org.bipj.mpi.testkit;

import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;

/**
 * One rank's port: packets are heap memory that changes hands. No memory is shared, so that long messages are packets.
 */
final class QueuePort implements NicPort {
    private static final int MAX_PACKET = 4096;
    private static final Capabilities CAPABILITIES = Capabilities.of(new Capabilities.PipelineModel(2, 100, 1, 64))
            .maxPacket(MAX_PACKET, 64)
            .reliable()
            .fifo()
            .eager(1024, 0)
            .creditWindow(16384)
            .build();

    private final QueueFabric fabric;
    private final int rank;
    private final MemorySegment[] claimed;

    QueuePort(QueueFabric fabric, int rank) {
        this.fabric = fabric;
        this.rank = rank;
        this.claimed = new MemorySegment[fabric.ranks * LANES];
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return fabric.ranks;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        if (!fabric.take(rank, peer, lane)) {
            return BACK_PRESSURED;
        }
        claimed[peer * LANES + lane] = MemorySegment.ofArray(new long[(bytes + 7) / 8]);
        return 0;
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        return claimed[peer * LANES + lane];
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        fabric.inbox(peer, lane).add(new QueueFabric.Packet(rank, lane, immediate, memory(peer, lane), bytes));
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        fabric.giveBack(rank, peer, lane);
    }

    @Override
    public int poll(PacketSink sink, int limit) {
        fabric.checkAborted();
        return poll(sink, limit, CONTROL) + poll(sink, limit, DATA);
    }

    private int poll(PacketSink sink, int limit, int lane) {
        Queue<QueueFabric.Packet> inbox = fabric.inbox(rank, lane);
        int n = 0;
        while (n < limit) {
            QueueFabric.Packet p = inbox.poll();
            if (p == null) {
                break;
            }
            n++;
            if (sink.onPacket(p.from(), lane, p.immediate(), p.memory(), 0, p.length()) == PacketSink.DONE) {
                fabric.giveBack(p.from(), rank, lane);
            }
        }
        return n;
    }

    @Override
    public void release(int peer, int lane, long offset) {
        fabric.giveBack(peer, rank, lane);
    }

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public void idle(int fruitless) {
        fabric.checkAborted();
        if (fruitless < 100) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(20_000);
        }
    }

    @Override
    public void close() {}
}
