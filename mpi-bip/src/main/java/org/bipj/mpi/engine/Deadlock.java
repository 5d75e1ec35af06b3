package org.bipj.mpi.engine;

import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.match.PostedRecv;

/** Errors of a rank that waits for itself: with one thread at a time in the library, no other thread can end the wait. */
final class Deadlock {
    private Deadlock() {}

    static EngineException ofSend(int self, long bytes, int tag) {
        return of("a blocking send of " + bytes + " bytes from rank " + self + " to itself, with tag " + tag
                + " and no receive posted");
    }

    static EngineException ofWait(int self, long bytes) {
        return of("rank " + self + " waits for its send of " + bytes
                + " bytes to itself, and has posted no receive for it");
    }

    static EngineException ofReceive(int self, int tag) {
        return of("rank " + self + " receives from itself with " + tag(tag) + ", and no such message has been sent");
    }

    static EngineException ofProbe(int self, int tag) {
        return of("rank " + self + " waits for a message from itself with " + tag(tag) + ", and none has been sent");
    }

    static EngineException ofBuffer(int self, String verb) {
        return of("rank " + self + " " + verb
                + " its buffer, and what waits in it are messages from itself to itself that it" + " has not received");
    }

    private static String tag(int tag) {
        return tag == PostedRecv.ANY ? "any tag" : "tag " + tag;
    }

    private static EngineException of(String what) {
        return new EngineException(ErrorClass.OTHER, "deadlock: " + what);
    }
}
