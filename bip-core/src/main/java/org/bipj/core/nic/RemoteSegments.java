package org.bipj.core.nic;

import java.lang.foreign.MemorySegment;

/**
 * The facet of hosts whose kernels serve memory to each other (Thekkath, Levy and Lazowska: Separating data and control
 * transfer in distributed operating systems, ASPLOS 1994). A process exports a pinned segment under a number. The kernel
 * carries out reads and writes of other hosts in an interrupt; no process of this host runs. The first use enables
 * interrupts of the network interface on this host.
 *
 * <p>Remote memory is unreliable and has no flow control: a cell that is lost is not repeated.
 */
public interface RemoteSegments {
    /** How many bytes of data one cell carries. */
    int DATA = 32;

    /** The other host has no such segment, or a part of it was named that is not in it. */
    long REFUSED = -1;

    /** No answer came within the platform's time-out: a cell was lost, or the other rank does not use remote memory. */
    long LOST = -2;

    /** Nanoseconds after which a request without an answer counts as lost. */
    long timeoutNs();

    /**
     * Exports a segment of zeros that the kernel pins.
     *
     * @param number 0 to 65535, not in use on this host
     * @throws PortException if the number is in use, or the kernel cannot pin that much
     */
    MemorySegment export(int number, int bytes);

    /** Ends the export of a segment: other ranks cannot access it any more. */
    void withdraw(int number);

    /** Size of a segment of another rank, {@link #REFUSED} or {@link #LOST}. Waits for one round trip. */
    long size(int peer, int number);

    /**
     * Reads a part of a segment of another rank. Waits for one round trip.
     *
     * @param bytes 1 to {@link #DATA}
     * @return bytes, {@link #REFUSED} or {@link #LOST}
     */
    long read(int peer, int number, long offset, MemorySegment into, long at, int bytes);

    /**
     * Writes a part of a segment of another rank, and returns when the cell has left. What the other host refuses is lost.
     *
     * @param bytes 0 to {@link #DATA}
     * @param notify whether the segment's flag is set behind the data
     */
    void write(int peer, int number, long offset, MemorySegment from, long at, int bytes, boolean notify);

    /** Reads and clears the flag of a segment of this rank. */
    boolean takeNotification(int number);

    /**
     * Waits until the flag of a segment of this rank is set, and clears it. The process is woken as by a file descriptor
     * that has become ready, which the platform states the cost of.
     *
     * @param untilNs moment of {@link NicPort#now} at which the wait ends, or {@link Long#MAX_VALUE}
     * @return whether the flag was set
     */
    boolean awaitNotification(int number, long untilNs);

    /** Waits until a moment of {@link NicPort#now}. */
    void sleep(long untilNs);
}
