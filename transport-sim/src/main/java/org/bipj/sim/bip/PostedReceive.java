package org.bipj.sim.bip;

import org.bipj.core.payload.Payload;
import org.bipj.sim.kernel.Event;

/** A posted receive. As an event it is the moment at which the host has written it into the board. */
final class PostedReceive extends Event {
    /** The name of all receives of a ring, and of datagrams: none of a program's. */
    static final long RING = -1;

    private final PostedReceiveTable owner;
    long name;
    Payload into;
    /** Length of the longest message that fits. */
    long bytes;

    long cookie;
    long address;
    /** Whether a message is arriving for this receive. */
    boolean busy;

    /** The next free object in the pool. */
    PostedReceive nextSpare;

    PostedReceive(PostedReceiveTable owner) {
        this.owner = owner;
    }

    @Override
    protected void fire() {
        owner.add(this);
    }
}
