package org.bipj.core.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A long message at one of its ends. */
@Name("org.bipj.Rendezvous")
@Label("Rendezvous")
@Description(
        "A long message: at the sender from its announcement on, at the receiver from its acceptance on, until its end")
@Category("BIPJ")
@StackTrace(false)
final class RendezvousEvent extends Event {
    @Label("Rank")
    int rank;

    @Label("Peer")
    int peer;

    @Label("Sends")
    boolean sends;

    @Label("Bytes")
    long bytes;

    @Label("Way")
    @Nullable
    String way;
}
