package org.bipj.sim.atm;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.CellDevice;
import org.bipj.core.nic.CellTraps;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.RemoteSegments;
import org.bipj.core.nic.WaitReports;
import org.bipj.sim.hardware.Jitter;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Processor;

/** A rank's port on a host with an ATM network interface. It offers cells and carries no packets. */
public final class AtmPort implements NicPort, CellTraps, WaitReports {
    private static final long PS_PER_NS = 1000;

    private final AtmNetwork network;
    private final int rank;
    private final AtmBoard board;
    private final CellKernel cells;
    private final SegmentKernel segments;
    private final Jitter jitter;
    private Processor processor;
    private Supplier<String> outstanding = () -> "";
    private boolean closed;
    private long busyPs;

    AtmPort(AtmNetwork network, int rank, AtmBoard board, Jitter jitter) {
        this.jitter = jitter;
        this.network = network;
        this.rank = rank;
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
        network.worked(rank, what, processor.clock(), ps);
        busyPs += ps;
        processor.charge(ps + jitter.nextPs());
    }

    /** Time that the host's processor spent on communication. */
    public long busyPs() {
        return busyPs;
    }

    /** Cells sent. */
    public long sent() {
        return board.sent();
    }

    /** Cells that the network interface took. */
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
            throw new PortException("rank " + rank + ": " + transmit + " and " + receive
                    + " buffers for cells; expected 1 and " + CellDevice.BATCH + " or more");
        }
        return cells.open(transmit, receive);
    }

    @Override
    public void charge(Work work) {
        charge(work.name(), network.settings().workPs(work));
    }

    // ---- waiting and time --------------------------------------------------------------------------------------

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return network.ranks();
    }

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
    public WaitReports waitReports() {
        return this;
    }

    @Override
    public void reportBy(Supplier<String> report) {
        outstanding = report;
    }

    /** Does nothing: the simulation requests reports by {@link #toString}, and only when no rank can continue. */
    @Override
    public void reportIfAsked() {}

    /** Describes what the rank waits for, for the report of a deadlock. */
    @Override
    public String toString() {
        String known = outstanding.get();
        return known.isEmpty() ? "an ATM cell" : known;
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

    private PortException noPackets() {
        return new PortException("rank " + rank + (closed ? " (closed)" : "") + ": the hosts of platform "
                + network.platform()
                + " have ATM network interfaces (nic.board = sba100), on which only SSAM runs; expected"
                + " a platform with Myrinet for MPI, BIP and Active Messages");
    }

    @Override
    public Capabilities capabilities() {
        throw noPackets();
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        throw noPackets();
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        throw noPackets();
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        throw noPackets();
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        throw noPackets();
    }

    @Override
    public int poll(PacketSink sink, int limit) {
        throw noPackets();
    }

    @Override
    public void release(int peer, int lane, long offset) {
        throw noPackets();
    }
}
