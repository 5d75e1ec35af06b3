package org.bipj.mpi.engine;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.ChannelClient;
import org.bipj.core.job.Job;
import org.bipj.core.nic.HostTime;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.NicPort;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.core.protocol.CreditWindow;
import org.bipj.core.replay.ChoiceFolder;
import org.bipj.core.replay.Choices;
import org.bipj.core.replay.CollectiveFacts;
import org.bipj.mpi.call.BufferChecks;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.call.TimelineMarks;
import org.bipj.mpi.match.CallWord;
import org.bipj.mpi.match.ChoosingMatcher;
import org.bipj.mpi.match.Envelope;
import org.bipj.mpi.match.Matcher;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.ReplayingMatcher;
import org.bipj.mpi.match.Unexpected;
import org.bipj.mpi.match.UnexpectedPool;
import org.bipj.mpi.match.WatchedRecv;
import org.jspecify.annotations.Nullable;

/** The receiving side of the engine: the client of the channel that matches messages with receives, by context. */
public final class Receiving implements ChannelClient {
    /**
     * Number of looks for a message before its receive is posted; each may take a third of a microsecond, and almost no time
     * where cores are short.
     */
    private static final int QUICK_LOOKS = 8;

    /** {@link Channel#refuse}: the receiver's collective call has failed. */
    private static final int CALL_FAILED = 1;

    /** {@link Channel#refuse}: the receiver's context has ended with the error class of this difference. */
    private static final int ENDED = 1 << 10;

    private static final Data NO_DATA = Data.of(new byte[0], 0, 0, TypeLayout.BYTE);

    private static final int QUICK_LOOKS_CROWDED = 10;

    /** Number of receives in a row directly from packets, before messages of other peers are polled for. */
    private static final int QUICK_IN_A_ROW = 16;

    /** Hears of a probe. */
    interface Probe {
        /** A probe waits for a message of this source and tag, each of which may be {@link PostedRecv#ANY}. */
        void waits(Matcher of, int source, int tag);
    }

    private final Channel channel;
    private final NicPort port;
    private final HostTime time;
    private final int self;
    private final OpPool ops;
    private final UnexpectedPool unexpected;
    private final Progress progress;
    private final SelfMessages toSelf;
    /** True if one thread at a time calls. */
    private final boolean alone;
    /** Whether {@link Progress#mayCopyOnOtherThread} holds. */
    private final boolean otherThreadsCopy;

    /** Null in a plain run. */
    private final @Nullable FreeChoices open;

    private final PostedRecv quick;
    /** A receive that is not in use, for the next one: where one receive at a time is under way the pool is not needed. */
    private @Nullable PostedRecv spare;

    private final int quickLooks;
    private int quickUntilProgress;
    private @Nullable Matcher[] matchers = new Matcher[8];
    /** By collective context who hears of messages for its blocking calls. */
    private @Nullable CallArrivals[] arrivals = new CallArrivals[8];
    /**
     * The matcher that was used last, and its context: to compare with a message's context is quicker than to look it up by
     * that, which waits until the message's cache line is here.
     */
    private @Nullable Matcher latest;

    private int latestContext = -1;

    /** A rank has said that a collective call of its has failed, on any communicator. */
    private boolean hasFailedCalls;

    private boolean finishes;

    private final ControlMessages control;
    /** Null in jobs that end with the first process that does. */
    private @Nullable Failures failures;

    /** Announced messages of contexts that were forgotten: nothing receives them, but their senders may withdraw them. */
    private final List<Arrival> forgotten = new ArrayList<>();

    /** Whether {@link #refuseLosses} was called. */
    private boolean refusesLosses;

    // What a probe waits for, for reports: a probe posts no receive.
    private int @Nullable [] probed;

    /**
     * The receiving side of an engine.
     *
     * @param before of the rank's last engine; null if it had none
     */
    Receiving(EngineParts parts, SelfMessages toSelf, @Nullable Receiving before) {
        channel = parts.channel();
        port = parts.port();
        time = parts.time();
        self = parts.self();
        ops = parts.ops();
        unexpected = parts.unexpected();
        progress = parts.progress();
        this.toSelf = toSelf;
        alone = progress.isAlone();
        otherThreadsCopy = progress.mayCopyOnOtherThread();
        open = choices(parts, before == null ? null : before.open);
        control = new ControlMessages(parts);
        quick = ops.newReceive();
        int looks = parts.job().isCrowded() ? QUICK_LOOKS_CROWDED : QUICK_LOOKS;
        boolean isQuick = alone && channel.receivesDirectly() && (open == null || !open.seesSends());
        quickLooks = isQuick ? looks : 0;
    }

    private @Nullable FreeChoices choices(EngineParts parts, @Nullable FreeChoices before) {
        Job job = parts.job();
        Choices explored = job.choices();
        if (explored != null) {
            return new OpenChoices(explored, progress, this, self);
        }
        ChoiceFolder folder = job.choiceFolder();
        if (folder == null) {
            return null;
        }
        return folder.isReplayed()
                ? new ReplayedChoices(job, folder, progress, this::take, before)
                : new RecordedChoices(job, folder, progress, facts(parts), before);
    }

    private static CollectiveFacts facts(EngineParts parts) {
        return new CollectiveFacts(
                parts.job().isCrowded(),
                parts.port().sharedGroups() != null,
                parts.checksTypes(),
                parts.channel().multicasts() != null);
    }

    /** What MPI leaves open at this rank; null in a plain run. */
    public @Nullable FreeChoices open() {
        return open;
    }

    /** The rank's messages can arrive from now on. */
    void begin() {
        if (open != null) {
            open.attach();
        }
    }

    /** The matcher of a context. A message may arrive before this rank has made the communicator. */
    @SuppressWarnings("NullAway") // No context is negative: the latest one has its matcher.
    Matcher matcher(int context) {
        return context == latestContext ? latest : otherMatcher(context);
    }

    private Matcher otherMatcher(int context) {
        latest = context < matchers.length && matchers[context] != null ? matchers[context] : newMatcher(context);
        latestContext = context;
        return latest;
    }

    private Matcher newMatcher(int context) {
        if (context >= matchers.length) {
            matchers = Arrays.copyOf(matchers, Math.max(2 * matchers.length, context + 1));
        }
        matchers[context] = open == null ? new Matcher(port.size()) : open.newMatcher(context, port.size());
        return matchers[context];
    }

    /** Forgets two contexts; false, and neither is forgotten, if receives are posted in one of them. */
    public boolean forget(int context, int other) {
        if (!isIdle(context) || !isIdle(other)) {
            return false;
        }
        forget(context);
        forget(other);
        return true;
    }

    /** Takes the messages of a context over that another engine of this rank has got and nothing has received. */
    void takeOver(Receiving before, int context) {
        matcher(context);
        if (context < before.matchers.length && before.matchers[context] != null) {
            matchers[context] = before.matchers[context];
            // That engine's requests have ended with it.
            for (PostedRecv left : matchers[context].posted()) {
                matchers[context].withdraw(left);
            }
            latestContext = -1;
        }
    }

    private boolean isIdle(int context) {
        return context >= matchers.length || matchers[context] == null || matchers[context].isIdle();
    }

    private void forget(int context) {
        // One that is closed refuses messages that are still under way.
        if (context < matchers.length && matchers[context] instanceof ChoosingMatcher choosing) {
            choosing.cancelled().forEach(choosing::giveBack);
        }
        if (context < matchers.length
                && matchers[context] != null
                && !matchers[context].isClosed()
                && matchers[context].ended() == null) {
            for (Unexpected message : matchers[context].oldestUnexpected(Integer.MAX_VALUE)) {
                if (message.arrival() != null && message.arrival().isAwaited()) {
                    forgotten.add(message.arrival());
                }
            }
            matchers[context] = null;
        }
        if (context < arrivals.length) {
            arrivals[context] = null;
        }
        if (context == latestContext) {
            latestContext = -1;
            latest = null;
        }
    }

    /** Receives, and returns the operation, which holds the result; the caller recycles it. */
    public PostedRecv receive(int context, int source, int tag, Data data) {
        return receive(context, source, tag, data, null);
    }

    /** The same in a collective call, which is watched while it waits if {@code watch} is not null. */
    public PostedRecv receive(int context, int source, int tag, Data data, @Nullable WaitWatch watch) {
        if (source >= 0 && source != self && quickLooks > 0) {
            return receiveQuickly(context, source, tag, data, watch);
        }
        PostedRecv op = startReceive(context, source, tag, data);
        if (!op.isDone()) {
            if (source == self && alone && !progress.decides()) {
                withdraw(op);
                recycle(op);
                throw Deadlock.ofReceive(self, tag);
            }
            progress.await(op, source, watch);
            if (!alone) {
                TimelineMarks.received(context, op.source(), op.tag(), op.messageBytes());
            }
        }
        return op;
    }

    /** A blocking call ends with its receive, also where {@linkplain PostedRecv#pend that} could go on. */
    public void giveUp(PostedRecv op) {
        progress.enter();
        try {
            Matcher matcher = op.matcher();
            String why = op.lost();
            if (op.isPending() && matcher != null && why != null) {
                matcher.withdraw(op);
                op.lose(why);
            }
        } finally {
            progress.exit();
        }
    }

    /**
     * Receives from one source without posting, as long as the message comes soon and comes first; else as every
     * receive. There is one operation for all such receives: blocking calls of one thread do not overlap.
     */
    private PostedRecv receiveQuickly(int context, int source, int tag, Data data, @Nullable WaitWatch watch) {
        if (--quickUntilProgress <= 0 || !channel.isFlushed()) {
            // A source that is never late must not hold up messages of others (MPI 4.1 section 3.5, Progress).
            quickUntilProgress = QUICK_IN_A_ROW;
            channel.progressElsewhere(source);
            progress.advanceBackgrounds();
        }
        PostedRecv op = quick;
        prepare(op, data);
        Matcher matcher = matcher(context);
        if (matcher.isQuiet(source)) {
            long mask = tag >= 0 ? Envelope.MASK : Envelope.maskOf(tag);
            long envelope = Envelope.of(context, tag) & mask;
            for (int look = 0; look < quickLooks; look++) {
                long length = channel.tryReceive(source, envelope, mask, op);
                if (length >= 0) {
                    long found = channel.takenEnvelope();
                    TimelineMarks.matched(context, source, Envelope.tag(found), length);
                    op.matched(source, Envelope.tag(found), length, Envelope.signature(found));
                    return op;
                }
                if (length == Channel.OTHER) {
                    break;
                }
            }
        }
        match(op, context, matcher, source, tag);
        progress.await(op, source, watch);
        return op;
    }

    /** Posts a receive, which the caller awaits or tests. */
    public PostedRecv startReceive(int context, int source, int tag, Data data) {
        progress.enter();
        try {
            PostedRecv op = prepared(data);
            match(op, context, matcher(context), source, tag);
            return op;
        } finally {
            progress.exit();
        }
    }

    /** Posts a receive that allocates an array for the message that matches it. */
    public PostedRecv startReceiveOfAnyLength(int context, int source, int tag) {
        progress.enter();
        try {
            PostedRecv op = prepared(NO_DATA);
            op.takeAnyLength(true);
            match(op, context, matcher(context), source, tag);
            return op;
        } finally {
            progress.exit();
        }
    }

    private PostedRecv prepared(Data data) {
        PostedRecv op = spare;
        if (op == null) {
            op = ops.takeReceive();
        } else {
            spare = null;
        }
        prepare(op, data);
        return op;
    }

    private void prepare(PostedRecv op, Data data) {
        if (!op.setAlike(data)) {
            op.set(data);
        }
        BufferChecks.checkFits(op, data);
        BufferChecks.checkWritable(op);
        if (otherThreadsCopy) {
            BufferChecks.checkForAllThreads(op);
        }
    }

    private void match(PostedRecv op, int context, Matcher matcher, int source, int tag) {
        op.want(matcher, source, tag);
        Unexpected message = matcher.find(op);
        if (message == null) {
            checkSource(context, matcher, source);
            matcher.post(op);
            if (source < 0 && failures != null) {
                String why = failures.ofAnySource(context);
                if (why != null) {
                    op.pend(why);
                }
            }
        } else {
            matcher.take(message);
            TimelineMarks.matched(context, message.source(), message.tag(), message.length());
            deliver(message, op);
        }
    }

    /** Throws why nothing comes from a rank in a context any more, if it does not; under the lock of progress. */
    public void checkSource(int context, int source) {
        // Not as the latest one: messages are looked for elsewhere.
        Matcher known = context < matchers.length ? matchers[context] : null;
        checkSource(context, known == null ? matcher(context) : known, source);
    }

    /** Nothing comes from a rank that has failed, nor in a context that has ended. */
    private void checkSource(int context, Matcher matcher, int source) {
        EngineException ended = matcher.ended();
        if (ended != null) {
            throw new EngineException(ended.errorClass(), ended.getMessage());
        }
        String why = failures != null
                ? failures.why(context, source)
                : channel.hasFailures() && source >= 0 ? channel.failure(source) : null;
        if (why != null) {
            throw new EngineException(ErrorClass.PROC_FAILED, why);
        }
    }

    /** Receives from the peer end, and those from any source, which may wait for it alone. */
    @Override
    public boolean onFailure(int peer, String why) {
        if (failures != null) {
            failures.failed(peer, why);
            return true;
        }
        for (Matcher matcher : matchers) {
            for (PostedRecv op : matcher == null ? List.<PostedRecv>of() : matcher.posted()) {
                if ((op.wantedSource() == peer || op.wantedSource() == PostedRecv.ANY) && matcher.withdraw(op)) {
                    op.lose(why);
                }
            }
        }
        checkUnsent();
        return true;
    }

    /** What is said of failures, and agreed on. */
    public ControlMessages control() {
        return control;
    }

    /** From now on someone else knows what a failed process ends, in a job that survives it. */
    public void failuresBy(Failures known) {
        failures = known;
    }

    /** Receives from a process that has failed end; called under the lock of progress. */
    public void loseFrom(int peer, String why) {
        for (Matcher matcher : matchers) {
            if (matcher != null) {
                loseFrom(matcher, peer, why);
            }
        }
    }

    /** The same in one context. */
    public void loseFrom(int context, int peer, String why) {
        loseFrom(matcher(context), peer, why);
    }

    private static void loseFrom(Matcher matcher, int peer, String why) {
        for (PostedRecv op : matcher.posted()) {
            if (op.wantedSource() == peer && matcher.withdraw(op)) {
                op.lose(why);
            }
        }
    }

    /** Waits for receives from any source in a context end, and the receives go on; called under the lock of progress. */
    public void pendFromAny(int context, String why) {
        for (PostedRecv op : matcher(context).posted()) {
            if (op.wantedSource() == PostedRecv.ANY && !op.isPending()) {
                op.pend(why);
            }
        }
    }

    /** Waits for them wait again; called under the lock of progress. */
    public void resumeFromAny(int context) {
        matcher(context).posted().stream().filter(PostedRecv::isPending).forEach(PostedRecv::resume);
    }

    /** Ends a context: its receives fail, its messages are dropped, those that come later too. Called under the lock of progress. */
    public void end(int context, EngineException error) {
        Matcher matcher = matcher(context);
        matcher.end(error);
        for (PostedRecv op : matcher.posted()) {
            if (matcher.withdraw(op)) {
                op.lose(error.errorClass(), error.getMessage());
            }
        }
        for (Unexpected message : matcher.oldestUnexpected(Integer.MAX_VALUE)) {
            matcher.take(message);
            if (message.local() != null) {
                toSelf.giveBack(message, message.local());
                continue;
            }
            if (message.arrival() != null) {
                channel.refuse(message.arrival(), ENDED + error.errorClass());
            } else if (message.source() == self) {
                toSelf.taken((int) message.length());
            } else {
                channel.consumed(message.source(), (int) message.length());
            }
            unexpected.give(message);
        }
        if (context < arrivals.length && arrivals[context] != null) {
            arrivals[context].ended(error.getMessage());
        }
    }

    /** The class of the error with which a receiver has refused a message; 0 if it has not. */
    static int errorClassOf(int refusal) {
        return refusal > ENDED ? refusal - ENDED : 0;
    }

    /** Makes the loss of messages to a failed peer an error of the current wait: after it no call comes that needs the peer. */
    void refuseLosses(boolean on) {
        refusesLosses = on;
        checkUnsent();
    }

    private void checkUnsent() {
        String why = refusesLosses ? channel.unsent() : null;
        if (why != null) {
            throw new EngineException(ErrorClass.PROC_FAILED, "messages are lost: " + why);
        }
    }

    /** A receive takes a message that has come, as has been decided. */
    void take(ChoosingMatcher.Match match) {
        Matcher matcher = match.receive().matcher();
        assert matcher != null : "a posted receive has a matcher";
        matcher.withdraw(match.receive());
        matcher.take(match.message());
        deliver(match.message(), match.receive());
    }

    /** A receive takes a message that has come, as the recording has it. */
    private void take(ReplayingMatcher.Match match) {
        deliver(match.message(), match.receive());
    }

    /** Delivers a message that was taken out of the unexpected ones, and ends its entry's life. */
    private void deliver(Unexpected message, PostedRecv op) {
        long bytes = op.matched(message.source(), message.tag(), message.length(), message.signature());
        time.charge(HostWork.MPI_RECEIVE);
        if (message.arrival() != null) {
            channel.accept(message.arrival(), op, bytes);
        } else if (message.local() != null) {
            toSelf.copy(message.local(), op, bytes);
        } else {
            op.copyIn(message.bytes(), 0, 0, bytes);
            time.chargeCopy(bytes);
            op.done(true);
            if (message.source() == self) {
                toSelf.taken((int) message.length());
            } else {
                channel.consumed(message.source(), (int) message.length());
            }
        }
        unexpected.give(message);
    }

    @Override
    public boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length) {
        int tag = Envelope.tag(envelope);
        time.charge(HostWork.MPI_RECEIVE);
        time.chargeCopy(length);
        Matcher matcher = matcher(Envelope.context(envelope));
        PostedRecv op = matcher.arrived(peer, tag);
        if (op == null) {
            if (Envelope.context(envelope) == Envelope.CONTROL) {
                control.arrived(peer, memory, at, length);
                return true;
            }
            if (matcher.ended() != null || tag < 0 && isOfNoUse(envelope, peer)) {
                return true;
            }
            matcher.keep(unexpected.copyOf(peer, tag, Envelope.signature(envelope), memory, at, length));
            TimelineMarks.kept(Envelope.context(envelope), matcher.unexpected());
            return false;
        }
        if (tag < 0 && tag != op.wantedTag()) {
            takenByOther(envelope, peer);
        }
        TimelineMarks.matched(Envelope.context(envelope), peer, tag, length);
        long bytes = op.matched(peer, tag, length, Envelope.signature(envelope));
        if (bytes > 0) {
            op.copyIn(memory, at, 0, bytes);
        }
        op.done(true);
        return true;
    }

    @Override
    public void onLong(Arrival arrival) {
        int tag = Envelope.tag(arrival.envelope());
        int signature = Envelope.signature(arrival.envelope());
        time.charge(HostWork.MPI_RECEIVE);
        Matcher matcher = matcher(Envelope.context(arrival.envelope()));
        PostedRecv op = matcher.arrived(arrival.peer(), tag);
        if (op == null && Envelope.context(arrival.envelope()) == Envelope.CONTROL) {
            control.announced(arrival);
        } else if (op == null && matcher.ended() != null) {
            channel.refuse(arrival, ENDED + matcher.ended().errorClass());
        } else if (op == null && tag < 0 && isOfNoUse(arrival.envelope(), arrival.peer())) {
            channel.refuse(arrival, CALL_FAILED);
        } else if (op == null) {
            matcher.keep(unexpected.of(arrival, tag, signature));
            TimelineMarks.kept(Envelope.context(arrival.envelope()), matcher.unexpected());
        } else {
            if (tag < 0 && tag != op.wantedTag()) {
                takenByOther(arrival.envelope(), arrival.peer());
            }
            TimelineMarks.matched(Envelope.context(arrival.envelope()), arrival.peer(), tag, arrival.length());
            channel.accept(arrival, op, op.matched(arrival.peer(), tag, arrival.length(), signature));
        }
    }

    /** A message stays if a receive or a matched probe has taken it. */
    @Override
    public @Nullable Arrival withdraw(int peer, long envelope, long announcement) {
        int context = Envelope.context(envelope);
        Matcher matcher = context < matchers.length ? matchers[context] : null;
        Unexpected message = matcher == null ? null : matcher.announced(peer, announcement);
        if (matcher == null || message == null) {
            return withdrawForgotten(peer, announcement);
        }
        Arrival arrival = message.arrival();
        if (open != null
                && arrival != null
                && open.keepsCancelled(matcher, message, () -> giveBack(message, arrival))) {
            return null;
        }
        matcher.take(message);
        unexpected.give(message);
        return arrival;
    }

    private void giveBack(Unexpected message, Arrival arrival) {
        unexpected.give(message);
        channel.giveBack(arrival);
    }

    private @Nullable Arrival withdrawForgotten(int peer, long announcement) {
        for (int i = 0; i < forgotten.size(); i++) {
            if (forgotten.get(i).is(peer, announcement)) {
                return forgotten.remove(i);
            }
        }
        return null;
    }

    /** Notes a message of a blocking collective call that no receive waits for; true if none can any more. */
    private boolean isOfNoUse(long envelope, int peer) {
        int tag = Envelope.tag(envelope);
        int context = Envelope.context(envelope);
        hasFailedCalls |= CallWord.isEnd(tag);
        CallArrivals calls = context < arrivals.length ? arrivals[context] : null;
        if (calls != null) {
            calls.arrived(peer, tag, false);
        }
        return matcher(context).isClosedTo(tag) || finishes && CallWord.isEnd(tag);
    }

    /** Notes that a receive of a blocking collective call has taken a message of another call: the call may be waiting elsewhere. */
    private void takenByOther(long envelope, int peer) {
        int context = Envelope.context(envelope);
        if (context < arrivals.length && arrivals[context] != null) {
            arrivals[context].arrived(peer, Envelope.tag(envelope), true);
        }
    }

    /** From now on {@code calls} hears of the messages for blocking collective calls in a context. */
    public void listen(int context, CallArrivals calls) {
        progress.enter();
        try {
            if (context >= arrivals.length) {
                arrivals = Arrays.copyOf(arrivals, Math.max(2 * arrivals.length, context + 1));
            }
            arrivals[context] = calls;
        } finally {
            progress.exit();
        }
    }

    /** This rank makes no more collective calls: those who say that one of theirs has failed do not wait until it has read that. */
    void finish() {
        finishes = true;
        for (Matcher matcher : hasFailedCalls ? matchers : new Matcher[0]) {
            for (int source = 0; matcher != null && source < port.size(); source++) {
                Unexpected next;
                for (Unexpected message = matcher.findOther(source, 0); message != null; message = next) {
                    next = matcher.findOther(message);
                    if (CallWord.isEnd(message.tag()) && message.arrival() != null) {
                        matcher.take(message);
                        channel.refuse(message.arrival(), CALL_FAILED);
                        unexpected.give(message);
                    }
                }
            }
        }
    }

    /** True if some rank has said that a collective call of its has failed, on any communicator. */
    public boolean hasFailedCalls() {
        return hasFailedCalls;
    }

    /**
     * The word of the oldest message from a source that belongs to another collective call than this word; 0 if there is none.
     */
    public int otherCall(int context, int source, int word) {
        progress.enter();
        try {
            Unexpected message = matcher(context).findOther(source, word);
            return message == null ? 0 : CallWord.plain(message.tag());
        } finally {
            progress.exit();
        }
    }

    /**
     * The word of the oldest message from a source that belongs to a blocking collective call, or only one that ends them; 0 if there
     * is none.
     */
    public int leftCall(int context, int source, boolean ends) {
        progress.enter();
        try {
            Matcher matcher = matcher(context);
            Unexpected message = matcher.findOther(source, 0);
            while (message != null && ends && !CallWord.isEnd(message.tag())) {
                message = matcher.findOther(message);
            }
            return message == null ? 0 : CallWord.plain(message.tag());
        } finally {
            progress.exit();
        }
    }

    /** Notes once more what has come from a source for blocking collective calls and lies there. */
    public void arrivedAgain(int context, int source) {
        progress.enter();
        try {
            Matcher matcher = matcher(context);
            Unexpected message = matcher.findOther(source, 0);
            for (; message != null; message = matcher.findOther(message)) {
                arrivals[context].arrived(source, message.tag(), false);
            }
        } finally {
            progress.exit();
        }
    }

    /** No blocking collective call comes any more in this context: senders of messages for one do not wait. */
    public void endCalls(int context) {
        progress.enter();
        try {
            Matcher matcher = matcher(context);
            matcher.close();
            dropAll(matcher, CallWord.BLOCKING);
            dropAll(matcher, CallWord.multicast(CallWord.BLOCKING));
        } finally {
            progress.exit();
        }
    }

    /** Drops the unexpected messages that a receive with a negative tag takes. */
    private void dropAll(Matcher matcher, int tag) {
        for (Unexpected message; (message = matcher.find(PostedRecv.ANY, tag)) != null; ) {
            matcher.take(message);
            if (message.arrival() != null) {
                channel.refuse(message.arrival(), CALL_FAILED);
            } else if (message.local() == null && message.source() != self) {
                channel.consumed(message.source(), (int) message.length());
            }
            unexpected.give(message);
        }
    }

    /** Looks for a message without receiving it, if need be after one round of progress; null if there is none. */
    public @Nullable Unexpected probe(int context, int source, int tag, boolean take) {
        if (open != null) {
            return open.awaitPoll(matcher(context), source, tag) ? look(context, source, tag, take) : null;
        }
        Unexpected message = look(context, source, tag, take);
        if (message == null) {
            progress.round();
            message = look(context, source, tag, take);
        }
        return message;
    }

    /** Waits for a message without receiving it. */
    public Unexpected awaitProbe(int context, int source, int tag, boolean take) {
        return awaitProbe(context, source, tag, take, () -> {});
    }

    /**
     * The same as long as nothing else ends the wait.
     *
     * @param watch throws what ends it
     */
    public Unexpected awaitProbe(int context, int source, int tag, boolean take, Runnable watch) {
        probed = new int[] {context, source, tag};
        try {
            if (open != null) {
                open.awaitProbe(matcher(context), source, tag);
            }
            Unexpected message = look(context, source, tag, take);
            for (int fruitless = 0; message == null; message = look(context, source, tag, take)) {
                watch.run();
                if (source != self || !alone || progress.decides()) {
                    fruitless = progress.advanceForMessages(fruitless);
                } else if (progress.round() == 0) {
                    throw Deadlock.ofProbe(self, tag);
                }
            }
            if (open != null) {
                open.found(matcher(context), source, tag, message, take);
            }
            return message;
        } finally {
            probed = null;
        }
    }

    /** Takes a message that has arrived; null if none has. */
    public @Nullable Unexpected take(int context, int source, int tag) {
        progress.enter();
        try {
            Matcher matcher = matcher(context);
            Unexpected message = matcher.find(source, tag);
            if (message != null) {
                matcher.take(message);
            }
            return message;
        } finally {
            progress.exit();
        }
    }

    private @Nullable Unexpected look(int context, int source, int tag, boolean take) {
        progress.enter();
        try {
            port.expect(source == self ? -1 : source);
            Matcher matcher = matcher(context);
            Unexpected message = matcher.find(source, tag);
            if (message == null) {
                checkSource(context, matcher, source);
                checkAnySource(context, source);
            }
            if (message != null && take) {
                matcher.take(message);
                TimelineMarks.matched(context, message.source(), message.tag(), message.length());
            }
            return alone || take || message == null ? message : message.snapshot();
        } finally {
            progress.exit();
        }
    }

    private void checkAnySource(int context, int source) {
        if (source < 0 && failures != null) {
            String why = failures.ofAnySource(context);
            if (why != null) {
                throw new EngineException(ErrorClass.PROC_FAILED, why);
            }
        }
    }

    /** Receives a message that {@link #probe} has taken. */
    public PostedRecv startReceiveOf(Unexpected message, Data data) {
        progress.enter();
        try {
            PostedRecv op = ops.takeReceive();
            prepare(op, data);
            op.want(null, message.source(), message.tag());
            deliver(message, op);
            return op;
        } finally {
            progress.exit();
        }
    }

    /** Context, source and tag of the message that a waiting probe looks for; null: none waits. */
    int @Nullable [] probed() {
        return probed;
    }

    /** Posted receives of collective operations, the oldest of each communicator first. */
    List<PostedRecv> ofCollectives() {
        List<PostedRecv> all = new ArrayList<>();
        for (int context = 1; context < matchers.length; context += 2) {
            if (matchers[context] != null) {
                all.addAll(matchers[context].posted());
            }
        }
        return all;
    }

    /** Describes messages that are awaited: that of a waiting probe, then those of posted receives but for some, the newest first. */
    void outstanding(Outstanding words, List<?> said, List<String> all) {
        int[] message = probed;
        if (message != null) {
            all.add(words.message(message[0], message[1], message[2]));
        }
        for (int context = 0; context < matchers.length; context++) {
            if (matchers[context] != null) {
                for (PostedRecv op : matchers[context].posted().reversed()) {
                    if (!said.contains(op)) {
                        all.add(words.message(context, op.wantedSource(), op.wantedTag()));
                    }
                }
            }
        }
    }

    /**
     * Describes the oldest messages of each communicator's user that no receive has matched: one of them may be what the rank
     * waits for, under another tag.
     *
     * @param most of one communicator
     * @return the number of all such messages
     */
    int unreceived(Outstanding words, List<String> all, int most) {
        int number = 0;
        for (int context = 0; context < matchers.length; context += 2) {
            if (matchers[context] != null) {
                number += matchers[context].unexpected();
                for (Unexpected message : matchers[context].oldestUnexpected(most)) {
                    all.add(words.unreceived(context, message));
                }
            }
        }
        return number;
    }

    /** Messages to the program that no receive has matched, and that none waits to be decided for. */
    List<Unreceived> unreceived() {
        return unreceived(2, Matcher::isUnwanted);
    }

    private List<Unreceived> unreceived(int step, BiPredicate<Matcher, Unexpected> which) {
        List<Unreceived> all = new ArrayList<>();
        for (int context = 0; context < matchers.length; context += step) {
            Matcher matcher = matchers[context];
            if (matcher != null && matcher.unexpected() > 0) {
                for (Unexpected message : matcher.oldestUnexpected(Integer.MAX_VALUE)) {
                    if (which.test(matcher, message)) {
                        all.add(new Unreceived(context, message.source(), message.tag(), message.length()));
                    }
                }
            }
        }
        return all;
    }

    /**
     * Adds up by source the credits of messages that no receive has matched. Multicasts cost none; they are the library's own, and
     * have odd contexts.
     */
    void addHeld(int[] credits) {
        for (int context = 0; context < matchers.length; context++) {
            if (matchers[context] != null && matchers[context].unexpected() > 0) {
                for (Unexpected message : matchers[context].oldestUnexpected(Integer.MAX_VALUE)) {
                    boolean isPaid =
                            message.arrival() == null || !message.arrival().isAwaited() && context % 2 == 0;
                    credits[message.source()] += isPaid ? CreditWindow.cost((int) message.length()) : 0;
                }
            }
        }
    }

    /** Messages whose senders wait until they are accepted. */
    List<Unreceived> announced() {
        return unreceived(
                1,
                (matcher, message) ->
                        message.arrival() != null && message.arrival().isAwaited());
    }

    /** Asks someone what a waiting probe could find; there may be none. */
    void forProbed(Probe asked) {
        int[] message = probed;
        if (message != null) {
            asked.waits(matcher(message[0]), message[1], message[2]);
        }
    }

    /** True while a call waits for a message in a context, to look at it first. */
    boolean isProbing(int context) {
        int[] message = probed;
        return message != null && message[0] == context;
    }

    /** True if a receive is posted for this source and tag, or a probe waits for such a message. */
    boolean isUnmatched(int context, int source, int tag) {
        int[] message = probed;
        if (message != null) {
            return message[0] == context && message[1] == source && message[2] == tag;
        }
        Matcher matcher = context < matchers.length ? matchers[context] : null;
        return matcher != null
                && matcher.posted().stream().anyMatch(op -> op.wantedSource() == source && op.wantedTag() == tag);
    }

    /** The context of a matcher; negative if it has been forgotten, or there is none. */
    int context(@Nullable Matcher matcher) {
        return matcher == null ? -1 : Arrays.asList(matchers).indexOf(matcher);
    }

    /** How many receives are posted in all contexts. */
    int posted() {
        int posted = 0;
        for (Matcher matcher : matchers) {
            posted += matcher == null ? 0 : matcher.receives();
        }
        return posted;
    }

    /** Number of messages that no receive has matched. By any thread: the last ones may be missing. */
    int unexpected() {
        int unexpected = 0;
        for (Matcher matcher : matchers) {
            unexpected += matcher == null ? 0 : matcher.unexpected();
        }
        return unexpected;
    }

    /** Number of messages from a source that no receive has asked for. Allocates nothing. */
    int waiting(int source) {
        int waiting = 0;
        for (Matcher matcher : matchers) {
            waiting += matcher == null ? 0 : matcher.unexpected(source);
        }
        return waiting;
    }

    /** As {@link WatchedRecv#onMatch}, in jobs that are checked; false in all others. */
    public boolean onMatch(PostedRecv op, Runnable step) {
        progress.enter();
        try {
            return op instanceof WatchedRecv watched && watched.onMatch(step);
        } finally {
            progress.exit();
        }
    }

    /** Takes a receive back; false if a message has matched it already. */
    public boolean cancel(PostedRecv op) {
        return open == null ? withdraw(op) : open.cancels(op, () -> withdraw(op));
    }

    private boolean withdraw(PostedRecv op) {
        progress.enter();
        try {
            if (op.matcher() == null || !op.matcher().withdraw(op)) {
                return false;
            }
            op.endEmpty(PostedRecv.ANY, PostedRecv.ANY, true);
            return true;
        } finally {
            progress.exit();
        }
    }

    /** An operation for a receive from PROC_NULL, which is done at once. */
    public PostedRecv nothing(int source, int tag) {
        progress.enter();
        try {
            PostedRecv op = ops.takeReceive();
            op.endEmpty(source, tag, false);
            return op;
        } finally {
            progress.exit();
        }
    }

    /** Takes back a receive that is complete, for another one. */
    public void recycle(PostedRecv op) {
        if (op == quick) {
            op.clear();
            return;
        }
        progress.enter();
        try {
            if (spare == null) {
                op.clear();
                spare = op;
            } else {
                ops.give(op);
            }
        } finally {
            progress.exit();
        }
    }
}
