package org.bipj.mpi.coll.record;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.engine.CollPort;

/** A send or a receive. It is posted; the step is done then, or when the message is, as the algorithm waits for it or not. */
final class Message extends Step {
    private final boolean sends;
    private final boolean waits;
    private final Object buffer;
    private final long offset;
    private final long count;
    private final TypeLayout type;
    private final int peer;
    private final int tag;
    /** What was posted and is not awaited; null: nothing. */
    private Object handle;

    Message(boolean sends, boolean waits, Object buffer, long offset, long count, TypeLayout type, int peer, int tag) {
        this.sends = sends;
        this.waits = waits;
        this.buffer = buffer;
        this.offset = offset;
        this.count = count;
        this.type = type;
        this.peer = peer;
        this.tag = tag;
    }

    @Override
    boolean run(CollPort port) {
        if (handle == null) {
            handle = sends
                    ? port.collPostSend(buffer, offset, count, type, peer, tag)
                    : port.collPostRecv(buffer, offset, count, type, peer, tag);
        }
        return !waits || ends(port);
    }

    /** Ends a message that is done; false if it is not. */
    boolean ends(CollPort port) {
        Object posted = handle;
        if (posted == null) {
            return true;
        }
        if (!port.collIsDone(posted)) {
            return false;
        }
        handle = null;
        port.collAwait(posted);
        return true;
    }

    @Override
    void abandon(CollPort port) {
        if (handle != null) {
            port.collAbandon(handle);
            handle = null;
        }
    }
}
