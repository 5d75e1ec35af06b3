package org.bipj.mpi.rma;

import org.bipj.core.payload.SegmentCache;

/** What a rank has got, on its way out of this rank's window. */
final class WindowReply extends Leaving {
    private final Target source;

    WindowReply(SegmentCache cache, Target source) {
        super(cache);
        this.source = source;
    }

    @Override
    void end() {
        clear();
        source.replied(peer());
    }
}
