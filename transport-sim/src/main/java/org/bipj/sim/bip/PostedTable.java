package org.bipj.sim.bip;

/** The posted receives of one board, by name. */
final class PostedTable {
    private static final int FEWEST = 16;
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private Posted[] chains = new Posted[FEWEST];
    private int size;
    private Posted free;

    /** An entry that is not in the table. */
    Posted take() {
        Posted posted = free;
        if (posted == null) {
            return new Posted(this);
        }
        free = posted.following;
        return posted;
    }

    /** An entry that has left the table may be used again. */
    void give(Posted posted) {
        posted.into = null;
        posted.busy = false;
        posted.following = free;
        free = posted;
    }

    Posted get(long name) {
        Posted posted = chains[chain(name)];
        while (posted != null && posted.name != name) {
            posted = posted.following;
        }
        return posted;
    }

    void add(Posted posted) {
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

    void remove(Posted posted) {
        int at = chain(posted.name);
        if (chains[at] == posted) {
            chains[at] = posted.following;
        } else {
            Posted before = chains[at];
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

    private void link(Posted posted) {
        int at = chain(posted.name);
        posted.following = chains[at];
        chains[at] = posted;
    }

    private void grow() {
        Posted[] old = chains;
        chains = new Posted[2 * old.length];
        for (Posted first : old) {
            Posted posted = first;
            while (posted != null) {
                Posted rest = posted.following;
                link(posted);
                posted = rest;
            }
        }
    }

    private int chain(long name) {
        return (int) (name * MIX >>> 40) & chains.length - 1;
    }
}
