package org.bipj.mpi.comm;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.bipj.core.channel.Multicasts;
import org.bipj.core.channel.SendOp;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.SharedGroups;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.core.replay.CollectiveFacts;
import org.bipj.mpi.call.CallData;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.coll.port.CommMulticast;
import org.bipj.mpi.coll.port.CommSharing;
import org.bipj.mpi.coll.port.CurrentCall;
import org.bipj.mpi.engine.Engine;
import org.bipj.mpi.engine.Progress;
import org.bipj.mpi.engine.Receiving;
import org.bipj.mpi.engine.Sending;
import org.bipj.mpi.engine.WaitWatch;
import org.bipj.mpi.fault.Membership;
import org.bipj.mpi.match.CallWord;
import org.bipj.mpi.match.PostedRecv;
import org.jspecify.annotations.Nullable;

/**
 * The collective half of a communicator: messages in its collective context, the memory that its ranks share, and which blocking
 * calls they make. An intercommunicator has one for its remote group, one for the local group and one for both.
 */
public final class CommCollectives implements CollPort, CurrentCall, CommMulticast.Messages {
    private final Engine engine;
    private final Membership membership;
    private final Sending sending;
    private final Receiving receiving;
    private final Progress progress;
    /** Descriptions that calls of the only thread share; null if several threads may call. */
    private final @Nullable CallData callData;

    /** The context in which collective messages are sent. */
    private final int context;

    private final WorldRanks ranks;
    private final int size;
    private final int rank;
    private final CommName name;
    /** The calls of this rank's group in an intercommunicator; otherwise this. */
    private final CommCollectives local;
    /** The calls of both groups of an intercommunicator; otherwise this. */
    private final CommCollectives whole;
    /** Number of ranks of the first group in {@link #whole}; 0 if there is one group. */
    private final int firstGroup;
    /** Null if the ranks do not share memory, if this process is no member, and in an intercommunicator. */
    private final @Nullable CommSharing sharing;
    /** By rank the number of its host; null if two levels of ranks would be one, and in an intercommunicator. */
    private final int @Nullable [] hosts;
    /** Multicasts among these ranks; null if there are none, if this process is no member, and in an intercommunicator. */
    private final @Nullable CommMulticast multicast;
    /** Shared memory of the ranks of this host; null until it is asked for. */
    private @Nullable CommSharing hostSharing;
    /** Null unless a run is replayed. */
    private final @Nullable CollectiveFacts replayed;

    /** The blocking collective calls; an intercommunicator and its groups have one history. */
    private final CallHistory calls;

    private final CallWatch watch;
    private @Nullable Kept state;
    private @Nullable Kept schedules;

    /** The arguments are those of {@link CommCore}. */
    CommCollectives(
            Engine engine,
            Membership membership,
            int context,
            WorldRanks ranks,
            int rank,
            CommName name,
            @Nullable CommCollectives group,
            @Nullable CommCollectives groups,
            int firstGroup) {
        this.engine = engine;
        this.membership = membership;
        this.context = context;
        this.ranks = ranks;
        this.rank = rank;
        this.name = name;
        this.firstGroup = firstGroup;
        local = group == null ? this : group;
        whole = groups == null ? this : groups;
        sending = engine.sending();
        receiving = engine.receiving();
        progress = engine.progress();
        callData = engine.callData();
        size = ranks.size();
        calls = group == null ? new CallHistory() : group.calls;
        if (group == null) {
            receiving.listen(context, calls);
            EngineException ended = membership.callsEnded();
            if (ended != null) {
                calls.ended(ended.getMessage());
            }
        }
        calls.ranks(size);
        boolean isGroup = groups == null && rank >= 0;
        int @Nullable [] hostOf = isGroup ? hostsOf(engine.port(), ranks) : null;
        int hostCount =
                hostOf == null ? 0 : (int) Arrays.stream(hostOf).distinct().count();
        SharedGroups groupsOfPort = hostCount == 1 ? engine.port().sharedGroups() : null;
        sharing = groupsOfPort == null
                ? null
                : share(groupsOfPort, IntStream.range(0, size).toArray());
        hosts = hostCount > 1 && hostCount < size && group == null ? hostOf : null;
        Multicasts ofPort = isGroup ? engine.multicasts() : null;
        multicast = ofPort == null
                ? null
                : new CommMulticast(
                        this,
                        progress,
                        ofPort,
                        Arrays.stream(ranks.toArray()).sorted().toArray());
        watch = new CallWatch(this);
        CollectiveFacts facts =
                receiving.open() == null ? null : receiving.open().collectives();
        // Ranks of two groups have no shared memory as a whole, and no multicasts.
        replayed = facts == null || isGroup
                ? facts
                : new CollectiveFacts(facts.crowded(), false, facts.checksTypes(), false);
    }

    /** The memory that some ranks share, in ascending order. */
    private CommSharing share(SharedGroups groups, int[] sharers) {
        int[] members = Arrays.stream(sharers).map(ranks::world).toArray();
        return new CommSharing(this, engine, groups, sharers, members, Arrays.binarySearch(sharers, rank));
    }

    private static int[] hostsOf(NicPort port, WorldRanks ranks) {
        int[] hostOf = new int[ranks.size()];
        Arrays.setAll(hostOf, i -> port.host(ranks.world(i)));
        return hostOf;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int firstGroup() {
        return firstGroup;
    }

    @Override
    public CommCollectives whole() {
        return whole;
    }

    @Override
    public CommCollectives local() {
        return local;
    }

    @Override
    public CallData callData() {
        return callData != null ? callData : engine.callDataOfThread();
    }

    @Override
    public boolean isCrowded() {
        return replayed == null ? engine.job().isCrowded() : replayed.crowded();
    }

    @Override
    public @Nullable CollectiveFacts replayed() {
        return replayed;
    }

    @Override
    public CollPort.@Nullable Kept state() {
        return state;
    }

    @Override
    public void state(CollPort.Kept kept) {
        state = kept;
    }

    /** What {@link #schedules(CollPort.Kept)} was told, or null. */
    public CollPort.@Nullable Kept schedules() {
        return schedules;
    }

    /** Keeps what belongs to the non-blocking and persistent collective operations of this communicator. */
    public void schedules(CollPort.Kept kept) {
        schedules = kept;
    }

    // ---- blocking collective calls: which ones the ranks make ---------------------------------------------------

    @Override
    public void begin(int operation, int op, int root, boolean rooted) {
        if (calls.failure() != null) {
            throw endedBefore();
        }
        if (calls.begin(operation, op, root, rooted)) {
            engine.countCollectiveCall();
            if (calls.stray() != 0 || receiving.hasFailedCalls()) {
                checkCalls();
            }
        }
    }

    @Override
    public void end() {
        calls.end();
    }

    private EngineException endedBefore() {
        EngineException ended = membership.callsEnded();
        if (ended != null) {
            return new EngineException(ended.errorClass(), ended.getMessage());
        }
        return new EngineException(
                ErrorClass.OTHER,
                "an earlier collective call" + name.in() + " has failed, which ends all such calls there: "
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

    @Override
    public void checkStray(int fruitless) {
        if (fruitless >= WaitWatch.PATIENCE && calls.looksAgain()) {
            for (int member = 0; member < whole.size; member++) {
                receiving.arrivedAgain(context, whole.ranks.world(member));
            }
        }
        if (calls.stray() != 0) {
            throw strayCall();
        }
    }

    @Override
    public RuntimeException failed(Throwable thrown) {
        RuntimeException failure =
                thrown instanceof OutOfMemoryError full ? engine.heapFull(full) : (RuntimeException) thrown;
        RuntimeException first = calls.spoilt() == null ? failure : calls.spoilt();
        boolean isOutermost = calls.abandon();
        if (isOutermost
                && calls.failure() == null
                && !isOfFailedProcess(first)
                && (calls.stray() != 0 || !isInStep(failure))) {
            endCalls(first);
        }
        return first;
    }

    /** True for an error that ends the call at all others once they hear of the failure, too. */
    private boolean isOfFailedProcess(RuntimeException failure) {
        return membership.survives()
                && (failure instanceof PeerFailedException
                        || failure instanceof EngineException e && e.errorClass() == ErrorClass.PROC_FAILED);
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
        receiving.endCalls(context);
        int word = CallWord.endOf(calls.word());
        Data nothing = Data.of(new byte[0], 0, 0, TypeLayout.BYTE);
        for (int member = 0; member < whole.size; member++) {
            int peer = whole.ranks.world(member);
            if (peer != engine.worldRank()) {
                try {
                    sending.startSend(context, peer, word, Sending.STANDARD, nothing);
                } catch (PortException e) {
                    // No room for a further ring, for which each attempt would search. Who has none here hears of the
                    // job's end.
                    return;
                } catch (RuntimeException e) {
                    // That rank has failed, too.
                }
            }
        }
    }

    @Override
    public int sentWord() {
        return calls.sent();
    }

    /** True if no more collective calls are possible. */
    public boolean hasFailedCalls() {
        return calls.failure() != null;
    }

    @Override
    public int word() {
        return calls.word();
    }

    @Override
    public boolean hasLeft(int peer) {
        return engine.processes().hasLeft(peer);
    }

    @Override
    public EngineException abandoned(int peer) {
        return calls.abandoned(memberName(peer), memberName(engine.worldRank()), name.in());
    }

    @Override
    public EngineException parted(int word, int peer) {
        int older = word;
        if (CallWord.lead(word, calls.word()) > 0) {
            // A message of the call in which they parted, which no receive has asked for, tells more.
            progress.round();
            int message = otherCall(peer);
            older = message != 0 && CallWord.lead(message, word) < 0 ? message : word;
        }
        return calls.parted(older, memberName(peer), memberName(engine.worldRank()), name.in());
    }

    private String memberName(int peer) {
        if (!whole.isDivided()) {
            return "rank " + ranks.rankOf(peer);
        }
        int there = WorldRanks.indexOf(local.ranks.toArray(), peer);
        return there >= 0
                ? "rank " + there + " of this group"
                : "rank " + (whole.ranks.rankOf(peer) - (local.isFirstOf(whole) ? local.size : 0))
                        + " of the other group";
    }

    private boolean isFirstOf(CommCollectives both) {
        return both.ranks.world(0) == ranks.world(0);
    }

    @Override
    public int otherCall(int peer) {
        return receiving.otherCall(context, peer, calls.word());
    }

    @Override
    public int publishedCall(int peer) {
        int word = sharing == null ? 0 : sharing.published(ranks.rankOf(peer));
        return word == 0 && hostSharing != null ? hostSharing.published(ranks.rankOf(peer)) : word;
    }

    @Override
    public String where() {
        return name.in() + callDetail(calls.word());
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
    public @Nullable EngineException leftCalls() {
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
            receiving.endCalls(context);
        }
        return failure;
    }

    /** A message of a call that this rank has ended, or has not made; {@code ends}: only one that ends all calls. */
    private @Nullable EngineException leftMessage(boolean ends) {
        for (int member = 0; member < whole.size; member++) {
            int peer = whole.ranks.world(member);
            int word = receiving.leftCall(context, peer, ends);
            if (word != 0) {
                return parted(word, peer);
            }
        }
        return null;
    }

    // ---- messages of collective operations ---------------------------------------------------------------------

    /** Sends in the collective context and returns when the buffer may be reused. */
    @Override
    public void send(Data data, int dest, int tag) {
        sending.send(context, ranks.world(dest), sent(tag), Sending.STANDARD, data, watch);
    }

    @Override
    public boolean trySend(Data data, int dest, int tag) {
        return sending.trySend(context, ranks.world(dest), sent(tag), data);
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
    public void receive(Data data, int source, int tag) {
        int wanted = wanted(tag);
        endCollReceive(receiving.receive(context, ranks.world(source), wanted, data, watch), wanted);
    }

    /**
     * Posts a receive in the collective context. Await it with {@link #await}. Handles are pooled, not allocated.
     */
    @Override
    public Object postReceive(Data data, int source, int tag) {
        return receiving.startReceive(context, ranks.world(source), wanted(tag), data);
    }

    /** Posts a send in the collective context. Await it with {@link #await}. Handles are pooled, not allocated. */
    @Override
    public Object postSend(Data data, int dest, int tag) {
        return sending.startSend(context, ranks.world(dest), sent(tag), Sending.STANDARD, data);
    }

    /** Waits for an operation of postReceive or postSend, and recycles it. */
    @Override
    public void await(Object handle) {
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
    public boolean isDone(Object handle) {
        return handle instanceof PostedRecv receive ? progress.isDone(receive) : progress.isDone((SendOp) handle);
    }

    @Override
    public void abandon(Object handle) {
        if (handle instanceof PostedRecv receive) {
            receiving.cancel(receive);
        } else {
            sending.cancel(context, (SendOp) handle);
        }
    }

    @Override
    public void exchange(Data sent, int dest, Data received, int source, int tag) {
        // If the send is complete, the receive need not be posted before it is awaited.
        if (sending.trySend(context, ranks.world(dest), sent(tag), sent)) {
            receive(received, source, tag);
        } else {
            try {
                CollPort.super.exchange(sent, dest, received, source, tag);
            } finally {
                sending.endTry();
            }
        }
    }

    @Override
    public boolean checksTypes() {
        return engine.checksTypes();
    }

    @Override
    public @Nullable CommSharing sharing() {
        return sharing;
    }

    @Override
    public @Nullable CommMulticast multicast() {
        return multicast;
    }

    @Override
    public void multicast(Data data, int group, int tag) {
        sending.multicast(context, group, CallWord.multicast(sent(tag)), data, watch);
    }

    @Override
    public void receiveMulticast(Data data, int root, int tag) {
        int wanted = CallWord.multicast(wanted(tag));
        endCollReceive(receiving.receive(context, ranks.world(root), wanted, data, watch), wanted);
    }

    @Override
    public @Nullable CommSharing sharing(int[] ranks) {
        if (hostSharing == null && engine.port().sharedGroups() != null) {
            hostSharing = share(engine.port().sharedGroups(), ranks.clone());
        }
        return hostSharing;
    }

    @Override
    public int @Nullable [] hosts() {
        return hosts;
    }

    /** Releases the memory that the communicator's ranks share, and their groups of multicasts unless some may still be under way. */
    void endSharing() {
        for (CommCollectives core : new CommCollectives[] {this, local, whole}) {
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
        EngineException interruption = op.interruption();
        if (interruption != null) {
            return interruption;
        }
        String who = "rank " + ranks.rankOf(op.source()) + " contributed ";
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
