package org.bipj.mpi.match;

import org.bipj.core.payload.SegmentCache;
import org.jspecify.annotations.Nullable;

/**
 * A receive of a checked job, which runs a step when a message matches it. A class of its own: where no job of the JVM is checked
 * it is not loaded, and {@link #matched} has one body.
 */
public final class WatchedRecv extends PostedRecv {
    private @Nullable Runnable step;

    /** A receive that is not in use. */
    public WatchedRecv(SegmentCache cache) {
        super(cache);
    }

    /**
     * Runs a step once, when a message matches the receive and before the first byte of it is stored. Called with progress, which is
     * where messages are matched.
     *
     * @return false, and the step is not kept, if a message has matched already
     */
    public boolean onMatch(Runnable once) {
        step = isPosted() ? once : null;
        return isPosted();
    }

    @Override
    public void want(@Nullable Matcher in, int fromSource, int withTag) {
        step = null;
        super.want(in, fromSource, withTag);
    }

    @Override
    public void endEmpty(int fromSource, int withTag, boolean wasCancelled) {
        step = null;
        super.endEmpty(fromSource, withTag, wasCancelled);
    }

    @Override
    public long matched(int fromSource, int withTag, long length, int withSignature) {
        Runnable once = step;
        step = null;
        if (once != null) {
            once.run();
        }
        return super.matched(fromSource, withTag, length, withSignature);
    }
}
