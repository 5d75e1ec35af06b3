package org.bipj.am2;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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

    private final AmCore core;
    private final Backlog backlog;
    private final Message message;
    private final BundleMode mode;
    private final EndpointGroup group;
    private final List<AmEndpoint> endpoints = new ArrayList<>();
    private final List<Bundle> open;
    private final Supplier<String> event = this::event;
    private EventMask mask = EventMask.NONE;
    /** Whether an event is posted. */
    private boolean posted;
    /** What the network has counted when the semaphore was looked at last. */
    private long seenArrivals;

    private boolean closed;
    /** What a call waits for; null: for nothing, or it polls. */
    private Supplier<String> waiting;

    /** A bundle of a rank, among those that are open until it is closed. */
    Bundle(AmCore core, Backlog backlog, Message message, BundleMode mode, List<Bundle> open) {
        this.core = core;
        this.backlog = backlog;
        this.message = message;
        this.mode = mode;
        this.open = open;
        group = core.network().group();
    }

    EndpointGroup group() {
        return group;
    }

    AmCore core() {
        return core;
    }

    private void enter() {
        core.enter();
        if (closed) {
            core.exit();
            throw new AmException(Code.BAD_ARGUMENT, "rank " + core.rank() + ": the bundle is freed");
        }
    }

    /** Which threads may call this bundle's methods. */
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
            core.checkNoHandler("allocating an endpoint");
            AmEndpoint endpoint = new AmEndpoint(core, backlog, message, this);
            endpoints.add(endpoint);
            return endpoint;
        } finally {
            core.exit();
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
            core.checkNoHandler("moving an endpoint");
            if (to.closed) {
                throw new AmException(
                        Code.BAD_ARGUMENT,
                        "rank " + core.rank() + ": the bundle that endpoint " + endpoint.name()
                                + " is to be moved to is freed");
            }
            if (!endpoints.remove(endpoint)) {
                throw new AmException(
                        Code.RESOURCE,
                        "rank " + core.rank() + ": endpoint " + endpoint.name()
                                + " is not in the bundle that it is to be moved from");
            }
            to.endpoints.add(endpoint);
            endpoint.moveTo(to);
        } finally {
            core.exit();
        }
    }

    void remove(AmEndpoint endpoint) {
        endpoints.remove(endpoint);
    }

    /** A call waits for this, until it says null; for reports. */
    void waitsFor(Supplier<String> what) {
        waiting = what;
    }

    /** Describes what a call waits for; empty: for nothing, or it polls. */
    String waitsFor() {
        Supplier<String> what = waiting;
        return what == null ? "" : what.get();
    }

    private String event() {
        return "an event of the bundle of "
                + (endpoints.isEmpty()
                        ? "no endpoint"
                        : endpoints.stream()
                                .map(each -> "endpoint " + each.name().endpoint())
                                .collect(Collectors.joining(", ")));
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
            core.checkNoHandler("a poll");
            return pollOnce();
        } finally {
            core.exit();
        }
    }

    /** Polls as {@link #poll} does, and pauses if there is nothing; for loops that wait for the effect of a handler. */
    public void pollOrIdle() {
        enter();
        try {
            core.checkNoHandler("a poll");
            idled = round(idled);
        } finally {
            core.exit();
        }
    }

    /** How many calls of {@link #pollOrIdle} in a row have found nothing. */
    private int idled;

    int pollOnce() {
        int handed = group.poll(POLL_LIMIT);
        settle();
        return handed;
    }

    /** Sends what is held back, and ends the poll; returns what has moved. */
    private int settle() {
        int moved = backlog.settle();
        if (mask == EventMask.NOT_EMPTY) {
            seeArrivals();
            // The rest does not wait for any arrival.
            posted |= group.hasArrived();
        }
        core.throwFailure();
        return moved;
    }

    /** A round of a wait, under the lock, which other threads have between two rounds. */
    int round(int fruitless) {
        int handed = core.lock().isAlone() ? group.pollWaiting(POLL_LIMIT) : group.poll(POLL_LIMIT);
        if (handed == 1 && !backlog.isEmpty()) {
            // More may have come meanwhile, whose credits go back together.
            handed += group.poll(POLL_LIMIT);
        }
        // Messages that a rank sends to itself wait in its own queue: sending them is progress, too.
        return after(handed + settle() > 0, fruitless);
    }

    /** A round that leaves all messages in their queues. */
    int roundWithoutHandlers(int fruitless) {
        group.poll(0);
        boolean moved = backlog.settle() > 0;
        return after(isPosted() || moved, fruitless);
    }

    private int after(boolean fruitful, int fruitless) {
        if (core.lock().isAlone()) {
            core.lock().guard().check();
            return Waiting.after(fruitful, fruitless, core.port());
        }
        core.lock().exit();
        try {
            return core.lock().takeTurns(fruitful, fruitless);
        } finally {
            core.lock().enter();
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
                core.checkOffered("event " + value, "polls");
            }
            mask = value;
            seenArrivals = group.arrivals();
            posted = value == EventMask.NOT_EMPTY && (posted || group.hasArrived());
        } finally {
            core.exit();
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
            core.checkNoHandler("a wait");
            if (mask == EventMask.NONE) {
                throw new AmException(
                        Code.BAD_ARGUMENT,
                        "rank " + core.rank() + ": a wait for events of a bundle that has none enabled; expected"
                                + " setEventMask(NOT_EMPTY)");
            }
            waitsFor(event);
            for (int fruitless = 0; !isPosted(); ) {
                fruitless = awaitRound(fruitless);
            }
            posted = false;
        } finally {
            waitsFor(null);
            core.exit();
        }
    }

    /** Where the network interface posts events only the thread that waits for this one is woken. */
    private int awaitRound(int fruitless) {
        if (core.lock().isAlone() || !backlog.isEmpty() || !group.postsEvents()) {
            return roundWithoutHandlers(fruitless);
        }
        core.lock().exit();
        try {
            group.awaitArrival(seenArrivals);
        } finally {
            core.lock().enter();
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
        if (!closed && !core.isClosed()) {
            core.enter();
            try {
                core.checkNoHandler("freeing a bundle");
                List.copyOf(endpoints).forEach(AmEndpoint::close);
                closed = true;
                open.remove(this);
            } finally {
                core.exit();
            }
        }
    }
}
