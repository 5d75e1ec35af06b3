package org.bipj.am2.channel;

/** A queue of entries, oldest first, that links them through {@link Entry#next}. */
final class EntryQueue {
    private static final long NO_ENDPOINT = -1;

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

    /** True if an entry goes to a rank, or comes from it. */
    boolean has(int peer) {
        Entry at = head;
        while (at != null && at.peer != peer) {
            at = at.next;
        }
        return at != null;
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

    /** Takes out the oldest message for which there is ROOM; null if there is none. */
    Entry takeFor(Entry room) {
        return take(room.peer, AmEnvelope.endpoint(room.envelope), NO_ENDPOINT);
    }

    /** Takes out the oldest ROOM for a message; null if there is none. */
    Entry takeRoomFor(Entry message) {
        return take(message.peer, NO_ENDPOINT, message.envelope);
    }

    private Entry take(int peer, long endpoint, long envelope) {
        Entry before = null;
        for (Entry at = head; at != null; before = at, at = at.next) {
            boolean fits = endpoint != NO_ENDPOINT
                    ? AmEnvelope.isTo(at.envelope, endpoint)
                    : AmEnvelope.isTo(envelope, AmEnvelope.endpoint(at.envelope));
            if (at.peer == peer && fits) {
                remove(before, at);
                return at;
            }
        }
        return null;
    }

    private void remove(Entry before, Entry entry) {
        if (before == null) {
            head = entry.next;
        } else {
            before.next = entry.next;
        }
        if (tail == entry) {
            tail = before;
        }
        entry.next = null;
        size--;
    }
}
