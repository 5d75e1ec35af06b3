package org.bipj.mpi.engine;

import org.jspecify.annotations.Nullable;

/** Knows which processes of a job have failed that goes on without them, and what that ends. Called under the lock of progress. */
public interface Failures {
    /** A process has failed: nothing comes from it any more. */
    void failed(int peer, String why);

    /** Why nothing comes from a process in a context: it has failed, or lacks the communicator; null for others, and for any source. */
    @Nullable
    String why(int context, int source);

    /** Why a receive from any source in a context may wait in vain: a failure that is not acknowledged; null if there is none. */
    @Nullable
    String ofAnySource(int context);
}
