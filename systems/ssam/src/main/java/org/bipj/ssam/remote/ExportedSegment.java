package org.bipj.ssam.remote;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.RemoteSegments;

/** Memory of this rank that other ranks read and write, and its flag. */
public final class ExportedSegment implements AutoCloseable {
    private final RemoteMemory owner;
    private final RemoteSegments segments;
    private final int number;
    private final MemorySegment memory;
    private boolean closed;

    ExportedSegment(RemoteMemory owner, RemoteSegments segments, int number, MemorySegment memory) {
        this.owner = owner;
        this.segments = segments;
        this.number = number;
        this.memory = memory;
    }

    /** The memory, which the kernel writes whenever a cell arrives. */
    public MemorySegment memory() {
        return memory;
    }

    /** Polls: true if another rank has notified this one since the last time. */
    public boolean isNotified() {
        checkOpen();
        return segments.takeNotification(number);
    }

    /** Waits until another rank notifies this one. Several notifications since the last time count as one. */
    public void awaitNotification() {
        checkOpen();
        segments.awaitNotification(number, Long.MAX_VALUE);
    }

    /**
     * {@link #awaitNotification}, at most for a time.
     *
     * @return false if the time has passed
     */
    public boolean awaitNotification(long nanoseconds) {
        checkOpen();
        return segments.awaitNotification(number, owner.now() + nanoseconds);
    }

    private void checkOpen() {
        owner.checkOpen();
        if (closed) {
            throw new RemoteException("rank " + owner.rank() + ": segment " + number + " is withdrawn");
        }
    }

    /** Withdraws the segment. Reads of other ranks fail from then on, and their writes are lost. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            segments.withdraw(number);
            owner.withdrawn(this);
        }
    }
}
