package org.bipj.mpi.coll.schedule;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.port.CollPort;
import org.jspecify.annotations.Nullable;

/** A send or a receive. The step is done when the message is posted or, if the algorithm waits for it, when the message is done. */
final class MessageStep extends Step {
    private final boolean sends;
    private final boolean waits;
    private final Data data;
    private final int peer;
    private final int tag;
    /** Handle of the posted message until it is awaited; else null. */
    private @Nullable Object handle;

    MessageStep(boolean sends, boolean waits, Data data, int peer, int tag) {
        this.sends = sends;
        this.waits = waits;
        this.data = data;
        this.peer = peer;
        this.tag = tag;
    }

    @Override
    boolean run(CollPort port) {
        if (handle == null) {
            handle = sends ? port.postSend(data, peer, tag) : port.postReceive(data, peer, tag);
        }
        return !waits || ends(port);
    }

    /** Ends the message if it is done; else returns false. */
    boolean ends(CollPort port) {
        Object posted = handle;
        if (posted == null) {
            return true;
        }
        if (!port.isDone(posted)) {
            return false;
        }
        handle = null;
        port.await(posted);
        return true;
    }

    @Override
    void abandon(CollPort port) {
        if (handle != null) {
            port.abandon(handle);
            handle = null;
        }
    }
}
