package org.bipj.sim.bip;

/** Messages in the order in which they came, linked through themselves. */
final class MessageQueue {
    private Message head;
    private Message tail;

    Message first() {
        return head;
    }

    void add(Message message) {
        message.next = null;
        if (head == null) {
            head = message;
        } else {
            tail.next = message;
        }
        tail = message;
    }

    void removeFirst() {
        Message first = head;
        head = first.next;
        first.next = null;
    }
}
