package org.bipj.core.channel;

import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;

/** The destination of one message, and the number of bytes that have arrived. Owned by the client. */
public class RecvOp extends Payload {
    boolean done;
    int handle;
    int peer;
    long sendHandle;
    long key;
    long name;
    long position;
    long limit;

    /** A receive operation that is not in use. */
    public RecvOp(SegmentCache cache) {
        super(cache);
    }

    /** True once the message has arrived completely, or is {@linkplain #lose lost}. */
    public final boolean isDone() {
        return done;
    }

    /** Source rank of the message in a receive that was posted under a name. */
    public final int sender() {
        return peer;
    }

    /** Length in bytes of the message in a receive that was posted under a name. */
    public final long received() {
        return position;
    }

    @Override
    protected void onClosed() {
        noteClosed();
    }

    /** Called when the sender has failed: no more bytes arrive, and the operation is done. */
    public void lose(String why) {
        done = true;
    }

    /** Sets whether the operation is done, for messages that the client copies itself. */
    public final void done(boolean value) {
        done = value;
    }
}
