package org.bipj.core.runtime;

import org.bipj.core.nic.PortException;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls by threads that may not make them, for a rank whose clients lock nothing.
 *
 * <table><caption>Who may call</caption>
 * <tr><td>one thread</td><td>from the time when a client of {@link Threads#ONE} joins until it leaves: the thread that joined it</td></tr>
 * <tr><td>one at a time</td><td>else: any thread, if no other one is inside a call</td></tr>
 * <tr><td>all</td><td>once a client of {@link Threads#SEVERAL} has joined: all calls lock then</td></tr>
 * </table>
 *
 * <p>The first rule is exact: the fields that it reads change only while clients join and leave. The second one is best effort:
 * fields are plain, because a release and an acquire in each call would cost more than the rest of a short one. It detects a thread
 * that calls while another one waits, which is where overlaps are long, and never refuses threads that take turns correctly: what
 * orders their calls makes these fields visible, too.
 */
public final class ThreadGuard {
    private static final int DEPTH_BITS = 16;
    private static final long DEPTH = (1L << DEPTH_BITS) - 1;

    /** The thread that calls, or has called last; null: calls are not watched. */
    private @Nullable Thread caller;
    /** The client that only its own thread may call; null: there is none. */
    private @Nullable Client owner;
    /**
     * The thread that is inside a call, by its id, and the number of calls: calls nest in handlers; 0: none is. A thread takes
     * away only what is its own, so that an overlap that was not found leaves nothing behind.
     */
    private long inside;

    ThreadGuard() {
        caller = Thread.currentThread();
    }

    /** A guard that admits no thread. */
    public static ThreadGuard admittingNobody() {
        ThreadGuard guard = new ThreadGuard();
        guard.caller = Thread.ofVirtual().unstarted(() -> {});
        guard.owner = Client.MPI;
        return guard;
    }

    /** A client joins by the current thread. */
    void joined(Client client, Threads threads) {
        if (threads == Threads.SEVERAL) {
            caller = null;
            owner = null;
        } else if (threads == Threads.ONE && caller != null && owner == null) {
            caller = Thread.currentThread();
            owner = client;
        }
    }

    void left(Client client) {
        if (owner == client) {
            owner = null;
        }
    }

    /** True if the current thread may call; false if the call is an error that {@link #refusal} describes. */
    public boolean admits() {
        return Thread.currentThread() == caller || admitsOther();
    }

    /** Not inlined into callers' code as long as one thread calls. */
    private boolean admitsOther() {
        if (caller == null) {
            return true;
        }
        long now = inside;
        if (owner != null || now != 0 && !isOwn(now)) {
            return false;
        }
        caller = Thread.currentThread();
        return true;
    }

    private static boolean isOwn(long calls) {
        return calls >>> DEPTH_BITS == Thread.currentThread().threadId();
    }

    /**
     * Checks a round of a wait inside a call.
     *
     * @throws PortException if another thread has called meanwhile
     */
    public void check() {
        if (!admits()) {
            throw new PortException(refusal());
        }
    }

    /**
     * Begins a call, or a round of a wait.
     *
     * @throws PortException if the current thread may not call
     */
    public void begin() {
        check();
        long now = inside;
        inside = 1 + (isOwn(now) ? now : Thread.currentThread().threadId() << DEPTH_BITS);
    }

    /** Ends the call that {@link #begin} began. */
    public void end() {
        long now = inside;
        if (isOwn(now)) {
            inside = (now & DEPTH) == 1 ? 0 : now - 1;
        }
    }

    /** Why the current thread may not call, and what to do. */
    public String refusal() {
        Thread other = caller;
        String name = other == null ? "another thread" : "thread \"" + other.getName() + "\"";
        String why = owner != null ? owner + " was initialised for " + name + " alone" : name + " is inside a call";
        return "called by thread \"" + Thread.currentThread().getName() + "\", but " + why;
    }
}
