package org.bipj.testkit;

import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;

/** A port that makes a check each time before it looks for packets: no rank waits for a rank that is gone. */
public final class StoppablePort extends DelegatingPort {
    private final Runnable check;

    /**
     * A port in front of another one.
     *
     * @param check throws what is to end the rank, once another rank has failed
     */
    public StoppablePort(NicPort port, Runnable check) {
        super(port);
        this.check = check;
    }

    @Override
    public int poll(PacketSink sink, int limit) {
        check.run();
        return super.poll(sink, limit);
    }

    @Override
    public int pollOrIdle(PacketSink sink, int limit, int fruitless) {
        check.run();
        return super.pollOrIdle(sink, limit, fruitless);
    }
}
