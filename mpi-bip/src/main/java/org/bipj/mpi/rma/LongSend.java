package org.bipj.mpi.rma;

import org.bipj.core.payload.SegmentCache;
import org.bipj.mpi.engine.RequestEnd;
import org.jspecify.annotations.Nullable;

/** Operands on their way out of the program's buffer. */
final class LongSend extends Leaving {
    final Window window;
    final int target;
    private final @Nullable RequestEnd request;

    LongSend(SegmentCache cache, Window window, int target, @Nullable RequestEnd request) {
        super(cache);
        this.window = window;
        this.target = target;
        this.request = request;
    }

    /** The buffer may be used again. */
    @Override
    void end() {
        boolean closed = isClosed();
        clear();
        window.completion().sent(target);
        if (refusal() == LOST) {
            String why = window.completion().failure(target);
            assert why != null : "a send is lost, and its receiver has not failed";
            window.completion().lose(why, request);
        } else if (closed) {
            window.completion().close(request);
        } else {
            Pending.complete(request);
        }
    }
}
