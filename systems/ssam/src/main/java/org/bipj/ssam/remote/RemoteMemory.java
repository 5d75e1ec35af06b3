package org.bipj.ssam.remote;

import java.util.ArrayList;
import java.util.List;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.RemoteSegments;
import org.bipj.core.runtime.Client;
import org.bipj.core.runtime.RankRuntime;
import org.bipj.core.runtime.Threads;

/**
 * Remote memory of one rank. The kernel of a rank's host serves its segments: the rank's program does not run, but loses the
 * processor's time.
 *
 * <pre>{@code
 * try (RemoteMemory remote = RemoteMemory.init()) {
 *     ExportedSegment mine = remote.export(7, 4096);             others import it by rank and number
 *     ImportedSegment theirs = remote.importSegment(peer, 7);    waits until the peer has exported it
 *     theirs.write(0, data);                                     returns when the cells have left
 *     theirs.notifyOwner();                                      makes the owner's flag ready
 *     mine.awaitNotification();
 *     theirs.read(0, buffer);                                    a round trip for each 32 bytes
 * }
 * }</pre>
 *
 * <p>Remote memory is unreliable and has no flow control, as in the paper. A write that is lost leaves no trace; a read
 * whose cells are lost ends with a {@link RemoteException} after the platform's time-out. Cells that arrive are in order.
 *
 * <p>It needs hosts with ATM network interfaces, which the simulator has: {@code --mode sim --platform ss20-atm}. A program
 * may use {@link org.bipj.ssam.Ssam} too; its cells then also cause interrupts. The kernel
 * serves a rank's segments until {@link #close}, and refuses them afterwards.
 */
public final class RemoteMemory implements AutoCloseable {
    /** Times that an import looks for a segment that its owner has not exported yet. */
    private static final int TRIES = 100;

    private final RankRuntime runtime;
    private final NicPort port;
    private final RemoteSegments segments;
    private final List<ExportedSegment> exported = new ArrayList<>();
    private boolean closed;

    private RemoteMemory(RankRuntime runtime) {
        this.runtime = runtime;
        port = runtime.port();
        segments = port.remoteSegments();
        if (segments == null) {
            throw new RemoteException(
                    "rank " + port.rank() + ": remote memory needs hosts with an ATM network interface;"
                            + " expected mpirun --mode sim --platform ss20-atm");
        }
        runtime.started();
    }

    /**
     * Joins the job.
     *
     * @throws RemoteException if the job's hosts have no ATM network interfaces
     */
    public static RemoteMemory init() {
        Job job = Jobs.of(null);
        RankRuntime runtime = RankRuntime.join(job, Client.REMOTE_MEMORY, Threads.AS_OTHERS);
        try {
            return new RemoteMemory(runtime);
        } catch (RuntimeException e) {
            runtime.leave(Client.REMOTE_MEMORY);
            throw e;
        }
    }

    /** This rank's number, from 0. */
    public int rank() {
        return port.rank();
    }

    /** The number of ranks in the job. */
    public int size() {
        return port.size();
    }

    /** Nanoseconds since some moment in the past, in the job's time. */
    public long now() {
        return port.now();
    }

    /**
     * Exports a segment of zeros.
     *
     * @param number 0 to 65535, not in use on this rank
     * @param bytes its size, which the kernel pins
     * @throws org.bipj.core.nic.PortException if the number is in use, or the kernel cannot pin that much
     */
    public ExportedSegment export(int number, int bytes) {
        checkOpen();
        ExportedSegment segment = new ExportedSegment(this, segments, number, segments.export(number, bytes));
        exported.add(segment);
        return segment;
    }

    void withdrawn(ExportedSegment segment) {
        exported.remove(segment);
    }

    /**
     * Imports a segment of another rank. Waits while that rank has not exported it.
     *
     * @throws RemoteException if the rank does not export it within 100 attempts, a time-out each
     */
    public ImportedSegment importSegment(int rank, int number) {
        checkOpen();
        long size = RemoteSegments.LOST;
        for (int i = 0; i < TRIES && size < 0; i++) {
            long until = port.now() + segments.timeoutNs();
            size = segments.size(rank, number);
            if (size < 0) {
                segments.sleep(until);
            }
        }
        if (size < 0) {
            throw new RemoteException("rank " + rank() + ": rank " + rank + " has not exported segment " + number
                    + " within " + TRIES + " attempts; expected that it does so before it ends");
        }
        return new ImportedSegment(this, segments, rank, number, size);
    }

    void checkOpen() {
        if (closed) {
            throw new RemoteException("rank " + rank() + ": remote memory is closed");
        }
    }

    /** Withdraws this rank's segments. Not collective: others' reads of them fail from then on. */
    @Override
    public void close() {
        if (!closed) {
            List.copyOf(exported).forEach(ExportedSegment::close);
            closed = true;
            runtime.leave(Client.REMOTE_MEMORY);
        }
    }
}
