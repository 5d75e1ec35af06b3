package org.bipj.mpi.match;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The matcher of a context in a run that is explored: a receive from any rank, or a probe for a message of any rank, takes none before
 * it is decided which. A receive from one source waits too while an older one from any could still take its message. Where receives are
 * held, it waits until it is decided that it takes its message, unless a call waits for it, so that it is not cancelled, and the
 * message's sender cannot cancel the message either. A probe for one source waits while its message can be cancelled.
 *
 * <p>Invariant, in place of the one of {@link Matcher}: no posted receive from one source that is not held may take a message, which is so if the message is
 * the oldest of its source that the receive takes, and the receive the oldest that takes the message.
 */
public final class ChoosingMatcher extends Matcher {
    private final IntSupplier numbers;
    /** The receives from any rank, each with its number among those of the rank. */
    private final Map<PostedRecv, Integer> numbered = new IdentityHashMap<>();

    private final int worldSize;
    /** Receives and messages may be cancelled. */
    private final boolean holds;
    /** What the next probe finds that waits for a decision; null: nothing. */
    private @Nullable Unexpected found;
    /** Messages that a probe has found: they are there from then on. */
    private final Set<Unexpected> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    /** By source: how many messages have come. */
    private final Map<Integer, Integer> arrived = new HashMap<>();
    /** Of the messages that are there: each one's number among those of its source, from 0. */
    private final Map<Unexpected, Integer> ordinals = new IdentityHashMap<>();

    /** Of messages whose senders have cancelled them: what gives them back. */
    private final Map<Unexpected, Runnable> cancelled = new IdentityHashMap<>();

    private int latest;

    /**
     * A receive and a message that it could take.
     *
     * @param number of the receive among those from any rank of the rank; 0 for others
     */
    public record Match(PostedRecv receive, int number, Unexpected message) {
        /** Number of the receive among all in its context. */
        public long order() {
            return receive.order;
        }
    }

    /**
     * Creates a matcher without receives and messages.
     *
     * @param holds true if receives from one source are held
     * @param numbers numbers receives from any rank
     */
    public ChoosingMatcher(int worldSize, boolean holds, IntSupplier numbers) {
        super(worldSize);
        this.worldSize = worldSize;
        this.holds = holds;
        this.numbers = numbers;
    }

    @Override
    public @Nullable PostedRecv arrived(int source, int tag) {
        latest = arrived.merge(source, 1, Integer::sum) - 1;
        PostedRecv taker = taker(source, tag);
        // Of two messages the older one is taken first, whatever it still waits for.
        boolean isDecided = taker != null
                && taker.wantedSource != PostedRecv.ANY
                && !taker.held
                && super.find(source, taker.wantedTag) == null
                && withdraw(taker);
        return isDecided ? taker : null;
    }

    @Override
    public @Nullable Unexpected find(int source, int tag) {
        Unexpected decided = found;
        found = null;
        if (source == PostedRecv.ANY) {
            return decided;
        }
        Unexpected message = findFree(source, tag);
        return holds && message != decided && canBeCancelled(message) ? null : message;
    }

    /** True if the sender of a message may still cancel it. */
    private static boolean canBeCancelled(@Nullable Unexpected message) {
        return message != null
                && (message.local() != null
                        || message.arrival() != null && message.arrival().isAwaited());
    }

    /** A message that no posted receive could take. */
    private @Nullable Unexpected findFree(int source, int tag) {
        Unexpected message = super.find(source, tag);
        return message == null || taker(source, message.tag) != null ? null : message;
    }

    /** What a probe has seen, a receive from its source takes at once, unless its sender has cancelled it. */
    @Override
    public @Nullable Unexpected find(PostedRecv receive) {
        receive.held = holds && receive.wantedSource != PostedRecv.ANY;
        receive.awaited = false;
        if (receive.wantedSource == PostedRecv.ANY) {
            return null;
        }
        Unexpected message = findFree(receive.wantedSource, receive.wantedTag);
        return holds && (!seen.contains(message) || cancelled.containsKey(message)) ? null : message;
    }

    @Override
    public void keep(Unexpected message) {
        ordinals.put(message, latest);
        super.keep(message);
    }

    /** The number of a message that is there among those of its source in this context, from 0. */
    public int ordinal(Unexpected message) {
        return ordinals.getOrDefault(message, 0);
    }

    @Override
    public void take(Unexpected message) {
        seen.remove(message);
        ordinals.remove(message);
        cancelled.remove(message);
        super.take(message);
    }

    @Override
    public void post(PostedRecv receive) {
        if (receive.wantedSource == PostedRecv.ANY) {
            numbered.put(receive, numbers.getAsInt());
        }
        super.post(receive);
    }

    @Override
    public boolean withdraw(PostedRecv receive) {
        numbered.remove(receive);
        return super.withdraw(receive);
    }

    /** All that may be taken now as is decided, the receives in the order of posting, the messages in that of their sources. */
    public List<Match> matches() {
        List<Match> all = new ArrayList<>();
        for (PostedRecv receive : numbered.isEmpty() && !holds ? List.<PostedRecv>of() : posted()) {
            for (int source = 0; receive.wantedSource == PostedRecv.ANY && source < worldSize; source++) {
                addMatch(all, receive, source);
            }
            if (receive.held) {
                addMatch(all, receive, receive.wantedSource);
            }
        }
        return all;
    }

    private void addMatch(List<Match> all, PostedRecv receive, int source) {
        Unexpected message = super.find(source, receive.wantedTag);
        if (message != null && taker(source, message.tag) == receive) {
            all.add(new Match(receive, numbered.getOrDefault(receive, 0), message));
        }
    }

    /** True if a probe has found a message that the receive could take: it cannot be cancelled. */
    public boolean hasToTake(PostedRecv receive) {
        return matches().stream().anyMatch(each -> each.receive == receive && seen.contains(each.message));
    }

    /** All messages that a probe could find now, in the order of their sources. */
    public List<Unexpected> findable(int from, int tag) {
        List<Unexpected> all = new ArrayList<>();
        for (int source = 0; source < worldSize; source++) {
            Unexpected message = from == PostedRecv.ANY || from == source ? findFree(source, tag) : null;
            if (message != null) {
                all.add(message);
            }
        }
        return all;
    }

    /** A probe has found a message. */
    public void show(Unexpected message) {
        seen.add(message);
        found = null;
    }

    /** The present probe finds this message. */
    public void showNow(Unexpected message) {
        seen.add(message);
        found = message;
    }

    /** The sender of a message has cancelled it: it is given back if that is decided before it is received. */
    public void cancel(Unexpected message, Runnable giveBack) {
        cancelled.put(message, giveBack);
    }

    /** The messages that may be given back, in the order of their sources and as these have sent them. */
    public List<Unexpected> cancelled() {
        return cancelled.keySet().stream()
                .sorted(Comparator.<Unexpected>comparingInt(each -> each.source).thenComparingInt(this::ordinal))
                .toList();
    }

    /** Gives a message back, as has been decided. */
    public void giveBack(Unexpected message) {
        Runnable now = cancelled.get(message);
        if (now != null) {
            take(message);
            now.run();
        }
    }

    /** True if a probe has found a message. */
    public boolean hasShown(Unexpected message) {
        return seen.contains(message);
    }

    /**
     * A receive from one source that may take a message now, since an older one has been decided, or a call waits for it; null if there
     * is none. To be called until it finds none.
     */
    public @Nullable Match freed() {
        for (PostedRecv receive : unexpected() == 0 ? List.<PostedRecv>of() : posted()) {
            Unexpected message =
                    receive.wantedSource == PostedRecv.ANY ? null : super.find(receive.wantedSource, receive.wantedTag);
            boolean waits = receive.held && (!receive.awaited || canBeCancelled(message));
            if (message != null && !waits && taker(message.source, message.tag) == receive) {
                return new Match(receive, 0, message);
            }
        }
        return null;
    }
}
