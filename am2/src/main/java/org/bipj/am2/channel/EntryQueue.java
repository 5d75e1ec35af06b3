package org.bipj.am2.channel;

/** Entries, oldest first, linked through themselves. */
final class EntryQueue {
    private Entry head;
    private Entry tail;
    private int size;

    boolean isEmpty() {
        return head == null;
    }

    int size() {
        return size;
    }

    Entry first() {
        return head;
    }

    void add(Entry entry) {
        entry.next = null;
        if (head == null) {
            head = entry;
        } else {
            tail.next = entry;
        }
        tail = entry;
        size++;
    }

    /** Takes the oldest one out; null if there is none. */
    Entry poll() {
        Entry entry = head;
        if (entry != null) {
            head = entry.next;
            entry.next = null;
            size--;
        }
        return entry;
    }

    /** Takes out the oldest message to an endpoint of a peer; null if there is none. */
    Entry take(int peer, long endpoint) {
        Entry before = null;
        for (Entry at = head; at != null; before = at, at = at.next) {
            if (at.peer == peer && Wire.endpoint(at.envelope) == endpoint) {
                if (before == null) {
                    head = at.next;
                } else {
                    before.next = at.next;
                }
                if (tail == at) {
                    tail = before;
                }
                at.next = null;
                size--;
                return at;
            }
        }
        return null;
    }
}
