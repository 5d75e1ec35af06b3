package org.bipj.mpi.match;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The matcher of a context where each receive from any rank takes a message of the rank that is recorded: it becomes a receive from
 * that. One that took none is held back. From one source messages come in their order, so that it takes the same message.
 */
public final class ReplayingMatcher extends Matcher {
    /** For a source: the receive has taken no message. */
    public static final int NONE = -2;

    private final IntUnaryOperator sources;
    /** Receives that take no message. */
    private final ExpectedQueue held = new ExpectedQueue();
    /** The receive that is about to be held; null: none. */
    private @Nullable PostedRecv next;
    /** What the next look for a message of any rank finds; null: the oldest. */
    private @Nullable Unexpected found;

    /**
     * Creates a matcher without receives and messages.
     *
     * @param sources gives for the tag of the next receive from any rank its source, {@link #NONE}, or {@link PostedRecv#ANY} where
     *     nothing is recorded
     */
    public ReplayingMatcher(int worldSize, IntUnaryOperator sources) {
        super(worldSize);
        this.sources = sources;
    }

    @Override
    public @Nullable Unexpected find(PostedRecv receive) {
        if (receive.wantedSource == PostedRecv.ANY) {
            int source = sources.applyAsInt(receive.wantedTag);
            if (source == NONE) {
                next = receive;
                return null;
            }
            receive.wantedSource = source;
        }
        return super.find(receive.wantedSource, receive.wantedTag);
    }

    @Override
    public @Nullable Unexpected find(int source, int tag) {
        if (source == PostedRecv.ANY && found != null) {
            Unexpected once = found;
            found = null;
            return once;
        }
        return super.find(source, tag);
    }

    /** The next look for a message of any rank finds this one. */
    public void show(Unexpected message) {
        found = message;
    }

    @Override
    public void post(PostedRecv receive) {
        if (receive != next) {
            super.post(receive);
            return;
        }
        next = null;
        receive.order = orders++;
        held.add(receive);
    }

    @Override
    public boolean withdraw(PostedRecv receive) {
        if (isHeld(receive)) {
            held.remove(receive);
            return true;
        }
        return super.withdraw(receive);
    }

    private boolean isHeld(PostedRecv receive) {
        List<PostedRecv> all = new ArrayList<>();
        held.addTo(all);
        return all.contains(receive);
    }

    @Override
    public List<PostedRecv> posted() {
        List<PostedRecv> all = new ArrayList<>(super.posted());
        held.addTo(all);
        all.sort(Comparator.comparingLong(receive -> receive.order));
        return all;
    }

    @Override
    public boolean isIdle() {
        return held.isEmpty() && super.isIdle();
    }

    @Override
    public int receives() {
        return held.size() + super.receives();
    }

    /**
     * Ends what is held: the receives may take messages from now on.
     *
     * @return those that have to take one of the messages that have come
     */
    public List<Match> release() {
        List<PostedRecv> all = new ArrayList<>();
        held.addTo(all);
        List<Match> matches = new ArrayList<>();
        for (PostedRecv receive : all) {
            held.remove(receive);
            Unexpected message = super.find(PostedRecv.ANY, receive.wantedTag);
            if (message == null) {
                enqueue(receive);
            } else {
                take(message);
                matches.add(new Match(receive, message));
            }
        }
        return matches;
    }

    /** A receive, and the message that it takes, both out of their queues. */
    public record Match(PostedRecv receive, Unexpected message) {}
}
