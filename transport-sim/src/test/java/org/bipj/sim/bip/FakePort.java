package org.bipj.sim.bip;

import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.sim.kernel.Fiber;
import org.bipj.testkit.DelegatingPort;

/**
 * A port of the in-memory fabric whose owner waits in virtual time. It lies where ports do: elsewhere its calls would
 * pass for the program's.
 */
public final class FakePort extends DelegatingPort {
    private final Fiber fiber;
    private final Runnable news;

    /** An owner that is told of its commits. */
    public FakePort(NicPort port, Fiber fiber, Runnable news) {
        super(port);
        this.fiber = fiber;
        this.news = news;
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        fiber.check();
        return super.claim(peer, lane, bytes);
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        // Whoever is behind in time looks first, and finds nothing.
        fiber.charge(1);
        fiber.sync();
        super.commit(peer, lane, claim, bytes, immediate);
        news.run();
    }

    @Override
    public int poll(PacketSink sink, int limit) {
        fiber.check();
        return super.poll(sink, limit);
    }

    @Override
    public int pollOrIdle(PacketSink sink, int limit, int fruitless) {
        int handed = poll(sink, limit);
        if (handed == 0) {
            idle(fruitless);
        }
        return handed;
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
        super.close();
        news.run();
    }
}
