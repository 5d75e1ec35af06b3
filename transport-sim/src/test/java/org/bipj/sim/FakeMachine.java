package org.bipj.sim;

import org.bipj.core.nic.NicPort;
import org.bipj.sim.bip.FakePort;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Processor;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;

/** A machine for tests of sessions: the in-memory fabric, with a microsecond between a commit and its news. */
final class FakeMachine implements Machine {
    private static final long LATENCY_PS = 1_000_000;
    private static final long READ_PS = 200_000;

    private final Kernel kernel = new Kernel();
    private final LoopFabric fabric;
    private final Fiber[] fibers;
    private boolean closed;

    FakeMachine(int hosts) {
        fabric = new LoopFabric(new LoopOptions().ranks(hosts));
        fibers = new Fiber[hosts];
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public Kernel kernel() {
        return kernel;
    }

    @Override
    public int hosts() {
        return fabric.size();
    }

    @Override
    public String node(int rank) {
        return "host " + rank;
    }

    @Override
    public double operationNs(String kind) {
        return kind.isEmpty() ? 5 : kind.equals("slow") ? 50 : 0;
    }

    @Override
    public long readPs() {
        return READ_PS;
    }

    @Override
    public NicPort open(int rank, Processor processor) {
        Fiber fiber = processor.main();
        fibers[rank] = fiber;
        return new FakePort(fabric.port(rank), fiber, () -> wakeAll(fiber.clock() + LATENCY_PS));
    }

    private void wakeAll(long time) {
        kernel.at(time, new Event() {
            @Override
            protected void fire() {
                for (Fiber fiber : fibers) {
                    if (fiber != null) {
                        fiber.wake(kernel.now());
                    }
                }
            }
        });
    }

    @Override
    public String summary(long endPs) {
        return "fake summary\n";
    }

    @Override
    public void close() {
        closed = true;
    }
}
