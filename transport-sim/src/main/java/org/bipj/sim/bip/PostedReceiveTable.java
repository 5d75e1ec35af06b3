package org.bipj.sim.bip;

import java.util.ArrayDeque;
import org.agrona.collections.Long2ObjectHashMap;

/** The posted receives of one board, by name, and a pool of those that are not in use. */
final class PostedReceiveTable {
    private final Long2ObjectHashMap<PostedReceive> byName = new Long2ObjectHashMap<>();
    private PostedReceive spare;
    /** The receives for datagrams, from any peer; null if there have never been any. */
    private ArrayDeque<PostedReceive> ring;

    /** How many datagrams have found no receive, or no slot in the host's queue. */
    private long dropped;

    /** An entry to fill in and add. */
    PostedReceive take() {
        PostedReceive receive = spare;
        if (receive == null) {
            return new PostedReceive(this);
        }
        spare = receive.nextSpare;
        return receive;
    }

    /** Returns an entry to the pool that is not, or no longer, posted. */
    void give(PostedReceive receive) {
        receive.into = null;
        receive.busy = false;
        receive.nextSpare = spare;
        spare = receive;
    }

    /** The receive posted under a name; null if there is none. */
    PostedReceive get(long name) {
        return byName.get(name);
    }

    /** Takes the oldest receive for a datagram; null if there is none, and the datagram is dropped. */
    PostedReceive takeFromRing() {
        PostedReceive first = ring == null ? null : ring.poll();
        if (first == null) {
            dropped++;
        }
        return first;
    }

    /** A message for this receive is lost: another one may have it. */
    void free(PostedReceive receive) {
        receive.busy = false;
        if (receive.name == PostedReceive.RING) {
            ring.addFirst(receive);
        }
    }

    /** A datagram is dropped for want of room. */
    void drop() {
        dropped++;
    }

    long dropped() {
        return dropped;
    }

    /**
     * Posts a receive.
     *
     * @throws IllegalStateException if another one is posted under its name
     */
    void add(PostedReceive receive) {
        if (receive.name == PostedReceive.RING) {
            if (ring == null) {
                ring = new ArrayDeque<>();
            }
            ring.add(receive);
            return;
        }
        if (byName.put(receive.name, receive) != null) {
            throw new IllegalStateException(
                    "a receive is already posted under name " + receive.name + "; expected one at a time");
        }
    }

    /** Takes a receive back, which must be posted. */
    void remove(PostedReceive receive) {
        byName.remove(receive.name);
    }

    int size() {
        return byName.size();
    }
}
