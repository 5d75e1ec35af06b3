package org.bipj.mpi.rma;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.ChannelClient;
import org.bipj.core.channel.RecvOp;
import org.bipj.core.channel.SendOp;
import org.bipj.core.nic.HostTime;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.core.replay.ChoiceFolder;
import org.bipj.core.runtime.Client;
import org.bipj.core.runtime.ProgressLock;
import org.bipj.core.runtime.RankRuntime;
import org.bipj.core.runtime.ThreadGuard;
import org.bipj.core.runtime.Threads;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.engine.Engine;
import org.bipj.mpi.engine.OpenChoices;
import org.bipj.mpi.engine.Progress;
import org.jspecify.annotations.Nullable;

/**
 * One-sided communication of one rank: a client of the rank's runtime beside MPI's messages, with a channel of its own,
 * whose rounds of progress every call of the library makes. It joins when the rank makes its first window. Ranks are
 * world ranks here.
 *
 * <p>Messages of one peer are served in the order in which they were sent, also where a long one is still arriving: so
 * accumulates are ordered, and a reply to the last message says that all before it have been served.
 */
public final class OneSided implements ChannelClient {
    /** One in so many flushes of nothing lets others be served first, where runs are explored: the program may be polling. */
    private static final int PASSES = 20;

    final NicPort port;
    final HostTime time;
    final SegmentCache cache = new SegmentCache();
    private final RankRuntime runtime;
    private final Channel channel;
    /** The lock of all calls; null where one thread at a time calls. */
    private final @Nullable ProgressLock lock;

    private final ThreadGuard guard;
    /** What the rank's other calls leave open, and how they wait; null unless runs are explored. */
    private final @Nullable OpenChoices choices;

    /** Takes what is announced of processes that have failed; null in jobs that do not survive that. */
    private final @Nullable Progress mpi;

    private int passes;

    private final Map<Integer, Target> windows = new HashMap<>();
    /** How many windows there were, by their members. */
    private final Map<String, Integer> made = new HashMap<>();
    /** Messages that cannot be served yet, by peer; null where a peer has had none. */
    private Queue<UnservedMessage>[] inboxes;
    /** By peer: the last message in its queue. */
    private UnservedMessage[] last;
    /** Accumulates wait for their recorded turns. */
    private final boolean replays;

    /** How many messages wait in all queues. */
    private int waiting;

    private final Map<Integer, Pending> pending = new HashMap<>();
    private final List<Pending> arriving = new ArrayList<>();
    private final List<Leaving> leaving = new ArrayList<>();
    private int nextHandle = 1;
    private final SendOp shortSend;
    private byte[] scratch;
    private MemorySegment scratchMemory;
    /** What a call of this rank waits for; null: nothing. */
    private @Nullable WindowWait awaited;

    @SuppressWarnings({"unchecked", "rawtypes"})
    private OneSided(RankRuntime runtime, @Nullable OpenChoices choices, Progress progress) {
        this.runtime = runtime;
        this.choices = choices;
        mpi = runtime.job().survivesDeaths() ? progress : null;
        port = runtime.port();
        time = new HostTime(port);
        lock = runtime.lock().isAlone() ? null : runtime.lock();
        guard = runtime.lock().guard();
        inboxes = new Queue[port.size()];
        last = new UnservedMessage[port.size()];
        shortSend = new SendOp(cache);
        ChoiceFolder folder = runtime.job().choiceFolder();
        replays = folder != null && folder.isReplayed();
        channel = runtime.channel(Client.ONE_SIDED, null);
        scratch = new byte[Math.max(1, channel.eagerLimit())];
        scratchMemory = MemorySegment.ofArray(scratch);
        channel.bind(this);
        runtime.reportBy(Client.ONE_SIDED, () -> awaited(WindowWait::text, ""), () -> !channel.isFlushed());
        runtime.started();
    }

    /**
     * Joins the rank's runtime.
     *
     * @param threads which threads may call
     */
    public static OneSided open(Engine engine, Threads threads) {
        RankRuntime runtime = RankRuntime.join(engine.job(), Client.ONE_SIDED, threads);
        runtime.lock().enter();
        try {
            OpenChoices explored = engine.receiving().open() instanceof OpenChoices choices ? choices : null;
            OneSided opened = new OneSided(runtime, explored, engine.progress());
            engine.awaitsToo(() -> opened.awaited(WindowWait::ranks, new int[0]));
            return opened;
        } finally {
            runtime.lock().exit();
        }
    }

    /** True if the job goes on when a rank dies. */
    boolean survivesDeaths() {
        return runtime.job().survivesDeaths();
    }

    /** True for a process that has died, as soon as the job knows it: this rank may not have been told. */
    boolean isDead(int process) {
        return process < runtime.job().size() ? runtime.job().hasFinished(process) : channel.failure(process) != null;
    }

    /** Sends what is queued, and leaves the runtime; the channel rests. All ranks have freed their windows. */
    public void rest() {
        await(channel::mayEnd, new WindowWait(null, rank -> false, who -> "its last messages to leave"));
        enter();
        try {
            runtime.rest(Client.ONE_SIDED);
        } finally {
            exit();
        }
    }

    // ---- waiting -----------------------------------------------------------------------------------------------

    void enter() {
        if (lock != null) {
            lock.enter();
        }
    }

    void exit() {
        if (lock != null) {
            lock.exit();
        }
    }

    private <T> T awaited(Function<WindowWait, T> of, T ofNone) {
        WindowWait now = awaited;
        return now == null ? ofNone : of.apply(now);
    }

    /** Makes progress until a condition holds, which is evaluated once a round. The caller holds no lock. */
    void await(BooleanSupplier condition, WindowWait what) {
        WindowWait before = awaited;
        awaited = what;
        try {
            for (int fruitless = 0; !isTrue(condition); ) {
                fruitless = advance(fruitless);
            }
        } finally {
            // Several threads do not nest; the last that began to wait is the one that is reported.
            awaited = lock == null ? before : null;
        }
    }

    private boolean isTrue(BooleanSupplier condition) {
        enter();
        try {
            return condition.getAsBoolean();
        } finally {
            exit();
        }
    }

    private int advance(int fruitless) {
        if (lock != null) {
            return lock.takeTurns(round() > 0, fruitless);
        }
        if (choices != null) {
            return choices.advance(fruitless);
        }
        guard.begin();
        try {
            int next = channel.await(fruitless);
            advanceOthers();
            return push() > 0 ? 0 : next;
        } finally {
            guard.end();
        }
    }

    private void advanceOthers() {
        if (mpi != null) {
            mpi.advanceBackgrounds();
        }
    }

    /** A round of progress, for a test; returns how much has moved. */
    int round() {
        enter();
        try {
            int moved = channel.progress() + push();
            advanceOthers();
            if (moved == 0) {
                time.charge(HostWork.FAILED_TEST);
            }
            return moved;
        } finally {
            exit();
        }
    }

    /** A round of progress, after which the program may look at its window. */
    void look() {
        if (choices == null) {
            round();
        } else {
            awaitLook(choices);
        }
    }

    private void awaitLook(OpenChoices decided) {
        windows.values().forEach(Target::looks);
        decided.awaitLook(this, ChosenTarget::look);
    }

    /** A round of progress by a call that has nothing to wait for. */
    void pass() {
        if (choices == null || ++passes % PASSES != 0) {
            round();
        } else {
            awaitLook(choices);
        }
    }

    /** A round of progress, for a test that succeeds if a condition holds afterwards; false if it must not. */
    boolean looks(BooleanSupplier condition) {
        if (choices != null) {
            return choices.awaitPoll(this, condition, choices::advance);
        }
        round();
        return true;
    }

    // ---- windows -----------------------------------------------------------------------------------------------

    /** True if all operations are messages, which wait until it is decided, or recorded, that they are next. */
    boolean servesSelf() {
        return choices != null || replays;
    }

    /** What serves the messages for a window. */
    Target newTarget(WindowShape shape, Notices notices, Completion completion, Epochs epochs) {
        return choices == null
                ? new Target(this, shape, notices, completion)
                : new ChosenTarget(this, shape, notices, completion, epochs, choices);
    }

    /** What serves the messages for the windows of this rank. */
    Collection<Target> targets() {
        return windows.values();
    }

    /** Messages for a window are served by its target from now on. */
    void add(Target window, int number) {
        windows.put(number, window);
    }

    void remove(int number) {
        windows.remove(number);
    }

    // ---- sending -----------------------------------------------------------------------------------------------

    /** Longest message that is sent at once, in bytes. */
    int shortBytes() {
        return channel.eagerLimit();
    }

    /** Memory for composing a message of that many bytes, valid until the message is sent. */
    MemorySegment compose(int bytes) {
        if (bytes > scratch.length) {
            scratch = new byte[bytes];
            scratchMemory = MemorySegment.ofArray(scratch);
        }
        return scratchMemory;
    }

    /** Sends the first bytes of what was {@linkplain #compose composed}. */
    void sendComposed(int peer, long envelope, int bytes) {
        if (choices != null) {
            name(peer, envelope);
        }
        if (peer == port.rank()) {
            onShort(peer, envelope, scratchMemory, 0, bytes);
            return;
        }
        shortSend.set(scratch, 0, bytes, TypeLayout.BYTE);
        if (!sendShort(peer, envelope)) {
            SendOp op = new SendOp(cache);
            op.set(Arrays.copyOf(scratch, bytes), 0, bytes, TypeLayout.BYTE);
            post(op, peer, envelope, false);
        }
    }

    /** The program's call gets a name, by which the target can report it. */
    private void name(int peer, long envelope) {
        int kind = MessageKind.kind(envelope);
        boolean isLock = kind == MessageKind.LOCK_SHARED || kind == MessageKind.LOCK_EXCLUSIVE;
        if (choices != null && (isLock || kind == MessageKind.OPERATION || kind == MessageKind.ANNOUNCED)) {
            choices.asks(peer, MessageKind.window(envelope));
        }
    }

    /** Sends {@link #shortSend} if that is possible at once; true also where the peer has failed. */
    private boolean sendShort(int peer, long envelope) {
        try {
            return shortSend.size() <= channel.eagerLimit() && channel.trySend(peer, envelope, shortSend);
        } catch (PeerFailedException e) {
            // Found before a poll has reported it: onFailure ends what awaits an answer.
            return true;
        }
    }

    private void post(SendOp op, int peer, long envelope, boolean synchronous) {
        try {
            channel.post(op, peer, envelope, synchronous);
        } catch (PeerFailedException e) {
            // As above.
        }
    }

    void send(int peer, long envelope) {
        sendComposed(peer, envelope, 0);
    }

    /** Sends operands out of the program's buffer; they are announced, however short, which distinguishes them from headers. */
    void sendOperands(int peer, long envelope, Leaving op) {
        leaving.add(op);
        post(op, peer, envelope, true);
    }

    /**
     * Replies with data, which must not change until they have left.
     *
     * @param source the window in which the data are; null: they are a copy
     */
    void reply(int peer, long envelope, Data data, @Nullable Target source) {
        shortSend.set(data);
        if (peer == port.rank()) {
            Pending one = awaiting(MessageKind.handle(envelope));
            one.copyFrom(shortSend, shortSend.size());
            shortSend.clear();
            one.end();
            return;
        }
        boolean sent = sendShort(peer, envelope);
        shortSend.clear();
        if (sent) {
            return;
        }
        SendOp op = new SendOp(cache);
        if (source != null) {
            WindowReply reply = new WindowReply(cache, source);
            leaving.add(reply);
            source.replies(peer);
            op = reply;
        }
        op.set(data);
        post(op, peer, envelope, false);
    }

    /** Assigns a handle to an operation that awaits a reply. */
    int expect(Pending one) {
        do {
            nextHandle = nextHandle == Integer.MAX_VALUE ? 1 : nextHandle + 1;
        } while (pending.containsKey(nextHandle));
        one.handle = nextHandle;
        pending.put(nextHandle, one);
        return nextHandle;
    }

    /** An operation that awaits a reply could not be sent. */
    void forget(int handle) {
        awaiting(handle).forget();
    }

    /** What awaits the reply of a handle; it awaits it no longer. */
    private Pending awaiting(int handle) {
        Pending one = pending.remove(handle);
        if (one == null) {
            throw new IllegalStateException(
                    "rank " + port.rank() + ": a reply to operation " + handle + ", which does not await one");
        }
        return one;
    }

    void wake(int peer) {
        send(peer, MessageKind.envelope(MessageKind.WAKE, 0, 0));
    }

    // ---- what arrives ------------------------------------------------------------------------------------------

    @Override
    public boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length) {
        int kind = MessageKind.kind(envelope);
        if (kind == MessageKind.REPLY) {
            Pending one = awaiting(MessageKind.handle(envelope));
            one.copyIn(memory, at, 0, length);
            one.end();
        } else if (kind != MessageKind.ANNOUNCED && isEmpty(peer) && !isHeld(peer, envelope, memory, at)
                || overtakes(peer, kind)) {
            serve(peer, envelope, memory, at, null);
        } else {
            MemorySegment copy = MemorySegment.ofArray(new byte[length]);
            MemorySegment.copy(memory, at, copy, 0, length);
            enqueue(peer, new UnservedMessage(envelope, copy, null));
        }
        return true;
    }

    @Override
    public void onLong(Arrival arrival) {
        int peer = arrival.peer();
        switch (MessageKind.kind(arrival.envelope())) {
            case MessageKind.REPLY -> {
                Pending one = awaiting(MessageKind.handle(arrival.envelope()));
                arriving.add(one);
                channel.accept(arrival, one, arrival.length());
            }
            case MessageKind.OPERANDS -> {
                last[peer].announced = arrival;
                accept(last[peer]);
            }
            default -> {
                byte[] bytes = new byte[Math.toIntExact(arrival.length())];
                RecvOp into = new RecvOp(cache);
                into.set(bytes, 0, bytes.length, TypeLayout.BYTE);
                enqueue(peer, new UnservedMessage(arrival.envelope(), MemorySegment.ofArray(bytes), into));
                channel.accept(arrival, into, bytes.length);
            }
        }
    }

    /**
     * True for an accumulate before its recorded turn, and for the end of an epoch while something that its origin has got is still leaving the window: whoever learns of the
     * end may change the window at once.
     */
    private boolean isHeld(int peer, long envelope, MemorySegment memory, long at) {
        return switch (MessageKind.kind(envelope)) {
            case MessageKind.COMPLETE, MessageKind.UNLOCK -> window(envelope).isReplying(peer);
            case MessageKind.OPERATION, MessageKind.ANNOUNCED ->
                replays && window(envelope).awaitsTurn(peer, memory, at);
            default -> false;
        };
    }

    /**
     * True for an answer behind an accumulate that is held until its recorded turn: what has been asked here may be needed for that to
     * come. Answers stay in order.
     */
    private boolean overtakes(int peer, int kind) {
        return replays
                && isAnswer(kind)
                && inboxes[peer].stream().noneMatch(one -> isAnswer(MessageKind.kind(one.envelope)));
    }

    private static boolean isAnswer(int kind) {
        return kind == MessageKind.DONE || kind == MessageKind.REFUSED;
    }

    /** The order of turns of a window that is being made; null where it is neither recorded nor replayed. */
    @Nullable
    WindowTurns turns(CommCore core) {
        ChoiceFolder folder = runtime.job().choiceFolder();
        if (folder == null) {
            return null;
        }
        int[] members = new int[core.size()];
        Arrays.setAll(members, core::world);
        // All of them make the windows that they have in common in the same order.
        String ofMembers = Integer.toHexString(Arrays.hashCode(members));
        int number = made.merge(ofMembers, 1, Integer::sum);
        return new WindowTurns(port, core, folder, ofMembers + "-" + number);
    }

    private boolean isEmpty(int peer) {
        return peer >= inboxes.length || inboxes[peer] == null || inboxes[peer].isEmpty();
    }

    private void enqueue(int peer, UnservedMessage one) {
        if (peer >= inboxes.length) {
            // The port has grown.
            inboxes = Arrays.copyOf(inboxes, port.size());
            last = Arrays.copyOf(last, port.size());
        }
        if (inboxes[peer] == null) {
            inboxes[peer] = new ArrayDeque<>();
        }
        inboxes[peer].add(one);
        last[peer] = one;
        waiting++;
    }

    /** Accepts operands whose header is there: straight into the window for a put, else into a stage. */
    private void accept(UnservedMessage one) {
        if (one.announced == null || !one.isWhole()) {
            return;
        }
        OperationHeader header = new OperationHeader();
        header.read(one.bytes, 0);
        one.operands = new RecvOp(cache);
        long wanted = header.operands;
        Target window = window(one.envelope);
        if (header.action != OperationHeader.PUT || window.isServedInTurn()) {
            one.staged = stageIfPossible(wanted);
            wanted = one.staged == null ? 0 : wanted;
            one.operands.set(one.staged, 0, wanted, TypeLayout.BYTE);
        } else if (!window.find(header, one.operands)) {
            wanted = 0;
        }
        Arrival arrival = one.announced;
        one.announced = null;
        channel.accept(arrival, one.operands, wanted);
    }

    /** Memory for that many bytes, 8-byte aligned. */
    static MemorySegment stage(long bytes) {
        return MemorySegment.ofArray(new long[Math.toIntExact((bytes + 7) / 8)]);
    }

    /** As {@link #stage}; null if the heap is full. */
    private static @Nullable MemorySegment stageIfPossible(long bytes) {
        try {
            return stage(bytes);
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    private Target window(long envelope) {
        Target window = windows.get(MessageKind.window(envelope));
        if (window == null) {
            throw new IllegalStateException("rank " + port.rank() + ": a message for window "
                    + MessageKind.window(envelope) + ", which it does not have");
        }
        return window;
    }

    /** Serves what has arrived whole meanwhile, and ends what this rank has sent or asked for. */
    @Override
    public int push() {
        int moved = 0;
        for (int i = leaving.size() - 1; i >= 0; i--) {
            if (leaving.get(i).isDone()) {
                leaving.remove(i).end();
                moved++;
            }
        }
        // An accumulate may have been the turn before that of another peer's.
        for (int served = 1; waiting > 0 && served > 0; moved += served) {
            served = 0;
            for (int peer = 0; peer < inboxes.length; peer++) {
                served += serveQueued(peer);
            }
        }
        for (int i = arriving.size() - 1; i >= 0; i--) {
            if (arriving.get(i).isDone()) {
                arriving.remove(i).end();
                moved++;
            }
        }
        return moved;
    }

    private int serveQueued(int peer) {
        int served = 0;
        for (UnservedMessage one = head(peer);
                one != null && one.isWhole() && !isHeld(peer, one.envelope, one.bytes, 0);
                one = head(peer)) {
            if (MessageKind.kind(one.envelope) == MessageKind.ANNOUNCED) {
                accept(one);
                if (one.operands == null || !one.operands.isDone()) {
                    break;
                }
            }
            inboxes[peer].remove();
            waiting--;
            served++;
            serve(peer, one.envelope, one.bytes, 0, one);
        }
        return served;
    }

    private @Nullable UnservedMessage head(int peer) {
        return inboxes[peer] == null ? null : inboxes[peer].peek();
    }

    private void serve(int peer, long envelope, MemorySegment memory, long at, @Nullable UnservedMessage whole) {
        if (MessageKind.kind(envelope) == MessageKind.DONE) {
            awaiting(MessageKind.handle(envelope)).end();
        } else if (MessageKind.kind(envelope) != MessageKind.WAKE) {
            window(envelope).serve(peer, envelope, memory, at, whole);
        }
    }

    /** Why a rank has failed; null if it has not. */
    @Nullable
    String failure(int peer) {
        return channel.failure(peer);
    }

    /**
     * Ends the operations at the peer, which their completion reports. Calls that wait for the peer find it failed; its locks are
     * free, and what it has sent in part is forgotten.
     */
    @Override
    public boolean onFailure(int peer, String why) {
        for (Pending one : List.copyOf(pending.values())) {
            if (one.peer() == peer) {
                pending.remove(one.handle);
                one.lose(why);
                one.end();
            }
        }
        if (!isEmpty(peer)) {
            waiting -= inboxes[peer].size();
            inboxes[peer].clear();
        }
        windows.values().forEach(window -> window.lose(peer));
        return true;
    }

    /** Creates a payload that describes no data yet. */
    Payload newPayload() {
        return new Payload(cache);
    }
}
