package org.bipj.ssam;

/**
 * The requests of one connection from its peer: which is expected, and which answer is owed. Pure. Remembers for the last
 * window of requests which of them were replied to, because their answers may have to be sent again.
 */
final class IncomingRequests {
    private final boolean[] replied;
    /** The number of the request that has to come next. */
    private long expected;
    /** Requests before this one are covered by answers that were sent. */
    private long covered;

    IncomingRequests(int window) {
        replied = new boolean[window];
    }

    long expected() {
        return expected;
    }

    /** Requests without a reply that no answer covers. */
    int owed() {
        return (int) (expected - covered);
    }

    /** The expected request was handled. If it was replied to, the reply covers all before it. */
    void handled(boolean withReply) {
        replied[slot(expected)] = withReply;
        expected++;
        if (withReply) {
            covered = expected;
        }
    }

    /** An acknowledgement of all that was owed leaves. */
    void acknowledged() {
        covered = expected;
    }

    boolean isReplied(long number) {
        return replied[slot(number)];
    }

    /** First of the requests without a reply directly before a number, as far as they are remembered. */
    long runBefore(long number) {
        long first = number;
        long oldest = Math.max(0, expected - replied.length);
        while (first > oldest && !isReplied(first - 1)) {
            first--;
        }
        return first;
    }

    /** Behind the last of the requests without a reply from a number on. */
    long runFrom(long number) {
        long end = number;
        while (end < expected && !isReplied(end)) {
            end++;
        }
        return end;
    }

    private int slot(long number) {
        return (int) (number % replied.length);
    }
}
