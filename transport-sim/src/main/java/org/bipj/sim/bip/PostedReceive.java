package org.bipj.sim.bip;

import org.bipj.core.payload.Payload;
import org.bipj.sim.kernel.Event;

/** A receive in the board's table. As an event it is the moment at which the host has written it there. */
final class PostedReceive extends Event {
    final PostedReceives table;
    long name;
    Payload into;
    /** Longest message that it takes. */
    long bytes;

    long cookie;
    long address;
    /** A message arrives in it. */
    boolean busy;

    PostedReceive nextSpare;

    PostedReceive(PostedReceives table) {
        this.table = table;
    }

    @Override
    protected void fire() {
        table.add(this);
    }
}
