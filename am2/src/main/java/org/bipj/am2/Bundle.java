package org.bipj.am2;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bipj.am2.AmException.Code;
import org.bipj.core.nic.EndpointGroup;
import org.bipj.core.nic.Waiting;

/**
 * Endpoints that are polled and waited for together. Handlers of its endpoints run inside {@link #poll}, and inside
 * requests of its endpoints that wait; nowhere else.
 */
public final class Bundle implements AutoCloseable {
    /** Messages handled in one poll: enough to amortise it, few enough to come back soon. */
    private static final int POLL_LIMIT = 64;

    private final ActiveMessages am;
    private final BundleMode mode;
    private final EndpointGroup group;
    private final List<AmEndpoint> endpoints = new ArrayList<>();
    private EventMask mask = EventMask.NONE;
    /** The binary semaphore. */
    private boolean posted;
    /** What the network has counted when the semaphore was looked at last. */
    private long seenArrivals;

    private boolean closed;

    Bundle(ActiveMessages am, BundleMode mode) {
        this.am = am;
        this.mode = mode;
        group = am.network().group();
    }

    EndpointGroup group() {
        return group;
    }

    ActiveMessages activeMessages() {
        return am;
    }

    private void enter() {
        am.enter();
        if (closed) {
            am.exit();
            throw new AmException(Code.BAD_ARGUMENT, "rank " + am.rank() + ": the bundle is freed");
        }
    }

    /** Which threads may use it. */
    public BundleMode mode() {
        return mode;
    }

    /** Its endpoints, in the order in which they were added. */
    public List<AmEndpoint> endpoints() {
        return List.copyOf(endpoints);
    }

    /**
     * Allocates an endpoint in this bundle (AM_AllocateEndpoint): with tag {@link ActiveMessages#NO_TAG}, no handlers but
     * the default one for returned messages, and nothing mapped. The first one of a rank has the name that all know.
     */
    public AmEndpoint allocateEndpoint() {
        enter();
        try {
            am.checkNoHandler("allocating an endpoint");
            AmEndpoint endpoint = new AmEndpoint(am, this);
            endpoints.add(endpoint);
            return endpoint;
        } finally {
            am.exit();
        }
    }

    /**
     * Moves an endpoint of this bundle to another one (AM_MoveEndpoint).
     *
     * @throws AmException (RESOURCE) if it is not in this bundle; (BAD_ARGUMENT) if the other one is freed
     */
    public void move(AmEndpoint endpoint, Bundle to) {
        Objects.requireNonNull(endpoint, "endpoint");
        Objects.requireNonNull(to, "to");
        enter();
        try {
            am.checkNoHandler("moving an endpoint");
            if (to.closed) {
                throw new AmException(
                        Code.BAD_ARGUMENT,
                        "rank " + am.rank() + ": the bundle that endpoint " + endpoint.name()
                                + " is to be moved to is freed");
            }
            if (!endpoints.remove(endpoint)) {
                throw new AmException(
                        Code.RESOURCE,
                        "rank " + am.rank() + ": endpoint " + endpoint.name() + " is not in the bundle that it is to be"
                                + " moved from");
            }
            to.endpoints.add(endpoint);
            endpoint.moveTo(to);
        } finally {
            am.exit();
        }
    }

    void remove(AmEndpoint endpoint) {
        endpoints.remove(endpoint);
    }

    // ---- polling and waiting -----------------------------------------------------------------------------------

    /**
     * Runs the handlers of messages that have come for its endpoints (AM_Poll), and does not wait for any. An exception of
     * a handler is thrown on once the others have run.
     *
     * @return number of messages handled; with credits and pieces of bulk messages, so it may be more than that of handlers
     */
    public int poll() {
        enter();
        try {
            am.checkNoHandler("a poll");
            return pollOnce();
        } finally {
            am.exit();
        }
    }

    /** Polls as {@link #poll} does, and pauses if there is nothing; for loops that wait for the effect of a handler. */
    public void pollOrIdle() {
        enter();
        try {
            am.checkNoHandler("a poll");
            idled = round(idled);
        } finally {
            am.exit();
        }
    }

    /** Fruitless {@link #pollOrIdle}s in a row. */
    private int idled;

    int pollOnce() {
        int handed = group.poll(POLL_LIMIT);
        settle();
        return handed;
    }

    /** Sends what is held back, and ends the poll; returns what has moved. */
    private int settle() {
        int moved = am.settle();
        if (mask == EventMask.NOT_EMPTY) {
            seeArrivals();
            // The rest does not wait for any arrival.
            posted |= group.hasArrived();
        }
        am.throwFailure();
        return moved;
    }

    /** A round of a wait, under the lock, which other threads have between two rounds. */
    int round(int fruitless) {
        int handed = am.lock().isAlone() ? group.pollWaiting(POLL_LIMIT) : group.poll(POLL_LIMIT);
        if (handed == 1 && am.holdsBack()) {
            // More may have come meanwhile, whose credits go back together.
            handed += group.poll(POLL_LIMIT);
        }
        // Messages that a rank sends to itself wait in its own queue: sending them is progress, too.
        return after(handed + settle() > 0, fruitless);
    }

    /** A round that leaves all messages in their queues. */
    int roundWithoutHandlers(int fruitless) {
        group.poll(0);
        boolean moved = am.settle() > 0;
        return after(isPosted() || moved, fruitless);
    }

    private int after(boolean fruitful, int fruitless) {
        if (am.lock().isAlone()) {
            am.lock().guard().check();
            return Waiting.after(fruitful, fruitless, am.port());
        }
        am.lock().exit();
        try {
            return am.lock().takeTurns(fruitful, fruitless);
        } finally {
            am.lock().enter();
        }
    }

    /**
     * Says which events post the semaphore (AM_SetEventMask). Where messages wait already, enabling an event posts it.
     */
    public void setEventMask(EventMask value) {
        Objects.requireNonNull(value, "value");
        enter();
        try {
            if (value != EventMask.NONE) {
                am.checkOffered("event " + value, "polls");
            }
            mask = value;
            seenArrivals = group.arrivals();
            posted = value == EventMask.NOT_EMPTY && (posted || group.hasArrived());
        } finally {
            am.exit();
        }
    }

    /** Which events post the semaphore (AM_GetEventMask). */
    public EventMask eventMask() {
        return mask;
    }

    /**
     * Waits until an event has posted the semaphore, and takes it back (AM_WaitSema). Runs no handlers: the caller polls
     * next. The semaphore is binary, so a wait may end for a message that was handled meanwhile.
     *
     * @throws AmException (BAD_ARGUMENT) if no event is enabled
     */
    public void await() {
        enter();
        try {
            am.checkNoHandler("a wait");
            if (mask == EventMask.NONE) {
                throw new AmException(
                        Code.BAD_ARGUMENT,
                        "rank " + am.rank() + ": a wait for events of a bundle that has none enabled; expected"
                                + " setEventMask(NOT_EMPTY)");
            }
            for (int fruitless = 0; !isPosted(); ) {
                fruitless = awaitRound(fruitless);
            }
            posted = false;
        } finally {
            am.exit();
        }
    }

    /** Where the network interface posts events only the thread that waits for this one is woken. */
    private int awaitRound(int fruitless) {
        if (am.lock().isAlone() || am.holdsBack() || !group.postsEvents()) {
            return roundWithoutHandlers(fruitless);
        }
        am.lock().exit();
        try {
            group.awaitArrival(seenArrivals);
        } finally {
            am.lock().enter();
        }
        return fruitless;
    }

    private boolean isPosted() {
        seeArrivals();
        return posted;
    }

    private void seeArrivals() {
        long now = group.arrivals();
        posted |= now != seenArrivals;
        seenArrivals = now;
    }

    /** Frees the bundle and its endpoints (AM_FreeBundle). */
    @Override
    public void close() {
        if (!closed && !am.isClosed()) {
            am.enter();
            try {
                am.checkNoHandler("freeing a bundle");
                List.copyOf(endpoints).forEach(AmEndpoint::close);
                closed = true;
                am.remove(this);
            } finally {
                am.exit();
            }
        }
    }
}
