package org.bipj.mpi.rma;

import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.SegmentCache;

/** Data on their way out of memory that must not change until they have left. */
abstract class Leaving extends SendOp {
    Leaving(SegmentCache cache) {
        super(cache);
    }

    /** The data have left, or their receiver has failed. */
    abstract void end();
}
