package org.bipj.panda;

/** Messages of an order, of which some have not come yet. */
final class ReorderBuffer {
    private static final int FIRST = 64;

    /** By number, modulo the length, a power of two. */
    private Incoming[] messages = new Incoming[FIRST];
    /** Number of the first message that has not been removed. */
    private long next;

    void put(long number, Incoming message) {
        while (number - next >= messages.length) {
            grow();
        }
        messages[at(number)] = message;
    }

    private int at(long number) {
        return (int) number & messages.length - 1;
    }

    private void grow() {
        Incoming[] before = messages;
        messages = new Incoming[2 * before.length];
        for (long number = next; number < next + before.length; number++) {
            messages[at(number)] = before[(int) number & before.length - 1];
        }
    }

    /** The message whose turn it is; null if it has not come. */
    Incoming first() {
        return messages[at(next)];
    }

    Incoming removeFirst() {
        Incoming first = messages[at(next)];
        messages[at(next++)] = null;
        return first;
    }
}
