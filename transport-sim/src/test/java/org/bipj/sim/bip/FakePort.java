package org.bipj.sim.bip;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.Region;
import org.bipj.core.payload.Payload;
import org.bipj.sim.kernel.Fiber;

/** A port of the in-memory fabric whose owner waits in virtual time. */
public final class FakePort implements NicPort {
    private final NicPort port;
    private final Fiber fiber;
    private final Runnable news;

    /** An owner that is told of its commits. */
    public FakePort(NicPort port, Fiber fiber, Runnable news) {
        this.port = port;
        this.fiber = fiber;
        this.news = news;
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
        fiber.check();
        return port.claim(peer, lane, bytes);
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        return port.memory(peer, lane);
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        // Whoever is behind in time looks first, and finds nothing.
        fiber.charge(1);
        fiber.sync();
        port.commit(peer, lane, claim, bytes, immediate);
        news.run();
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        port.abort(peer, lane, claim);
    }

    @Override
    public int poll(PacketSink sink, int limit) {
        fiber.check();
        return port.poll(sink, limit);
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
    public long now() {
        return fiber.clock() / 1000;
    }

    @Override
    public void idle(int fruitless) {
        fiber.block("packets");
    }

    @Override
    public void close() {
        port.close();
        news.run();
    }
}
