package org.bipj.mpi.match;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.bipj.core.channel.SendOp;
import org.bipj.mpi.call.EngineException;
import org.jspecify.annotations.Nullable;

/**
 * The expected and the unexpected messages of one context.
 *
 * <p>Invariant: no posted receive matches a message in the unexpected queue. An arriving message is compared with the posted
 * receives, a new receive with the unexpected messages.
 */
public sealed class Matcher permits ChoosingMatcher, RecordingMatcher, ReplayingMatcher {
    private final ExpectedQueue fromAny = new ExpectedQueue();
    /** By source; shorter than the sources are where jobs have been attached. */
    private @Nullable ExpectedQueue[] fromSource;

    private final UnexpectedQueue unexpected;
    /** Order of the next receive that is posted. */
    long orders;

    /** Receives that are posted for one source; without any, no queue is looked at. */
    private int specifics;
    /** Unexpected messages; without any, no queue is looked at. */
    private int unexpecteds;
    /** No receive with a negative tag comes any more. */
    private boolean closed;
    /** The error of each receive; null: receives are posted. */
    private @Nullable EngineException ended;

    /** Creates a matcher without receives and messages. */
    public Matcher(int worldSize) {
        fromSource = new ExpectedQueue[worldSize];
        unexpected = new UnexpectedQueue(worldSize);
    }

    /**
     * A message has arrived: takes the oldest posted receive that it matches out of the queue.
     *
     * @return null if there is none; the caller then adds the message to the unexpected ones
     */
    public @Nullable PostedRecv arrived(int source, int tag) {
        if (specifics > 0 && fromAny.isEmpty()) {
            ExpectedQueue own = known(source);
            PostedRecv specific = own == null ? null : own.takeFirst(tag);
            specifics -= specific == null ? 0 : 1;
            return specific;
        }
        ExpectedQueue queue = specifics == 0 ? null : known(source);
        PostedRecv specific = queue == null ? null : queue.first(tag);
        PostedRecv any = fromAny.first(tag);
        if (any != null && (specific == null || any.order < specific.order)) {
            fromAny.remove(any);
            return any;
        }
        if (queue != null && specific != null) {
            specifics--;
            queue.remove(specific);
        }
        return specific;
    }

    /** True if a new receive from this source would match the next message that arrives from there with its tag. */
    public boolean isQuiet(int source) {
        ExpectedQueue queue = known(source);
        return unexpecteds == 0 && fromAny.isEmpty() && (queue == null || queue.isEmpty());
    }

    /** Keeps a message that no receive has matched. */
    public void keep(Unexpected message) {
        unexpecteds++;
        unexpected.add(message);
    }

    /** The oldest unexpected message of this source and tag, either of which may be {@link PostedRecv#ANY}. */
    public @Nullable Unexpected find(int source, int tag) {
        return unexpecteds == 0 ? null : unexpected.first(source, tag);
    }

    /** The unexpected message that a receive takes, which is posted otherwise; null if there is none. */
    public @Nullable Unexpected find(PostedRecv receive) {
        return find(receive.wantedSource, receive.wantedTag);
    }

    /** The oldest unexpected message of this source with a negative tag other than this one; null if there is none. */
    public @Nullable Unexpected findOther(int source, int tag) {
        return unexpecteds == 0 ? null : unexpected.firstOther(source, tag);
    }

    /** The next unexpected message with a negative tag of the same source; null if there is none. */
    public @Nullable Unexpected findOther(Unexpected after) {
        return UnexpectedQueue.otherFrom(after.nextOfSource, 0);
    }

    /** Withdraws the receives with negative tags: no others are posted, and messages with such tags need not be kept. */
    public void close() {
        closed = true;
        for (PostedRecv receive : posted()) {
            if (receive.wantedTag < 0 && receive.wantedTag != PostedRecv.ANY) {
                withdraw(receive);
            }
        }
    }

    /** True after {@link #close}. */
    public boolean isClosed() {
        return closed;
    }

    /** True for a message that no receive can take, since {@link #close} was called. */
    public boolean isClosedTo(int tag) {
        return closed && tag < 0;
    }

    /** No receive is posted any more, and no message kept. */
    public void end(EngineException error) {
        ended = error;
    }

    /** The error of receives since {@link #end} was called; null before. */
    public @Nullable EngineException ended() {
        return ended;
    }

    /** Takes an unexpected message out of the queue. */
    public void take(Unexpected message) {
        unexpecteds--;
        unexpected.remove(message);
    }

    /** The message that a peer has announced and withdraws; null if it has been taken already. */
    public @Nullable Unexpected announced(int source, long announcement) {
        return unexpecteds == 0 ? null : unexpected.announced(source, announcement);
    }

    /**
     * Takes a send of this rank to itself back, which {@link #keep} was given; returns its entry, or null if that has
     * been taken already.
     */
    public @Nullable Unexpected withdraw(SendOp local) {
        Unexpected entry = unexpected.of(local);
        if (entry != null) {
            take(entry);
        }
        return entry;
    }

    /** The entry of a send of this rank to itself, which {@link #keep} was given; null if that has been taken already. */
    public @Nullable Unexpected entry(SendOp local) {
        return unexpected.of(local);
    }

    /** Posts a receive for which {@link #find} found nothing. */
    public void post(PostedRecv receive) {
        receive.order = orders++;
        enqueue(receive);
    }

    /** Posts a receive that has its order already, which is later than those of all posted ones with the same source. */
    final void enqueue(PostedRecv receive) {
        specifics += receive.wantedSource == PostedRecv.ANY ? 0 : 1;
        queueOf(receive).add(receive);
    }

    /** Takes a posted receive back; false if it has been matched already. */
    public boolean withdraw(PostedRecv receive) {
        if (!receive.posted) {
            return false;
        }
        specifics -= receive.wantedSource == PostedRecv.ANY ? 0 : 1;
        queueOf(receive).remove(receive);
        return true;
    }

    /** The posted receives, in the order of posting. */
    public List<PostedRecv> posted() {
        List<PostedRecv> all = new ArrayList<>();
        fromAny.addTo(all);
        for (ExpectedQueue queue : fromSource) {
            if (queue != null) {
                queue.addTo(all);
            }
        }
        all.sort(Comparator.comparingLong(receive -> receive.order));
        return all;
    }

    /** The oldest unexpected messages, in the order of arrival. */
    public List<Unexpected> oldestUnexpected(int most) {
        List<Unexpected> all = new ArrayList<>();
        unexpected.addTo(all, most);
        return all;
    }

    /** True if no posted receive could take a message that is here; one could only where that waits to be decided. */
    public final boolean isUnwanted(Unexpected message) {
        return taker(message.source, message.tag) == null;
    }

    /** True if no receive is posted. */
    public boolean isIdle() {
        return specifics == 0 && fromAny.isEmpty();
    }

    /** How many receives are posted. */
    public int receives() {
        return specifics + fromAny.size();
    }

    /** How many messages have arrived that no receive has matched. */
    public int unexpected() {
        return unexpecteds;
    }

    /** Number of unexpected messages from a source. Allocates nothing. */
    public int unexpected(int source) {
        return unexpecteds == 0 ? 0 : unexpected.count(source);
    }

    /** The oldest posted receive that takes a message of this source and tag; null if there is none. */
    final @Nullable PostedRecv taker(int source, int tag) {
        ExpectedQueue queue = known(source);
        PostedRecv specific = queue == null ? null : queue.first(tag);
        PostedRecv any = fromAny.first(tag);
        return specific == null || any != null && any.order < specific.order ? any : specific;
    }

    private ExpectedQueue queueOf(PostedRecv receive) {
        int source = receive.wantedSource;
        if (source == PostedRecv.ANY) {
            return fromAny;
        }
        ExpectedQueue queue = known(source);
        return queue == null ? make(source) : queue;
    }

    private @Nullable ExpectedQueue known(int source) {
        return source < fromSource.length ? fromSource[source] : null;
    }

    private ExpectedQueue make(int source) {
        if (source >= fromSource.length) {
            fromSource = Arrays.copyOf(fromSource, source + 1);
        }
        ExpectedQueue queue = new ExpectedQueue();
        fromSource[source] = queue;
        return queue;
    }
}
