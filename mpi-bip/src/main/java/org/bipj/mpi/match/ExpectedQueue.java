package org.bipj.mpi.match;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Posted receives from one source, or from any, in the order of posting. Receives in no queue have no neighbours. */
final class ExpectedQueue {
    private @Nullable PostedRecv head;
    private @Nullable PostedRecv tail;

    boolean isEmpty() {
        return head == null;
    }

    void add(PostedRecv receive) {
        receive.previous = tail;
        if (tail == null) {
            head = receive;
        } else {
            tail.next = receive;
        }
        tail = receive;
        receive.posted = true;
    }

    /** The oldest receive that takes this tag; null if there is none. */
    @Nullable
    PostedRecv first(int tag) {
        @Nullable PostedRecv at = head;
        while (at != null && !at.wantsTag(tag)) {
            at = at.next;
        }
        return at;
    }

    /** Takes the oldest receive that takes this tag; null if there is none. */
    @Nullable
    PostedRecv takeFirst(int tag) {
        PostedRecv first = head;
        if (first == null || !first.wantsTag(tag)) {
            return takeLater(tag);
        }
        PostedRecv second = first.next;
        head = second;
        if (second == null) {
            tail = null;
        } else {
            second.previous = null;
            first.next = null;
        }
        first.posted = false;
        return first;
    }

    private @Nullable PostedRecv takeLater(int tag) {
        PostedRecv later = first(tag);
        if (later != null) {
            remove(later);
        }
        return later;
    }

    int size() {
        int size = 0;
        for (PostedRecv at = head; at != null; at = at.next) {
            size++;
        }
        return size;
    }

    void addTo(List<PostedRecv> all) {
        for (PostedRecv at = head; at != null; at = at.next) {
            all.add(at);
        }
    }

    void remove(PostedRecv receive) {
        if (receive.previous == null) {
            head = receive.next;
        } else {
            receive.previous.next = receive.next;
        }
        if (receive.next == null) {
            tail = receive.previous;
        } else {
            receive.next.previous = receive.previous;
        }
        receive.previous = null;
        receive.next = null;
        receive.posted = false;
    }
}
