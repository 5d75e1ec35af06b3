package org.bipj.sim.hardware;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PortException;

/** A rank's port to a network interface that carries no packets: MPI and BIP cannot run on it. */
public abstract class PacketlessPort extends ReportingPort {
    private final int rank;
    private final int size;

    /**
     * Creates the port of a rank.
     *
     * @param usual what the rank waits for if the software above does not say it
     */
    protected PacketlessPort(int rank, int size, String usual) {
        super(usual);
        this.rank = rank;
        this.size = size;
    }

    /** The error of a program that needs packets. It names what the network interfaces carry, and what is expected. */
    protected abstract PortException noPackets();

    @Override
    public final int rank() {
        return rank;
    }

    /** How errors name this rank. */
    public final String who() {
        return "rank " + rank;
    }

    @Override
    public final int size() {
        return size;
    }

    @Override
    public final Capabilities capabilities() {
        throw noPackets();
    }

    @Override
    public final long claim(int peer, int lane, int bytes) {
        throw noPackets();
    }

    @Override
    public final MemorySegment memory(int peer, int lane) {
        throw noPackets();
    }

    @Override
    public final void commit(int peer, int lane, long claim, int bytes, int immediate) {
        throw noPackets();
    }

    @Override
    public final void abort(int peer, int lane, long claim) {
        throw noPackets();
    }

    @Override
    public final int poll(PacketSink sink, int limit) {
        throw noPackets();
    }

    @Override
    public final void release(int peer, int lane, long offset) {
        throw noPackets();
    }
}
