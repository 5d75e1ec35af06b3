package org.bipj.mpi.comm;

import java.util.Arrays;
import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.Data;
import org.bipj.core.runtime.ThreadGuard;
import org.bipj.mpi.call.CallData;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.call.TimelineMarks;
import org.bipj.mpi.engine.Background;
import org.bipj.mpi.engine.BufferedSends;
import org.bipj.mpi.engine.Engine;
import org.bipj.mpi.engine.Progress;
import org.bipj.mpi.engine.Receiving;
import org.bipj.mpi.engine.RequestEnd;
import org.bipj.mpi.engine.SendBuffer;
import org.bipj.mpi.engine.Sending;
import org.bipj.mpi.engine.ThreadEnd;
import org.bipj.mpi.fault.FlagAgreement;
import org.bipj.mpi.fault.Membership;
import org.bipj.mpi.fault.Memberships;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.Unexpected;
import org.jspecify.annotations.Nullable;

/**
 * The engine's representation of a communicator: a group of world ranks, this rank's position in it, and two contexts.
 * The user's messages use one context and collective operations the other, so that they never match each other.
 *
 * <p>Ranks in these calls are ranks of the communicator.
 */
public final class CommCore {
    /** The source of a receive that matches messages of all ranks. */
    public static final int ANY_SOURCE = -1;

    /** The null process: sends to it and receives from it complete at once without a message. */
    public static final int PROC_NULL = -2;

    /** The tag of a receive that matches messages of all tags. */
    public static final int ANY_TAG = -1;

    /** The largest tag that a message may have. */
    public static final int TAG_UB = Integer.MAX_VALUE;

    private final Engine engine;
    private final Sending sending;
    private final Receiving receiving;
    private final Progress progress;
    /** Admits nobody once the communicator is revoked, so that no call asks for that apart. */
    private ThreadGuard guard;
    /** Of both groups of an intercommunicator. */
    private final Membership membership;
    /** Descriptions that calls of the only thread share; null if several threads may call. */
    private final @Nullable CallData callData;

    private final int context;
    private final WorldRanks ranks;
    private final int size;
    private final int rank;
    /** In an intercommunicator, this rank's group; otherwise this communicator. */
    private final CommCore local;
    /** Both groups of an intercommunicator; otherwise this communicator. */
    private final CommCore whole;

    private final CommName name;
    private final CommCollectives collectives;
    /** Number of operations and persistent requests that keep the contexts in use. */
    private int users;
    /** Null until a buffer is attached to this communicator. */
    private @Nullable SendBuffer buffer;
    /** Null unless the communicator is a session's. */
    private @Nullable SendBuffer sharedBuffer;

    CommCore(Engine engine, Memberships memberships, int context, int[] members) {
        this(engine, memberships.join(context, members), context, members, null, null, 0);
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
    static CommCore between(Engine engine, Memberships memberships, int context, int[] localRanks, int[] remoteRanks) {
        boolean isFirst = engine.processes().isBefore(localRanks[0], remoteRanks[0]);
        int[] first = isFirst ? localRanks : remoteRanks;
        int[] second = isFirst ? remoteRanks : localRanks;
        int[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        Membership membership = memberships.join(context, all);
        CommCore local = new CommCore(engine, membership, context, localRanks, null, null, 0);
        CommCore whole = new CommCore(engine, membership, context, all, local, null, first.length);
        return new CommCore(engine, membership, context, remoteRanks, local, whole, first.length);
    }

    /**
     * A communicator, or a part of an intercommunicator.
     *
     * @param group this rank's group; null: the ranks are one group
     * @param groups both groups; null: they are what is made here, or the ranks are one group
     * @param firstGroup number of ranks in the first group; 0 if there is one group
     */
    private CommCore(
            Engine engine,
            Membership membership,
            int context,
            int[] members,
            @Nullable CommCore group,
            @Nullable CommCore groups,
            int firstGroup) {
        this.engine = engine;
        this.membership = membership;
        local = group == null ? this : group;
        whole = groups == null ? this : groups;
        sending = engine.sending();
        receiving = engine.receiving();
        progress = engine.progress();
        guard = engine.guard();
        callData = engine.callData();
        this.context = context;
        ranks = new WorldRanks(members, engine.port().size());
        size = members.length;
        int found = WorldRanks.indexOf(members, engine.worldRank());
        rank = groups == null || group == null ? found : group.rank;
        name = new CommName(engine.job(), whole.ranks);
        if (group == null || groups == null) {
            // Of an intercommunicator last both groups, whose list is the same on all ranks.
            TimelineMarks.made(context, members);
            engine.processes().mark(members);
        }
        collectives = new CommCollectives(
                engine,
                membership,
                context + 1,
                ranks,
                rank,
                name,
                group == null ? null : group.collectives,
                groups == null ? null : groups.collectives,
                firstGroup);
    }

    /** From now on a revocation ends what the program calls on this communicator. */
    CommCore revocable() {
        enter();
        try {
            membership.onRevoke(() -> guard = ThreadGuard.admittingNobody());
        } finally {
            exit();
        }
        return this;
    }

    /** What is known of its processes. */
    public Membership membership() {
        return membership;
    }

    /** True if the current thread may call; false if the call is an error that {@link Engine#refusal} describes. */
    public boolean admitsThread() {
        return guard.admits();
    }

    /** The engine of the rank that this communicator belongs to. */
    public Engine engine() {
        return engine;
    }

    /** The rank of this process in the communicator. */
    public int rank() {
        return rank;
    }

    /** The number of ranks in the communicator. */
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

    /** The rank in the world of a rank of this communicator. */
    public int world(int commRank) {
        return ranks.world(commRank);
    }

    /** Rank in this communicator of a world rank that is a member; negative numbers are returned unchanged. */
    public int rankOf(int world) {
        return ranks.rankOf(world);
    }

    /** The members' world ranks in the order of their ranks; in an intercommunicator those of the remote group. */
    public int[] worldRanks() {
        return ranks.toArray();
    }

    /** Collective operations, of which an intercommunicator's {@link #local} and {@link #whole} have their own. */
    public CommCollectives collectives() {
        return collectives;
    }

    /** Number of the user's context, equal on all ranks. The collective context is this number plus 1. */
    public int context() {
        return context;
    }

    /** Sets the communicator's name for reports. */
    public void name(String text) {
        name.set(text);
        TimelineMarks.named(context, text);
    }

    /** Names the communicator in a report: {@code " in MPI_COMM_WORLD"}. */
    public String where() {
        return name.in();
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

    /** Starts a send, which the caller awaits or tests. */
    public SendOp startSend(Data data, int dest, int tag, boolean synchronous) {
        return dest == PROC_NULL ? sending.nothing() : sending.startSend(context, world(dest), tag, synchronous, data);
    }

    /** Sends without waiting for the receiver; copies the message to the attached buffer if necessary. */
    public void bufferedSend(Data data, int dest, int tag) {
        if (dest != PROC_NULL) {
            BufferedSends buffered = engine.bufferedSends();
            buffered.send(place(buffered), context, world(dest), tag, data);
        }
    }

    private SendBuffer place(BufferedSends buffered) {
        if (buffer != null && buffer.isAttached()) {
            return buffer;
        }
        return sharedBuffer != null && sharedBuffer.isAttached() ? sharedBuffer : buffered.ofProcess();
    }

    /** Buffered sends use this place where the communicator has no buffer of its own: its session's. */
    public void share(SendBuffer place) {
        sharedBuffer = place;
    }

    /** Where a buffer for this communicator's buffered sends alone is attached (MPI 4.1 section 3.6). */
    public SendBuffer buffer() {
        enter();
        try {
            if (buffer == null) {
                buffer = new SendBuffer();
            }
            return buffer;
        } finally {
            exit();
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
                send(sent, dest, sendTag, Sending.STANDARD);
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
            send(data, dest, sendTag, Sending.STANDARD);
            return receiving.nothing(PROC_NULL, ANY_TAG);
        }
        return engine.replacing().run(context, data, world(dest), sendTag, worldSource(source), recvTag);
    }

    /** A copy of data that are to be sent from the buffer in which the call receives. */
    public Data copyToSend(Data data) {
        return engine.replacing().copyOf(data);
    }

    /** Receives; the returned operation holds the result. The caller recycles it with {@link #recycle(PostedRecv)}. */
    public PostedRecv receive(Data data, int source, int tag) {
        return source == PROC_NULL
                ? receiving.nothing(PROC_NULL, ANY_TAG)
                : receiving.receive(context, worldSource(source), tag, data);
    }

    /** Posts a receive, which the caller awaits or tests. */
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
    public @Nullable Unexpected probe(int source, int tag, boolean take) {
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

    /** True if the send is complete. */
    public boolean isDone(SendOp op) {
        return progress.isDone(op);
    }

    /** True if the receive is complete. */
    public boolean isDone(PostedRecv op) {
        return progress.isDone(op);
    }

    /** Starts an operation that each round of progress advances. It may complete at once. */
    public void start(Background operation) {
        progress.start(operation);
    }

    /** True if an operation has ended. */
    public boolean isDone(RequestEnd operation) {
        return progress.isDone(operation);
    }

    /** Waits until an operation has ended. */
    public void await(RequestEnd operation) {
        progress.await(operation);
    }

    /** Starts an agreement on flags: its first element is contributed, and replaced at the end. */
    public FlagAgreement startAgreement(int @Nullable [] flag) {
        if (flag == null || flag.length == 0) {
            throw new EngineException(
                    ErrorClass.ARG,
                    "the flag is " + (flag == null ? "null" : "an empty array") + "; expected an int[1]");
        }
        int groups = isInter() ? 2 : 1;
        int group = isInter() && local().world(0) != whole().world(0) ? 1 : 0;
        FlagAgreement agreement = new FlagAgreement(membership(), group, groups, flag);
        start(agreement);
        return agreement;
    }

    /** Waits for an agreement, and throws what it ends with. */
    public void awaitAgreement(Background agreement) {
        await(agreement);
        if (agreement.failure() instanceof RuntimeException e) {
            throw e;
        }
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

    /** {@link #advance} of a wait that a thread of the program may end. */
    public int advanceBeside(ThreadEnd operation, int fruitless) {
        return progress.advanceBeside(operation, fruitless);
    }

    /** Cancels a send; false if it is too late, or if its receiver decides. */
    public boolean cancel(SendOp op) {
        return sending.withdraw(context, op);
    }

    /** As {@link Receiving#onMatch}. */
    public boolean onMatch(PostedRecv op, Runnable step) {
        return receiving.onMatch(op, step);
    }

    /** Cancels a receive; false if it is too late. */
    public boolean cancel(PostedRecv op) {
        return receiving.cancel(op);
    }

    /** As {@link Sending#errorClassOf}. */
    public int errorClassOf(SendOp op) {
        return Sending.errorClassOf(op);
    }

    /** A blocking receive from any source ends because one has failed, although it could go on. */
    public void giveUp(PostedRecv op) {
        receiving.giveUp(op);
    }

    /** Returns a finished send to its pool. */
    public void recycle(SendOp op) {
        sending.recycle(op);
    }

    /** Returns a finished receive to its pool. */
    public void recycle(PostedRecv op) {
        receiving.recycle(op);
    }

    /** The object in which the calling thread describes the buffers of a call. */
    public CallData callData() {
        return callData != null ? callData : engine.callDataOfThread();
    }
}
