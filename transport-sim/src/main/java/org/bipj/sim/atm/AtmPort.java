package org.bipj.sim.atm;

import org.bipj.core.nic.CellDevice;
import org.bipj.core.nic.CellTraps;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.RemoteSegments;
import org.bipj.sim.hardware.Jitter;
import org.bipj.sim.hardware.PacketlessPort;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Processor;

/** A rank's port on a host with an ATM network interface. It offers cells and carries no packets. */
public final class AtmPort extends PacketlessPort implements CellTraps {
    private static final long PS_PER_NS = 1000;

    private final AtmNetwork network;
    private final AtmBoard board;
    private final CellKernel cells;
    private final SegmentKernel segments;
    private final Jitter jitter;
    private Processor processor;
    private boolean closed;
    private long busyPs;

    AtmPort(AtmNetwork network, int rank, AtmBoard board, Jitter jitter) {
        super(rank, network.ranks(), "an ATM cell");
        this.jitter = jitter;
        this.network = network;
        this.board = board;
        cells = new CellKernel(this, board, network.settings(), rank, network.ranks());
        segments = new SegmentKernel(this, cells, board, network.settings());
        cells.serveBy(segments);
        board.onArrival(this::arrived);
    }

    /** Connects the port with the rank's program. */
    public void open(Processor program) {
        processor = program;
    }

    private void arrived() {
        segments.arrived(kernel().now());
        wake();
    }

    void wake() {
        if (processor != null) {
            processor.wake(kernel().now());
        }
    }

    Kernel kernel() {
        return network.kernel();
    }

    Processor processor() {
        return processor;
    }

    void charge(String what, long ps) {
        network.worked(rank(), what, processor.clock(), ps);
        busyPs += ps;
        processor.charge(ps + jitter.nextPs());
    }

    /** Time that the host's processor spent on communication. */
    public long busyPs() {
        return busyPs;
    }

    /** How many cells this host has sent. */
    public long sent() {
        return board.sent();
    }

    /** How many cells this host's network interface has accepted. */
    public long received() {
        return board.received();
    }

    /** Cells that found the input FIFO full. */
    public long overrun() {
        return board.overrun();
    }

    // ---- cells -------------------------------------------------------------------------------------------------

    @Override
    public CellTraps cellTraps() {
        return this;
    }

    @Override
    public RemoteSegments remoteSegments() {
        return segments;
    }

    @Override
    public Settings settings() {
        return network.settings().library;
    }

    @Override
    public CellDevice open(int transmit, int receive) {
        processor.check();
        if (transmit < 1 || receive < CellDevice.BATCH) {
            throw new PortException(who() + ": " + transmit + " and " + receive + " buffers for cells; expected 1 and "
                    + CellDevice.BATCH + " or more");
        }
        return cells.open(transmit, receive);
    }

    @Override
    public void charge(Work work) {
        charge(work.name(), network.settings().workPs(work));
    }

    // ---- waiting and time --------------------------------------------------------------------------------------

    @Override
    public long now() {
        processor.check();
        return processor.read(network.settings().pollPs) / PS_PER_NS;
    }

    @Override
    public void idle(int fruitless) {
        processor.check();
        if (board.arrived() > 0) {
            processor.sync();
        } else {
            processor.block(this);
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    /** True if no cell of this rank waits or is under way to it. */
    public boolean isIdle() {
        return board.isIdle();
    }

    // ---- packets, which cells do not carry ---------------------------------------------------------------------

    @Override
    protected PortException noPackets() {
        return new PortException(who() + (closed ? " (closed)" : "") + ": the hosts of platform "
                + network.platform()
                + " have ATM network interfaces (nic.board = sba100), on which only SSAM runs; expected"
                + " a platform with Myrinet for MPI, BIP and Active Messages");
    }
}
