package org.bipj.sim.atm;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.CellDevice;
import org.bipj.core.nic.CellTraps;
import org.bipj.core.nic.PortException;
import org.bipj.sim.kernel.Processor;

/** A process that has opened the device: its pinned buffers, its cells that wait in them, and its traps. */
final class CellProcess implements CellDevice {
    private final CellKernel kernel;
    private final AtmSettings settings;
    private final int number;
    private final byte[][] outMemory;
    private final MemorySegment[] out;
    private final byte[][] inMemory;
    private final MemorySegment[] in;
    private final int[] senders;
    /** Index of the first buffer in use. */
    private int first;
    /** Buffers in use: first those of the last trap, then cells that traps of other processes have stored. */
    private int waiting;
    /** Cells that the last trap has returned. */
    private int returned;

    private long damaged;
    private boolean closed;

    CellProcess(CellKernel kernel, AtmSettings settings, int number, int transmit, int receive) {
        this.kernel = kernel;
        this.settings = settings;
        this.number = number;
        outMemory = new byte[transmit][CellTraps.PAYLOAD];
        inMemory = new byte[receive][CellTraps.PAYLOAD];
        senders = new int[receive];
        out = segments(outMemory);
        in = segments(inMemory);
    }

    private static MemorySegment[] segments(byte[][] memory) {
        MemorySegment[] all = new MemorySegment[memory.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = MemorySegment.ofArray(memory[i]);
        }
        return all;
    }

    @Override
    public int connection(int peer) {
        return kernel.connection(number, peer);
    }

    @Override
    public MemorySegment transmit(int buffer) {
        return out[buffer];
    }

    @Override
    public MemorySegment received(int slot) {
        return in[slot];
    }

    @Override
    public int transmitBuffers() {
        return out.length;
    }

    // ---- traps -------------------------------------------------------------------------------------------------

    @Override
    public void write(int connection, int buffer) {
        send(connection, buffer, settings.writePs);
    }

    @Override
    public int read() {
        checkOpen();
        free();
        return take(kernel.arrived(settings.readPs), settings.readCellPs, settings.readCellPs);
    }

    @Override
    public int writeRead(int connection, int buffer) {
        send(connection, buffer, settings.writePs);
        free();
        return take(kernel.arrived(settings.alsoReadPs), settings.alsoReadCellPs, settings.readCellPs);
    }

    @Override
    public void systemWrite(int connection, int buffer) {
        send(connection, buffer, settings.systemWritePs);
    }

    @Override
    public int systemRead() {
        checkOpen();
        free();
        int cells = kernel.arrived(settings.systemReadNonePs);
        return take(Math.min(cells, 1), settings.systemReadPs - settings.systemReadNonePs, 0);
    }

    @Override
    public void systemNull() {
        checkOpen();
        kernel.charge("system call", settings.systemNullPs);
    }

    private void send(int connection, int buffer, long costPs) {
        checkOpen();
        int peer = kernel.peerOf(number, connection);
        if (buffer < 0 || buffer >= out.length) {
            throw new PortException(kernel.who() + ": buffer " + buffer
                    + ": the kernel refuses the trap: expected 0 to " + (out.length - 1));
        }
        kernel.send(peer, number, outMemory[buffer], costPs);
    }

    /** The cells of the trap before have been read. */
    private void free() {
        first = (first + returned) % in.length;
        waiting -= returned;
        returned = 0;
    }

    /** Pulls cells from the network interface, each into a buffer of its process. Returns those of this process. */
    private int take(int cells, long firstPs, long furtherPs) {
        kernel.pull(Math.min(cells, BATCH), firstPs, furtherPs);
        returned = waiting;
        return returned;
    }

    /** The kernel stores a cell of this process. Returns false if no buffer is free. */
    boolean store(Cell cell) {
        if (closed || waiting == in.length) {
            return false;
        }
        int slot = slot(waiting++);
        System.arraycopy(cell.payload, 0, inMemory[slot], 0, CellTraps.PAYLOAD);
        senders[slot] = cell.from;
        return true;
    }

    void countDamaged() {
        damaged++;
    }

    @Override
    public int slot(int index) {
        return (first + index) % in.length;
    }

    @Override
    public int sender(int slot) {
        return senders[slot];
    }

    @Override
    public void await(long untilNs) {
        checkOpen();
        Processor processor = kernel.processor();
        processor.sync();
        if (kernel.board().arrived() > 0 || waiting > returned) {
            return;
        }
        kernel.block(CellKernel.ps(untilNs));
    }

    @Override
    public long damaged() {
        return damaged;
    }

    private void checkOpen() {
        kernel.processor().check();
        if (closed) {
            throw new IllegalStateException(kernel.who() + ": the device is closed");
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            kernel.closed(this);
        }
    }

    /** Bytes that the kernel has pinned for this process. */
    int pinned() {
        return CellKernel.BUFFER * (in.length + out.length);
    }
}
