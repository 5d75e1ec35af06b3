package org.bipj.sim.bip;

/** The pieces of long messages in a board's memory that are to be stored, first in, first out: a ring. */
final class PieceQueue {
    private final LongMessage[] messages;
    /** The end of each piece, as a position in its message. */
    private final long[] ends;

    private int first;
    private int count;

    PieceQueue(int capacity) {
        messages = new LongMessage[capacity];
        ends = new long[capacity];
    }

    boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    /** Adds the bytes of a message that have arrived and are not part of a piece yet. */
    void add(LongMessage message) {
        int at = (first + count++) % messages.length;
        messages[at] = message;
        ends[at] = message.arrived;
    }

    /** True if a piece of the message is in the queue. */
    boolean has(LongMessage message) {
        for (int i = 0; i < count; i++) {
            if (messages[(first + i) % messages.length] == message) {
                return true;
            }
        }
        return false;
    }

    /** The message that the oldest piece belongs to. */
    LongMessage message() {
        return messages[first];
    }

    /** Where the oldest piece ends in its message. */
    long end() {
        return ends[first];
    }

    void remove() {
        messages[first] = null;
        first = (first + 1) % messages.length;
        count--;
    }
}
