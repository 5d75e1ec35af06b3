package org.bipj.reproduce.am;

import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.Endpoint;
import org.bipj.core.nic.EndpointGroup;
import org.bipj.core.nic.EndpointMessage;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.EndpointSink;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.nic.NicPort;
import org.bipj.reproduce.lab.Cluster;

/**
 * A server with a thread for each endpoint (AM-II, section 5.4, figure 11), on one processor. A thread waits on its
 * endpoint's semaphore, which is posted when a message finds the endpoint empty, handles a batch, and waits again. One that
 * replies from an endpoint that is not resident is suspended, and the others run.
 */
final class ThreadedServer implements AutoCloseable {
    /** Most messages of a batch: a receive queue. */
    private static final int BATCH = 16;

    private final Cluster.Rank rank;
    private final Job job = Jobs.of(null);
    private final NicPort port = job.open();
    private final Worker[] workers;
    private int lastRequests;

    /** Opens endpoints, and waits until all ranks have done so. */
    ThreadedServer(Cluster.Rank rank, int endpoints) {
        this.rank = rank;
        workers = new Worker[endpoints];
        for (int i = 0; i < endpoints; i++) {
            workers[i] = new Worker();
        }
        job.compute(1000 * (AmRank.START_US - rank.now()));
    }

    /** Answers requests until that number of clients have left. */
    void serve(int clients) {
        for (int i = 0; i < workers.length; i++) {
            rank.start("thread of endpoint " + i, workers[i]::run);
        }
        rank.await("the last request of each client", () -> lastRequests == clients && areDone());
    }

    /** True if no thread is suspended with a reply, or has messages left. */
    private boolean areDone() {
        for (Worker worker : workers) {
            if (worker.busy) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        port.close();
    }

    /** A thread of the server, with an endpoint that it waits for. */
    private final class Worker implements EndpointSink {
        private final EndpointGroup group = port.endpoints().group();
        private final Endpoint endpoint = port.endpoints().open(group, this);
        private boolean busy;

        Worker() {
            endpoint.setTag(AmRank.TAG);
        }

        /** Never ends: the rank ends with its main thread. */
        void run() {
            while (true) {
                long seen = group.arrivals();
                busy = true;
                int handled = 0;
                while (handled < BATCH && group.hasArrived()) {
                    handled += group.poll(1);
                }
                if (handled < BATCH) {
                    busy = false;
                    group.awaitArrival(seen);
                }
            }
        }

        @Override
        public int onMessage(EndpointMessage message) {
            if (!AmRank.send(endpoint, Endpoints.REPLY, message.peer(), 0, AmRank.TAG, 0)) {
                throw new IllegalStateException("server: no entry for a reply, with at most " + LogP.WINDOW + " due");
            }
            lastRequests += message.header() == AmRank.LAST ? 1 : 0;
            return DONE;
        }

        @Override
        public void onReturned(EndpointMessage message, int reason) {
            throw new IllegalStateException(
                    "server: a reply to " + EndpointName.of(message.peer()) + " came back for reason " + reason);
        }
    }
}
