package org.bipj.shm;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.Region;
import org.bipj.core.payload.Payload;

/** The port over shared memory. In work: implements NicPort. */
final class ShmPort implements NicPort {
    private final int rank;
    private final int size;

    ShmPort(int rank, Store store, Board board, int localSize) {
        this.rank = rank;
        this.size = board.ranks();
    }

    private static UnsupportedOperationException inWork() {
        return new UnsupportedOperationException("the shared-memory port is not built yet");
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Capabilities capabilities() {
        throw inWork();
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        throw inWork();
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        throw inWork();
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        throw inWork();
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        throw inWork();
    }

    @Override
    public int poll(PacketSink sink, int limit) {
        throw inWork();
    }

    @Override
    public void expect(int peer) {
        throw inWork();
    }

    @Override
    public void release(int peer, int lane, long offset) {
        throw inWork();
    }

    @Override
    public Region register(long bytes) {
        throw inWork();
    }

    @Override
    public long expose(Payload payload) {
        throw inWork();
    }

    @Override
    public void conceal(long key) {
        throw inWork();
    }

    @Override
    public int get(int peer, long key, Payload into, long bytes, long cookie) {
        throw inWork();
    }

    @Override
    public int put(int peer, long key, Payload from, long bytes, long cookie) {
        throw inWork();
    }

    @Override
    public long now() {
        throw inWork();
    }

    @Override
    public void idle(int fruitless) {
        throw inWork();
    }

    @Override
    public void close() {}
}
