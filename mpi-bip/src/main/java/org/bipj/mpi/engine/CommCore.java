package org.bipj.mpi.engine;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bipj.core.channel.Multicasts;
import org.bipj.core.channel.SendOp;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.SharedGroups;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.TypeLayout;
import org.bipj.core.runtime.ThreadGuard;
import org.bipj.mpi.call.CallData;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.match.CallWord;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.Unexpected;

/**
 * The engine's representation of a communicator: a group of world ranks, this rank's position in it, and two contexts.
 * The user's messages use one context and collective operations the other, so that they never match each other.
 *
 * <p>Ranks in these calls are ranks of the communicator.
 */
public final class CommCore implements CollPort {
    /** Matches any source. */
    public static final int ANY_SOURCE = -1;

    /** The null process: sends to it and receives from it complete at once without a message. */
    public static final int PROC_NULL = -2;

    /** Matches any tag. */
    public static final int ANY_TAG = -1;

    /** Largest tag. */
    public static final int TAG_UB = Integer.MAX_VALUE;

    private final Engine engine;
    private final Sending sending;
    private final Receiving receiving;
    private final Progress progress;
    private final ThreadGuard guard;
    /** Null if several threads may call. */
    private final CallData callData;

    private final int context;
    private final int size;
    /** World ranks by rank of this communicator; null if they are the same. */
    private final int[] worldRanks;
    /** Ranks of this communicator by world rank, -1 for others; null if they are the same. */
    private final int[] rankOfWorld;

    private final int rank;
    /** In an intercommunicator, this rank's group; otherwise this communicator. */
    private final CommCore local;
    /** In an intercommunicator, both groups; otherwise this communicator. */
    private final CommCore whole;
    /** Number of ranks of the first group in {@link #whole}; 0 if there is one group. */
    private final int firstGroup;
    /** Null if the ranks do not share memory, if this process is no member, and in an intercommunicator. */
    private final CommSharing sharing;
    /** By rank the number of its host; null if two levels of ranks would be one, and in an intercommunicator. */
    private final int[] hosts;
    /** Multicasts among these ranks; null if there are none, if this process is no member, and in an intercommunicator. */
    private final CommMulticast multicast;
    /** Shared memory of the ranks of this host; null until it is asked for. */
    private CommSharing hostSharing;

    /** The blocking collective calls; an intercommunicator and its groups have one history. */
    private final CallHistory calls;

    private final CallWatch watch;

    private Object collState;
    private Object collSchedules;
    /** Number of operations and persistent requests that keep the contexts in use. */
    private int users;

    private String name = "";

    CommCore(Engine engine, int context, int[] worldRanks) {
        this(engine, context, worldRanks, null, null, 0);
    }

    /**
     * Creates an intercommunicator. Its ranks are those of the remote group, except {@link #rank()}, which is the
     * calling process's rank in its own group. Messages within each group, and within both groups together, use the
     * same collective context. They do not match each other: each receive names its source, and all ranks call
     * collective operations in the same order.
     *
     * @param localRanks world ranks of the calling process's group
     * @param remoteRanks world ranks of the other group
     */
    static CommCore between(Engine engine, int context, int[] localRanks, int[] remoteRanks) {
        boolean isFirst = localRanks[0] < remoteRanks[0];
        int[] first = isFirst ? localRanks : remoteRanks;
        int[] second = isFirst ? remoteRanks : localRanks;
        int[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        CommCore local = new CommCore(engine, context, localRanks);
        CommCore whole = new CommCore(engine, context, all, local, null, first.length);
        return new CommCore(engine, context, remoteRanks, local, whole, first.length);
    }

    private CommCore(Engine engine, int context, int[] worldRanks, CommCore group, CommCore groups, int firstGroup) {
        this.engine = engine;
        local = group == null ? this : group;
        whole = groups == null ? this : groups;
        this.firstGroup = firstGroup;
        sending = engine.sending;
        receiving = engine.receiving;
        progress = engine.progress;
        guard = engine.guard;
        callData = engine.callData;
        this.context = context;
        size = worldRanks.length;
        boolean same = true;
        int found = -1;
        for (int i = 0; i < size; i++) {
            same &= worldRanks[i] == i;
            if (worldRanks[i] == engine.worldRank()) {
                found = i;
            }
        }
        rank = groups == null ? found : group.rank;
        calls = group == null ? receiving.calls(context + 1) : group.calls;
        calls.ranks(worldRanks.length);
        boolean isGroup = found >= 0 && groups == null;
        int[] hostOf = isGroup ? hostsOf(engine.port, worldRanks) : null;
        int hostCount =
                hostOf == null ? 0 : (int) Arrays.stream(hostOf).distinct().count();
        SharedGroups groupsOfPort = hostCount == 1 ? engine.port.sharedGroups() : null;
        sharing = groupsOfPort == null ? null : new CommSharing(this, groupsOfPort, null);
        hosts = hostCount > 1 && hostCount < size && group == null ? hostOf : null;
        Multicasts ofPort = isGroup ? engine.channel.multicasts() : null;
        multicast = ofPort == null ? null : new CommMulticast(this, ofPort);
        watch = new CallWatch(this);
        this.worldRanks = same ? null : worldRanks.clone();
        rankOfWorld = same ? null : inverse(worldRanks, engine.job().size());
    }

    private static int[] hostsOf(NicPort port, int[] worldRanks) {
        int[] hostOf = new int[worldRanks.length];
        Arrays.setAll(hostOf, i -> port.host(worldRanks[i]));
        return hostOf;
    }

    private static int[] inverse(int[] worldRanks, int worldSize) {
        int[] ranks = new int[worldSize];
        Arrays.fill(ranks, -1);
        for (int i = 0; i < worldRanks.length; i++) {
            ranks[worldRanks[i]] = i;
        }
        return ranks;
    }

    /** True if the current thread may call; false if the call is an error that {@link Engine#refusal} describes. */
    public boolean admitsThread() {
        return guard.admits();
    }

    /** The engine of this rank. */
    public Engine engine() {
        return engine;
    }

    /** This process's rank in the communicator. */
    @Override
    public int rank() {
        return rank;
    }

    /** Number of ranks in the communicator. */
    @Override
    public int size() {
        return size;
    }

    /** True for an intercommunicator, whose ranks are those of the remote group. */
    public boolean isInter() {
        return whole != this;
    }

    /** For an intercommunicator, the calling process's group, for collective operations; else this communicator. */
    public CommCore local() {
        return local;
    }

    /** For an intercommunicator, both groups as one, for collective operations; else this communicator. */
    public CommCore whole() {
        return whole;
    }

    @Override
    public int collFirstGroup() {
        return firstGroup;
    }

    @Override
    public CollPort collWhole() {
        return whole;
    }

    @Override
    public CollPort collLocal() {
        return local;
    }

    /** World rank of a rank of this communicator. */
    public int world(int commRank) {
        return worldRanks == null ? commRank : worldRanks[commRank];
    }

    /** Rank in this communicator of a world rank that is a member; negative numbers are returned unchanged. */
    public int rankOf(int world) {
        return rankOfWorld == null || world < 0 ? world : rankOfWorld[world];
    }

    /** Number of the user's context, equal on all ranks. The collective context is this number plus 1. */
    public int context() {
        return context;
    }

    /** Sets the communicator's name for reports. */
    public void name(String text) {
        name = text;
    }

    /** The communicator's name; empty if it has none. */
    String name() {
        return name;
    }

    /** The members' world ranks in ascending order. */
    List<Integer> sortedWorldRanks() {
        return IntStream.range(0, whole.size).map(whole::world).sorted().boxed().toList();
    }

    private int worldSource(int source) {
        // In a communicator of one rank, ANY_SOURCE means this rank; waiting for it is reported as a deadlock.
        return source == ANY_SOURCE && size > 1 ? PostedRecv.ANY : world(Math.max(source, 0));
    }

    // ---- the user's messages -----------------------------------------------------------------------------------

    /** Sends. Returns when the buffer may be reused; if synchronous, when the receive has started. */
    public void send(Data data, int dest, int tag, boolean synchronous) {
        if (dest != PROC_NULL) {
            sending.send(context, world(dest), tag, synchronous, data);
        }
    }

    /** Starts a send. */
    public SendOp startSend(Data data, int dest, int tag, boolean synchronous) {
        return dest == PROC_NULL ? sending.nothing() : sending.startSend(context, world(dest), tag, synchronous, data);
    }

    /** Sends without waiting for the receiver; copies the message to the attached buffer if necessary. */
    public void bufferedSend(Data data, int dest, int tag) {
        if (dest != PROC_NULL) {
            engine.buffered.send(context, world(dest), tag, data);
        }
    }

    /** Sends and receives at the same time; the returned operation holds the result. The caller recycles it. */
    public PostedRecv sendReceive(Data sent, int dest, int sendTag, Data received, int source, int recvTag) {
        if (dest == PROC_NULL || sending.trySend(context, world(dest), sendTag, sent)) {
            return receive(received, source, recvTag);
        }
        try {
            PostedRecv op = startReceive(received, source, recvTag);
            try {
                send(sent, dest, sendTag, Engine.STANDARD);
                await(op);
            } catch (RuntimeException e) {
                cancel(op);
                throw e;
            }
            return op;
        } finally {
            sending.endTry();
        }
    }

    /** Sends a buffer and receives into it; the returned operation holds the result. The caller recycles it. */
    public PostedRecv sendReceiveReplace(Data data, int dest, int sendTag, int source, int recvTag) {
        if (dest == PROC_NULL) {
            return receive(data, source, recvTag);
        }
        if (source == PROC_NULL) {
            send(data, dest, sendTag, Engine.STANDARD);
            return receiving.nothing(PROC_NULL, ANY_TAG);
        }
        return engine.replacing.run(context, data, world(dest), sendTag, worldSource(source), recvTag);
    }

    /** A copy of data that are to be sent from the buffer in which the call receives. */
    public Data copyToSend(Data data) {
        return engine.replacing.copyOf(data);
    }

    /** Receives; the returned operation holds the result. The caller recycles it with {@link #recycle(PostedRecv)}. */
    public PostedRecv receive(Data data, int source, int tag) {
        return source == PROC_NULL
                ? receiving.nothing(PROC_NULL, ANY_TAG)
                : receiving.receive(context, worldSource(source), tag, data);
    }

    /** Posts a receive. */
    public PostedRecv startReceive(Data data, int source, int tag) {
        return source == PROC_NULL
                ? receiving.nothing(PROC_NULL, ANY_TAG)
                : receiving.startReceive(context, worldSource(source), tag, data);
    }

    /** Posts a receive that allocates a byte array of the length of the message that matches it. */
    public PostedRecv startReceiveOfAnyLength(int source, int tag) {
        return source == PROC_NULL
                ? receiving.nothing(PROC_NULL, ANY_TAG)
                : receiving.startReceiveOfAnyLength(context, worldSource(source), tag);
    }

    /** Finds a matching message without receiving it; removes it from the queue if {@code take}. Null if none. */
    public Unexpected probe(int source, int tag, boolean take) {
        return receiving.probe(context, worldSource(source), tag, take);
    }

    /** As {@link #probe}, but waits for a matching message. */
    public Unexpected awaitProbe(int source, int tag, boolean take) {
        return receiving.awaitProbe(context, worldSource(source), tag, take);
    }

    /** Starts the receive of a message that a probe has taken. */
    public PostedRecv startReceiveOf(Unexpected message, Data data) {
        return receiving.startReceiveOf(message, data);
    }

    /** Waits for a send. */
    public void await(SendOp op) {
        progress.await(op);
    }

    /** Waits for a receive. */
    public void await(PostedRecv op) {
        progress.await(op, op.wantedSource());
    }

    /** True if only this rank could complete an unfinished send; {@link #await(SendOp)} reports that as a deadlock. */
    public boolean isSelfDeadlock(SendOp op) {
        return progress.isSelfDeadlock(op);
    }

    /** True if only this rank could complete an unfinished receive, as for {@link #isSelfDeadlock(SendOp)}. */
    public boolean isSelfDeadlock(PostedRecv op) {
        return progress.isSelfDeadlock(op);
    }

    /** True if a send is done. */
    public boolean isDone(SendOp op) {
        return progress.isDone(op);
    }

    /** True if a receive is done. */
    public boolean isDone(PostedRecv op) {
        return progress.isDone(op);
    }

    /** Starts an operation that each round of progress advances. It may complete at once. */
    public void start(Background operation) {
        progress.start(operation);
    }

    /** True if a background operation is done. */
    public boolean isDone(Background operation) {
        return progress.isDone(operation);
    }

    /** Waits for a background operation. */
    public void await(Background operation) {
        progress.await(operation);
    }

    /** Advances background operations without polling the network, after an event that one of them waited for. */
    public void advanceBackgrounds() {
        progress.enter();
        try {
            progress.advanceBackgrounds();
        } finally {
            progress.exit();
        }
    }

    /** Takes the progress lock, if there is one. It guards state that background operations share with calls. */
    public void enter() {
        progress.enter();
    }

    /** Releases the progress lock. */
    public void exit() {
        progress.exit();
    }

    /** Keeps the communicator's contexts in use until {@link #release}, even if the communicator is freed. */
    public void retain() {
        progress.enter();
        users++;
        progress.exit();
    }

    /** Ends one {@link #retain}. */
    public void release() {
        progress.enter();
        users--;
        progress.exit();
    }

    /** True as long as an operation or a persistent request uses the communicator. */
    public boolean isInUse() {
        progress.enter();
        try {
            return users > 0 || whole.users > 0;
        } finally {
            progress.exit();
        }
    }

    /** One round of progress. Returns the packets moved. */
    public int progress() {
        return progress.round();
    }

    /**
     * One polling round of a wait: progress, and a pause if nothing moved.
     *
     * @param fruitless number of consecutive fruitless rounds before this one
     * @return number of consecutive fruitless rounds, this one included
     */
    public int advance(int fruitless) {
        return progress.advance(fruitless);
    }

    /** Cancels a send; false if it is too late. */
    public boolean cancel(SendOp op) {
        return sending.cancel(context, op);
    }

    /** Cancels a receive; false if it is too late. */
    public boolean cancel(PostedRecv op) {
        return receiving.cancel(op);
    }

    /** Returns a finished send to its pool. */
    public void recycle(SendOp op) {
        sending.recycle(op);
    }

    /** Returns a finished receive to its pool. */
    public void recycle(PostedRecv op) {
        receiving.recycle(op);
    }

    @Override
    public CallData callData() {
        return callData != null ? callData : engine.callDataOfThread();
    }

    @Override
    public boolean collIsCrowded() {
        return engine.job().isCrowded();
    }

    @Override
    public Object collState() {
        return collState;
    }

    @Override
    public void collState(Object state) {
        collState = state;
    }

    /** The object set by {@link #collSchedules(Object)}, or null. */
    public Object collSchedules() {
        return collSchedules;
    }

    /** Keeps an object that belongs to the non-blocking and persistent collective operations of this communicator. */
    public void collSchedules(Object schedules) {
        collSchedules = schedules;
    }

    // ---- blocking collective calls: which ones the ranks make ---------------------------------------------------

    @Override
    public void collBegin(int operation, int op, int root, boolean rooted) {
        if (calls.failure() != null) {
            throw endedBefore();
        }
        if (calls.begin(operation, op, root, rooted) && (calls.stray() != 0 || receiving.hasFailedCalls())) {
            checkCalls();
        }
    }

    @Override
    public void collEnd() {
        calls.end();
    }

    private EngineException endedBefore() {
        return new EngineException(
                ErrorClass.OTHER,
                "an earlier collective call" + CommNames.in(this) + " has failed, which ends all such calls there: "
                        + calls.failure());
    }

    /** Rejects a call after one that has failed on another rank, or that this rank has made and another one has not. */
    private void checkCalls() {
        EngineException failure = calls.stray() != 0 ? strayCall() : leftMessage(true);
        if (failure != null) {
            calls.abandon();
            endCalls(failure);
            throw failure;
        }
    }

    private EngineException strayCall() {
        return parted(calls.stray(), calls.strayWorld());
    }

    /**
     * Throws an error if a message has come for a call that this rank has not made, in a wait.
     *
     * @param fruitless rounds in a row in which the wait has polled in vain
     */
    void checkStrayCall(int fruitless) {
        if (fruitless >= CallWatch.PATIENCE && calls.looksAgain()) {
            for (int member = 0; member < whole.size; member++) {
                receiving.arrivedAgain(context + 1, whole.world(member));
            }
        }
        if (calls.stray() != 0) {
            throw strayCall();
        }
    }

    @Override
    public RuntimeException collFailed(Throwable thrown) {
        RuntimeException failure =
                thrown instanceof OutOfMemoryError full ? engine.heapFull(full) : (RuntimeException) thrown;
        RuntimeException first = calls.spoilt() == null ? failure : calls.spoilt();
        boolean isOutermost = calls.abandon();
        if (isOutermost && calls.failure() == null && (calls.stray() != 0 || !isInStep(failure))) {
            endCalls(first);
        }
        return first;
    }

    /** True if no other rank waits for this one, although its call has failed. */
    private boolean isInStep(RuntimeException failure) {
        return whole.size == 1
                || whole.size == 2
                        && !whole.isDivided()
                        && CallKind.isOneWay(calls.operation())
                        && failure instanceof EngineException e
                        && (e.errorClass() == ErrorClass.TRUNCATE || e.errorClass() == ErrorClass.TYPE);
    }

    /** True for the ranks of two groups. */
    private boolean isDivided() {
        return local != this;
    }

    /** Notifies all other ranks, whatever they wait for now or next. */
    private void endCalls(RuntimeException failure) {
        calls.fail(failure.getMessage() == null ? failure.toString() : failure.getMessage());
        receiving.endCalls(context + 1);
        int word = CallWord.endOf(calls.word());
        Data nothing = Data.of(new byte[0], 0, 0, TypeLayout.BYTE);
        for (int member = 0; member < whole.size; member++) {
            int world = whole.world(member);
            if (world != engine.worldRank()) {
                try {
                    sending.startSend(context + 1, world, word, Engine.STANDARD, nothing);
                } catch (RuntimeException e) {
                    // That rank has failed, too.
                }
            }
        }
    }

    /** What this rank says of the call that is under way: its word, unless it passes on wrong data. */
    int sentWord() {
        return calls.sent();
    }

    /** True if no more collective calls are possible. */
    public boolean hasFailedCalls() {
        return calls.failure() != null;
    }

    /** The word of the call that is under way. */
    int callWord() {
        return calls.word();
    }

    /** The error of a rank that finds the word of another call than its own. */
    EngineException parted(int word, int world) {
        int older = word;
        if (CallWord.lead(word, calls.word()) > 0) {
            // A message of the call in which they parted, which no receive has asked for, tells more.
            progress.round();
            int message = otherCall(world);
            older = message != 0 && CallWord.lead(message, word) < 0 ? message : word;
        }
        return calls.parted(older, memberName(world), memberName(engine.worldRank()), CommNames.in(this));
    }

    private String memberName(int world) {
        if (!whole.isDivided()) {
            return "rank " + rankOf(world);
        }
        int there = local.rankOf(world);
        return there >= 0
                ? "rank " + there + " of this group"
                : "rank " + (whole.rankOf(world) - (local.isFirstOf(whole) ? local.size : 0)) + " of the other group";
    }

    private boolean isFirstOf(CommCore both) {
        return both.world(0) == world(0);
    }

    /**
     * The word of the oldest message from a rank that belongs to another blocking call than the one that is under way; 0 if there is
     * none.
     */
    int otherCall(int world) {
        return receiving.otherCall(context + 1, world, calls.word());
    }

    /**
     * The word of the call in which a rank has published its next turn in memory that it shares with this one; 0 if it has not, or
     * shares none.
     */
    int publishedCall(int world) {
        int word = sharing == null ? 0 : sharing.published(rankOf(world));
        return word == 0 && hostSharing != null ? hostSharing.published(rankOf(world)) : word;
    }

    /** What is known of the blocking call that a message's word belongs to, for reports; may be empty. */
    String callDetail(int word) {
        return word < 0 ? calls.detail(word) : "";
    }

    /**
     * Whether a rank has made other blocking collective calls than this one, which neither has noticed so far: for the end of the
     * communicator.
     *
     * @return the error, or null; always null after a call that has failed, since that was reported
     */
    public EngineException leftCalls() {
        if (calls.failure() != null) {
            return null;
        }
        EngineException failure = calls.stray() != 0 ? strayCall() : leftMessage(false);
        for (CommSharing shared : new CommSharing[] {sharing, hostSharing}) {
            if (failure == null && shared != null) {
                failure = shared.leftCalls();
            }
        }
        if (failure != null) {
            calls.fail(failure.getMessage());
            receiving.endCalls(context + 1);
        }
        return failure;
    }

    /** A message of a call that this rank has ended, or has not made; {@code ends}: only one that ends all calls. */
    private EngineException leftMessage(boolean ends) {
        for (int member = 0; member < whole.size; member++) {
            int world = whole.world(member);
            int word = receiving.leftCall(context + 1, world, ends);
            if (word != 0) {
                return parted(word, world);
            }
        }
        return null;
    }

    // ---- messages of collective operations ---------------------------------------------------------------------

    /** Sends in the collective context and returns when the buffer may be reused. */
    @Override
    public void collSend(Data data, int dest, int tag) {
        sending.send(context + 1, world(dest), sent(tag), Engine.STANDARD, data, watch);
    }

    @Override
    public boolean collTrySend(Data data, int dest, int tag) {
        return sending.trySend(context + 1, world(dest), sent(tag), data);
    }

    /** The tag that a message carries: in a blocking call the word of the call, whatever the part of it. */
    private int sent(int tag) {
        return CallWord.isOperation(tag) ? calls.sent() : tag;
    }

    /** The tag that a received message should have. */
    private int wanted(int tag) {
        return CallWord.isOperation(tag) ? calls.word() : tag;
    }

    /** Receives in the collective context, from one source. A message of another length is an error. */
    @Override
    public void collRecv(Data data, int source, int tag) {
        int wanted = wanted(tag);
        endCollReceive(receiving.receive(context + 1, world(source), wanted, data, watch), wanted);
    }

    /**
     * Posts a receive in the collective context. Await it with {@link #collAwait}. Handles are pooled, not allocated.
     */
    @Override
    public Object collPostRecv(Data data, int source, int tag) {
        return receiving.startReceive(context + 1, world(source), wanted(tag), data);
    }

    /** Posts a send in the collective context. Await it with {@link #collAwait}. Handles are pooled, not allocated. */
    @Override
    public Object collPostSend(Data data, int dest, int tag) {
        return sending.startSend(context + 1, world(dest), sent(tag), Engine.STANDARD, data);
    }

    /** Waits for an operation of collPostRecv or collPostSend, and recycles it. */
    @Override
    public void collAwait(Object handle) {
        if (handle instanceof PostedRecv receive) {
            progress.await(receive, receive.wantedSource(), watch);
            endCollReceive(receive, receive.wantedTag());
        } else {
            SendOp send = (SendOp) handle;
            progress.await(send, watch);
            sending.recycle(send);
        }
    }

    @Override
    public boolean collIsDone(Object handle) {
        return handle instanceof PostedRecv receive ? progress.isDone(receive) : progress.isDone((SendOp) handle);
    }

    @Override
    public void collAbandon(Object handle) {
        if (handle instanceof PostedRecv receive) {
            receiving.cancel(receive);
        } else {
            sending.cancel(context + 1, (SendOp) handle);
        }
    }

    @Override
    public void collExchange(Data sent, int dest, Data received, int source, int tag) {
        // If the send is complete, the receive need not be posted before it is awaited.
        if (sending.trySend(context + 1, world(dest), sent(tag), sent)) {
            collRecv(received, source, tag);
        } else {
            try {
                CollPort.super.collExchange(sent, dest, received, source, tag);
            } finally {
                sending.endTry();
            }
        }
    }

    @Override
    public boolean collChecksTypes() {
        return engine.checksTypes;
    }

    @Override
    public CommSharing collSharing() {
        return sharing;
    }

    @Override
    public CommMulticast collMulticast() {
        return multicast;
    }

    /** Sends to all other ranks, which have joined a group of multicasts. */
    void multicast(Data data, int group, int tag) {
        sending.multicast(context + 1, group, CallWord.multicast(sent(tag)), data, watch);
    }

    /** Receives what a rank multicasts. */
    void receiveMulticast(Data data, int root, int tag) {
        int wanted = CallWord.multicast(wanted(tag));
        endCollReceive(receiving.receive(context + 1, world(root), wanted, data, watch), wanted);
    }

    @Override
    public CommSharing collSharing(int[] ranks) {
        if (hostSharing == null && engine.port.sharedGroups() != null) {
            hostSharing = new CommSharing(this, engine.port.sharedGroups(), ranks);
        }
        return hostSharing;
    }

    @Override
    public int[] collHosts() {
        return hosts;
    }

    /** Releases the memory that the communicator's ranks share, and their groups of multicasts unless some may still be under way. */
    void endSharing() {
        for (CommCore core : new CommCore[] {this, local, whole}) {
            if (core.multicast != null && calls.failure() == null) {
                core.multicast.close();
            }
            for (CommSharing shared : new CommSharing[] {core.sharing, core.hostSharing}) {
                if (shared != null) {
                    shared.close();
                }
            }
        }
    }

    private void endCollReceive(PostedRecv op, int wanted) {
        boolean isSound = op.tag() == wanted && op.bytes() == op.size() && !op.hasFailed();
        EngineException failure = isSound ? null : unequalParts(op, wanted);
        boolean isWhole = failure != null && wanted < 0 && isOfThisCall(op, wanted);
        receiving.recycle(op);
        if (failure != null && !(isWhole && calls.spoil(failure))) {
            throw failure;
        }
    }

    /** True for a message that this call has received, although its data are not what they should be. */
    private static boolean isOfThisCall(PostedRecv op, int wanted) {
        return op.lost() == null && !op.isClosed() && (op.tag() == wanted || op.tag() == CallWord.spoilt(wanted));
    }

    private EngineException unequalParts(PostedRecv op, int wanted) {
        if (op.tag() != wanted) {
            return parted(op.tag(), op.source());
        }
        if (op.lost() != null) {
            return new EngineException(ErrorClass.PROC_FAILED, op.lost());
        }
        if (op.isClosed()) {
            return new EngineException(ErrorClass.BUFFER, Payload.CLOSED);
        }
        String who = "rank " + rankOf(op.source()) + " contributed ";
        if (op.isMistyped()) {
            return new EngineException(
                    ErrorClass.TYPE,
                    who + op.sentType() + " to a collective operation; rank " + rank + " expected "
                            + op.layout().signature() + ": the ranks' datatypes differ");
        }
        return new EngineException(
                ErrorClass.TRUNCATE,
                who + op.messageBytes() + " bytes to a collective operation; rank " + rank + " expected " + op.size()
                        + ": counts or datatypes differ between ranks");
    }

    @Override
    public void localCopy(Data from, Data to) {
        engine.localCopy(from, to);
    }
}
