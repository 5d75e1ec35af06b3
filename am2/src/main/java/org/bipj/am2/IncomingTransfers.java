package org.bipj.am2;

import java.util.Arrays;

/**
 * Bulk messages of which some pieces have come: pieces keep no order. A message whose rest comes back to its sender leaves
 * its entry here, so entries of a source's older messages go when there are too many.
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
    }

    private Partial[] partials = new Partial[4];
    private int count;

    /** Counts a piece. */
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
            remove(0);
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
        return count++;
    }

    private void remove(int at) {
        Partial removed = partials[at];
        partials[at] = partials[--count];
        partials[count] = removed;
    }

    /** The endpoint has another tag: the rest of requests under way goes back. */
    void dropRequests() {
        for (int i = count - 1; i >= 0; i--) {
            if (partials[i].request) {
                remove(i);
            }
        }
    }
}
