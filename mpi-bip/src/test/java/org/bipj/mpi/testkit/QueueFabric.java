package org.bipj.mpi.testkit;

import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.bipj.core.nic.NicPort;

/** What the ports of one job share: an inbox for each rank and lane, and how many packets of each pair are in use. */
final class QueueFabric {
    /** Packets of one pair and lane that may be on their way or kept. Few, so that tests meet a full port. */
    static final int WINDOW = 16;

    /**
     * A packet on its way.
     *
     * @param from rank that sent it
     */
    record Packet(int from, int lane, int immediate, MemorySegment memory, int length) {}

    final int ranks;
    private final Queue<Packet>[] inboxes;
    private final AtomicIntegerArray inUse;
    /** Why the job was ended; null while it goes on. */
    private volatile String aborted;

    QueueFabric(int ranks) {
        this.ranks = ranks;
        this.inboxes = queues(ranks * NicPort.LANES);
        this.inUse = new AtomicIntegerArray(ranks * ranks * NicPort.LANES);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Queue<Packet>[] queues(int n) {
        Queue<Packet>[] queues = new Queue[n];
        for (int i = 0; i < n; i++) {
            queues[i] = new ConcurrentLinkedQueue<>();
        }
        return queues;
    }

    Queue<Packet> inbox(int rank, int lane) {
        return inboxes[rank * NicPort.LANES + lane];
    }

    private int pair(int from, int to, int lane) {
        return (from * ranks + to) * NicPort.LANES + lane;
    }

    /** Takes room for one packet; false if there is none. Only {@code from} takes. */
    boolean take(int from, int to, int lane) {
        int at = pair(from, to, lane);
        if (inUse.get(at) >= WINDOW) {
            return false;
        }
        inUse.incrementAndGet(at);
        return true;
    }

    void giveBack(int from, int to, int lane) {
        inUse.decrementAndGet(pair(from, to, lane));
    }

    void abort(String reason) {
        aborted = aborted == null ? reason : aborted;
    }

    /** Ends a rank's wait when another rank has ended the job. */
    void checkAborted() {
        String reason = aborted;
        if (reason != null) {
            throw new JobEnded(reason);
        }
    }
}
