package org.bipj.mpi.engine;

import java.util.Arrays;
import java.util.function.Consumer;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.SendOp;
import org.bipj.core.nic.HostTime;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.NicPort;
import org.bipj.core.runtime.ProgressLock;
import org.bipj.core.runtime.ThreadGuard;
import org.bipj.mpi.match.PostedRecv;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a rank's messages, and all waiting for it. Where several threads may call, each call and each round of
 * progress takes the lock of the rank's runtime, and threads that wait take turns. {@link WatchedProgress} is the one subclass.
 */
public class Progress {
    private final Channel channel;
    private final NicPort port;
    private final HostTime time;
    private final int self;
    /** The lock of all calls; null where one thread at a time calls. */
    private final @Nullable ProgressLock lock;
    /** How threads wait for each other. */
    private final ProgressLock turns;

    private final ThreadGuard guard;
    /** Operations that a round of progress advances beside the port. */
    private @Nullable Background[] backgrounds = new Background[4];

    private int running;
    private boolean advancing;
    /** What is posted is matched by decisions, also of this rank's messages to itself: a wait for them may end. */
    private boolean decides;
    /** The send or receive that a call waits for, or several operations, of which one is enough, in an array; null: none is known. */
    private @Nullable Object awaited;
    /** Where several threads may call: the same of each, while it sleeps, in an array that waits do not make anew. */
    private final ThreadLocal<@Nullable Object[]> awaitedInTurns = ThreadLocal.withInitial(() -> new Object[1]);
    /** In virtual time the first round lasts until something comes. */
    private final int saysAt;
    /** Hears of each send that a call waits for, and then of null; null: nobody does. */
    private @Nullable Consumer<@Nullable SendOp> sendWatch;

    /** True while a call waits for a thread of the program. */
    private boolean awaitsThread;

    Progress(Channel channel, NicPort port, HostTime time, int self, ProgressLock lock) {
        this.channel = channel;
        this.port = port;
        this.time = time;
        this.self = self;
        this.lock = lock.isAlone() ? null : lock;
        turns = lock;
        guard = lock.guard();
        saysAt = port.virtualTime() == null ? 1 : 0;
    }

    /** True if one thread at a time calls, and nothing need be locked. */
    boolean isAlone() {
        return lock == null;
    }

    /** From now on a wait for a message to this rank itself is a wait like others. */
    void matchByDecisions() {
        decides = true;
    }

    /** True if a wait for a message to this rank itself may end. */
    boolean decides() {
        return decides;
    }

    /** True if a thread other than a call's own may move its message's bytes. */
    boolean mayCopyOnOtherThread() {
        return lock != null || channel.postsReceives();
    }

    /** Takes the lock, if there is one. */
    public void enter() {
        if (lock != null) {
            lock.enter();
        }
    }

    /** Releases the lock. */
    public void exit() {
        if (lock != null) {
            lock.exit();
        }
    }

    /** Hint: what this rank waits for comes from a rank; under the lock. */
    public void expect(int peer) {
        port.expect(peer);
    }

    /** One round of progress, for a test or probe. Returns the packets moved. */
    public int round() {
        enter();
        try {
            int moved = channel.progress();
            advanceBackgrounds();
            if (moved == 0) {
                time.charge(HostWork.FAILED_TEST);
            }
            return moved;
        } finally {
            exit();
        }
    }

    /**
     * One round of a wait: progress, and a pause if nothing moved. Takes and returns the number of rounds in a row without
     * progress.
     */
    public int advance(int fruitless) {
        return lock == null ? awaitRound(fruitless) : lock.takeTurns(round() > 0, fruitless);
    }

    /** {@link #advance} of a wait that only messages end. */
    int advanceForMessages(int fruitless) {
        return lock == null ? awaitRound(fruitless) : lock.takeLongTurns(round() > 0, fruitless);
    }

    /** {@link #advance} where one thread at a time calls. */
    int awaitRound(int fruitless) {
        guard.begin();
        try {
            int next = channel.await(fruitless);
            advanceBackgrounds();
            return next;
        } finally {
            guard.end();
        }
    }

    /** Starts an operation that each round of progress advances. */
    public void start(Background operation) {
        enter();
        try {
            if (operation.start()) {
                return;
            }
            if (running == backgrounds.length) {
                backgrounds = Arrays.copyOf(backgrounds, 2 * running);
            }
            backgrounds[running++] = operation;
        } finally {
            exit();
        }
    }

    /** True if an operation has ended. */
    public boolean isDone(RequestEnd operation) {
        enter();
        try {
            return operation.isDone();
        } finally {
            exit();
        }
    }

    /** Waits until an operation has ended. */
    public void await(RequestEnd operation) {
        enter();
        port.expect(-1);
        advanceBackgrounds();
        exit();
        for (int fruitless = 0; !isDone(operation); ) {
            fruitless =
                    operation instanceof ThreadEnd byThread ? advanceBeside(byThread, fruitless) : advance(fruitless);
        }
    }

    /** {@link #advance} of a wait that a thread of the program may end. */
    public int advanceBeside(ThreadEnd operation, int fruitless) {
        operation.awaited();
        awaitsThread = true;
        boolean fruitful;
        enter();
        try {
            fruitful = channel.progress() > 0;
            advanceBackgrounds();
        } finally {
            exit();
        }
        int next = operation.isDone() ? 0 : turns.takeTurns(fruitful, fruitless);
        awaitsThread = false;
        return next;
    }

    /** True while a call waits for a thread of the program, for reports. */
    boolean awaitsThread() {
        return awaitsThread;
    }

    /** True if an operation runs that each round of progress advances. */
    final boolean hasBackgrounds() {
        return running > 0;
    }

    /** Advances the background operations; under the lock. */
    public void advanceBackgrounds() {
        if (running > 0 && !advancing) {
            advanceAll();
        }
    }

    /** An operation that ends may let another one advance: on return, none can advance any further. */
    private void advanceAll() {
        advancing = true;
        try {
            for (int before = running + 1; running > 0 && running < before; ) {
                before = running;
                advanceEach();
            }
        } finally {
            advancing = false;
        }
    }

    private void advanceEach() {
        int kept = 0;
        int at = 0;
        try {
            while (at < running) {
                Background operation = backgrounds[at++];
                try {
                    if (!operation.step()) {
                        backgrounds[kept++] = operation;
                    }
                } catch (RuntimeException | OutOfMemoryError e) {
                    // Operations keep theirs for those who wait for them. What throws goes on.
                    backgrounds[kept++] = operation;
                    throw e;
                }
            }
        } finally {
            // If one throws, the others are kept.
            System.arraycopy(backgrounds, at, backgrounds, kept, running - at);
            Arrays.fill(backgrounds, kept + running - at, running, null);
            running = kept + running - at;
        }
    }

    /** True if the send is complete. */
    public boolean isDone(SendOp op) {
        enter();
        try {
            return op.isDone();
        } finally {
            exit();
        }
    }

    /** True if the receive is complete. */
    public boolean isDone(PostedRecv op) {
        enter();
        try {
            return op.isDone();
        } finally {
            exit();
        }
    }

    /** True if only this rank itself could complete an unfinished send: waiting for it is a deadlock. */
    public boolean isSelfDeadlock(SendOp op) {
        return lock == null && op.isLocal() && !decides;
    }

    /** True if only this rank itself could complete an unfinished receive: waiting for it is a deadlock. */
    public boolean isSelfDeadlock(PostedRecv op) {
        return lock == null && op.wantedSource() == self && !decides;
    }

    /** Waits until the send is complete. */
    public void await(SendOp op) {
        await(op, null);
    }

    /** The same in a collective call, which is watched if {@code watch} is not null. */
    public void await(SendOp op, @Nullable WaitWatch watch) {
        if (lock != null) {
            awaitInTurns(lock, op, null, watch);
            return;
        }
        if (isSelfDeadlock(op)) {
            throw Deadlock.ofWait(self, op.size());
        }
        if (!op.isDone()) {
            awaitAlone(op, watch);
        }
    }

    private void awaitAlone(SendOp op, @Nullable WaitWatch watch) {
        awaited = op;
        if (sendWatch != null) {
            sendWatch.accept(op);
        }
        try {
            for (int fruitless = 0; !op.isDone(); ) {
                if (watch != null) {
                    watch.lookForMessages(fruitless);
                }
                fruitless = awaitRound(fruitless);
            }
        } finally {
            awaited = null;
        }
        // Not where the rank is ended in its wait.
        if (sendWatch != null) {
            sendWatch.accept(null);
        }
    }

    /** Shows someone each send that a call waits for, and then null. */
    void watchSends(Consumer<@Nullable SendOp> watch) {
        sendWatch = watch;
    }

    /** What a call of the calling thread waits for, for reports: a send or receive, or several operations in an array; null: not known. */
    @Nullable
    Object awaited() {
        return lock == null ? awaited : awaitedInTurns.get()[0];
    }

    /** True in the round of a wait in which it is to say what it is for. */
    public boolean says(int fruitless) {
        return fruitless == saysAt;
    }

    /** The calling thread waits for the first of these operations, for reports; null: no more. */
    public void awaitsAny(Object @Nullable [] operations) {
        if (lock == null) {
            awaited = operations;
        } else {
            awaitedInTurns.get()[0] = operations;
        }
    }

    /**
     * Waits until a receive is done.
     *
     * @param expected the source of its message; negative for any
     */
    public void await(PostedRecv op, int expected) {
        await(op, expected, null);
    }

    /** The same in a collective call, which is watched if {@code watch} is not null. */
    public void await(PostedRecv op, int expected, @Nullable WaitWatch watch) {
        if (lock != null) {
            awaitInTurns(lock, null, op, watch);
            return;
        }
        if (!op.isDone()) {
            awaitAlone(op, expected, watch);
        }
    }

    private void awaitAlone(PostedRecv op, int expected, @Nullable WaitWatch watch) {
        port.expect(expected);
        if (decides) {
            op.awaited();
            advanceBackgrounds();
        }
        awaited = op;
        try {
            for (int fruitless = 0; !op.isDone(); ) {
                if (expected != self || decides) {
                    // A message that has begun to arrive is awaited: it is written to where the receive is.
                    if (watch != null && op.isPosted()) {
                        watch.lookForMessages(fruitless);
                    }
                    fruitless = awaitRound(fruitless);
                    if (watch != null && fruitless >= WaitWatch.PATIENCE && op.isPosted()) {
                        look(watch, op, expected, fruitless);
                    }
                } else if (channel.progress() == 0) {
                    throw Deadlock.ofReceive(self, op.wantedTag());
                }
            }
        } finally {
            awaited = null;
        }
    }

    /** Between the mark of another call and an error are enough rounds that each looks at another peer: the message may be there. */
    private void look(WaitWatch watch, PostedRecv op, int source, int fruitless) {
        if (!watch.suspects(source, fruitless)) {
            return;
        }
        for (int rounds = 2 * (port.size() + 1); rounds > 0 && op.isPosted(); rounds--) {
            int ignored = round();
        }
        if (op.isPosted()) {
            watch.report(source);
        }
    }

    private void awaitInTurns(
            ProgressLock turns, @Nullable SendOp send, @Nullable PostedRecv receive, @Nullable WaitWatch watch) {
        int own = 0;
        for (int fruitless = 0; ; ) {
            boolean fruitful = false;
            if (turns.tryEnter()) {
                try {
                    if ((send == null || send.isDone()) && (receive == null || receive.isDone())) {
                        return;
                    }
                    fruitful = channel.progress() > 0;
                    advanceBackgrounds();
                } finally {
                    turns.exit();
                }
                own = fruitful ? 0 : own + 1;
                if (watch != null && (receive == null || receive.isPosted())) {
                    watch.lookForMessages(own);
                }
                if (watch != null && receive != null && receive.isPosted() && own >= WaitWatch.PATIENCE) {
                    look(watch, receive, receive.wantedSource(), own);
                }
            }
            @Nullable Object[] mine = awaitedInTurns.get();
            mine[0] = send == null ? receive : send;
            fruitless = turns.takeLongTurns(fruitful, fruitless);
            mine[0] = null;
        }
    }
}
