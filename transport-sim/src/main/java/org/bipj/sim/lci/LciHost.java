package org.bipj.sim.lci;

import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.hardware.Host;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Processor;

/**
 * A rank's host as its driver uses it: the rank's clock, on which work takes time, and the way to the board.
 *
 * <p>The rank's clock may be ahead of the simulation's. What the host requests of the board takes effect at the rank's time.
 */
final class LciHost {
    private final int rank;
    private final Kernel kernel;
    private final LciSettings settings;
    private final ClusterNode node;
    private final Host hardware;

    /** The processor of the rank's program; null before it has opened the port. */
    private Processor cpu;

    private boolean closed;
    /** When the last request reaches the board. */
    private long toldPs;

    LciHost(Kernel kernel, LciSettings settings, int rank, ClusterNode node) {
        this.kernel = kernel;
        this.settings = settings;
        this.rank = rank;
        this.node = node;
        hardware = node.host();
    }

    /** Notes the processor of the rank's program, which begins. */
    void open(Processor program) {
        cpu = program;
    }

    /** The rank sends and receives nothing more; its work costs nothing. */
    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    int rank() {
        return rank;
    }

    /** How errors name this rank. */
    String who() {
        return "rank " + rank;
    }

    LciSettings settings() {
        return settings;
    }

    Host hardware() {
        return hardware;
    }

    Processor cpu() {
        return cpu;
    }

    Lanai board() {
        return node.lanai();
    }

    /** Throws if the caller is not the rank's, or the port is closed. */
    void checkCaller() {
        cpu.check();
        if (closed) {
            throw new IllegalStateException(who() + ": its port is closed");
        }
    }

    // ---- time --------------------------------------------------------------------------------------------------

    /** The rank's time; after its end that of the simulation. */
    long clock() {
        return closed || cpu == null ? kernel.now() : cpu.clock();
    }

    /** The time of the simulation. The clock of a rank that waits is behind it. */
    long kernelNow() {
        return kernel.now();
    }

    /** Schedules an event at the rank's time; replaces an earlier setting. */
    void schedule(Event event, long at) {
        kernel.cancel(event);
        kernel.at(Math.max(at, kernelNow()), event);
    }

    /** Resumes the rank if it waits. */
    void wake() {
        if (cpu != null) {
            cpu.wake(kernelNow());
        }
    }

    /** Charges work of the host. A rank that has closed its port has no clock any more. */
    void spend(String what, long ps) {
        if (closed) {
            return;
        }
        node.worked(cpu.current(), what, cpu.clock(), ps);
        cpu.charge(ps + hardware.delayPs());
    }

    /** Charges the time of a poll that finds nothing. */
    void spendEmptyPoll() {
        spend("empty poll", hardware.pollPs());
    }

    /** Charges what it takes to find a frame that has arrived. */
    void spendReceive() {
        spend("receive", hardware.pollPs() + settings.hostReceivePs);
    }

    /** Charges what it takes to write a frame to the board. */
    void spendSend(String what, LciFrame frame) {
        spend(what, settings.hostSendPs + hardware.pioWritePs(frame.wireBytes(), clock()));
    }

    // ---- requests ----------------------------------------------------------------------------------------------

    /**
     * A request reaches the board, behind all that this host has made before. The fibers of a rank have clocks of their own: one
     * that an interrupt resumes may be behind one whose request is still to come.
     */
    void tellBoard(Event event) {
        toldPs = Math.max(toldPs, cpu.clock());
        kernel.at(toldPs, event);
    }

    /** The event that gives a command to the board. */
    Event ring(Object command) {
        return new Event() {
            @Override
            protected void fire() {
                board().ring(command);
            }
        };
    }
}
