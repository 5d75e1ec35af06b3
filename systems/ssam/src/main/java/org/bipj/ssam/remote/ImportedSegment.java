package org.bipj.ssam.remote;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.RemoteSegments;

/** A segment of another rank's memory, which this rank may read and write. */
public final class ImportedSegment {
    private final RemoteMemory owner;
    private final RemoteSegments segments;
    private final int rank;
    private final int number;
    private final long size;

    ImportedSegment(RemoteMemory owner, RemoteSegments segments, int rank, int number, long size) {
        this.owner = owner;
        this.segments = segments;
        this.rank = rank;
        this.number = number;
        this.size = size;
    }

    /** The size of the segment, in bytes. */
    public long byteSize() {
        return size;
    }

    /**
     * Reads a part: one round trip for each 32 bytes.
     *
     * @param offset where the part begins, in bytes
     * @param into memory for the part, which fixes its size
     * @throws IndexOutOfBoundsException if the segment has no such part
     * @throws RemoteException if a cell is lost, or the segment is no longer exported
     */
    public void read(long offset, MemorySegment into) {
        check(offset, into.byteSize());
        for (long at = 0; at < into.byteSize(); at += RemoteSegments.DATA) {
            int bytes = (int) Math.min(RemoteSegments.DATA, into.byteSize() - at);
            long result = segments.read(rank, number, offset + at, into, at, bytes);
            if (result < 0) {
                throw new RemoteException(failure(offset + at, bytes, result));
            }
        }
    }

    private String failure(long offset, int bytes, long result) {
        String what = "rank " + owner.rank() + ": read of " + bytes + " bytes at " + offset + " of segment " + number
                + " of rank " + rank;
        return result == RemoteSegments.LOST
                ? what + ": no answer within " + segments.timeoutNs()
                        + " ns; a cell was lost, which remote memory does not repeat"
                : what + ": the rank no longer exports it";
    }

    /**
     * Writes a part: a cell for each 32 bytes. Returns when they have left. What is lost leaves no trace.
     *
     * @param offset where the part begins, in bytes
     * @throws IndexOutOfBoundsException if the segment has no such part
     */
    public void write(long offset, MemorySegment data) {
        check(offset, data.byteSize());
        for (long at = 0; at < data.byteSize(); at += RemoteSegments.DATA) {
            int bytes = (int) Math.min(RemoteSegments.DATA, data.byteSize() - at);
            segments.write(rank, number, offset + at, data, at, bytes, false);
        }
    }

    /** Sets the flag of the segment at its owner, behind all that was written before and has arrived. */
    public void notifyOwner() {
        check(0, 0);
        segments.write(rank, number, 0, MemorySegment.NULL, 0, 0, true);
    }

    private void check(long offset, long bytes) {
        owner.checkOpen();
        if (offset < 0 || offset > size - bytes) {
            throw new IndexOutOfBoundsException("rank " + owner.rank() + ": " + bytes + " bytes at " + offset
                    + " of segment " + number + " of rank " + rank + ", which has " + size + " bytes");
        }
    }
}
