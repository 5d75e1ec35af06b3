package org.bipj.sim.bip;

/** The posted receives of one board, by name. */
final class PostedReceives {
    private static final int FEWEST = 16;
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private PostedReceive[] chains = new PostedReceive[FEWEST];
    private int size;
    private PostedReceive free;

    /** An entry that is not in the table. */
    PostedReceive take() {
        PostedReceive posted = free;
        if (posted == null) {
            return new PostedReceive(this);
        }
        free = posted.following;
        return posted;
    }

    /** An entry that has left the table may be used again. */
    void give(PostedReceive posted) {
        posted.into = null;
        posted.busy = false;
        posted.following = free;
        free = posted;
    }

    PostedReceive get(long name) {
        PostedReceive posted = chains[chain(name)];
        while (posted != null && posted.name != name) {
            posted = posted.following;
        }
        return posted;
    }

    void add(PostedReceive posted) {
        if (get(posted.name) != null) {
            throw new IllegalStateException(
                    "a receive is posted under name " + posted.name + " already; expected one at a time");
        }
        if (size == chains.length) {
            grow();
        }
        link(posted);
        size++;
    }

    void remove(PostedReceive posted) {
        int at = chain(posted.name);
        if (chains[at] == posted) {
            chains[at] = posted.following;
        } else {
            PostedReceive before = chains[at];
            while (before.following != posted) {
                before = before.following;
            }
            before.following = posted.following;
        }
        size--;
    }

    int size() {
        return size;
    }

    private void link(PostedReceive posted) {
        int at = chain(posted.name);
        posted.following = chains[at];
        chains[at] = posted;
    }

    private void grow() {
        PostedReceive[] old = chains;
        chains = new PostedReceive[2 * old.length];
        for (PostedReceive first : old) {
            PostedReceive posted = first;
            while (posted != null) {
                PostedReceive rest = posted.following;
                link(posted);
                posted = rest;
            }
        }
    }

    private int chain(long name) {
        return (int) (name * MIX >>> 40) & chains.length - 1;
    }
}
