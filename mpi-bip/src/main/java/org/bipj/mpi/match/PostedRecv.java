package org.bipj.mpi.match;

import org.bipj.core.channel.RecvOp;
import org.bipj.core.payload.SegmentCache;

/** A receive that the user has posted, and then what it received. Ranks are world ranks. */
public final class PostedRecv extends RecvOp {
    /** Matches any source or tag. */
    public static final int ANY = -1;

    // What is wanted.
    Matcher matcher;
    int wantedSource;
    int wantedTag;
    /** Order of posting in the context: between a receive from one source and one from any, the older one matches. */
    long order;

    PostedRecv previous;
    PostedRecv next;
    boolean posted;

    // What came.
    private int source;
    private int tag;
    private long bytes;
    private boolean truncated;
    private boolean cancelled;

    /** A receive that is not in use. */
    public PostedRecv(SegmentCache cache) {
        super(cache);
    }

    /** Says what is wanted. The payload is set already. */
    public void want(Matcher in, int fromSource, int withTag) {
        matcher = in;
        wantedSource = fromSource;
        wantedTag = withTag;
        truncated = false;
        cancelled = false;
        done(false);
    }

    /** The matcher of the context in which it was posted. */
    public Matcher matcher() {
        return matcher;
    }

    /** Source that is wanted, or {@link #ANY}. */
    public int wantedSource() {
        return wantedSource;
    }

    /** Tag that is wanted, or {@link #ANY}. */
    public int wantedTag() {
        return wantedTag;
    }

    boolean wantsTag(int arrived) {
        return wantedTag == arrived || wantedTag == ANY;
    }

    /**
     * A message has been matched to it.
     *
     * @return how many of the message's bytes fit
     */
    public long matched(int fromSource, int withTag, long messageBytes) {
        source = fromSource;
        tag = withTag;
        truncated = messageBytes > size();
        bytes = truncated ? size() : messageBytes;
        return bytes;
    }

    /** Ends it without a message: from nobody (MPI_PROC_NULL) or cancelled. */
    public void endEmpty(int fromSource, int withTag, boolean wasCancelled) {
        source = fromSource;
        tag = withTag;
        bytes = 0;
        truncated = false;
        cancelled = wasCancelled;
        done(true);
    }

    /** World rank that the message came from. */
    public int source() {
        return source;
    }

    /** Tag of the message. */
    public int tag() {
        return tag;
    }

    /** Bytes received. */
    public long bytes() {
        return bytes;
    }

    /** True if the message was longer than the buffer. */
    public boolean isTruncated() {
        return truncated;
    }

    /** True if it was cancelled before a message matched. */
    public boolean isCancelled() {
        return cancelled;
    }
}
