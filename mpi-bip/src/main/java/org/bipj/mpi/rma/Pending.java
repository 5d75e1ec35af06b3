package org.bipj.mpi.rma;

import org.bipj.core.channel.RecvOp;
import org.bipj.core.payload.SegmentCache;
import org.bipj.mpi.match.PostedRecv;

/** Something that this rank has asked a target for and awaits the reply to; where data come, they go into it. */
final class Pending extends RecvOp {
    final Window window;
    final int target;
    /** The operation that a request of the program completes with; null where the program has no request. */
    final PostedRecv request;

    int handle;
    boolean over;

    Pending(SegmentCache cache, Window window, int target, PostedRecv request) {
        super(cache);
        this.window = window;
        this.target = target;
        this.request = request;
    }

    /** The reply is there. */
    void end() {
        over = true;
        clear();
        window.completion().replied(target);
        complete(request);
    }

    static void complete(PostedRecv request) {
        if (request != null) {
            request.endEmpty(PostedRecv.ANY, PostedRecv.ANY, false);
        }
    }
}
