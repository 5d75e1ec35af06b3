package org.bipj.sim.bip;

/**
 * A first-in, first-out queue of messages, linked through the messages themselves. A class that needs such a queue
 * extends it: a separate object would cost each message one more cache line.
 */
abstract class MessageQueue {
    private BoardMessage head;
    private BoardMessage tail;

    final boolean isEmpty() {
        return head == null;
    }

    /** The oldest message; null if the queue is empty. */
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

    /** Adds a message behind another one of the queue, or before all others if that is null. */
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

    /** Removes and returns the oldest message. The queue must not be empty. */
    final BoardMessage remove() {
        BoardMessage first = head;
        head = first.next;
        first.next = null;
        return first;
    }

    /** Removes and returns the oldest message of a process; null if there is none. */
    final BoardMessage removeOf(int from) {
        BoardMessage before = null;
        BoardMessage message = head;
        while (message != null && message.from != from) {
            before = message;
            message = message.next;
        }
        if (message == null || before == null) {
            return message == null ? null : remove();
        }
        before.next = message.next;
        tail = message == tail ? before : tail;
        message.next = null;
        return message;
    }
}
