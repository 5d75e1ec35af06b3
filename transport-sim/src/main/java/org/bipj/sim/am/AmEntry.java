package org.bipj.sim.am;

import java.lang.foreign.MemorySegment;
import org.bipj.core.protocol.SendChannels;
import org.bipj.sim.kernel.Event;

/**
 * One message in an endpoint's queue: an entry of its page on the board, and its part of the staging area in the host's
 * memory. As an event it is the moment at which a change by the host takes effect on the board, or one by the board on
 * the host.
 *
 * <pre>
 *   to send:   FREE - claim - CLAIMED - commit - QUEUED - transmitted, acknowledged - FREE
 *                                                   +---- given up, refused for good - RETURNED - polled - FREE
 *   received:  FREE - arrives - ARRIVING - READY - polled - DONE - FREE
 *                                                     +---- refused by the library - QUEUED - ... - FREE
 * </pre>
 */
final class AmEntry extends Event {
    enum State {
        FREE,
        /** The host is writing the message. */
        CLAIMED,
        /** The firmware has to send it, until it is acknowledged: it is committed, or it is a received one on its way back. */
        QUEUED,
        /** The message has come back, and waits for a poll. */
        RETURNED,
        /** The board takes it to the host. */
        ARRIVING,
        /** The message is in host memory, and waits for a poll. */
        READY,
        /** The host has polled it, and the board learns of that at the host's time. */
        DONE
    }

    final BoardEndpoint endpoint;
    /** Its place among all entries of the endpoint. */
    final int index;

    State state = State.FREE;
    /** The state that it enters when the event fires. */
    private State next;

    /** Whether the message is a request or a reply. */
    int kind;
    /** The packed name of the endpoint that the message goes to, or comes from. */
    long peer;

    /** Of a received message: the name that it was sent to, packed, under which it goes back. */
    long sentTo;

    long tag;
    long header;
    int words;
    int bytes;
    /** Why it has come back, or is sent back; 0 if it does neither. */
    int reason;

    /** Whether the message has been transmitted before, and has not ended. */
    boolean isSent;

    /** The channel that it occupies, or {@link SendChannels#NONE}. */
    int channel = SendChannels.NONE;

    private MemorySegment data = MemorySegment.NULL;

    AmEntry(BoardEndpoint endpoint, int index) {
        this.endpoint = endpoint;
        this.index = index;
    }

    /** Its part of the staging area, with room for at least a number of bytes. */
    MemorySegment data(int room) {
        if (data.byteSize() < room) {
            int size = Math.max(Long.BYTES, Integer.highestOneBit(2 * room - 1));
            data = MemorySegment.ofArray(new long[size / Long.BYTES]);
        }
        return data;
    }

    MemorySegment data() {
        return data;
    }

    /** Enters a state at a moment, in picoseconds. */
    void enter(State later, long at) {
        next = later;
        endpoint.port().kernel().at(at, this);
    }

    @Override
    protected void fire() {
        state = next;
        endpoint.entered(this);
    }

    @Override
    public String toString() {
        return "entry " + index + " of endpoint " + endpoint.number() + ": " + state;
    }
}
