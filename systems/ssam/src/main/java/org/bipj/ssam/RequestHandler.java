package org.bipj.ssam;

import java.lang.foreign.MemorySegment;

/** Code that a request runs at its destination, once, inside a poll there. It sends nothing but its reply. */
@FunctionalInterface
public interface RequestHandler {
    /** What a handler returns that does not reply. */
    int NO_REPLY = -1;

    /**
     * Handles a request.
     *
     * @param from the rank that has sent it
     * @param data the 40 bytes of the request, valid only during the call
     * @param reply the 40 bytes of the reply, to be written in place; their contents are undefined before
     * @return number of the {@linkplain Ssam#replyHandler reply handler} that the reply runs, or {@link #NO_REPLY}
     */
    int handle(int from, MemorySegment data, MemorySegment reply);
}
