package org.bipj.mpi.match;

import org.bipj.core.channel.RecvOp;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.Signature;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/** A receive that the user has posted, and then what it received. Ranks are world ranks. */
public sealed class PostedRecv extends RecvOp permits WatchedRecv {
    /** The source or tag of a receive that matches all. */
    public static final int ANY = -1;

    // The receive's arguments.
    /** Null for the receive of a message that has been taken out already, and before the first use. */
    @Nullable
    Matcher matcher;

    int wantedSource;
    int wantedTag;
    /** Order of posting in the context: between a receive from one source and one from any, the older one matches. */
    long order;
    /** Where it is recorded; of a receive from any rank in a job whose choices are recorded. */
    long place;

    @Nullable
    PostedRecv previous;

    @Nullable
    PostedRecv next;

    boolean posted;
    /** A receive from one source that takes no message before this is decided. */
    boolean held;
    /** A call waits for it, so that it is not cancelled; of one that is held. */
    boolean awaited;

    // The result.
    private int source;
    private int tag;
    private long messageBytes;
    private long bytes;
    private boolean truncated;
    /** Takes a message of any length: see {@link #takeAnyLength}. */
    private boolean anyLength;
    /** The heap had no room for a message of any length. */
    private boolean noRoom;

    /** Signature of a message whose data are of other types than the receive's; else UNTYPED. */
    private int signature;

    private int mistyped;

    /** Whether the receive ended with an error: one flag, since each wait looks at it. */
    private boolean failed;

    private boolean cancelled;
    /** Why nothing comes, or may come: its source has failed; else null. */
    private @Nullable String lost;
    /** The class of that error. */
    private int lossClass;

    /** A receive that is not in use. */
    public PostedRecv(SegmentCache cache) {
        super(cache);
    }

    /** Sets source and tag. The payload is set already. */
    public void want(@Nullable Matcher in, int fromSource, int withTag) {
        matcher = in;
        wantedSource = fromSource;
        wantedTag = withTag;
        truncated = false;
        signature = Signature.UNTYPED;
        mistyped = Signature.UNTYPED;
        cancelled = false;
        lost = null;
        failed = false;
        done(false);
    }

    /**
     * Has the receive allocate a byte array of the length of the message that matches it, and receive into that. Set before
     * a message can match, with an empty payload, and reset before the operation is used again.
     */
    public void takeAnyLength(boolean value) {
        anyLength = value;
    }

    /** The matcher of the context in which it was posted; null if it was not. */
    public @Nullable Matcher matcher() {
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

    /** True as long as no message has matched it. */
    public boolean isPosted() {
        return posted;
    }

    /** A call waits for it from now on: it is not cancelled. */
    public void awaited() {
        awaited = true;
    }

    boolean wantsTag(int arrived) {
        return takes(wantedTag, arrived);
    }

    /**
     * True if a receive with a tag takes a message with another one. Negative tags are those of blocking collective calls, all
     * of which take each other if both are of multicasts or neither is: whoever receives compares them afterwards. Each takes a
     * word that ends the calls of its sender.
     */
    static boolean takes(int wanted, int arrived) {
        return wanted == arrived || wanted < 0 && (wanted == ANY || arrived < 0 && CallWord.match(wanted, arrived));
    }

    /**
     * A message has been matched to it.
     *
     * @param length bytes in the message
     * @param withSignature of its data, by {@link Signature#code}; UNTYPED where types are not checked
     * @return how many of the message's bytes fit
     */
    public long matched(int fromSource, int withTag, long length, int withSignature) {
        signature = withSignature;
        source = fromSource;
        tag = withTag;
        messageBytes = length;
        if (lost != null) {
            resume();
        }
        truncated = length > size() && !grow(length);
        bytes = truncated ? size() : length;
        mistyped = withSignature == Signature.UNTYPED || fits(withSignature) ? Signature.UNTYPED : withSignature;
        failed = truncated || isMistyped() || isClosed();
        return bytes;
    }

    private boolean grow(long length) {
        noRoom = anyLength;
        if (!anyLength) {
            return false;
        }
        anyLength = false;
        try {
            set(new byte[Math.toIntExact(length)], 0, length, TypeLayout.BYTE);
            noRoom = false;
            return true;
        } catch (OutOfMemoryError | ArithmeticException e) {
            return false;
        }
    }

    /** A message that is too long is in error anyway. */
    private boolean fits(int sent) {
        return truncated || layout().signature().matches(sent, bytes);
    }

    /** Ends it without a message: from PROC_NULL, or cancelled. */
    public void endEmpty(int fromSource, int withTag, boolean wasCancelled) {
        source = fromSource;
        tag = withTag;
        bytes = 0;
        truncated = false;
        mistyped = Signature.UNTYPED;
        cancelled = wasCancelled;
        lost = null;
        failed = false;
        done(true);
    }

    @Override
    protected void onClosed() {
        noteClosed();
        failed = true;
    }

    @Override
    public void lose(String why) {
        lose(ErrorClass.PROC_FAILED, why);
    }

    /** The same with the class of the error. */
    public void lose(int errorClass, String why) {
        endEmpty(wantedSource, wantedTag, false);
        lost = why;
        lossClass = errorClass;
        failed = true;
    }

    /** Ends waits for a posted receive from any source, one of which has failed: it stays posted, and a message still matches it. */
    public void pend(String why) {
        lose(ErrorClass.PROC_FAILED_PENDING, why);
    }

    /** True if the error is one that waits are told, and the receive goes on. */
    public boolean isPending() {
        return posted && lost != null;
    }

    /** Ends {@link #pend}: waits wait again. */
    public void resume() {
        lost = null;
        failed = false;
        done(false);
    }

    /** Why nothing has come: its source has failed; else null. */
    public @Nullable String lost() {
        return lost;
    }

    /** The error of a receive that has no message to show: its source has failed, or its buffer's arena was closed; else null. */
    public @Nullable EngineException interruption() {
        if (lost != null) {
            return new EngineException(lossClass, lost);
        }
        return isClosed() ? new EngineException(ErrorClass.BUFFER, Payload.CLOSED) : null;
    }

    /** World rank that the message came from. */
    public int source() {
        return source;
    }

    /** The tag of the message that was received. */
    public int tag() {
        return tag;
    }

    /** The signature of the message's data, by {@link Signature#code}; UNTYPED where it has none, or there is no message. */
    public int signature() {
        return signature;
    }

    /** How many bytes were received. */
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

    /** True if the message was {@linkplain #isTruncated too long} for an array on this heap. */
    public boolean isWithoutRoom() {
        return noRoom;
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
        return failed;
    }

    /** True if it was cancelled before a message matched. */
    public boolean isCancelled() {
        return cancelled;
    }
}
