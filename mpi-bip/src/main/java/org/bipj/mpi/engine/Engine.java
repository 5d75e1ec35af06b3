package org.bipj.mpi.engine;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.Multicasts;
import org.bipj.core.job.Job;
import org.bipj.core.nic.HostTime;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.runtime.Client;
import org.bipj.core.runtime.RankCounts;
import org.bipj.core.runtime.RankRuntime;
import org.bipj.core.runtime.ThreadGuard;
import org.bipj.core.runtime.Threads;
import org.bipj.mpi.call.BufferChecks;
import org.bipj.mpi.call.CallData;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.call.TimelineMarks;
import org.bipj.mpi.match.Envelope;
import org.bipj.mpi.match.HeapReserve;
import org.jspecify.annotations.Nullable;

/**
 * The point-to-point engine of MPI in one rank, a client of the rank's {@link RankRuntime}. Its parts are {@link
 * Sending}, {@link Receiving}, {@link SelfMessages} for messages from a rank to itself, {@link Progress} for all waits,
 * and above them {@link BufferedSends} and {@link ReplacingExchange}. Communicators call the parts directly. Ranks in
 * this class are world ranks. Blocking calls allocate nothing: operations are taken from pools and returned when they
 * complete.
 *
 * <p>Threads: if the engine is opened without support for several threads, one thread at a time may call, and the user
 * orders the calls; {@link #admitsThread} finds those that may not. Otherwise each call and each round of progress takes the lock of {@link Progress}.
 */
public final class Engine {
    /**
     * The context of messages between ranks that have no communicator in common: that of collective calls on COMM_SELF, in which no rank
     * sends to another one. It outlives the engine: what has come in it before a rank's next engine is received by that.
     */
    public static final int MEETINGS = 3;

    /** Those of what begins with Init: COMM_WORLD's messages, its collective calls, and partitioned operations. */
    private static final int[] OF_WORLD = {0, 1, Envelope.PARTITIONED};

    /** Number of fruitless rounds that one counts as in {@link #awaitOthers}, so that the rank sleeps early. */
    private static final int END_PATIENCE = 100;

    private final RankRuntime runtime;
    private final Job job;
    private final NicPort port;
    private final HostTime time;
    private final @Nullable RemoteMemory remote;
    private final Channel channel;
    private final ProcessNames processes;
    private final int self;
    private final boolean severalHosts;
    private final boolean checksTypes;
    private final HeapReserve heapReserve;
    private final OpPool ops;
    private final Progress progress;
    private final ThreadGuard guard;
    private final Payload copied;
    private final Payload copy;
    private final Receiving receiving;
    private final Sending sending;
    private final BufferedSends buffered;
    private final ReplacingExchange replacing;
    private final Outstanding outstanding;
    /** Used if one thread at a time calls; null if several may call. */
    private final @Nullable CallData callData;

    private boolean isBySession;
    /** Init has been called, so that what has come in the world's contexts was for this engine. */
    private boolean isOfWorld;

    /** No rank that lives needs anything of this one any more, in a job that survives deaths. */
    private boolean isLast;

    /** Blocking ones so far; a plain addition for each, which other threads read. */
    private long collectiveCalls;

    private final ThreadLocal<CallData> callDataOfThreads = ThreadLocal.withInitial(CallData::new);

    private Engine(RankRuntime runtime, boolean checksTypes, ContextNames names, @Nullable Engine before) {
        this.runtime = runtime;
        this.checksTypes = checksTypes;
        job = runtime.job();
        port = runtime.port();
        time = new HostTime(port);
        severalHosts = IntStream.range(0, job.size()).anyMatch(rank -> port.host(rank) != port.host(0));
        remote = port.remoteMemory();
        self = job.rank();
        processes = new ProcessNames(runtime);
        channel = runtime.channel(Client.MPI, null);
        channel.sendTrains();
        guard = runtime.lock().guard();
        WatchedProgress watched =
                job.isChecked() ? new WatchedProgress(channel, port, time, self, runtime.lock()) : null;
        progress = watched != null ? watched : new Progress(channel, port, time, self, runtime.lock());
        callData = progress.isAlone() ? new CallData() : null;
        EngineParts parts = EngineParts.of(job, port, time, channel, progress, checksTypes);
        heapReserve = parts.reserve();
        ops = parts.ops();
        copied = ops.newPayload();
        copy = ops.newPayload();
        SelfMessages toSelf = new SelfMessages(parts);
        receiving = new Receiving(parts, toSelf, before == null ? null : before.receiving);
        sending = new Sending(parts, toSelf, receiving);
        buffered = new BufferedSends(parts, sending);
        replacing = new ReplacingExchange(parts, sending, receiving);
        outstanding = new Outstanding(channel, receiving, progress, names, processes);
        if (before != null && before.channel == channel) {
            receiving.takeOver(before.receiving, MEETINGS);
            if (!before.isOfWorld) {
                // From ranks that have called Init while this one was in a session, which could not receive it.
                for (int context : OF_WORLD) {
                    receiving.takeOver(before.receiving, context);
                }
            }
        }
        channel.bind(watched != null ? new WatchedArrivals(receiving, watched) : receiving);
        runtime.reportBy(Client.MPI, outstanding, this::awaitsDormant);
        runtime.gaugeBy(Client.MPI, new Gauges());
        if (port.waitReports() != null) {
            outstanding.awaitsToo(port.waitReports()::awaited);
        }
        TimelineMarks.opened(!progress.isAlone(), outstanding::first);
        receiving.begin();
    }

    /** What the engine says to those who look at the rank while it runs. */
    private final class Gauges implements RankCounts.Gauges {
        @Override
        public int unexpected() {
            return receiving.unexpected();
        }

        @Override
        public long collectiveCalls() {
            return collectiveCalls;
        }
    }

    /** The program begins a blocking collective call. */
    public void countCollectiveCall() {
        collectiveCalls++;
    }

    /** As {@link #open(Job, Threads, boolean, ContextNames, Engine)}, for a rank that has had no engine. */
    public static Engine open(Job job, Threads threads, boolean checksTypes, ContextNames names) {
        return open(job, threads, checksTypes, names, null);
    }

    /**
     * Joins the rank's runtime as its MPI client and creates the engine. The runtime opens the port if no other client
     * has opened it.
     *
     * @param threads which threads may call
     * @param checksTypes true if receives reject data of other types than their own. Only data from senders that check
     *     types too can be rejected.
     * @param names describes contexts in reports
     * @param before the rank's last engine, which {@linkplain #rest rests}; null if it had none
     */
    public static Engine open(
            Job job, Threads threads, boolean checksTypes, ContextNames names, @Nullable Engine before) {
        RankRuntime runtime = RankRuntime.join(job, Client.MPI, threads);
        return new Engine(runtime, checksTypes, names, before);
    }

    /** The error of a call that ran out of heap memory; it reports the pending operations. */
    public EngineException heapFull(OutOfMemoryError cause) {
        heapReserve.release();
        return HeapFull.of(cause, channel, receiving, job.size());
    }

    /**
     * Called when MPI is initialised, and whenever its clients change.
     *
     * @param bySession true if sessions alone use it
     */
    public void started(boolean bySession) {
        isOfWorld |= !bySession;
        if (bySession || isBySession) {
            isBySession = bySession;
            runtime.openedBy(Client.MPI, bySession ? Client.SESSION : Client.MPI.ordinal());
        }
        runtime.started();
    }

    /**
     * True if a rank that has closed what it had of MPI could end this rank's wait by opening it again: by Init, by an agreement, or as
     * it takes what there is no room for now. In a session's communicator it could do nothing: its own one has ended.
     */
    private boolean awaitsDormant() {
        return !isBySession
                || !channel.isFlushed()
                || receiving.isProbing(MEETINGS)
                || channel.unfinishedSends().stream().anyMatch(send -> Envelope.context(send.envelope()) == MEETINGS);
    }

    /** Says where the program has opened what it has not closed, for reports of a rank that ends so. */
    public void describeOpen(Supplier<String> places) {
        runtime.describeOpen(places);
    }

    /** True if the current thread may call; false if the call is an error that {@link #refusal} describes. */
    public boolean admitsThread() {
        return guard.admits();
    }

    /** The error of a call by a thread that may not call. */
    public EngineException refusal() {
        if (job.isVirtual()) {
            // There the port refuses threads of which virtual time does not know, and keeps the call for the report of
            // a standstill.
            port.now();
        }
        String expected = "; expected MPI.InitThread with MPI.THREAD_MULTIPLE, or " + MpiVariables.THREAD_LEVEL
                + "=multiple in the environment of MPI.Init";
        return new EngineException(ErrorClass.OTHER, guard.refusal() + expected);
    }

    /** The job that the rank belongs to. */
    public Job job() {
        return job;
    }

    /** The port that the engine uses. */
    public NicPort port() {
        return port;
    }

    /** The names of processes that this one has numbers of. */
    public ProcessNames processes() {
        return processes;
    }

    /** This rank's number in the world. */
    public int worldRank() {
        return self;
    }

    /** The buffered sends of this rank (MPI_Bsend). */
    public BufferedSends bufferedSends() {
        return buffered;
    }

    /** The half of the engine that sends. */
    public Sending sending() {
        return sending;
    }

    /** The half of the engine that receives. */
    public Receiving receiving() {
        return receiving;
    }

    /** What makes progress, and waits for it. */
    public Progress progress() {
        return progress;
    }

    /** Sends of a buffer that is received into. */
    public ReplacingExchange replacing() {
        return replacing;
    }

    /** Multicasts of the network interface; null if it does not support them. */
    public @Nullable Multicasts multicasts() {
        return channel.multicasts();
    }

    /** Checks that only threads call that may. */
    public ThreadGuard guard() {
        return guard;
    }

    /** A description of a buffer that shares what is known of buffers with all others of this rank. */
    public Payload newPayload() {
        return ops.newPayload();
    }

    /** True if the job's ranks are on more than one host. */
    public boolean hasSeveralHosts() {
        return severalHosts;
    }

    /** True if messages carry the signatures of their data, and receives compare them with their own. */
    public boolean checksTypes() {
        return checksTypes;
    }

    /** Where one thread at a time calls, the object in which it describes the buffers of a call; else null. */
    public @Nullable CallData callData() {
        return callData;
    }

    /** The object in which the calling thread describes the buffers of a call, if several threads may call. */
    public CallData callDataOfThread() {
        return callDataOfThreads.get();
    }

    /** The time of the port, in nanoseconds. */
    public long now() {
        return port.now();
    }

    /** Copies within this rank, as a message would. */
    public void localCopy(Data from, Data to) {
        progress.enter();
        Payload source = copied;
        Payload target = copy;
        try {
            source.set(from);
            target.set(to);
            BufferChecks.checkFits(source, from);
            BufferChecks.checkFits(target, to);
            if (source.size() > target.size()) {
                throw new EngineException(
                        ErrorClass.TRUNCATE,
                        source.size() + " bytes do not fit into the " + target.size() + " bytes of the receive buffer");
            }
            if (checksTypes && !to.type().signature().matches(Envelope.signature(source), source.size())) {
                throw new EngineException(
                        ErrorClass.TYPE,
                        "rank " + self + " sends itself " + from.type() + " and receives it as " + to.type()
                                + ": the types must be the same");
            }
            target.copyFrom(source, source.size());
            time.chargeCopy(source.size());
        } finally {
            source.clear();
            target.clear();
            progress.exit();
        }
    }

    /**
     * Allocates memory that peers can reach, so that a long message from it is copied only once. Allocates private
     * memory if there is no such memory, or if messages of this length are too short to profit from it.
     */
    public ByteBuffer allocate(int bytes) {
        progress.enter();
        try {
            Region region = remote != null && bytes > channel.eagerLimit() ? remote.register(bytes) : null;
            return region == null
                    ? ByteBuffer.allocateDirect(bytes)
                    : region.memory().asByteBuffer();
        } finally {
            progress.exit();
        }
    }

    /**
     * Such memory for the library's own use, which ends when the caller says so.
     *
     * @param arena of the caller, closed after {@link #close}
     * @return null where private memory serves
     */
    public @Nullable Region register(int bytes, Arena arena) {
        progress.enter();
        try {
            return remote != null && bytes > channel.eagerLimit() ? remote.register(bytes, arena) : null;
        } finally {
            progress.exit();
        }
    }

    /** Ends a region of {@link #register}. */
    public void close(Region region) {
        progress.enter();
        try {
            region.close();
        } finally {
            progress.exit();
        }
    }

    /**
     * Waits until all sends of this rank are complete, and then until all ranks of the job have reached this point: a
     * rank makes progress for its peers until none of them needs it.
     *
     * @param barrier synchronises the ranks by messages, where the job does not report which ranks have reached this point
     * @param others contexts of communicators whose sends need not be complete, because the rank goes on with them; null: it goes on with none
     * @throws EngineException if messages of this rank are lost because a peer has failed, and no call has reported that. The
     *     ranks that miss them may never reach this point: the caller closes the engine and does not wait for them
     */
    public void awaitOthers(Runnable barrier, @Nullable IntPredicate others) {
        outstanding.enter(Outstanding.Phase.FINISHES_SENDS);
        if (others == null) {
            if (receiving.open() != null) {
                receiving.open().finishes();
            }
            progress.enter();
            receiving.finish();
            progress.exit();
            for (int fruitless = 0; !channel.mayLeave(); ) {
                fruitless = progress.advance(fruitless);
            }
        } else {
            awaitSends(others.negate());
        }
        outstanding.enter(Outstanding.Phase.AWAITS_OTHERS);
        TimelineMarks.passed(false, -1, -1, 0);
        boolean reports = job.leave();
        try {
            // What was sent to a rank that has died may be lost, in a job that survives that.
            receiving.refuseLosses(!job.survivesDeaths());
            if (!reports) {
                barrier.run();
            }
            // No message is urgent any more: sleep early, so that ranks that still compute get the cores.
            for (int fruitless = 0; !job.haveAllLeft(); ) {
                fruitless = progress.advance(fruitless + END_PATIENCE - 1);
            }
            TimelineMarks.awaited(false, -1, -1, 0, -1);
            isLast = reports && others == null && job.survivesDeaths();
        } finally {
            receiving.refuseLosses(false);
            if (others != null) {
                outstanding.enter(Outstanding.Phase.RUNNING);
            }
        }
    }

    /** Adds what finds world ranks that a call of the calling thread waits for, other than for messages; for recordings. */
    public void awaitsToo(Supplier<int[]> ranks) {
        outstanding.awaitsToo(ranks);
    }

    /** The rank begins, or ends, to wait for processes of another job; for reports. */
    public void awaitsJob(boolean on) {
        outstanding.awaitsJob(on);
    }

    /**
     * Says, for reports, what the sender of a message is to do for which a call waits.
     *
     * @param context of the message
     * @param tag of the message; 0 where the library chooses it, in the odd context of collective calls
     * @param what words behind the rank; null: the call is over
     */
    public void awaits(int context, int tag, @Nullable String what) {
        outstanding.awaits(context, tag, what);
    }

    /** A thread begins, or ends, to wait until a process accepts at a port that it has opened; for reports. */
    public void awaitsAcceptance(String opener, boolean on) {
        outstanding.awaitsAcceptance(opener, on);
    }

    /** Waits until all sends in some contexts are complete. */
    public void awaitSends(IntPredicate contexts) {
        for (int fruitless = 0; hasSends(contexts); ) {
            fruitless = progress.advance(fruitless);
        }
    }

    private boolean hasSends(IntPredicate contexts) {
        progress.enter();
        try {
            return channel.unfinishedSends().stream()
                    .anyMatch(send -> contexts.test(Envelope.context(send.envelope())));
        } finally {
            progress.exit();
        }
    }

    /** Waits until all sends of this rank are complete: its last client of MPI leaves, and waits for no other rank. */
    public void awaitSends() {
        outstanding.enter(Outstanding.Phase.FINISHES_SENDS);
        for (int fruitless = 0; !mayLeave(); ) {
            fruitless = progress.advance(fruitless);
        }
    }

    private boolean mayLeave() {
        progress.enter();
        try {
            return channel.mayLeave();
        } finally {
            progress.exit();
        }
    }

    /** Messages to the program that no receive has matched, those of one communicator in the order in which they came. */
    public List<Unreceived> unreceived() {
        progress.enter();
        try {
            return receiving.unreceived();
        } finally {
            progress.exit();
        }
    }

    /**
     * Shows this rank's waits to an observer.
     *
     * @return what it can see then; null if the job is not checked, or if several threads may call: one of them may end another's wait
     */
    public @Nullable WaitState watch(WaitObserver observer, Threads threads) {
        if (threads != Threads.ONE || !(progress instanceof WatchedProgress watched)) {
            return null;
        }
        watched.observe(observer);
        return new WaitState(port, channel, progress, receiving);
    }

    /** Has an observer of the rank's last engine see the waits of this one. */
    public void watch(WaitObserver observer, WaitState state) {
        if (progress instanceof WatchedProgress watched) {
            watched.observe(observer);
            state.follow(port, channel, progress, receiving);
        }
    }

    /** Takes what has arrived before a last look at it: the last messages may have come since the last round of progress. */
    public void takeLast() {
        progress.enter();
        try {
            if (port.virtualTime() == null) {
                channel.progress();
            }
        } finally {
            progress.exit();
        }
    }

    /** The program has been told of an error of class PROC_FAILED: messages that are lost for that reason are reported. */
    public void told(String message) {
        progress.enter();
        try {
            channel.told(message);
        } finally {
            progress.exit();
        }
    }

    /**
     * Sends all queued messages, then leaves the runtime. The channel rests: another engine may have it later.
     *
     * @throws PeerFailedException if messages are lost on their way out; the rank has left nevertheless
     */
    public void rest() {
        // What a death has had this rank say after all had left may never leave: nobody reads it.
        for (int fruitless = 0; !isLast && !channel.mayEnd(); ) {
            fruitless = progress.advance(fruitless);
        }
        progress.enter();
        try {
            runtime.rest(Client.MPI);
            if (receiving.open() != null) {
                receiving.open().end();
            }
        } finally {
            progress.exit();
        }
    }
}
