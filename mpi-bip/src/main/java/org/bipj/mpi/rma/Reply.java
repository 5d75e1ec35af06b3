package org.bipj.mpi.rma;

import org.bipj.core.payload.SegmentCache;

/** What a rank has got, on its way out of this rank's window. */
final class Reply extends Leaving {
    private final Target source;

    Reply(SegmentCache cache, Target source) {
        super(cache);
        this.source = source;
    }

    @Override
    void end() {
        clear();
        source.replied(peer());
    }
}
