package org.bipj.sim.am;

import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.kernel.Event;

/**
 * A packet of a privileged endpoint: its route is explicit, and nothing is known of what it carries. As an event it is the
 * moment at which the host has written it into the board.
 */
final class RawPacket extends Event {
    private final Lanai lanai;
    final byte[] turns;
    final Object content;
    final int bytes;
    /** The endpoint's listener is to be notified when it has left. */
    final boolean reports;

    RawPacket(Lanai lanai, byte[] turns, Object content, int bytes, boolean reports) {
        this.lanai = lanai;
        this.turns = turns;
        this.content = content;
        this.bytes = bytes;
        this.reports = reports;
    }

    @Override
    public String toString() {
        return content.toString();
    }

    @Override
    protected void fire() {
        lanai.ring(this);
    }
}
