package org.bipj.sim.bip;

/** Pieces of long messages in a board's memory that have to be stored, in the order in which they came: a ring. */
final class PieceQueue {
    private final LongMessage[] messages;
    /** Where in its message each ends. */
    private final long[] ends;

    private int first;
    private int count;

    PieceQueue(int most) {
        messages = new LongMessage[most];
        ends = new long[most];
    }

    boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    /** All of a message that has arrived and is in no piece yet. */
    void add(LongMessage transfer) {
        int at = (first + count++) % messages.length;
        messages[at] = transfer;
        ends[at] = transfer.arrived;
    }

    /** The message of the oldest piece. */
    LongMessage message() {
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
