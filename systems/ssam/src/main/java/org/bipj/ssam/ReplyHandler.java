package org.bipj.ssam;

import java.lang.foreign.MemorySegment;

/** Code that a reply runs at the rank that has sent the request, once, inside a poll there. It sends nothing. */
@FunctionalInterface
public interface ReplyHandler {
    /**
     * Handles a reply.
     *
     * @param from the rank that has replied
     * @param data the 40 bytes of the reply, valid only during the call
     */
    void handle(int from, MemorySegment data);
}
