package org.bipj.sim.ip;

import org.bipj.core.nic.PortException;
import org.bipj.sim.hardware.BoardPort;
import org.bipj.sim.hardware.PacketlessPort;
import org.bipj.sim.kernel.Processor;

/** The port of a rank whose board carries IP: no program of BIP or MPI can open it. */
@SuppressWarnings("exports") // For the cluster, which owns it.
public final class IpPort extends PacketlessPort implements BoardPort {
    private final IpHost host;

    IpPort(IpHost host, int ranks) {
        super(host.rank(), ranks, "IP");
        this.host = host;
    }

    /** The host whose board it is. */
    public IpHost host() {
        return host;
    }

    @Override
    protected PortException noPackets() {
        return new PortException(
                who() + ": its board carries IP, and neither MPI nor another system of messages: a board"
                        + " serves one of them (BIP paper, section 4.2); expected a program of sockets, or a run without IP");
    }

    @Override
    public void open(Processor program) {
        throw noPackets();
    }

    @Override
    public void programEnded() {
        host.programEnded();
    }

    @Override
    public boolean isIdle() {
        return host.isIdle();
    }

    @Override
    public long now() {
        throw noPackets();
    }

    @Override
    public void idle(int fruitless) {
        throw noPackets();
    }

    @Override
    public void close() {
        // Nothing is open.
    }

    @Override
    public String state() {
        return host.toString();
    }
}
