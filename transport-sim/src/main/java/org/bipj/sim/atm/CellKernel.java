package org.bipj.sim.atm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bipj.core.nic.PortException;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.Processor;

/**
 * SSAM's kernel driver on one host (SSAM paper, section 3.2): which process owns which connection, the circuits of cells,
 * and the moves of cells between processes' pinned buffers and the network interface.
 *
 * <p>The circuit of a cell is the number of the receiving process and the sending host. So the table from circuits to
 * processes needs no memory here; the paper's costs include its look-up.
 */
final class CellKernel {
    /** Bytes that the kernel pins for a cell: 56 are moved for each, and buffers are aligned. */
    static final int BUFFER = 64;

    private static final long PS_PER_NS = 1000;

    private final AtmPort port;
    private final AtmBoard board;
    private final AtmSettings settings;
    private final int self;
    private final int hosts;
    /** The host's processes by number; null where a process has closed. */
    private final List<CellProcess> processes = new ArrayList<>();

    private SegmentKernel segments;
    private int pinned;
    private long unclaimed;
    private long unbuffered;

    CellKernel(AtmPort port, AtmBoard board, AtmSettings settings, int self, int hosts) {
        this.port = port;
        this.board = board;
        this.settings = settings;
        this.self = self;
        this.hosts = hosts;
    }

    CellProcess open(int transmit, int receive) {
        long bytes = (long) BUFFER * ((long) transmit + receive);
        pin(bytes);
        CellProcess process = new CellProcess(this, settings, processes.size(), transmit, receive);
        processes.add(process);
        return process;
    }

    /** Sets the server of this host's remote memory. */
    void serveBy(SegmentKernel remote) {
        segments = remote;
    }

    /** Pins memory, or throws if the host may not pin so much. */
    void pin(long bytes) {
        if (pinned + bytes > settings.memory) {
            throw new PortException(String.format(
                    Locale.ROOT,
                    "%s: the kernel pins %d of %d bytes (ssam.memory), and %d more were asked for",
                    who(),
                    pinned,
                    settings.memory,
                    bytes));
        }
        pinned += (int) bytes;
    }

    void unpin(int bytes) {
        pinned -= bytes;
    }

    void closed(CellProcess process) {
        processes.set(processes.indexOf(process), null);
        pinned -= process.pinned();
    }

    // ---- for processes -----------------------------------------------------------------------------------------

    String who() {
        return "rank " + self;
    }

    Processor processor() {
        return port.processor();
    }

    AtmBoard board() {
        return board;
    }

    /** The connection of a process to a rank. */
    int connection(int process, int peer) {
        if (peer < 0 || peer >= hosts) {
            throw new PortException(who() + ": rank " + peer + "; expected 0 to " + (hosts - 1));
        }
        return process * hosts + peer;
    }

    /** The rank at the other end of a connection, which must be the process's own. */
    int peerOf(int process, int connection) {
        int peer = connection - process * hosts;
        if (peer < 0 || peer >= hosts) {
            throw new PortException(who() + ": connection " + connection + ": the kernel refuses the trap: process "
                    + process + " has connections " + process * hosts + " to " + (process * hosts + hosts - 1));
        }
        return peer;
    }

    /** Pushes a cell into the network interface, when that has room. */
    void send(int peer, int process, byte[] payload, long costPs) {
        charge("write", costPs);
        Processor processor = processor();
        Cell cell = new Cell(self, peer, process * hosts + self);
        System.arraycopy(payload, 0, cell.payload, 0, payload.length);
        do {
            charge("output full", Math.max(0, board.roomAt() - processor.clock()));
            // The network must not see the cell before the events of earlier moments have happened. An interrupt may
            // take
            // the room meanwhile.
            processor.sync();
        } while (board.roomAt() > processor.clock());
        board.push(cell, processor.clock());
    }

    /** Number of cells that have arrived; looking costs something. */
    int arrived(long costPs) {
        charge("read", costPs);
        processor().sync();
        return board.arrived();
    }

    /** Moves cells into the buffers of their processes. Each leaves the input FIFO when it is pulled. */
    void pull(int cells, long firstPs, long furtherPs) {
        for (int i = 0; i < cells; i++) {
            charge("pull", i == 0 ? firstPs : furtherPs);
            processor().sync();
            // An interrupt may have pulled it.
            if (board.arrived() > 0) {
                deliver(board.pull());
            }
        }
    }

    /** Waits until a cell has arrived, or a moment has passed. */
    void waitForCell(long untilPs) {
        processor().sync();
        if (board.arrived() == 0) {
            block(untilPs);
        }
    }

    /** Waits until the rank is woken, or a moment has passed. */
    void block(long untilPs) {
        Processor processor = processor();
        if (untilPs == Long.MAX_VALUE) {
            processor.block(port);
            return;
        }
        if (untilPs <= processor.clock()) {
            return;
        }
        Event timer = new Event() {
            @Override
            protected void fire() {
                processor.wake(time());
            }
        };
        port.kernel().at(untilPs, timer);
        processor.block(port);
        port.kernel().cancel(timer);
    }

    /** A moment of the port's clock in picoseconds; {@link Long#MAX_VALUE}: never. */
    static long ps(long ns) {
        return ns > Fiber.END_PS / PS_PER_NS ? Long.MAX_VALUE : ns * PS_PER_NS;
    }

    private void deliver(Cell cell) {
        int number = cell.circuit / hosts;
        if (number == SegmentKernel.PROCESS) {
            if (!Crc10.matches(cell.payload) || !segments.serve(cell)) {
                unclaimed++;
            }
            return;
        }
        CellProcess process = number < processes.size() ? processes.get(number) : null;
        if (process == null) {
            unclaimed++;
        } else if (!Crc10.matches(cell.payload)) {
            process.countDamaged();
        } else if (!process.store(cell)) {
            unbuffered++;
        }
    }

    void charge(String what, long ps) {
        port.charge(what, ps);
    }

    /** Cells for no process, and cells for which their process had no buffer. */
    String dropped() {
        return unclaimed + " cells for no process, " + unbuffered + " without a buffer";
    }

    long unclaimed() {
        return unclaimed;
    }
}
