package org.bipj.reproduce.am;

import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
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
 * What the measuring programs need of an active message library, straight over a rank's endpoints: requests within a
 * number of credits, and a reply of four words to each request. Polls happen only where a program waits or asks for one. Replies
 * that find no entry wait in the host's memory, so that requests are polled as fast as they come.
 */
final class AmRank implements AutoCloseable {
    /** Arguments of a message in the published measurements. */
    static final int WORDS = 4;

    /** The tag where there are some; boards of one endpoint have none. */
    static final long TAG = 77;

    /** Everybody's endpoints are open after so long. */
    static final double START_US = 20;

    /** The header by which a client says that this is its last request. */
    static final long LAST = 1L << 40;

    /** A reply that has found no entry in its endpoint. */
    private record Reply(Endpoint endpoint, long to, long header) {
        boolean send() {
            return AmRank.send(endpoint, Endpoints.REPLY, to, 0, TAG, header);
        }
    }

    private final Job job = Jobs.of(null);
    private final Cluster.Rank rank;
    private final NicPort port = job.open();
    private final EndpointGroup group = port.endpoints().group();
    private final ArrayDeque<Reply> waiting = new ArrayDeque<>();
    private final int window;
    private final long tag = port.endpoints().restriction() == null ? TAG : Endpoints.ANY_TAG;
    /** The endpoint from which requests are sent. */
    private Endpoint first;

    private int outstanding;
    private long repliesIn;
    private int lastRequests;

    /**
     * Opens endpoints, and waits until all ranks have done so.
     *
     * @param window requests that may be outstanding: K_user
     */
    AmRank(Cluster.Rank rank, int count, int window) {
        this.rank = rank;
        this.window = window;
        for (int i = 0; i < count; i++) {
            Sink sink = new Sink();
            sink.endpoint = port.endpoints().open(group, sink);
            sink.endpoint.setTag(tag);
            first = i == 0 ? sink.endpoint : first;
        }
        compute(START_US - rank.now());
    }

    /** Name of an endpoint of another rank. */
    static long name(int rank, int endpoint) {
        return new EndpointName(rank, endpoint, 0).packed();
    }

    double now() {
        return rank.now();
    }

    void compute(double us) {
        job.compute(1000 * us);
    }

    /** How many replies have arrived. */
    long replies() {
        return repliesIn;
    }

    /** Sends a request from the first endpoint, as soon as there is a credit. */
    void request(long to, int bytes) {
        request(to, bytes, 0);
    }

    private void request(long to, int bytes, long header) {
        while (outstanding == window) {
            round();
        }
        outstanding++;
        while (!send(first, Endpoints.REQUEST, to, bytes, tag, header)) {
            round();
        }
    }

    /** Sends a request without data if that takes no waiting; else false. */
    boolean tryRequest(long to) {
        boolean isSent = outstanding < window && send(first, Endpoints.REQUEST, to, 0, tag, 0);
        outstanding += isSent ? 1 : 0;
        return isSent;
    }

    /** Sends a message of four words; false if there is no room now. */
    static boolean send(Endpoint from, int kind, long to, int bytes, long tag, long header) {
        long entry = from.claim(kind, to, WORDS, bytes);
        if (entry == Endpoint.BACK_PRESSURED) {
            return false;
        }
        for (int word = 0; word < WORDS; word++) {
            from.words().set(ValueLayout.JAVA_INT, from.wordsAt(entry) + (long) Integer.BYTES * word, word);
        }
        from.commit(entry, tag, header);
        return true;
    }

    /** Polls once, for one message; false if there is none. */
    boolean poll() {
        return group.poll(1) > 0;
    }

    /** Waits until all requests have been answered. */
    void finish() {
        while (outstanding > 0) {
            round();
        }
    }

    /** Notifies a server that this client sends no more, and waits for the answer. Messages may overtake each other. */
    void leave(long to) {
        finish();
        request(to, 0, LAST);
        finish();
    }

    /** Answers requests until that number of clients have left. */
    void serve(int clients) {
        while (lastRequests < clients || !waiting.isEmpty()) {
            round();
        }
    }

    private void round() {
        boolean found = group.poll(1) > 0;
        if (!sendWaiting() && !found) {
            port.idle(1);
        }
    }

    @Override
    public void close() {
        port.close();
    }

    /** Sends replies that wait. True if one could be sent. */
    private boolean sendWaiting() {
        int before = waiting.size();
        while (!waiting.isEmpty() && waiting.peek().send()) {
            waiting.remove();
        }
        return waiting.size() < before;
    }

    /** Takes the messages of one endpoint: answers requests, and counts replies. */
    private final class Sink implements EndpointSink {
        private Endpoint endpoint;

        @Override
        public int onMessage(EndpointMessage message) {
            if (message.kind() == Endpoints.REPLY) {
                outstanding--;
                repliesIn++;
                return DONE;
            }
            long from = message.peer();
            long header = message.header();
            lastRequests += header == LAST ? 1 : 0;
            if (!waiting.isEmpty() || !send(endpoint, Endpoints.REPLY, from, 0, message.tag(), header)) {
                waiting.add(new Reply(endpoint, from, header));
            }
            return DONE;
        }

        @Override
        public void onReturned(EndpointMessage message, int reason) {
            throw new IllegalStateException("rank " + rank.number() + ": a message to "
                    + EndpointName.of(message.peer()) + " came back for reason " + reason);
        }
    }
}
