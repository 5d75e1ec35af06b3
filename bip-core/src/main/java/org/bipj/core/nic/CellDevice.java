package org.bipj.core.nic;

import java.lang.foreign.MemorySegment;

/**
 * The device of ATM cells as one process has opened it ({@link CellTraps}). A process has one connection to each other rank,
 * to the process there that was opened in the same place.
 *
 * <pre>{@code
 * MemorySegment cell = device.transmit(buffer);      written in place, PAYLOAD bytes
 * device.write(connection, buffer);                        the buffer can be written again at once
 * int cells = device.read();
 * for (int i = 0; i < cells; i++) {
 *     int slot = device.slot(i);                     its payload: device.received(slot); its sender: device.sender(slot)
 * }
 * }</pre>
 */
public interface CellDevice extends AutoCloseable {
    /** Most cells that one read trap takes from the network interface. */
    int BATCH = 16;

    /** The number of the process's connection to a rank. */
    int connection(int peer);

    /** The payload of a buffer for sending; the same object at each call. */
    MemorySegment transmit(int buffer);

    /** The payload of a buffer for receiving; the same object at each call. */
    MemorySegment received(int slot);

    /** How many buffers there are for sending. */
    int transmitBuffers();

    /**
     * The write trap: copies a buffer into the network interface. Waits while that is full.
     *
     * @throws PortException if the process has no such connection or buffer: the kernel refuses the trap
     */
    void write(int connection, int buffer);

    /**
     * The read trap: moves cells that have arrived into the process's buffers, {@link #BATCH} at most, as far as buffers are
     * free. Buffers of the trap before are free again.
     *
     * @return number of cells
     */
    int read();

    /** {@link #write} and {@link #read} in one trap, which looks for cells while it sends. */
    int writeRead(int connection, int buffer);

    /** The system call {@code write} of one cell, for comparison. */
    void systemWrite(int connection, int buffer);

    /** The system call {@code read} of one cell, for comparison; returns the number of cells, 0 or 1. */
    int systemRead();

    /** A system call that does nothing, for comparison. */
    void systemNull();

    /** The receive buffer of a cell of the last trap, by its place in the trap. */
    int slot(int index);

    /** The rank from which the cell in a receive buffer has come. */
    int sender(int slot);

    /** Waits until a cell has arrived, or a moment of {@link NicPort#now} has passed. Looking for cells costs a trap. */
    void await(long untilNs);

    /** Cells for this process that the kernel has dropped because the network interface found them damaged. */
    long damaged();

    /** The process closes the device: its buffers are unpinned, and cells for it are dropped. */
    @Override
    void close();
}
