package org.bipj.sim.hardware;

import java.util.function.Function;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.net.Ejector;
import org.bipj.sim.net.Injector;
import org.bipj.sim.trace.Trace;

/** One computer of the cluster: a host and its board, with the bus between them. */
public final class ClusterNode {
    private final int number;
    private final Host host;
    private final Lanai lanai;
    private final TraceRow row;
    private long busyPs;

    /**
     * A node whose board is still in reset: {@link Lanai#load} starts it.
     *
     * @param hardware the same for all nodes of a cluster
     * @param number of the host in the topology
     * @param out makes the outgoing end of the board's cable
     * @param in makes the incoming end
     */
    public ClusterNode(
            Kernel kernel,
            HardwareSettings hardware,
            int number,
            Function<Injector.Source, Injector> out,
            Function<Ejector.Sink, Ejector> in,
            Trace trace) {
        this.number = number;
        row = TraceRow.of(trace, number, "host");
        IoBus bus = new IoBus(hardware.busRates);
        host = new Host(kernel, hardware.hostCosts, bus);
        lanai = new Lanai(kernel, hardware, host, bus, out, in, part -> TraceRow.of(trace, number, part));
    }

    /** Number of the host in the topology. */
    public int number() {
        return number;
    }

    /** The computer itself. */
    public Host host() {
        return host;
    }

    /** Its board. */
    public Lanai lanai() {
        return lanai;
    }

    /**
     * The host's processor has worked, or will have: for the trace and the summary. Whoever charges the work tells of
     * it.
     */
    public void worked(String what, long from, long ps) {
        if (ps > 0) {
            busyPs += ps;
            if (row != null) {
                row.span(what, from, from + ps);
            }
        }
    }

    /** Picoseconds that the host's processor has worked, as far as it was told. */
    public long hostBusyPs() {
        return busyPs;
    }
}
