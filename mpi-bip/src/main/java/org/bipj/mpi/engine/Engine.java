package org.bipj.mpi.engine;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.bipj.core.channel.Channel;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.HostTime;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.runtime.Client;
import org.bipj.core.runtime.RankRuntime;
import org.bipj.core.runtime.ThreadGuard;
import org.bipj.core.runtime.Threads;
import org.bipj.mpi.call.Arguments;
import org.bipj.mpi.call.CallData;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.match.Envelope;
import org.bipj.mpi.match.HeapReserve;
import org.bipj.mpi.match.UnexpectedPool;

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
    /** Number of fruitless rounds that one counts as in {@link #awaitOthers}, so that the rank sleeps early. */
    private static final int END_PATIENCE = 100;

    /** A send completes when the buffer may be reused. */
    public static final boolean STANDARD = false;

    /** A send completes when the receive has started. */
    public static final boolean SYNCHRONOUS = true;

    private final RankRuntime runtime;
    private final Job job;
    final NicPort port;
    final HostTime time;
    private final RemoteMemory remote;
    final Channel channel;
    final int self;
    /** True if the job's ranks are on more than one host. */
    final boolean severalHosts;

    /** True if messages carry the signatures of their data, and receives compare them with their own. */
    final boolean checksTypes;

    private final HeapReserve heapReserve = new HeapReserve();
    final UnexpectedPool unexpected = new UnexpectedPool(heapReserve);
    final OpPool ops = new OpPool(new SegmentCache(), heapReserve);
    final Progress progress;
    /** Admits the threads that may call. */
    final ThreadGuard guard;

    private final Payload copied = ops.newPayload();
    private final Payload copy = ops.newPayload();
    final SelfMessages toSelf;
    final Receiving receiving;
    final Sending sending;
    final BufferedSends buffered;
    final ReplacingExchange replacing;

    private final CommNames names = new CommNames();
    private final Outstanding outstanding;
    /** Used if one thread at a time calls; null if several may call. */
    final CallData callData;

    private final ThreadLocal<CallData> callDataOfThreads = ThreadLocal.withInitial(CallData::new);

    private Engine(RankRuntime runtime, boolean checksTypes) {
        this.runtime = runtime;
        this.checksTypes = checksTypes;
        job = runtime.job();
        port = runtime.port();
        time = new HostTime(port);
        severalHosts = IntStream.range(0, port.size()).anyMatch(rank -> port.host(rank) != port.host(0));
        remote = port.remoteMemory();
        self = job.rank();
        channel = runtime.channel(Client.MPI, null);
        channel.sendTrains();
        guard = runtime.lock().guard();
        progress = new Progress(channel, port, time, self, runtime.lock());
        callData = progress.isAlone() ? new CallData() : null;
        toSelf = new SelfMessages(this, channel.eagerLimit());
        receiving = new Receiving(this);
        sending = new Sending(this);
        buffered = new BufferedSends(this);
        replacing = new ReplacingExchange(this);
        outstanding = new Outstanding(channel, receiving, progress, names);
        channel.bind(receiving);
        runtime.reportBy(Client.MPI, outstanding);
    }

    /**
     * Joins the rank's runtime as its MPI client and creates the engine. The runtime opens the port if no other client
     * has opened it.
     *
     * @param threads which threads may call
     * @param checksTypes true if receives reject data of other types than their own. Only data from senders that check
     *     types too can be rejected.
     */
    public static Engine open(Job job, Threads threads, boolean checksTypes) {
        RankRuntime runtime = RankRuntime.join(job, Client.MPI, threads);
        return new Engine(runtime, checksTypes);
    }

    /** The error of a call that ran out of heap memory; it reports the pending operations. */
    public EngineException heapFull(OutOfMemoryError cause) {
        heapReserve.release();
        return HeapFull.of(cause, channel, receiving, job.size());
    }

    /** Called when MPI is initialised. */
    public void started() {
        runtime.started();
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
        String expected = "; expected MPI.InitThread with MPI.THREAD_MULTIPLE, or " + Jobs.THREAD_LEVEL
                + "=multiple in the environment of MPI.Init";
        return new EngineException(ErrorClass.OTHER, guard.refusal() + expected);
    }

    /** The rank's job. */
    public Job job() {
        return job;
    }

    /** The port that the engine uses. */
    public NicPort port() {
        return port;
    }

    /** This rank's world rank. */
    public int worldRank() {
        return self;
    }

    /** The buffered sends of this rank (MPI_Bsend). */
    public BufferedSends bufferedSends() {
        return buffered;
    }

    /** The object in which the calling thread describes the buffers of a call, if several threads may call. */
    CallData callDataOfThread() {
        return callDataOfThreads.get();
    }

    /** Nanoseconds in the port's time. */
    public long now() {
        return port.now();
    }

    /**
     * Creates a communicator over these world ranks. Each member calls this with the ranks in the same order.
     *
     * @param context even number below 2^{@value Envelope#CONTEXT_BITS} that no communicator of these ranks uses
     */
    public CommCore communicator(int context, int[] worldRanks) {
        return named(new CommCore(this, checked(context), worldRanks));
    }

    /**
     * Creates an intercommunicator between two disjoint groups, each with at least one process.
     *
     * @param context as for {@link #communicator}
     * @param localRanks world ranks of the calling process's group
     * @param remoteRanks world ranks of the other group
     */
    public CommCore intercommunicator(int context, int[] localRanks, int[] remoteRanks) {
        return named(CommCore.between(this, checked(context), localRanks, remoteRanks));
    }

    private static int checked(int context) {
        if (context >>> Envelope.CONTEXT_BITS != 0) {
            throw new IllegalArgumentException("context " + context + " does not fit an envelope");
        }
        return context;
    }

    private CommCore named(CommCore communicator) {
        progress.enter();
        try {
            names.add(communicator);
        } finally {
            progress.exit();
        }
        return communicator;
    }

    /**
     * Removes a communicator; its context may be reused.
     *
     * @return false if receives are still posted in it; the caller retries later
     */
    public boolean forget(CommCore communicator) {
        int context = communicator.context();
        progress.enter();
        try {
            boolean forgotten = receiving.forget(context, context + 1);
            if (forgotten) {
                names.remove(context);
                communicator.endSharing();
            }
            return forgotten;
        } finally {
            progress.exit();
        }
    }

    /** Copies within this rank, as a message would. */
    void localCopy(Data from, Data to) {
        progress.enter();
        Payload source = copied;
        Payload target = copy;
        try {
            source.set(from);
            target.set(to);
            Arguments.checkFits(source, from);
            Arguments.checkFits(target, to);
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
     * Waits until all sends of this rank are complete, and then until all ranks of the job have reached this point: a
     * rank makes progress for its peers until none of them needs it.
     *
     * @param barrier synchronises the ranks by messages, where the job does not report which ranks have reached this point
     * @throws EngineException if messages of this rank are lost because a peer has failed, and no call has reported that. The
     *     ranks that miss them may never reach this point: the caller closes the engine and does not wait for them
     */
    public void awaitOthers(Runnable barrier) {
        outstanding.enter(Outstanding.Phase.FINISHES_SENDS);
        progress.enter();
        receiving.finish();
        progress.exit();
        for (int fruitless = 0; !channel.mayLeave(); ) {
            fruitless = progress.advance(fruitless);
        }
        outstanding.enter(Outstanding.Phase.AWAITS_OTHERS);
        boolean reports = job.leave();
        try {
            receiving.refuseLosses(true);
            if (!reports) {
                barrier.run();
            }
            // No message is urgent any more: sleep early, so that ranks that still compute get the cores.
            for (int fruitless = 0; reports && !job.haveAllLeft(); ) {
                fruitless = progress.advance(fruitless + END_PATIENCE - 1);
            }
        } finally {
            receiving.refuseLosses(false);
        }
    }

    /**
     * Looks for communicators whose ranks have made different collective calls, which none has noticed so far. Called when all ranks
     * have made their last calls.
     *
     * @throws EngineException for the first of them
     */
    public void checkCalls() {
        progress.enter();
        try {
            if (port.virtualTime() == null) {
                // The last messages may have come since the last round of progress.
                channel.progress();
            }
            EngineException failure = names.leftCalls();
            if (failure != null) {
                throw failure;
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
     * Sends all queued messages, then leaves the runtime. The last client to leave closes the port.
     *
     * @throws PeerFailedException if messages are lost on their way out; the rank has left nevertheless
     */
    public void close() {
        for (int fruitless = 0; !channel.mayEnd(); ) {
            fruitless = progress.advance(fruitless);
        }
        progress.enter();
        try {
            runtime.leave(Client.MPI);
        } finally {
            progress.exit();
        }
    }
}
