package org.bipj.testkit;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.Region;
import org.bipj.core.payload.Payload;

/** A port whose polls throw once the test has failed elsewhere: no rank waits for a rank that is gone. */
final class StoppablePort implements NicPort {
    private final NicPort port;
    private final AtomicBoolean stop;

    StoppablePort(NicPort port, AtomicBoolean stop) {
        this.port = port;
        this.stop = stop;
    }

    @Override
    public int poll(PacketSink sink, int limit) {
        if (stop.get()) {
            throw new AssertionError("rank " + port.rank() + " stops, because another rank has failed");
        }
        return port.poll(sink, limit);
    }

    @Override
    public boolean canPeek() {
        return port.canPeek();
    }

    @Override
    public long peek(int peer) {
        if (stop.get()) {
            throw new AssertionError("rank " + port.rank() + " stops, because another rank has failed");
        }
        return port.peek(peer);
    }

    @Override
    public MemorySegment peekMemory(int peer) {
        return port.peekMemory(peer);
    }

    @Override
    public long peekOffset(int peer) {
        return port.peekOffset(peer);
    }

    @Override
    public void take(int peer) {
        port.take(peer);
    }

    @Override
    public int rank() {
        return port.rank();
    }

    @Override
    public int size() {
        return port.size();
    }

    @Override
    public Capabilities capabilities() {
        return port.capabilities();
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        return port.claim(peer, lane, bytes);
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        return port.memory(peer, lane);
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        port.commit(peer, lane, claim, bytes, immediate);
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        port.abort(peer, lane, claim);
    }

    @Override
    public void expect(int peer) {
        port.expect(peer);
    }

    @Override
    public void release(int peer, int lane, long offset) {
        port.release(peer, lane, offset);
    }

    @Override
    public Region register(long bytes) {
        return port.register(bytes);
    }

    @Override
    public long expose(Payload payload) {
        return port.expose(payload);
    }

    @Override
    public void conceal(long key) {
        port.conceal(key);
    }

    @Override
    public int get(int peer, long key, Payload into, long bytes, long cookie) {
        return port.get(peer, key, into, bytes, cookie);
    }

    @Override
    public int put(int peer, long key, Payload from, long bytes, long cookie) {
        return port.put(peer, key, from, bytes, cookie);
    }

    @Override
    public int tableBytes() {
        return port.tableBytes();
    }

    @Override
    public void lay(Payload data) {
        port.lay(data);
    }

    @Override
    public boolean isTableLaid() {
        return port.isTableLaid();
    }

    @Override
    public void pick(Payload into, long bytes) {
        port.pick(into, bytes);
    }

    @Override
    public long now() {
        return port.now();
    }

    @Override
    public void idle(int fruitless) {
        port.idle(fruitless);
    }

    @Override
    public void close() {
        port.close();
    }
}
