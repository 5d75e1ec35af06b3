package org.bipj.sim.bip;

/** Pieces of long messages in a board's memory that have to be stored, in the order in which they came: a ring. */
final class Pieces {
    private final Transfer[] messages;
    /** Where in its message each ends. */
    private final long[] ends;

    private int first;
    private int count;

    Pieces(int most) {
        messages = new Transfer[most];
        ends = new long[most];
    }

    boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    /** All of a message that has arrived and is in no piece yet. */
    void add(Transfer transfer) {
        int at = (first + count++) % messages.length;
        messages[at] = transfer;
        ends[at] = transfer.arrived;
    }

    /** The message of the oldest piece. */
    Transfer message() {
        return messages[first];
    }

    /** Where the oldest piece ends. */
    long end() {
        return ends[first];
    }

    void remove() {
        messages[first] = null;
        first = (first + 1) % messages.length;
        count--;
    }
}
