package org.bipj.net.tcp;

/** Links whose frames wait, or whose connection has bytes, each once, in the order in which they were added. */
final class ReadyLinks {
    private Link[] ring = new Link[8];
    private int from;
    private int links;

    boolean isEmpty() {
        return links == 0;
    }

    void add(Link link) {
        if (link.ready) {
            return;
        }
        if (links == ring.length) {
            grow();
        }
        link.ready = true;
        ring[(from + links++) % ring.length] = link;
    }

    private void grow() {
        Link[] more = new Link[2 * links];
        for (int i = 0; i < links; i++) {
            more[i] = ring[(from + i) % links];
        }
        ring = more;
        from = 0;
    }

    /** Removes a link, if it is there. */
    void remove(Link link) {
        for (int left = link.ready ? links : 0; left > 0; left--) {
            Link next = next();
            if (next != link) {
                add(next);
            }
        }
    }

    /** Removes the first one; there must be one. */
    Link next() {
        Link link = ring[from];
        ring[from] = null;
        from = (from + 1) % ring.length;
        links--;
        link.ready = false;
        return link;
    }
}
