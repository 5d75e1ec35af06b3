package org.bipj.mpi.engine;

import org.bipj.mpi.match.PostedRecv;
import org.jspecify.annotations.Nullable;

/**
 * The end of an operation that a request waits for and that is neither a send nor a receive: whether it has come, and the
 * error. All its methods are called under the lock of progress, but {@link #failure} once the end has come.
 */
public class RequestEnd {
    private boolean done;
    private @Nullable Throwable failure;

    /** Creates the end of an operation that has not ended. */
    public RequestEnd() {}

    /** The operation has ended, with an error or, if that is null, without. */
    public final void end(@Nullable Throwable why) {
        failure = why;
        done = true;
    }

    final void reset() {
        done = false;
        failure = null;
    }

    /** True once the end has come. */
    protected boolean isDone() {
        return done;
    }

    /** Lets an operation that nothing but this rank ends come to its end; called without the lock of progress, before a wait. */
    public void settle() {
        // Others end by progress.
    }

    /** World rank of the process that has sent what the operation has received; ANY or that of PROC_NULL where there is none. */
    public int source() {
        return PostedRecv.ANY;
    }

    /** Tag of the message that the operation has received; ANY where there is none. */
    public int tag() {
        return PostedRecv.ANY;
    }

    /** Bytes of data that the operation has moved, where its request tells. */
    public long bytes() {
        return 0;
    }

    /** Bytes of one element of the data. */
    public long elementBytes() {
        return 1;
    }

    /** The error that the operation ended with, or null. Valid once it is done. */
    public final @Nullable Throwable failure() {
        return failure;
    }
}
