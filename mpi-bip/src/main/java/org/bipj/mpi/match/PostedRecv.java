package org.bipj.mpi.match;

import org.bipj.core.channel.RecvOp;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.Signature;

/** A receive that the user has posted, and then what it received. Ranks are world ranks. */
public final class PostedRecv extends RecvOp {
    /** Matches any source or tag. */
    public static final int ANY = -1;

    // The receive's arguments.
    Matcher matcher;
    int wantedSource;
    int wantedTag;
    /** Order of posting in the context: between a receive from one source and one from any, the older one matches. */
    long order;

    PostedRecv previous;
    PostedRecv next;
    boolean posted;

    // The result.
    private int source;
    private int tag;
    private long messageBytes;
    private long bytes;
    private boolean truncated;
    /** Signature of a message whose data are of other types than the receive's; else UNTYPED. */
    private int mistyped;

    private boolean cancelled;
    /** Why nothing comes: its source has failed; else null. */
    private String lost;

    /** A receive that is not in use. */
    public PostedRecv(SegmentCache cache) {
        super(cache);
    }

    /** Sets source and tag. The payload is set already. */
    public void want(Matcher in, int fromSource, int withTag) {
        matcher = in;
        wantedSource = fromSource;
        wantedTag = withTag;
        truncated = false;
        mistyped = Signature.UNTYPED;
        cancelled = false;
        lost = null;
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
     * @param length bytes in the message
     * @param signature of its data, by {@link Signature#code}; UNTYPED where types are not checked
     * @return how many of the message's bytes fit
     */
    public long matched(int fromSource, int withTag, long length, int signature) {
        source = fromSource;
        tag = withTag;
        messageBytes = length;
        lost = null;
        truncated = length > size();
        bytes = truncated ? size() : length;
        mistyped = signature == Signature.UNTYPED || fits(signature) ? Signature.UNTYPED : signature;
        return bytes;
    }

    /** A message that is too long is in error anyway. */
    private boolean fits(int signature) {
        return truncated || layout().signature().matches(signature, bytes);
    }

    /** Ends it without a message: from PROC_NULL, or cancelled. */
    public void endEmpty(int fromSource, int withTag, boolean wasCancelled) {
        source = fromSource;
        tag = withTag;
        bytes = 0;
        truncated = false;
        mistyped = Signature.UNTYPED;
        cancelled = wasCancelled;
        done(true);
    }

    @Override
    public void lose(String why) {
        endEmpty(wantedSource, wantedTag, false);
        lost = why;
    }

    /** Why nothing has come: its source has failed; else null. */
    public String lost() {
        return lost;
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

    /** Length of the message in bytes, received or not. */
    public long messageBytes() {
        return messageBytes;
    }

    /** True if the message was longer than the buffer. */
    public boolean isTruncated() {
        return truncated;
    }

    /** True if the message's data are of other types than the receive's. */
    public boolean isMistyped() {
        return mistyped != Signature.UNTYPED;
    }

    /** Describes the data of such a message. */
    public String sentType() {
        return Signature.nameOf(mistyped);
    }

    /** True if it ended with an error. */
    public boolean hasFailed() {
        return truncated || isMistyped() || lost != null;
    }

    /** True if it was cancelled before a message matched. */
    public boolean isCancelled() {
        return cancelled;
    }
}
