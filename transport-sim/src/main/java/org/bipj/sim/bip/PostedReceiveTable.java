package org.bipj.sim.bip;

import org.agrona.collections.Long2ObjectHashMap;

/** The posted receives of one board, by name, and a pool of those that are not in use. */
final class PostedReceiveTable {
    private final Long2ObjectHashMap<PostedReceive> byName = new Long2ObjectHashMap<>();
    private PostedReceive spare;

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

    /**
     * Posts a receive.
     *
     * @throws IllegalStateException if another one is posted under its name
     */
    void add(PostedReceive receive) {
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
