package org.bipj.core.flight;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The long messages of one end of a rank's channel, its sends or its receives, for a recording. Each is known by a handle
 * as long as it is under way. Empty and without any cost but a test where nothing is recorded.
 */
public final class RendezvousLog {
    /** {@link #end}: the receiver copied out of the sender's memory. */
    public static final String GET = "get";

    /** {@link #end}: the sender copied into the receiver's memory. */
    public static final String PUT = "put";

    /** {@link #end}: the sender copied into packets and the receiver out of them. */
    public static final String PACKETS = "packets";

    /** {@link #end}: the receiver had no use for the message. */
    public static final String REFUSED = "refused";

    private final int rank;
    private final boolean sends;
    /** The rendezvous, by handle; null while none has begun. */
    private @Nullable RendezvousEvent @Nullable [] open;

    /**
     * A log.
     *
     * @param sends true for the sending end
     */
    public RendezvousLog(int rank, boolean sends) {
        this.rank = rank;
        this.sends = sends;
    }

    /** A message begins. Does nothing without a recording. */
    public void begin(int handle, int peer, long bytes) {
        if (FlightEvents.isOn()) {
            record(handle, peer, bytes);
        }
    }

    private void record(int handle, int peer, long bytes) {
        RendezvousEvent event = new RendezvousEvent();
        if (!event.isEnabled()) {
            return;
        }
        if (open == null || handle >= open.length) {
            int length = Math.max(64, Integer.highestOneBit(handle) << 1);
            open = open == null ? new RendezvousEvent[length] : Arrays.copyOf(open, length);
        }
        event.rank = rank;
        event.peer = peer;
        event.sends = sends;
        event.bytes = bytes;
        event.begin();
        open[handle] = event;
    }

    /** A message ends. Does nothing if its beginning was not recorded. */
    public void end(int handle, String way) {
        if (open != null) {
            commit(open, handle, way);
        }
    }

    private static void commit(@Nullable RendezvousEvent[] open, int handle, String way) {
        RendezvousEvent event = handle < open.length ? open[handle] : null;
        if (event != null) {
            open[handle] = null;
            event.way = way;
            event.commit();
        }
    }
}
