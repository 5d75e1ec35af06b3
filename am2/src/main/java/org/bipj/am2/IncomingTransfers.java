package org.bipj.am2;

import java.util.Arrays;

/**
 * Bulk messages of which some pieces have come: pieces keep no order. A message whose rest comes back to its sender leaves
 * its entry here. When there are too many entries, those of messages that failed or were dropped go first.
 */
final class IncomingTransfers {
    /** {@link #add}: pieces are missing, or an earlier one was sent back. */
    static final int INCOMPLETE = 0;
    /** {@link #add}: all pieces have come and are in place. */
    static final int COMPLETE = 1;
    /** {@link #add}: the first of its pieces that are sent back. Others may never come: the sender stops. */
    static final int FAILED = 2;

    private static final int ENTRIES_MAX = 4096;

    private static final class Partial {
        long from;
        long number;
        long missing;
        boolean request;
        boolean failed;
        /** Whether the message was dropped: its next piece is sent back. */
        boolean dropped;
    }

    private Partial[] partials = new Partial[4];
    private int count;

    /** Counts a piece that has arrived; the result is one of the three constants above. */
    int add(boolean request, long from, long number, long total, long piece, boolean failed) {
        int at = find(from, number);
        if (at < 0) {
            at = begin(request, from, number, total);
        }
        Partial partial = partials[at];
        partial.missing -= piece;
        boolean first = failed && !partial.failed;
        partial.failed |= failed;
        boolean complete = partial.missing <= 0 && !partial.failed;
        if (partial.missing <= 0) {
            remove(at);
        }
        return first ? FAILED : complete ? COMPLETE : INCOMPLETE;
    }

    /** True if a message was dropped after some of its pieces had come. */
    boolean isDropped(long from, long number) {
        int at = find(from, number);
        return at >= 0 && partials[at].dropped;
    }

    private int find(long from, long number) {
        for (int i = 0; i < count; i++) {
            if (partials[i].number == number && partials[i].from == from) {
                return i;
            }
        }
        return -1;
    }

    private int begin(boolean request, long from, long number, long total) {
        if (count == ENTRIES_MAX) {
            remove(leastWanted());
        }
        if (count == partials.length) {
            partials = Arrays.copyOf(partials, 2 * count);
        }
        if (partials[count] == null) {
            partials[count] = new Partial();
        }
        Partial partial = partials[count];
        partial.from = from;
        partial.number = number;
        partial.missing = total;
        partial.request = request;
        partial.failed = false;
        partial.dropped = false;
        return count++;
    }

    private int leastWanted() {
        for (int i = 0; i < count; i++) {
            if (partials[i].failed || partials[i].dropped) {
                return i;
            }
        }
        return 0;
    }

    private void remove(int at) {
        Partial removed = partials[at];
        partials[at] = partials[--count];
        partials[count] = removed;
    }

    /**
     * The endpoint has another tag: requests under way are dropped. The pieces that have come were acknowledged, so the
     * sender gets a request back only if one of its later pieces is sent back: the next one is.
     */
    void dropRequests() {
        for (int i = 0; i < count; i++) {
            partials[i].dropped |= partials[i].request;
        }
    }
}
