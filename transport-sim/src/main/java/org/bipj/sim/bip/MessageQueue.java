package org.bipj.sim.bip;

/**
 * Messages in the order in which they came, linked through themselves. Those that have such a queue extend it: an
 * object between would cost each message one more line of the cache.
 */
abstract class MessageQueue {
    private BoardMessage head;
    private BoardMessage tail;

    final boolean isEmpty() {
        return head == null;
    }

    /** The oldest; null if there is none. */
    final BoardMessage first() {
        return head;
    }

    final void add(BoardMessage message) {
        if (head == null) {
            head = message;
        } else {
            tail.next = message;
        }
        tail = message;
    }

    /** Adds a message behind another one of the queue; before all others if that is null. */
    final void addBehind(BoardMessage before, BoardMessage message) {
        if (before == tail || head == null) {
            add(message);
        } else if (before == null) {
            message.next = head;
            head = message;
        } else {
            message.next = before.next;
            before.next = message;
        }
    }

    /** The queue must not be empty. */
    final BoardMessage remove() {
        BoardMessage first = head;
        head = first.next;
        first.next = null;
        return first;
    }
}
