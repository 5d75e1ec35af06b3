package org.bipj.sim.atm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import org.bipj.core.nic.CellTraps;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.RemoteSegments;
import org.bipj.sim.kernel.KernelSemaphore;
import org.bipj.sim.kernel.Processor;

/**
 * Remote memory in the kernel of one host: an interrupt handler that carries out requests of other hosts, and the traps of
 * this host's process. The payload of a cell:
 *
 * <pre>
 *  0          1         2            4         6           14                46        48
 *  | what 1   | bytes 1 | segment 2  | id 2    | offset 8  | data, 32 bytes  | trailer |
 * </pre>
 *
 * <p>A process that waits for an answer waits in its trap with interrupts disabled. The trap serves what else arrives.
 */
final class SegmentKernel implements RemoteSegments {
    /** Stands for the process in the circuits of remote memory: larger than the number of any process. */
    static final int PROCESS = 1 << 16;

    private static final int READ = 1;
    private static final int WRITE = 2;
    private static final int NOTIFY = 3;
    private static final int SIZE = 4;
    private static final int ANSWER = 5;
    private static final int NO = 6;

    private static final int BYTES_AT = 1;
    private static final int SEGMENT_AT = 2;
    private static final int ID_AT = 4;
    private static final int OFFSET_AT = 6;
    private static final int DATA_AT = 14;
    private static final int NUMBERS = 1 << 16;
    private static final long PS_PER_NS = 1000;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private static final class Export {
        private final MemorySegment memory;
        private boolean notified;

        Export(int bytes) {
            memory = MemorySegment.ofArray(new byte[bytes]);
        }
    }

    private final AtmPort port;
    private final CellKernel cells;
    private final AtmBoard board;
    private final AtmSettings settings;
    private final Map<Integer, Export> exports = new HashMap<>();
    private final KernelSemaphore line = new KernelSemaphore("an interrupt of the network interface");
    private boolean enabled;
    private int lastId;
    /** The request whose answer the process waits for; -1: none. */
    private int awaited = -1;

    private Cell answer;

    SegmentKernel(AtmPort port, CellKernel cells, AtmBoard board, AtmSettings settings) {
        this.port = port;
        this.cells = cells;
        this.board = board;
        this.settings = settings;
    }

    // ---- interrupts --------------------------------------------------------------------------------------------

    private void enable() {
        port.processor().check();
        if (!enabled) {
            enabled = true;
            port.processor().spawn("interrupts of " + cells.who(), Processor.Priority.INTERRUPT, this::serveInterrupts);
        }
    }

    /** A cell has arrived at a moment. */
    void arrived(long at) {
        if (enabled && line.permits() == 0) {
            line.release(at);
        }
    }

    private void serveInterrupts() {
        while (true) {
            line.acquire();
            // A trap may have pulled the cells meanwhile: the network interface withdraws its request.
            if (board.arrived() > 0) {
                port.charge("interrupt", settings.interruptPs);
                port.processor().sync();
                drain();
                port.wake();
            }
        }
    }

    private void drain() {
        while (board.arrived() > 0) {
            cells.pull(1, settings.readCellPs, 0);
        }
    }

    /** Carries out a request of another host, or takes its answer. Returns false if this host has no remote memory. */
    boolean serve(Cell cell) {
        if (!enabled) {
            return false;
        }
        MemorySegment request = MemorySegment.ofArray(cell.payload);
        int what = cell.payload[0];
        if (what == ANSWER || what == NO) {
            if (Short.toUnsignedInt(request.get(SHORT, ID_AT)) == awaited) {
                answer = cell;
            }
            return true;
        }
        Export export = exports.get(Short.toUnsignedInt(request.get(SHORT, SEGMENT_AT)));
        long offset = request.get(LONG, OFFSET_AT);
        int bytes = cell.payload[BYTES_AT];
        boolean isPart = export != null
                && bytes >= 0
                && bytes <= DATA
                && offset >= 0
                && offset <= export.memory.byteSize() - bytes;
        switch (what) {
            case READ, SIZE -> reply(cell, isPart ? export : null, offset, bytes);
            case WRITE, NOTIFY -> {
                if (isPart) {
                    MemorySegment.copy(request, DATA_AT, export.memory, offset, bytes);
                    export.notified |= what == NOTIFY;
                }
            }
            default -> throw new PortException(cells.who() + ": a cell of remote memory of unknown kind " + what);
        }
        return true;
    }

    private void reply(Cell to, Export export, long offset, int bytes) {
        byte[] payload = to.payload.clone();
        MemorySegment reply = MemorySegment.ofArray(payload);
        payload[0] = (byte) (export == null ? NO : ANSWER);
        if (export != null) {
            MemorySegment.copy(export.memory, offset, reply, DATA_AT, bytes);
            reply.set(LONG, OFFSET_AT, export.memory.byteSize());
        }
        cells.send(to.from, PROCESS, payload, settings.writePs);
    }

    // ---- the process's traps -----------------------------------------------------------------------------------

    @Override
    public long timeoutNs() {
        return settings.remoteTimeoutPs / PS_PER_NS;
    }

    @Override
    public MemorySegment export(int number, int bytes) {
        enable();
        if (number < 0 || number >= NUMBERS || bytes < 0 || exports.containsKey(number)) {
            throw new PortException(cells.who() + ": export of segment " + number + " with " + bytes
                    + " bytes; expected a number from 0 to " + (NUMBERS - 1)
                    + " that is not in use, and 0 or more bytes");
        }
        cells.pin(bytes);
        Export export = new Export(bytes);
        exports.put(number, export);
        return export.memory;
    }

    @Override
    public void withdraw(int number) {
        cells.unpin((int) exported(number).memory.byteSize());
        exports.remove(number);
    }

    private Export exported(int number) {
        port.processor().check();
        Export export = exports.get(number);
        if (export == null) {
            throw new PortException(cells.who() + ": segment " + number + " is not exported");
        }
        return export;
    }

    @Override
    public long size(int peer, int number) {
        Cell found = ask(peer, request(SIZE, peer, number, 0, 0));
        return found == null
                ? LOST
                : found.payload[0] == NO
                        ? REFUSED
                        : MemorySegment.ofArray(found.payload).get(LONG, OFFSET_AT);
    }

    @Override
    public long read(int peer, int number, long offset, MemorySegment into, long at, int bytes) {
        Cell found = ask(peer, request(READ, peer, number, offset, bytes));
        if (found == null) {
            return LOST;
        }
        if (found.payload[0] == NO) {
            return REFUSED;
        }
        MemorySegment.copy(MemorySegment.ofArray(found.payload), DATA_AT, into, at, bytes);
        return bytes;
    }

    @Override
    public void write(int peer, int number, long offset, MemorySegment from, long at, int bytes, boolean notify) {
        byte[] payload = request(notify ? NOTIFY : WRITE, peer, number, offset, bytes);
        MemorySegment.copy(from, at, MemorySegment.ofArray(payload), DATA_AT, bytes);
        cells.send(peer, PROCESS, payload, settings.writePs);
    }

    private byte[] request(int what, int peer, int number, long offset, int bytes) {
        enable();
        if (peer < 0 || peer >= port.size() || peer == port.rank()) {
            throw new PortException(
                    cells.who() + ": rank " + peer + "; expected another rank, 0 to " + (port.size() - 1));
        }
        byte[] payload = new byte[CellTraps.PAYLOAD];
        MemorySegment cell = MemorySegment.ofArray(payload);
        payload[0] = (byte) what;
        payload[BYTES_AT] = (byte) bytes;
        cell.set(SHORT, SEGMENT_AT, (short) number);
        lastId = (lastId + 1) % NUMBERS;
        cell.set(SHORT, ID_AT, (short) lastId);
        cell.set(LONG, OFFSET_AT, offset);
        return payload;
    }

    /** Sends a request, and waits in the kernel for its answer; null: none came in time. */
    private Cell ask(int peer, byte[] request) {
        Processor processor = port.processor();
        processor.disableInterrupts();
        awaited = lastId;
        answer = null;
        try {
            cells.send(peer, PROCESS, request, settings.writePs);
            long until = processor.clock() + settings.remoteTimeoutPs;
            while (answer == null && processor.clock() < until) {
                processor.sync();
                drain();
                if (answer == null) {
                    cells.waitForCell(until);
                }
            }
            return answer;
        } finally {
            awaited = -1;
            processor.enableInterrupts();
        }
    }

    // ---- notifications -----------------------------------------------------------------------------------------

    @Override
    public boolean takeNotification(int number) {
        Export export = exported(number);
        port.charge("flag", settings.pollPs);
        port.processor().sync();
        boolean notified = export.notified;
        export.notified = false;
        return notified;
    }

    @Override
    public boolean awaitNotification(int number, long untilNs) {
        Export export = exported(number);
        Processor processor = port.processor();
        processor.sync();
        long until = CellKernel.ps(untilNs);
        boolean waited = false;
        while (!export.notified && processor.clock() < until) {
            waited = true;
            cells.block(until);
        }
        boolean notified = export.notified;
        export.notified = false;
        if (notified && waited) {
            port.charge("notification", settings.notifyPs);
        }
        return notified;
    }

    @Override
    public void sleep(long untilNs) {
        Processor processor = port.processor();
        processor.check();
        long until = CellKernel.ps(untilNs);
        while (processor.clock() < until) {
            processor.sync();
            cells.block(until);
        }
    }
}
