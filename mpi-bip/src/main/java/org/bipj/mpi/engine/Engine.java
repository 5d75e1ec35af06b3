package org.bipj.mpi.engine;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.ChannelClient;
import org.bipj.core.channel.SendOp;
import org.bipj.core.job.Job;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.Region;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.core.protocol.CreditWindow;
import org.bipj.mpi.match.Matcher;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.Unexpected;
import org.bipj.mpi.match.UnexpectedPool;

/**
 * MPI's point-to-point engine of one rank: the client of the channel that matches messages with receives. Ranks are world
 * ranks here. Blocking calls allocate nothing; operations are taken from pools and given back when they end.
 *
 * <p>Threads: opened without threads, one thread at a time may call, and the user orders the calls. With them, a lock is
 * taken around each call and each round of progress; waiting threads take turns at progress, by try-lock.
 */
public final class Engine implements ChannelClient {
    /** The engine's number as a client of the channel. */
    private static final int CLIENT = 1;

    private static final int TURN_SPINS = 1000;
    private static final int TURN_YIELDS = 2000;
    private static final long TURN_SLEEP_NS = 20_000;

    private static final long TAG_MASK = 0xffff_ffffL;
    private static final long ANY_TAG_MASK = ~TAG_MASK;

    /**
     * Looks for a message before its receive is posted, each of which may take a third of a microsecond; next to none where
     * cores are short.
     */
    private static final int QUICK_LOOKS = 8;

    private static final int QUICK_LOOKS_CROWDED = 10;

    /** Rounds that one fruitless round counts for in the wait for the end. */
    private static final int END_PATIENCE = 100;

    /** A send completes when the buffer may be used again. */
    public static final boolean STANDARD = false;

    /** A send completes when the receive has started. */
    public static final boolean SYNCHRONOUS = true;

    private final Job job;
    private final NicPort port;
    private final Channel channel;
    private final int self;
    private final int eagerLimit;
    private final UnexpectedPool unexpected = new UnexpectedPool();
    private final OpPool ops = new OpPool(new SegmentCache());
    private final Payload scratch = ops.newPayload();
    /** Short messages to oneself that wait for a receive are bounded like those of others. */
    private final CreditWindow selfCredits;

    private final PostedRecv quick = ops.newReceive();
    private final SendOp sent = ops.newSent();
    private int quickLooks;
    private final BufferedSends buffered = new BufferedSends();
    /** For sends that need a copy for the time of the call. */
    private byte[] spare = new byte[0];

    private Matcher[] matchers = new Matcher[8];
    private ReentrantLock lock;

    private Engine(Job job) {
        this.job = job;
        port = job.open();
        self = job.rank();
        channel = new Channel(port, (peer, what) -> job.abort(1, "network error: " + what));
        channel.bind(CLIENT, this);
        eagerLimit = channel.eagerLimit();
        selfCredits = new CreditWindow(port.capabilities().creditWindow());
    }

    /**
     * Opens the rank's port and starts its engine.
     *
     * @param threads true if several threads may call at once (MPI_THREAD_MULTIPLE)
     */
    public static Engine open(Job job, boolean threads) {
        Engine engine = new Engine(job);
        if (threads) {
            engine.lock = new ReentrantLock();
        } else if (engine.channel.receivesDirectly()) {
            boolean crowded = job.localSize() > Runtime.getRuntime().availableProcessors();
            engine.quickLooks = crowded ? QUICK_LOOKS_CROWDED : QUICK_LOOKS;
        }
        return engine;
    }

    /** The rank's job. */
    public Job job() {
        return job;
    }

    /** The port below. */
    public NicPort port() {
        return port;
    }

    /** This rank's world rank. */
    public int worldRank() {
        return self;
    }

    /** Nanoseconds in the port's time. */
    public long now() {
        return port.now();
    }

    /**
     * A communicator over these world ranks, for members and in the same order on all of them.
     *
     * @param context even number, unused so far by any communicator of these ranks
     */
    public CommCore communicator(int context, int[] worldRanks) {
        return new CommCore(this, context, worldRanks);
    }

    /**
     * Forgets a communicator; its context may be used again.
     *
     * @return false if it is not forgotten, as receives are still posted in it: ask again later
     */
    public boolean forget(CommCore communicator) {
        int context = communicator.context();
        enter();
        try {
            if (!isIdle(context) || !isIdle(context + 1)) {
                return false;
            }
            setMatcher(context, null);
            setMatcher(context + 1, null);
            return true;
        } finally {
            exit();
        }
    }

    private boolean isIdle(int context) {
        return context >= matchers.length || matchers[context] == null || matchers[context].isIdle();
    }

    private void setMatcher(int context, Matcher matcher) {
        if (context < matchers.length) {
            matchers[context] = matcher;
        }
    }

    /** The matcher of a context. A message may arrive before this rank has made the communicator. */
    private Matcher matcher(int context) {
        return context < matchers.length && matchers[context] != null ? matchers[context] : newMatcher(context);
    }

    private Matcher newMatcher(int context) {
        if (context >= matchers.length) {
            matchers = Arrays.copyOf(matchers, Math.max(2 * matchers.length, context + 1));
        }
        matchers[context] = new Matcher(job.size());
        return matchers[context];
    }

    private static long envelope(int context, int tag) {
        return (long) context << 32 | tag & TAG_MASK;
    }

    void enter() {
        if (lock != null) {
            lock.lock();
        }
    }

    void exit() {
        if (lock != null) {
            lock.unlock();
        }
    }

    // ---- sending -----------------------------------------------------------------------------------------------

    /** Sends and returns when the buffer may be used again; synchronous: when the receive has started. */
    void send(
            int context,
            int dest,
            int tag,
            boolean synchronous,
            Object buffer,
            long offset,
            long count,
            TypeLayout type) {
        if (lock == null && !synchronous) {
            scratch.set(buffer, offset, count, type);
            Arguments.checkFits(scratch, count, type);
            if (leavesAtOnce(context, dest, tag)) {
                return;
            }
        }
        sendAndWait(context, dest, tag, synchronous, buffer, offset, count, type);
    }

    private void sendAndWait(
            int context,
            int dest,
            int tag,
            boolean synchronous,
            Object buffer,
            long offset,
            long count,
            TypeLayout type) {
        enter();
        SendOp op;
        try {
            scratch.set(buffer, offset, count, type);
            Arguments.checkFits(scratch, count, type);
            if (lock != null && !synchronous && leavesAtOnce(context, dest, tag)) {
                return;
            }
            channel.progress();
            op = start(context, dest, tag, synchronous, buffer, offset, count, type);
            if (!op.isDone() && dest == self && lock == null) {
                long bytes = op.size();
                unexpected.give(matcher(context).withdraw(op));
                ops.give(op);
                throw Deadlock.ofSend(self, bytes, tag);
            }
        } finally {
            exit();
        }
        await(op);
        recycle(op);
    }

    /** Sends a message if it is short and can leave at once; false if nothing was sent. */
    boolean trySend(int context, int dest, int tag, Object buffer, long offset, long count, TypeLayout type) {
        enter();
        try {
            scratch.set(buffer, offset, count, type);
            Arguments.checkFits(scratch, count, type);
            return leavesAtOnce(context, dest, tag);
        } finally {
            exit();
        }
    }

    /** Sends what {@link #scratch} describes, if it is short and goes to another rank and there are room and credits. */
    private boolean leavesAtOnce(int context, int dest, int tag) {
        if (!isShortAndRemote(dest)) {
            return false;
        }
        port.charge(HostWork.MPI_SEND);
        return channel.trySend(CLIENT, dest, envelope(context, tag), scratch);
    }

    /** True if what {@link #scratch} describes can go to this rank without an announcement. */
    private boolean isShortAndRemote(int dest) {
        return dest != self && scratch.size() <= eagerLimit;
    }

    /** Starts a send. One that is done at once is the same operation each time: there is nothing to tell of it. */
    SendOp startSend(
            int context,
            int dest,
            int tag,
            boolean synchronous,
            Object buffer,
            long offset,
            long count,
            TypeLayout type) {
        if (lock == null && !synchronous) {
            scratch.set(buffer, offset, count, type);
            Arguments.checkFits(scratch, count, type);
            if (leavesAtOnce(context, dest, tag)) {
                return sent;
            }
        }
        return startOther(context, dest, tag, synchronous, buffer, offset, count, type);
    }

    private SendOp startOther(
            int context,
            int dest,
            int tag,
            boolean synchronous,
            Object buffer,
            long offset,
            long count,
            TypeLayout type) {
        enter();
        try {
            scratch.set(buffer, offset, count, type);
            Arguments.checkFits(scratch, count, type);
            if (!synchronous && isShortAndRemote(dest)) {
                if (lock != null && leavesAtOnce(context, dest, tag)) {
                    return sent;
                }
                // Credits may have come back that nobody has looked at: without them the message would be announced.
                channel.progress();
                if (leavesAtOnce(context, dest, tag)) {
                    return sent;
                }
            }
            return start(context, dest, tag, synchronous, buffer, offset, count, type);
        } finally {
            exit();
        }
    }

    private SendOp start(
            int context,
            int dest,
            int tag,
            boolean synchronous,
            Object buffer,
            long offset,
            long count,
            TypeLayout type) {
        port.charge(HostWork.MPI_SEND);
        SendOp op = ops.takeSend();
        op.set(buffer, offset, count, type);
        if (dest == self) {
            sendToSelf(matcher(context), tag, synchronous, op);
        } else {
            channel.post(op, CLIENT, dest, envelope(context, tag), synchronous);
        }
        return op;
    }

    /** Gives room to buffered sends (MPI_Buffer_attach). */
    public void attachBuffer(byte[] buffer) {
        enter();
        try {
            buffered.attach(buffer);
        } finally {
            exit();
        }
    }

    /** Waits for the buffered sends and takes their room back (MPI_Buffer_detach); null if there is none. */
    public byte[] detachBuffer() {
        awaitBuffered();
        enter();
        try {
            return buffered.detach();
        } finally {
            exit();
        }
    }

    private void awaitBuffered() {
        for (int fruitless = 0; ; ) {
            enter();
            try {
                if (buffered.reclaim(ops)) {
                    return;
                }
                fruitless = channel.progress() > 0 ? 0 : fruitless + 1;
            } finally {
                exit();
            }
            if (fruitless > 0) {
                pause(fruitless);
            }
        }
    }

    /** Sends without waiting for the receiver: at once, or out of a copy paid for by the attached buffer. */
    void bufferedSend(int context, int dest, int tag, Object buffer, long count, TypeLayout type) {
        enter();
        try {
            scratch.set(buffer, 0, count, type);
            Arguments.checkFits(scratch, count, type);
            long bytes = scratch.size();
            if (leavesAtOnce(context, dest, tag)) {
                return;
            }
            byte[] copy = buffered.take(bytes, ops);
            scratch.copyOut(0, MemorySegment.ofArray(copy), 0, bytes);
            port.chargeCopy(bytes);
            SendOp op = start(context, dest, tag, STANDARD, copy, 0, bytes, TypeLayout.BYTE);
            buffered.hold(op, bytes);
        } finally {
            exit();
        }
    }

    /** Sends a copy of the buffer and receives into it. The caller recycles what it gets. */
    PostedRecv sendReceiveReplace(
            int context, Object buffer, long count, TypeLayout type, int dest, int sendTag, int source, int recvTag) {
        byte[] copy;
        int bytes = Math.toIntExact(count * type.size());
        enter();
        try {
            copy = spare.length >= bytes ? spare : new byte[bytes];
            spare = new byte[0];
            scratch.set(buffer, 0, count, type);
            Arguments.checkFits(scratch, count, type);
            Arguments.checkWritable(scratch);
            ops.copyToArray(scratch, copy, bytes);
            port.chargeCopy(bytes);
        } finally {
            exit();
        }
        PostedRecv op = startReceive(context, source, recvTag, buffer, 0, count, type);
        send(context, dest, sendTag, STANDARD, copy, 0, bytes, TypeLayout.BYTE);
        await(op, source);
        spare = copy;
        return op;
    }

    private void sendToSelf(Matcher matcher, int tag, boolean synchronous, SendOp op) {
        PostedRecv receive = matcher.arrived(self, tag);
        if (receive != null) {
            receive.copyFrom(op, receive.matched(self, tag, op.size()));
            port.chargeCopy(receive.bytes());
            receive.done(true);
            op.completeLocally();
        } else if (!synchronous && op.size() <= eagerLimit && selfCredits.spend(CreditWindow.cost((int) op.size()))) {
            Unexpected entry = unexpected.ofBytes(self, tag, (int) op.size());
            op.copyOut(0, entry.bytes(), 0, op.size());
            port.chargeCopy(op.size());
            matcher.keep(entry);
            op.completeLocally();
        } else {
            op.beginLocally();
            matcher.keep(unexpected.of(op, self, tag));
        }
    }

    // ---- receiving ---------------------------------------------------------------------------------------------

    /** Receives, and returns the operation, which tells what came; the caller recycles it. */
    PostedRecv receive(int context, int source, int tag, Object buffer, long offset, long count, TypeLayout type) {
        if (source >= 0 && source != self && quickLooks > 0) {
            return receiveQuickly(context, source, tag, buffer, offset, count, type);
        }
        PostedRecv op = startReceive(context, source, tag, buffer, offset, count, type);
        if (!op.isDone()) {
            if (source == self && lock == null) {
                cancel(op);
                recycle(op);
                throw Deadlock.ofReceive(self, tag);
            }
            await(op, source);
        }
        return op;
    }

    /**
     * Receives from one source without posting, as long as the message comes soon and comes first; else as every receive.
     * There is one operation for all such receives: blocking calls of one thread do not overlap.
     */
    private PostedRecv receiveQuickly(
            int context, int source, int tag, Object buffer, long offset, long count, TypeLayout type) {
        PostedRecv op = quick;
        op.set(buffer, offset, count, type);
        Arguments.checkFits(op, count, type);
        Arguments.checkWritable(op);
        Matcher matcher = matcher(context);
        if (matcher.isQuiet(source)) {
            long mask = tag == PostedRecv.ANY ? ANY_TAG_MASK : -1;
            long envelope = envelope(context, tag) & mask;
            for (int look = 0; look < quickLooks; look++) {
                long length = channel.tryReceive(CLIENT, source, envelope, mask, op);
                if (length >= 0) {
                    op.matched(source, (int) channel.takenEnvelope(), length);
                    return op;
                }
                if (length == Channel.OTHER) {
                    break;
                }
            }
        }
        match(op, matcher, source, tag);
        await(op, source);
        return op;
    }

    /** Posts a receive. */
    PostedRecv startReceive(int context, int source, int tag, Object buffer, long offset, long count, TypeLayout type) {
        enter();
        try {
            PostedRecv op = ops.takeReceive();
            op.set(buffer, offset, count, type);
            Arguments.checkFits(op, count, type);
            Arguments.checkWritable(op);
            match(op, matcher(context), source, tag);
            return op;
        } finally {
            exit();
        }
    }

    private void match(PostedRecv op, Matcher matcher, int source, int tag) {
        op.want(matcher, source, tag);
        Unexpected message = matcher.find(source, tag);
        if (message == null) {
            matcher.post(op);
        } else {
            matcher.take(message);
            deliver(message, op);
        }
    }

    /** Delivers a message that was taken out of the unexpected ones, and ends its entry's life. */
    private void deliver(Unexpected message, PostedRecv op) {
        long bytes = op.matched(message.source(), message.tag(), message.length());
        port.charge(HostWork.MPI_RECEIVE);
        if (message.arrival() != null) {
            channel.accept(message.arrival(), op, bytes);
        } else if (message.local() != null) {
            op.copyFrom(message.local(), bytes);
            port.chargeCopy(bytes);
            message.local().completeLocally();
            op.done(true);
        } else {
            op.copyIn(message.bytes(), 0, 0, bytes);
            port.chargeCopy(bytes);
            op.done(true);
            if (message.source() == self) {
                selfCredits.refill(CreditWindow.cost((int) message.length()));
            } else {
                channel.consumed(message.source(), (int) message.length());
            }
        }
        unexpected.give(message);
    }

    @Override
    public boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length) {
        int tag = (int) envelope;
        port.charge(HostWork.MPI_RECEIVE);
        port.chargeCopy(length);
        Matcher matcher = matcher((int) (envelope >>> 32));
        PostedRecv op = matcher.arrived(peer, tag);
        if (op == null) {
            matcher.keep(unexpected.copyOf(peer, tag, memory, at, length));
            return false;
        }
        long bytes = op.matched(peer, tag, length);
        if (bytes > 0) {
            op.copyIn(memory, at, 0, bytes);
        }
        op.done(true);
        return true;
    }

    @Override
    public void onLong(Arrival arrival) {
        int tag = (int) arrival.envelope();
        port.charge(HostWork.MPI_RECEIVE);
        Matcher matcher = matcher((int) (arrival.envelope() >>> 32));
        PostedRecv op = matcher.arrived(arrival.peer(), tag);
        if (op == null) {
            matcher.keep(unexpected.of(arrival, tag));
        } else {
            channel.accept(arrival, op, op.matched(arrival.peer(), tag, arrival.length()));
        }
    }

    // ---- probing -----------------------------------------------------------------------------------------------

    /** Looks for a message without receiving it, after one round of progress; null if there is none. */
    Unexpected probe(int context, int source, int tag, boolean take) {
        enter();
        try {
            port.expect(source == self ? -1 : source);
            Matcher matcher = matcher(context);
            Unexpected message = matcher.find(source, tag);
            if (message == null) {
                channel.progress();
                message = matcher.find(source, tag);
            }
            if (message == null) {
                port.charge(HostWork.FAILED_TEST);
            } else if (take) {
                matcher.take(message);
            }
            return lock == null || take || message == null ? message : message.snapshot();
        } finally {
            exit();
        }
    }

    /** Waits for a message without receiving it. */
    Unexpected awaitProbe(int context, int source, int tag, boolean take) {
        for (int fruitless = 0; ; ) {
            Unexpected message = probe(context, source, tag, take);
            if (message != null) {
                return message;
            }
            if (source == self && lock == null) {
                throw Deadlock.ofProbe(self, tag);
            }
            pause(++fruitless);
        }
    }

    /** Receives a message that {@link #probe} has taken. */
    PostedRecv startReceiveOf(Unexpected message, Object buffer, long offset, long count, TypeLayout type) {
        enter();
        try {
            PostedRecv op = ops.takeReceive();
            op.set(buffer, offset, count, type);
            Arguments.checkFits(op, count, type);
            Arguments.checkWritable(op);
            op.want(null, message.source(), message.tag());
            deliver(message, op);
            return op;
        } finally {
            exit();
        }
    }

    // ---- completion --------------------------------------------------------------------------------------------

    /** True if a send is done. */
    boolean isDone(SendOp op) {
        enter();
        try {
            return op.isDone();
        } finally {
            exit();
        }
    }

    /** True if a receive is done. */
    boolean isDone(PostedRecv op) {
        enter();
        try {
            return op.isDone();
        } finally {
            exit();
        }
    }

    /** Waits until a send is done. */
    void await(SendOp op) {
        if (lock != null) {
            awaitInTurns(op, null);
            return;
        }
        for (int fruitless = 0; !op.isDone(); ) {
            fruitless = channel.progress() > 0 ? 0 : fruitless + 1;
            if (fruitless > 0 && !op.isDone()) {
                port.idle(fruitless);
            }
        }
    }

    /** Waits until a receive is done. */
    void await(PostedRecv op, int expected) {
        if (lock != null) {
            awaitInTurns(null, op);
            return;
        }
        if (!op.isDone()) {
            awaitAlone(op, expected);
        }
    }

    private void awaitAlone(PostedRecv op, int expected) {
        port.expect(expected);
        for (int fruitless = 0; !op.isDone(); ) {
            fruitless = channel.progress() > 0 ? 0 : fruitless + 1;
            if (fruitless > 0 && !op.isDone()) {
                if (expected == self) {
                    throw Deadlock.ofReceive(self, op.wantedTag());
                }
                port.idle(fruitless);
            }
        }
    }

    private void awaitInTurns(SendOp send, PostedRecv receive) {
        for (int fruitless = 0; ; ) {
            if (lock.tryLock()) {
                try {
                    if (send != null ? send.isDone() : receive.isDone()) {
                        return;
                    }
                    fruitless = channel.progress() > 0 ? 0 : fruitless + 1;
                } finally {
                    lock.unlock();
                }
            } else {
                fruitless++;
            }
            takeTurns(fruitless);
        }
    }

    /** Waits between fruitless polls where several threads may poll: outside the lock, so without the port. */
    private static void takeTurns(int fruitless) {
        if (fruitless > TURN_YIELDS) {
            LockSupport.parkNanos(TURN_SLEEP_NS);
        } else if (fruitless > TURN_SPINS) {
            Thread.yield();
        } else if (fruitless > 0) {
            Thread.onSpinWait();
        }
    }

    /** One round of progress. Returns the packets moved. */
    int progress() {
        enter();
        try {
            int moved = channel.progress();
            if (moved == 0) {
                port.charge(HostWork.FAILED_TEST);
            }
            return moved;
        } finally {
            exit();
        }
    }

    /** Waits a little after so many fruitless rounds of {@link #progress} in a row. */
    void pause(int fruitless) {
        if (lock != null) {
            takeTurns(fruitless);
        } else {
            port.idle(fruitless);
        }
    }

    /** Takes a receive back; false if a message has matched it already. */
    boolean cancel(PostedRecv op) {
        enter();
        try {
            if (op.matcher() == null || !op.matcher().withdraw(op)) {
                return false;
            }
            op.endEmpty(PostedRecv.ANY, PostedRecv.ANY, true);
            return true;
        } finally {
            exit();
        }
    }

    /** Takes a send back; false if something of it has gone out already. */
    boolean cancel(SendOp op) {
        enter();
        try {
            return channel.cancel(op);
        } finally {
            exit();
        }
    }

    /** An operation for a receive from nobody, which is done at once. */
    PostedRecv nothing(int source, int tag) {
        enter();
        try {
            PostedRecv op = ops.takeReceive();
            op.endEmpty(source, tag, false);
            return op;
        } finally {
            exit();
        }
    }

    /** An operation for a send to nobody, which is done at once. */
    SendOp nothing() {
        return sent;
    }

    /** Gives a finished send back. */
    void recycle(SendOp op) {
        if (op == sent) {
            return;
        }
        enter();
        try {
            ops.give(op);
        } finally {
            exit();
        }
    }

    /** Gives a finished receive back. */
    void recycle(PostedRecv op) {
        if (op == quick) {
            op.clear();
            return;
        }
        enter();
        try {
            ops.give(op);
        } finally {
            exit();
        }
    }

    /** Copies within this rank: {@code fromCount} elements of one layout into {@code toCount} of another. */
    void localCopy(
            Object from,
            long fromOffset,
            long fromCount,
            TypeLayout fromType,
            Object to,
            long toOffset,
            long toCount,
            TypeLayout toType) {
        enter();
        SendOp source = ops.takeSend();
        PostedRecv target = ops.takeReceive();
        try {
            source.set(from, fromOffset, fromCount, fromType);
            target.set(to, toOffset, toCount, toType);
            Arguments.checkFits(source, fromCount, fromType);
            Arguments.checkFits(target, toCount, toType);
            if (source.size() > target.size()) {
                throw new EngineException(
                        ErrorClass.TRUNCATE,
                        source.size() + " bytes do not fit into the " + target.size() + " bytes of the receive buffer");
            }
            target.copyFrom(source, source.size());
            port.chargeCopy(source.size());
        } finally {
            ops.give(source);
            ops.give(target);
            exit();
        }
    }

    /**
     * Memory that peers can reach, so that a long message out of it is copied once; private memory where there is none, or
     * where messages are too short to profit.
     */
    public ByteBuffer allocate(int bytes) {
        enter();
        try {
            Region region = bytes > eagerLimit ? port.register(bytes) : null;
            return region == null
                    ? ByteBuffer.allocateDirect(bytes)
                    : region.memory().asByteBuffer();
        } finally {
            exit();
        }
    }

    // ---- the job's table ---------------------------------------------------------------------------------------

    /** Most bytes that a rank can lay on the job's table; 0 where there is none. */
    int tableBytes() {
        return port.tableBytes();
    }

    /** Lays bytes on the job's table and waits until all ranks of the job have. */
    void lay(Object buffer, long offset, long bytes) {
        enter();
        try {
            scratch.set(buffer, offset, bytes, TypeLayout.BYTE);
            Arguments.checkFits(scratch, bytes, TypeLayout.BYTE);
            port.lay(scratch);
        } finally {
            exit();
        }
        for (int fruitless = 0; !port.isTableLaid(); ) {
            fruitless = progress() > 0 ? 0 : fruitless + 1;
            if (fruitless > 0) {
                pause(fruitless);
            }
        }
    }

    /** Copies this many bytes of what each rank has laid on the job's table, in the order of ranks. */
    void pick(Object buffer, long bytes) {
        enter();
        try {
            long all = bytes * port.size();
            scratch.set(buffer, 0, all, TypeLayout.BYTE);
            Arguments.checkFits(scratch, all, TypeLayout.BYTE);
            port.pick(scratch, bytes);
        } finally {
            exit();
        }
    }

    /**
     * Waits until all ranks of the job have called this.
     *
     * @return false, at once, if the job knows no other way than messages
     */
    public boolean awaitOthers() {
        if (!job.leave()) {
            return false;
        }
        // Nothing is in a hurry any more: soon to sleep, so that ranks that are still at work get the cores.
        for (int fruitless = 0; !job.haveAllLeft(); ) {
            fruitless = progress() > 0 ? 0 : fruitless + END_PATIENCE;
            if (fruitless > 0) {
                pause(fruitless);
            }
        }
        return true;
    }

    /** Sends out all that waits, then leaves the network. */
    public void close() {
        for (int fruitless = 0; !channel.isFlushed(); ) {
            fruitless = progress() > 0 ? 0 : fruitless + 1;
            if (fruitless > 0) {
                pause(fruitless);
            }
        }
        port.close();
    }
}
