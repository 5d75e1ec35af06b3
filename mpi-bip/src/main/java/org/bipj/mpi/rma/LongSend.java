package org.bipj.mpi.rma;

import org.bipj.core.payload.SegmentCache;
import org.bipj.mpi.engine.RequestEnd;
import org.jspecify.annotations.Nullable;

/** Operands on their way out of the program's buffer. */
final class LongSend extends Leaving {
    private final Completion completion;
    private final int target;
    private final @Nullable RequestEnd request;

    LongSend(SegmentCache cache, Completion completion, int target, @Nullable RequestEnd request) {
        super(cache);
        this.completion = completion;
        this.target = target;
        this.request = request;
    }

    /** Ends the operation: the buffer may be used again. */
    @Override
    void end() {
        boolean closed = isClosed();
        clear();
        completion.sent(target);
        if (refusal() == LOST) {
            String why = completion.failure(target);
            assert why != null : "a send is lost, and its receiver has not failed";
            completion.lose(why, request);
        } else if (closed) {
            completion.close(request);
        } else {
            Pending.complete(request);
        }
    }
}
