package org.bipj.sim.hardware;

import java.util.concurrent.locks.ReentrantLock;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.VirtualTime;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.FiberLock;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Processor;

/** The host driver of a firmware that keeps endpoints: a rank's port, which carries no packets. */
public abstract class EndpointPort extends PacketlessPort implements BoardPort, Endpoints, VirtualTime {
    private static final long PS_PER_NS = 1000;

    /** The host that the board is plugged into. */
    protected final Host host;

    private final Kernel kernel;
    private final ClusterNode node;
    /** The processor of the rank's program; null before it has opened the port. */
    private Processor cpu;

    private boolean closed;
    /** Whether the rank's last claim has found nothing free. */
    private boolean starved;
    /** Whether something has become free since then. */
    private boolean freed;

    /** Creates the driver of a node's board. */
    protected EndpointPort(int rank, int size, Kernel kernel, ClusterNode node) {
        super(rank, size, "an active message");
        this.kernel = kernel;
        this.node = node;
        host = node.host();
    }

    @Override
    public final void open(Processor program) {
        cpu = program;
    }

    /** The processor of the rank's program; null before it has opened the port. */
    protected final Processor cpu() {
        return cpu;
    }

    /** Charges work of the host to its program's clock, and shows it in the trace. */
    public void charge(String what, long ps) {
        node.worked(cpu.current(), what, cpu.clock(), ps);
        cpu.charge(ps);
    }

    /** The kernel that runs the simulation's events. */
    public final Kernel kernel() {
        return kernel;
    }

    /** Schedules a change by the host, which takes effect on the board at the host's time. */
    public final void atClock(Event change) {
        kernel.at(cpu.clock(), change);
    }

    /** Lets the simulation come to the host's time. */
    public final void sync() {
        cpu.sync();
    }

    /** The program begins to look for messages. */
    public final void looks() {
        cpu.looks();
    }

    /** The program has looked for messages in vain. */
    public final void looksInVain() {
        cpu.called(true);
    }

    /** The cost of a read of board memory. */
    public final long pioReadPs() {
        return host.pioReadPs(cpu.clock());
    }

    /** Throws if the caller is not the rank's, or the port is closed. */
    public final void checkCaller() {
        cpu.check();
        if (closed) {
            throw new IllegalStateException(who() + ": its port is closed");
        }
    }

    /** Throws if a message is of no kind that there is. */
    public final void checkKind(int kind) {
        if (kind != REQUEST && kind != REPLY) {
            throw new IllegalArgumentException(
                    who() + ": kind " + kind + "; expected Endpoints.REQUEST or Endpoints.REPLY");
        }
    }

    /** True after {@link #close}, or the end of the program. */
    protected final boolean isClosed() {
        return closed;
    }

    @Override
    public final void programEnded() {
        closed = true;
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public final Endpoints endpoints() {
        return this;
    }

    // ---- waiting -----------------------------------------------------------------------------------------------

    /** A claim has found nothing free: the rank waits. */
    public final void starve() {
        starved = true;
        freed = false;
    }

    /** Something that a claim needs is free again. */
    public void freed() {
        freed = true;
    }

    /** True if a claim has found nothing free. */
    protected final boolean isStarved() {
        return starved;
    }

    /** True if a claim has found nothing free, and could now succeed. */
    protected final boolean isFed() {
        return starved && freed;
    }

    /** Ends what {@link #starve} began: the rank no longer waits. */
    protected final void endWait() {
        starved = false;
    }

    // ---- time --------------------------------------------------------------------------------------------------

    @Override
    public final ReentrantLock newLock() {
        return new FiberLock(cpu);
    }

    @Override
    public final long now() {
        checkCaller();
        return cpu.read(host.pollPs()) / PS_PER_NS;
    }

    @Override
    public final VirtualTime virtualTime() {
        return this;
    }

    @Override
    public final void charge(HostWork work) {
        charge(work.name(), host.workPs(work));
        cpu.called(work == HostWork.FAILED_TEST);
    }

    @Override
    public final void chargeCopy(long bytes) {
        charge("copy", host.copyPs(bytes));
        cpu.news();
    }
}
