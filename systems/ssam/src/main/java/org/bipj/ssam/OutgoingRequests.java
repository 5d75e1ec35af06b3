package org.bipj.ssam;

/**
 * The requests of one connection to its peer: a sliding window, go-back-N. Pure: the time is an argument. Answers arrive in
 * the order of the requests that they cover. One that begins behind the first unanswered request shows that an answer was
 * lost, perhaps with a reply: it counts for nothing, and the requests are sent again, which brings the answers again.
 */
final class OutgoingRequests {
    /** {@link #answer}: it covers no request that was not answered before. */
    static final int OLD = 0;
    /** {@link #answer}: one before it was lost. */
    static final int GAP = 1;
    /** {@link #answer}: it covers requests that were outstanding. */
    static final int NEW = 2;

    private int window;
    /** The number of the next request. */
    private long next;
    /** Number of the first request without an answer. */
    private long answered;
    /** When the first of them was sent, or sent again, or something was answered. */
    private long since;

    OutgoingRequests(int window) {
        this.window = window;
    }

    long next() {
        return next;
    }

    long answered() {
        return answered;
    }

    int outstanding() {
        return (int) (next - answered);
    }

    boolean isFull() {
        return outstanding() >= window;
    }

    /** Changes the window. What is outstanding beyond it stays so. */
    void window(int requests) {
        window = requests;
    }

    /** The peer has refused all that is outstanding: the numbers are used again. */
    void withdraw() {
        next = answered;
    }

    /** Counts a request that is sent; returns its number. */
    long send(long now) {
        if (next == answered) {
            since = now;
        }
        return next++;
    }

    /**
     * An answer has come.
     *
     * @param from first request that it covers
     * @param to request behind the last one
     */
    int answer(long from, long to, long now) {
        if (to <= answered || to > next) {
            return OLD;
        }
        if (from > answered) {
            return GAP;
        }
        answered = to;
        since = now;
        return NEW;
    }

    /** The moment at which requests are to be sent again; {@link Long#MAX_VALUE}: none are outstanding. */
    long dueAt(long timeoutNs) {
        return next == answered ? Long.MAX_VALUE : since + timeoutNs;
    }

    /** Restarts the time to wait for an answer, as all outstanding requests are sent again. */
    void again(long now) {
        since = now;
    }
}
