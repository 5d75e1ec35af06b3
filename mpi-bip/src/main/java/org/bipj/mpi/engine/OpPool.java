package org.bipj.mpi.engine;

import java.util.Arrays;
import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.match.HeapReserve;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.WatchedRecv;

/** Operations that are not in use. Grows to the largest number ever in use at once. */
final class OpPool {
    private final SegmentCache cache;
    private SendOp[] sends = new SendOp[64];
    private int sendCount;
    private PostedRecv[] receives = new PostedRecv[64];
    private int receiveCount;
    private final HeapReserve reserve;
    private final boolean isWatched;

    /**
     * An empty pool.
     *
     * @param isWatched true if a listener may ask when a receive is matched
     */
    OpPool(SegmentCache cache, HeapReserve reserve, boolean isWatched) {
        this.cache = cache;
        this.reserve = reserve;
        this.isWatched = isWatched;
    }

    Payload newPayload() {
        return new Payload(cache);
    }

    PostedRecv newReceive() {
        return isWatched ? new WatchedRecv(cache) : new PostedRecv(cache);
    }

    /** Copies a payload's bytes into an array, without making a wrapper. */
    void copyToArray(Payload from, byte[] to, int bytes) {
        PostedRecv target = takeReceive();
        target.set(to, 0, bytes, TypeLayout.BYTE);
        target.copyFrom(from, bytes);
        give(target);
    }

    SendOp takeSend() {
        return sendCount == 0 ? madeOne(new SendOp(cache)) : sends[--sendCount];
    }

    PostedRecv takeReceive() {
        return receiveCount == 0 ? madeOne(newReceive()) : receives[--receiveCount];
    }

    private <T> T madeOne(T op) {
        reserve.made();
        return op;
    }

    void give(SendOp op) {
        op.clear();
        if (sendCount == sends.length) {
            sends = Arrays.copyOf(sends, 2 * sendCount);
        }
        sends[sendCount++] = op;
    }

    void give(PostedRecv op) {
        op.clear();
        if (receiveCount == receives.length) {
            receives = Arrays.copyOf(receives, 2 * receiveCount);
        }
        receives[receiveCount++] = op;
    }
}
