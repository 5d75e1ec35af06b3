package org.bipj.mpi.match;

import java.util.Arrays;
import java.util.List;
import org.bipj.core.channel.SendOp;
import org.jspecify.annotations.Nullable;

/** Messages that came before their receives: a list per source and one of all, in the order of arrival. */
final class UnexpectedQueue {
    /** By source; both shorter than the sources are where jobs have been attached. */
    private @Nullable Unexpected[] heads;

    private @Nullable Unexpected[] tails;
    private @Nullable Unexpected head;
    private @Nullable Unexpected tail;

    UnexpectedQueue(int worldSize) {
        heads = new Unexpected[worldSize];
        tails = new Unexpected[worldSize];
    }

    void add(Unexpected message) {
        int source = message.source;
        if (source >= heads.length) {
            heads = Arrays.copyOf(heads, source + 1);
            tails = Arrays.copyOf(tails, source + 1);
        }
        message.previousOfSource = tails[source];
        message.nextOfSource = null;
        if (tails[source] == null) {
            heads[source] = message;
        } else {
            tails[source].nextOfSource = message;
        }
        tails[source] = message;
        message.previousOfAll = tail;
        message.nextOfAll = null;
        if (tail == null) {
            head = message;
        } else {
            tail.nextOfAll = message;
        }
        tail = message;
    }

    /** The oldest message of this source and tag, either of which may be any; null if there is none. */
    @Nullable
    Unexpected first(int source, int tag) {
        if (source == PostedRecv.ANY) {
            Unexpected at = head;
            while (at != null && !PostedRecv.takes(tag, at.tag)) {
                at = at.nextOfAll;
            }
            return at;
        }
        Unexpected at = head(source);
        while (at != null && !PostedRecv.takes(tag, at.tag)) {
            at = at.nextOfSource;
        }
        return at;
    }

    /** The oldest message of a source with a negative tag other than this one, multicast or not; null if there is none. */
    @Nullable
    Unexpected firstOther(int source, int tag) {
        return otherFrom(head(source), tag);
    }

    static @Nullable Unexpected otherFrom(@Nullable Unexpected first, int tag) {
        Unexpected at = first;
        while (at != null && (at.tag >= 0 || CallWord.plain(at.tag) == tag)) {
            at = at.nextOfSource;
        }
        return at;
    }

    /** Adds the oldest messages to a list until it has so many elements. */
    void addTo(List<Unexpected> all, int most) {
        for (Unexpected at = head; at != null && all.size() < most; at = at.nextOfAll) {
            all.add(at);
        }
    }

    private @Nullable Unexpected head(int source) {
        return source < heads.length ? heads[source] : null;
    }

    /** How many messages of that source are in the queue. */
    int count(int source) {
        int n = 0;
        for (Unexpected at = head(source); at != null; at = at.nextOfSource) {
            n++;
        }
        return n;
    }

    /** The entry of a send to oneself; null if it is not in the queue. */
    @Nullable
    Unexpected of(SendOp local) {
        Unexpected at = tail;
        while (at != null && at.local != local) {
            at = at.previousOfAll;
        }
        return at;
    }

    /** The entry of a message that its sender names by its announcement; null if it is not in the queue. */
    @Nullable
    Unexpected announced(int source, long announcement) {
        Unexpected at = head(source);
        while (at != null && (at.arrival == null || !at.arrival.is(source, announcement))) {
            at = at.nextOfSource;
        }
        return at;
    }

    void remove(Unexpected message) {
        int source = message.source;
        if (message.previousOfSource == null) {
            heads[source] = message.nextOfSource;
        } else {
            message.previousOfSource.nextOfSource = message.nextOfSource;
        }
        if (message.nextOfSource == null) {
            tails[source] = message.previousOfSource;
        } else {
            message.nextOfSource.previousOfSource = message.previousOfSource;
        }
        if (message.previousOfAll == null) {
            head = message.nextOfAll;
        } else {
            message.previousOfAll.nextOfAll = message.nextOfAll;
        }
        if (message.nextOfAll == null) {
            tail = message.previousOfAll;
        } else {
            message.nextOfAll.previousOfAll = message.previousOfAll;
        }
        message.nextOfSource = null;
        message.previousOfSource = null;
        message.nextOfAll = null;
        message.previousOfAll = null;
    }
}
