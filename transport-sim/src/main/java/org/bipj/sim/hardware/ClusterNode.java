package org.bipj.sim.hardware;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.bipj.sim.kernel.Fiber;
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
    private final Trace trace;
    /** The rows of threads other than the main one. */
    private final Map<Fiber, TraceRow> rows = new HashMap<>();

    private long busyPs;

    /**
     * A node whose board is in reset: {@link Lanai#load} starts it.
     *
     * @param hardware settings that are the same for all nodes of a cluster
     * @param number of the host in the topology
     * @param out connects the board as a source of worms
     * @param in connects it as a sink
     */
    public ClusterNode(
            Kernel kernel,
            HardwareSettings hardware,
            int number,
            Function<Injector.Source, Injector> out,
            Function<Ejector.Sink, Ejector> in,
            Trace trace) {
        this.number = number;
        this.trace = trace;
        row = TraceRow.of(trace, number, "host");
        IoBus bus = new IoBus(hardware.busRates);
        host = new Host(kernel, hardware.hostCosts, bus, hardware.jitterOf(number));
        lanai = new Lanai(kernel, hardware, host, bus, out, in, part -> TraceRow.of(trace, number, part));
    }

    /** Number of the host in the topology. */
    public int number() {
        return number;
    }

    /** The node's host. */
    public Host host() {
        return host;
    }

    /** The node's network interface board. */
    public Lanai lanai() {
        return lanai;
    }

    /**
     * Records work of the host's processor, for the trace and the summary. To be called where the work is charged.
     *
     * @param thread that works: each has a track of its own
     * @param from begin, which may be in the future, in picoseconds
     */
    public void worked(Fiber thread, String what, long from, long ps) {
        if (ps > 0) {
            busyPs += ps;
            if (row != null) {
                rowOf(thread).span(what, from, from + ps);
            }
        }
    }

    private TraceRow rowOf(Fiber thread) {
        if (thread.isMain()) {
            return row;
        }
        return rows.computeIfAbsent(thread, one -> TraceRow.of(trace, number, "host, thread \"" + one.name() + "\""));
    }

    /** Picoseconds that the host's processor has worked. */
    public long hostBusyPs() {
        return busyPs;
    }
}
