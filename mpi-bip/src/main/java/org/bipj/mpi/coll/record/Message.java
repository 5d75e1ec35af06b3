package org.bipj.mpi.coll.record;

import org.bipj.core.payload.Data;
import org.bipj.mpi.engine.CollPort;

/** A send or a receive. It is posted; the step is done then, or when the message is, as the algorithm waits for it or not. */
final class Message extends Step {
    private final boolean sends;
    private final boolean waits;
    private final Data data;
    private final int peer;
    private final int tag;
    /** What was posted and is not awaited; null: nothing. */
    private Object handle;

    Message(boolean sends, boolean waits, Data data, int peer, int tag) {
        this.sends = sends;
        this.waits = waits;
        this.data = data;
        this.peer = peer;
        this.tag = tag;
    }

    @Override
    boolean run(CollPort port) {
        if (handle == null) {
            handle = sends ? port.collPostSend(data, peer, tag) : port.collPostRecv(data, peer, tag);
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
