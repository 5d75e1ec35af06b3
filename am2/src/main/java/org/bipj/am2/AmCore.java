package org.bipj.am2;

import java.lang.reflect.UndeclaredThrowableException;
import java.util.function.IntPredicate;
import org.bipj.am2.AmException.Code;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.nic.NicPort;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.core.runtime.ProgressLock;
import org.bipj.core.runtime.RankRuntime;

/**
 * What the bundles and endpoints of a rank share: network and lock, whether a handler runs and what one has thrown, what is
 * allowed. It knows none of them.
 */
final class AmCore {
    static final TypeLayout BYTE = TypeLayout.bytes(1);

    private final NicPort port;
    private final ProgressLock lock;
    private final Endpoints network;
    private final IntPredicate hasLeft;
    private final boolean mayLosePeers;
    private final SegmentCache cache = new SegmentCache();

    /** Most argument words of a message on this network. */
    private final int maxWords;
    /** What boards of one endpoint say; null where everything is offered. */
    private final Endpoints.Restriction restriction;

    /** A handler runs, for the message of this header. */
    private boolean handlerRuns;

    private long running;
    /** The exception that a handler has thrown. */
    private Throwable failure;
    /** Counts messages and pieces that were held back and have been sent; wraps around. */
    private int pushed;

    /** Groups that this rank has joined. */
    private int groups;

    private volatile boolean closed;

    /**
     * Requests to a peer that is gone come back if it may lose peers; else that ends the job.
     *
     * @param hasLeft true for a rank that is known to have closed its Active Messages for good
     */
    AmCore(RankRuntime runtime, Endpoints network, IntPredicate hasLeft, boolean mayLosePeers) {
        port = runtime.port();
        lock = runtime.lock();
        this.network = network;
        this.hasLeft = hasLeft;
        this.mayLosePeers = mayLosePeers;
        maxWords = Math.min(ActiveMessages.MAX_SHORT, network.limits().words());
        restriction = network.restriction();
    }

    int rank() {
        return port.rank();
    }

    int size() {
        return port.size();
    }

    NicPort port() {
        return port;
    }

    ProgressLock lock() {
        return lock;
    }

    Endpoints network() {
        return network;
    }

    /** True for a rank that is known to have closed its Active Messages for good: what is sent to it comes back. */
    boolean hasLeft(int peer) {
        return hasLeft.test(peer);
    }

    boolean mayLosePeers() {
        return mayLosePeers;
    }

    SegmentCache cache() {
        return cache;
    }

    /** Most bytes of a medium message. */
    int maxMedium() {
        return network.limits().dataBytes();
    }

    /** The name of the first endpoint that a rank allocates, which all know. */
    EndpointName first(int rank) {
        if (rank < 0 || rank >= size()) {
            throw new AmException(
                    Code.BAD_ARGUMENT,
                    "rank " + rank() + ": endpoint of rank " + rank + "; expected 0 to " + (size() - 1));
        }
        return EndpointName.first(rank);
    }

    /** Number of the next group that this rank joins, the same on all ranks. */
    int nextGroup() {
        return ++groups;
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }

    void enter() {
        if (closed) {
            throw new AmException(Code.NOT_INITIALIZED, "rank " + rank() + ": Active Messages are closed");
        }
        lock.enter();
    }

    void exit() {
        lock.exit();
    }

    /** A sender or receiver has sent something that was held back or owed. */
    void pushed() {
        pushed++;
    }

    /** How often {@link #pushed()} was called; wraps around. */
    int pushes() {
        return pushed;
    }

    // ---- handlers ----------------------------------------------------------------------------------------------

    /** The handler of a message begins; the message is told by its header. */
    void beginHandler(long header) {
        running = header;
        handlerRuns = true;
    }

    void endHandler() {
        handlerRuns = false;
    }

    /** A handler has thrown: the first one is thrown on when all have run. */
    void failed(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
        } else if (failure != thrown) {
            failure.addSuppressed(thrown);
        }
    }

    void throwFailure() {
        Throwable thrown = failure;
        if (thrown != null) {
            failure = null;
            if (thrown instanceof Error e) {
                throw e;
            }
            // Other languages throw checked exceptions without declaring them.
            throw thrown instanceof RuntimeException e ? e : new UndeclaredThrowableException(thrown);
        }
    }

    /** True where each request is answered by one reply before its handler's poll goes on. */
    boolean answersEach() {
        return restriction != null;
    }

    /** Refuses what boards of one endpoint do not offer. */
    void checkOffered(String what, String expected) {
        if (restriction != null) {
            throw new AmException(
                    Code.RESOURCE,
                    "rank " + rank() + ": " + what + ": " + restriction.name() + " has none; expected " + expected);
        }
    }

    /** Refuses a tag where there are none. */
    void checkTag(long tag) {
        if (tag != Endpoints.ANY_TAG) {
            checkOffered("tag " + tag, "ANY_TAG (1), which every message carries");
        }
    }

    /** What boards of one endpoint say; null where everything is offered. */
    Endpoints.Restriction restriction() {
        return restriction;
    }

    void checkNoHandler(String what) {
        if (handlerRuns) {
            throw new AmException(
                    Code.RESOURCE,
                    "rank " + rank() + ": " + what + " inside handler " + Header.handler(running)
                            + "; a handler of a request may reply, and nothing else");
        }
    }

    void checkMessage(int handler, int words, int bytes) {
        if (handler < 1 || handler >= HandlerTable.MAX) {
            throw new AmException(
                    Code.BAD_ARGUMENT,
                    "rank " + rank() + ": handler " + handler + "; expected 1 to " + (HandlerTable.MAX - 1));
        }
        if (words > maxWords) {
            throw new AmException(
                    Code.BAD_ARGUMENT,
                    "rank " + rank() + ": " + words + " argument words; expected up to " + maxWords
                            + (answersEach() ? ", as " + restriction.name() + " has them" : ""));
        }
        if (bytes > maxMedium()) {
            throw new AmException(
                    Code.BAD_ARGUMENT,
                    "rank " + rank() + ": a medium message of " + bytes + " bytes; expected up to " + maxMedium());
        }
    }
}
