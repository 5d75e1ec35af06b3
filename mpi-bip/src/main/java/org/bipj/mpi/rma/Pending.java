package org.bipj.mpi.rma;

import org.bipj.core.channel.RecvOp;
import org.bipj.core.payload.SegmentCache;
import org.bipj.mpi.engine.RequestEnd;
import org.jspecify.annotations.Nullable;

/** Something that this rank has asked a target for and awaits the reply to; where data come, they go into it. */
final class Pending extends RecvOp {
    final int target;
    private final Completion completion;
    /** World rank of the target. */
    private final int peer;
    /** The end that a request of the program waits for; null where the program has no request. */
    final @Nullable RequestEnd request;

    int handle;
    boolean over;
    /** Why no reply comes: the target has failed; else null. */
    private @Nullable String lost;

    Pending(SegmentCache cache, Completion completion, int target, int peer, @Nullable RequestEnd request) {
        super(cache);
        this.completion = completion;
        this.target = target;
        this.peer = peer;
        this.request = request;
    }

    /** The rank of the target in the world. */
    int peer() {
        return peer;
    }

    @Override
    public void lose(String why) {
        super.lose(why);
        lost = why;
    }

    /** It could not be sent: no reply will come. */
    void forget() {
        completion.replied(target);
    }

    /** The reply is there, or {@linkplain #lose lost}. */
    void end() {
        over = true;
        boolean closed = isClosed();
        clear();
        completion.replied(target);
        if (lost != null) {
            completion.lose(lost, request);
        } else if (closed) {
            completion.close(request);
        } else {
            complete(request);
        }
    }

    static void complete(@Nullable RequestEnd request) {
        if (request != null) {
            request.end(null);
        }
    }
}
