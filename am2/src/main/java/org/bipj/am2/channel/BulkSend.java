package org.bipj.am2.channel;

import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.SegmentCache;

/**
 * Data of a bulk message that go from where the program keeps them into the destination's segment, as a long message of
 * the channel. Its owner uses it again once {@link #isOver}.
 */
public final class BulkSend extends SendOp {
    private boolean over = true;

    public BulkSend(SegmentCache cache) {
        super(cache);
    }

    void begin() {
        over = false;
    }

    void end() {
        over = true;
    }

    /** True unless the message is on its way: its data have been read, or the message has come back. */
    public boolean isOver() {
        return over;
    }
}
