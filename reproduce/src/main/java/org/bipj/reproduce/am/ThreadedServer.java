package org.bipj.reproduce.am;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.Endpoint;
import org.bipj.core.nic.EndpointGroup;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.EndpointSink;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.nic.NicPort;
import org.bipj.reproduce.lab.Cluster;

/**
 * A server with a thread for each endpoint (AM-II, section 5.4, figure 11), on one processor. A thread waits on its
 * endpoint's semaphore, which is posted when a message finds the endpoint empty, and handles a batch when its turn comes.
 * While its reply waits until the endpoint is resident the thread is suspended, and the others run. The threads are turns
 * of one program, as in virtual time only a rank's main thread communicates.
 */
final class ThreadedServer implements AutoCloseable {
    /** Most messages of a batch: a receive queue. */
    private static final int BATCH = 16;

    /** Time of a look at all semaphores, where no thread can run. */
    private static final double LOOK_US = 1;

    private final Job job = Jobs.of(null);
    private final NicPort port = job.open();
    private final List<Worker> workers = new ArrayList<>();
    private final ArrayDeque<Worker> runnable = new ArrayDeque<>();
    private final double switchUs;
    private int lastRequests;

    /**
     * Opens endpoints, and waits until all ranks have done so.
     *
     * @param switchUs cost of the event that wakes a thread, and of the change to it
     */
    ThreadedServer(Cluster.Rank rank, int endpoints, double switchUs) {
        this.switchUs = switchUs;
        for (int i = 0; i < endpoints; i++) {
            workers.add(new Worker());
        }
        job.compute(1000 * (AmRank.START_US - rank.now()));
    }

    /** Answers requests until that number of clients have left. */
    void serve(int clients) {
        while (lastRequests < clients || workers.stream().anyMatch(Worker::isSuspended)) {
            for (Worker worker : workers) {
                if (worker.isPosted()) {
                    worker.queued = true;
                    runnable.add(worker);
                }
            }
            if (!runnable.isEmpty()) {
                job.compute(1000 * switchUs);
                runnable.remove().run();
            } else {
                // Where messages wait for threads that are suspended, the port does not wait for others.
                job.compute(1000 * LOOK_US);
                port.idle(1);
            }
        }
    }

    @Override
    public void close() {
        port.close();
    }

    /** A thread and its endpoint. */
    private final class Worker implements EndpointSink {
        private final EndpointGroup group = port.endpoints().group();
        private final Endpoint endpoint = port.endpoints().open(group, this);
        private boolean queued;
        private long seen;
        /** Messages may be left: enabling the event posts it. */
        private boolean left;
        /** The destination of the reply that it is suspended for; negative if there is none. */
        private long to = -1;

        Worker() {
            endpoint.setTag(AmRank.TAG);
        }

        boolean isSuspended() {
            return to >= 0;
        }

        boolean isPosted() {
            if (queued) {
                return false;
            }
            return isSuspended() ? endpoint.canReply() : left || group.arrivals() != seen;
        }

        void run() {
            queued = false;
            if (isSuspended()) {
                answer(to);
            }
            seen = group.arrivals();
            int handled = 0;
            while (!isSuspended() && handled < BATCH && group.poll(1) > 0) {
                handled++;
            }
            left = handled == BATCH || isSuspended();
        }

        private void answer(long client) {
            to = AmRank.send(endpoint, Endpoints.REPLY, client, 0, AmRank.TAG, 0) ? -1 : client;
        }

        @Override
        public int onMessage(
                int kind,
                long from,
                long tag,
                long header,
                MemorySegment words,
                long wordsAt,
                int wordCount,
                MemorySegment data,
                long dataAt,
                int bytes) {
            lastRequests += header == AmRank.LAST ? 1 : 0;
            answer(from);
            return DONE;
        }

        @Override
        public void onReturned(
                int kind,
                long client,
                long tag,
                int reason,
                long header,
                MemorySegment words,
                long wordsAt,
                int wordCount,
                MemorySegment data,
                long dataAt,
                int bytes) {
            throw new IllegalStateException(
                    "server: a reply to " + EndpointName.of(client) + " came back for reason " + reason);
        }
    }
}
