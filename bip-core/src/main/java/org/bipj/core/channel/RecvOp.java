package org.bipj.core.channel;

import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;

/** The destination of one message: where its bytes go, and how many have come. Owned by the client. */
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

    /** True once the message is there. */
    public final boolean isDone() {
        return done;
    }

    /** Rank that sent what has come into a receive that was posted under a name. */
    public final int sender() {
        return peer;
    }

    /** Bytes that have come into a receive that was posted under a name. */
    public final long received() {
        return position;
    }

    /** Its sender has failed: nothing more comes, and it is done. */
    public void lose(String why) {
        done = true;
    }

    /** Says whether the message is there: for messages that the client copied itself. */
    public final void done(boolean value) {
        done = value;
    }
}
